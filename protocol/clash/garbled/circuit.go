package garbled

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// inputBits is the number of bits a type number has.
const inputBits = 4

// A Sum is what a wire carries: the sum, modulo 2, of some gates, of some bits of
// the defender's type number, and of a function of the attacker's type number.
// Sums cost nothing to garble.
type Sum struct {
	Gates []uint8 // ascending
	Bits  uint8   // bit v: bit v of the defender's number
	Own   uint16  // bit a: the value of the function for an attacker of number a
}

// A Gate is the product of a bit of the defender's number and a sum of gates before
// it, of bits and of the attacker's own.
type Gate struct {
	Bit int
	Sum Sum
}

// A Circuit computes the code of a clash from the numbers of two types, four bits
// each. With eight outputs it has at most 8 + 16 + 31 + 15 gates.
type Circuit struct {
	Gates   []Gate
	Outputs []Sum // bits of the code, the lowest first
}

// Compile makes the circuit of a ruleset's clash table.
//
// Where the table has nothing, the circuit may say anything that tells nobody more than an honest
// clash could, and what takes the fewest gates is this: an attacker's number without a row gets the
// row of the first type that moves, and a defender's number that is not a type loses its highest
// bit until it is one.
//
// The outputs are split at the bits b_v of the defender's number, one after another:
// f = low + b_v delta. All sums are free, so it takes one gate b_v delta not for
// each f, except for each delta of a basis of their span, the constant one apart: b_v
// itself is no gate. What is left to compute are the low parts and the basis, at
// the next bit; after the last bit they are functions of the attacker's number,
// which the attacker knows. It is Davio's decomposition, sharing whatever is
// linearly dependent instead of only what is equal.
//
// Of all orders of the four bits, Compile takes the first, in lexicographic order,
// with the fewest gates.
func Compile(rules *engine.Ruleset) *Circuit {
	outputs := make([]truthTable, bits.Len(uint(len(rules.Codes())-1)))
	for a := range engine.Type(1 << inputBits) {
		for d := range engine.Type(1 << inputBits) {
			code := rules.Clash(rowOf(rules, a), columnOf(rules, d))
			for k := range outputs {
				if code>>k&1 == 1 {
					outputs[k].set(int(a), int(d))
				}
			}
		}
	}
	var best *Circuit
	for _, order := range orders(nil) {
		c := &Circuit{}
		if c.Outputs = c.express(outputs, order); best == nil || len(c.Gates) < len(best.Gates) {
			best = c
		}
	}
	return best
}

// rowOf returns the type whose row an attacker's number has.
func rowOf(rules *engine.Ruleset, number engine.Type) engine.Type {
	movers := rules.Mobile()
	if movers.Has(number) {
		return number
	}
	return movers.Types()[0]
}

// columnOf returns the type whose column a defender's number has.
func columnOf(rules *engine.Ruleset, number engine.Type) engine.Type {
	for !rules.Types().Has(number) {
		number &^= 1 << (bits.Len8(uint8(number)) - 1)
	}
	return number
}

// orders returns the orders of the four bits that begin so, in lexicographic order.
func orders(begin []int) (out [][]int) {
	if len(begin) == inputBits {
		return [][]int{begin}
	}
	for v := range inputBits {
		if !slices.Contains(begin, v) {
			out = append(out, orders(append(slices.Clone(begin), v))...)
		}
	}
	return out
}

// express adds the gates that it takes to compute the functions, which depend on
// no bits except order's, and returns the functions as sums.
func (c *Circuit) express(functions []truthTable, order []int) []Sum {
	sums := make([]Sum, len(functions))
	if len(order) == 0 {
		for i, f := range functions {
			sums[i].Own = f.own()
		}
		return sums
	}
	v := order[0]
	deltas := span{}
	deltas.put(one)
	products := make([]uint64, len(functions)) // each delta in terms of the basis
	left := make([]truthTable, len(functions))
	for i, f := range functions {
		low, delta := f.split(v)
		left[i], products[i] = low, deltas.put(delta)
	}
	left = append(left, deltas.basis[1:]...)
	parts := c.express(left, order[1:])
	first := len(c.Gates)
	for _, s := range parts[len(functions):] {
		c.Gates = append(c.Gates, Gate{v, s})
	}
	for i, p := range products {
		sums[i] = parts[i]
		sums[i].Bits ^= uint8(p&1) << v
		for rest := p >> 1; rest != 0; rest &= rest - 1 {
			sums[i].Gates = append(sums[i].Gates, uint8(first+bits.TrailingZeros64(rest)))
		}
	}
	return sums
}

// Code computes the circuit in the clear.
func (c *Circuit) Code(attacker, defender uint8) engine.Code {
	var bit [inputBits]label
	for v := range bit {
		bit[v][0] = uint64(defender >> v & 1)
	}
	out := c.walk(bit,
		func(own uint16) label { return label{uint64(own >> attacker & 1)} },
		func(_ int, b, s label) label { return label{b[0] & s[0]} })
	var code engine.Code
	for k := range out {
		code |= engine.Code(out[k][0] << k)
	}
	return code
}

// walk goes through the circuit, with labels for bits: it is given the labels of the
// defender's bits, what a function of the attacker's number adds to a wire, and how
// to get through a gate. It returns the labels of the outputs.
func (c *Circuit) walk(bit [inputBits]label, own func(uint16) label, gate func(g int, b, s label) label) []label {
	gates := make([]label, len(c.Gates))
	sum := func(s Sum) label {
		l := own(s.Own)
		for v := range bit {
			if s.Bits>>v&1 == 1 {
				l = l.xor(bit[v])
			}
		}
		for _, g := range s.Gates {
			l = l.xor(gates[g])
		}
		return l
	}
	for g, at := range c.Gates {
		gates[g] = gate(g, bit[at.Bit], sum(at.Sum))
	}
	out := make([]label, len(c.Outputs))
	for k, s := range c.Outputs {
		out[k] = sum(s)
	}
	return out
}

// String writes the circuit, one gate and one output a line. The functions of the
// attacker's number are in hexadecimal, the lowest bit for number 0.
func (c *Circuit) String() string {
	var b strings.Builder
	for g, at := range c.Gates {
		fmt.Fprintf(&b, "g%d = b%d * (%v)\n", g, at.Bit, at.Sum)
	}
	for k, s := range c.Outputs {
		fmt.Fprintf(&b, "code%d = %v\n", k, s)
	}
	return b.String()
}

// String writes the sum, such as "g3 + b0 + a[00f4]".
func (s Sum) String() string {
	var terms []string
	for _, g := range s.Gates {
		terms = append(terms, fmt.Sprintf("g%d", g))
	}
	for v := range inputBits {
		if s.Bits>>v&1 == 1 {
			terms = append(terms, fmt.Sprintf("b%d", v))
		}
	}
	if s.Own != 0 || terms == nil {
		terms = append(terms, fmt.Sprintf("a[%04x]", s.Own))
	}
	return strings.Join(terms, " + ")
}
