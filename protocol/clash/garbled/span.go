package garbled

import "math/bits"

// A truthTable is the truth table of a function of the attacker's number a and the
// defender's number b, four bits each. Its value for (a, b) is bit 16a + b, counted
// from the lowest bit of the first word.
type truthTable [4]uint64

// one is the constant function.
var one = truthTable{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// set makes the value for (a, b) one.
func (t *truthTable) set(a, b int) { t[a/4] |= 1 << (a%4*16 + b) }

func (t truthTable) xor(u truthTable) truthTable {
	for i := range t {
		t[i] ^= u[i]
	}
	return t
}

// split cuts t at bit v of the defender's number: t = low + b_v delta, and neither
// low nor delta depends on b_v.
func (t truthTable) split(v int) (low, delta truthTable) {
	// The positions of a word at which bit v of b is 0.
	zero := [4]uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff}[v]
	for i, w := range t {
		f0, f1 := w&zero, w>>(1<<v)&zero
		d := f0 ^ f1
		low[i], delta[i] = f0|f0<<(1<<v), d|d<<(1<<v)
	}
	return low, delta
}

// own returns the truth table of a function that depends on the attacker's number only:
// bit a is its value for a.
func (t truthTable) own() (o uint16) {
	for a := range 16 {
		o |= uint16(t[a/4]>>(a%4*16)&1) << a
	}
	return o
}

// top returns the position of the highest bit of t, or -1 if t is zero.
func (t truthTable) top() int {
	for i := len(t) - 1; i >= 0; i-- {
		if t[i] != 0 {
			return 64*i + bits.Len64(t[i]) - 1
		}
	}
	return -1
}

// A span is a space of functions over the field of two elements. Its basis is made
// of the functions that were put in and were not sums of earlier ones.
type span struct {
	basis []truthTable
	rows  [256]*row // in echelon form, by their top
}

// A row is a function together with the sum of basis functions that it is.
type row struct {
	truthTable
	sum uint64 // bit i: basis function i
}

// put returns t as a sum of basis functions, of which it becomes one if it has to.
func (s *span) put(t truthTable) (sum uint64) {
	rest := row{truthTable: t}
	for top := t.top(); top >= 0; top = rest.top() {
		r := s.rows[top]
		if r == nil {
			own := uint64(1) << len(s.basis)
			s.basis = append(s.basis, t)
			rest.sum ^= own
			s.rows[top] = &rest
			return own
		}
		rest.truthTable = rest.xor(r.truthTable)
		rest.sum ^= r.sum
	}
	return rest.sum
}
