package conformance_test

import (
	"cmp"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
)

// Section 19, told again with nothing of the project, and compared with the
// messages that the resolvers make.

// 19.2
type coins struct{ stream *sha3.SHAKE }

func newCoins(seed, match, answered []byte, clash, role, step int) *coins {
	info := join(match, answered, binary.BigEndian.AppendUint32(nil, uint32(clash)), role, step)
	key, err := hkdf.Key(sha512.New, seed, []byte("darkjunqi/v1/tape"), string(info), 32)
	if err != nil {
		panic(err)
	}
	s := sha3.NewSHAKE256()
	s.Write(join("darkjunqi/v1/tape/stream", key))
	return &coins{s}
}

func (c *coins) read(n int) []byte {
	b := make([]byte, n)
	c.stream.Read(b)
	return b
}

func sessionOf(match, previous []byte, clash int) []byte {
	return h256("darkjunqi/v1/audited/session", match, previous, binary.BigEndian.AppendUint32(nil, uint32(clash)))
}

// messages are the messages of one clash.
type messages struct {
	offer, request, reply, proof []byte
	code                         int
}

// requireSame plays three clashes of an attacker with a resolver and compares: two with one seat, the
// third with another. What settles things once is for alone to remember.
func requireSame(t *testing.T, r audited.Resolver, alone func(nth int, coins [3]*coins, session []byte, a, d int) messages) {
	t.Helper()
	match := h256("match")
	seeds := [2][]byte{h256("attacker's seed"), h256("defender's seed")}
	seats := [2]audited.Seat{r.Sit([32]byte(seeds[0])), r.Sit([32]byte(seeds[1]))}
	var earlier []*audited.Round
	var opening *audited.Round
	for i, types := range [][2]engine.Type{{5, 10}, {11, 0}, {7, 3}} {
		number := 3 + i
		if i == 2 {
			earlier = nil
		}
		round := &audited.Round{Earlier: earlier, First: opening, Clash: audited.Clash{
			Rules: junqi.Standard(), Match: [32]byte(match), Number: uint32(number),
			Attackers: junqi.Standard().Mobile(), Defenders: junqi.Standard().Types(),
		}}
		var tosses [3]*coins
		for step := range 4 {
			answered := h256("answered", number, step)
			round = round.Answering([32]byte(answered))
			if step < len(tosses) {
				tosses[step] = newCoins(seeds[step&1], match, answered, number, step&1, step)
			}
		}
		for step := range round.Answered {
			message, err := seats[step&1].Make(round, types[step&1])
			require.NoError(t, err)
			round = round.With(message)
		}
		a, d := int(types[0]), int(types[1])
		got := alone(i, tosses, sessionOf(match, round.Answered[0][:], number), a, d)
		require.Equal(t, round.Said[0], append([]byte{}, got.offer...))
		require.Equal(t, round.Said[1], got.request)
		require.Equal(t, round.Said[2], got.reply)
		require.Equal(t, standard(t).code(a, d), got.code)
		require.Equal(t, round.Said[3], append([]byte{byte(got.code)}, got.proof...))
		earlier = append(earlier, round)
		opening = cmp.Or(opening, round)
	}
}

// 19.3
func TestYao82Alone(t *testing.T) {
	var n, root *big.Int
	standard := standard(t)
	requireSame(t, yao82.New(), func(nth int, c [3]*coins, _ []byte, a, d int) (m messages) {
		e, one := big.NewInt(65537), big.NewInt(1)
		if nth == 0 {
			coprime := func(p *big.Int) bool {
				return new(big.Int).Mod(new(big.Int).Sub(p, one), e).Sign() != 0
			}
			p := drawPrime(c[0], 128, 0xc0, 8, coprime)
			q := drawPrime(c[0], 128, 0xc0, 8, func(q *big.Int) bool { return coprime(q) && q.Cmp(p) != 0 })
			n = new(big.Int).Mul(p, q)
			phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
			root = new(big.Int).ModInverse(e, phi)
		}
		if nth != 1 {
			m.offer = n.FillBytes(make([]byte, 256))
		}

		var x, v *big.Int
		for {
			if x = new(big.Int).SetBytes(c[1].read(256)); x.Cmp(n) < 0 {
				break
			}
		}
		v = new(big.Int).Sub(new(big.Int).Exp(x, e, n), big.NewInt(int64(d+1)))
		v.Mod(v, n)
		m.request = v.FillBytes(make([]byte, 256))

		y := make([]*big.Int, 12)
		for u := range y {
			y[u] = new(big.Int).Add(v, big.NewInt(int64(u+1)))
			y[u].Exp(y[u].Mod(y[u], n), root, n)
		}
		var mask *big.Int
		for again := true; again; {
			again = false
			mask = drawPrime(c[2], 32, 0x80, 64, func(*big.Int) bool { return true })
			for u := range y {
				for w := range y {
					gap := new(big.Int).Sub(y[u], y[w])
					again = again || u != w && gap.Mod(gap, mask).Cmp(big.NewInt(7)) <= 0
				}
			}
		}
		m.reply = mask.FillBytes(make([]byte, 32))
		for u := range y {
			entry := new(big.Int).Add(y[u], big.NewInt(int64(standard.code(a, u))))
			m.reply = append(m.reply, entry.Mod(entry, mask).FillBytes(make([]byte, 32))...)
		}
		code := new(big.Int).SetBytes(m.reply[32*(d+1) : 32*(d+2)])
		m.code = int(code.Mod(code.Sub(code, x), mask).Int64())
		return m
	})
}

func drawPrime(c *coins, n int, mask byte, rounds int, extra func(*big.Int) bool) *big.Int {
	for {
		b := c.read(n)
		b[0] |= mask
		b[n-1] |= 3
		m := new(big.Int).SetBytes(b)
		if extra(m) && isPrime(b, m, rounds) {
			return m
		}
	}
}

func isPrime(b []byte, m *big.Int, rounds int) bool {
	for q := int64(3); q < 4096; q += 2 {
		if big.NewInt(q).ProbablyPrime(0) && new(big.Int).Mod(m, big.NewInt(q)).Sign() == 0 {
			return false
		}
	}
	one := big.NewInt(1)
	minusOne := new(big.Int).Sub(m, one)
	bases := &coins{sha3.NewSHAKE256()}
	bases.stream.Write(join("darkjunqi/v1/yao82/miller-rabin", b))
	for range rounds {
		a := new(big.Int).SetBytes(bases.read(len(b) + 16))
		r := a.Exp(a, new(big.Int).Rsh(minusOne, 1), m)
		if r.Cmp(one) != 0 && r.Cmp(minusOne) != 0 {
			return false
		}
	}
	return true
}

// 19.4

// function is a truth table over a and b.
type function [16][16]bool

func (f function) plus(g function) function {
	for a := range f {
		for b := range f[a] {
			f[a][b] = f[a][b] != g[a][b]
		}
	}
	return f
}

// wire is a sum of gates, of bits of b, and of a function of a.
type wire struct {
	gates []int
	bits  [4]bool
	own   function
}

type gate struct {
	bit  int
	wire wire
}

func express(functions []function, order []int) (wires []wire, gates []gate) {
	if len(order) == 0 {
		for _, f := range functions {
			wires = append(wires, wire{own: f})
		}
		return wires, nil
	}
	v := order[0]
	var lows, deltas []function
	for _, f := range functions {
		var low, delta function
		for a := range f {
			for b := range f[a] {
				low[a][b] = f[a][b&^(1<<v)]
				delta[a][b] = f[a][b&^(1<<v)] != f[a][b|1<<v]
			}
		}
		lows, deltas = append(lows, low), append(deltas, delta)
	}
	var one function
	for a := range one {
		for b := range one[a] {
			one[a][b] = true
		}
	}
	list := []function{one}
	for _, delta := range deltas {
		if _, ok := asSum(delta, list); !ok {
			list = append(list, delta)
		}
	}
	parts, gates := express(append(slices.Clone(lows), list[1:]...), order[1:])
	first := len(gates)
	for _, w := range parts[len(functions):] {
		gates = append(gates, gate{v, w})
	}
	for i, delta := range deltas {
		which, _ := asSum(delta, list)
		w := parts[i]
		w.gates = slices.Clone(w.gates)
		for _, x := range which {
			if x == 0 {
				w.bits[v] = !w.bits[v]
			} else {
				w.gates = append(w.gates, first+x-1)
			}
		}
		wires = append(wires, w)
	}
	return wires, gates
}

// asSum says which functions of an independent list sum to f, if any do.
func asSum(f function, list []function) (which []int, ok bool) {
	type row struct {
		f     function
		which uint64 // the functions of the list that sum to f
		lead  [2]int
	}
	var rows []row
	reduce := func(f function, which uint64) row {
		for _, r := range rows {
			if f[r.lead[0]][r.lead[1]] {
				f, which = f.plus(r.f), which^r.which
			}
		}
		return row{f: f, which: which}
	}
	for i, g := range list {
		r := reduce(g, 1<<i)
		for a := range r.f {
			for b := range r.f[a] {
				if r.f[a][b] {
					r.lead = [2]int{a, b}
				}
			}
		}
		rows = append(rows, r)
	}
	rest := reduce(f, 0)
	for i := range list {
		if rest.which>>i&1 == 1 {
			which = append(which, i)
		}
	}
	return which, rest.f == function{}
}

func compile(r *ruleset) (outputs []wire, gates []gate) {
	bits := make([]function, 3) // 8 codes
	for a := range 16 {
		for b := range 16 {
			attacker, defender := a, b
			if a >= len(r.Types) || !r.moves(a) {
				attacker = 2 // the first that moves
			}
			if b >= len(r.Types) {
				defender = b - 8 // without its highest bit
			}
			code := r.code(attacker, defender)
			for k := range bits {
				bits[k][a][b] = code>>k&1 == 1
			}
		}
	}
	for order := range permutations([]int{0, 1, 2, 3}) {
		if o, g := express(bits, order); gates == nil || len(g) < len(gates) {
			outputs, gates = o, g
		}
	}
	return outputs, gates
}

// permutations yields all orders of a list in lexicographic order.
func permutations(of []int) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		if len(of) == 0 {
			yield(nil)
			return
		}
		for i, first := range of {
			for rest := range permutations(slices.Delete(slices.Clone(of), i, i+1)) {
				if !yield(append([]int{first}, rest...)) {
					return
				}
			}
		}
	}
}

func TestGarbledAlone(t *testing.T) {
	outputs, gates := compile(standard(t))
	require.Len(t, gates, 22)
	require.Len(t, outputs, 3)
	xor := func(labels ...[]byte) []byte {
		out := make([]byte, 16)
		for _, l := range labels {
			for i := range l {
				out[i] ^= l[i]
			}
		}
		return out
	}
	when := func(bit bool, l []byte) []byte {
		if bit {
			return l
		}
		return nil
	}
	requireSame(t, garbled.New(), func(_ int, c [3]*coins, session []byte, a, d int) (m messages) {
		secret := wide(c[0].read(64))
		point := times(secret, base())
		m.offer = point.Bytes()
		bit := func(i int) bool { return d>>i&1 == 1 }
		offset := c[2].read(16)
		var keys, zero [4][]byte
		var sums []byte
		for i := range keys {
			r := wide(c[1].read(64))
			e := times(r, base())
			if bit(i) {
				e = sum(e, point)
			}
			key := func(x *element) []byte {
				return h256("darkjunqi/v1/garbled/transfer", session, i, m.offer, e, x)[:16]
			}
			m.request = append(m.request, e.Bytes()...)
			keys[i] = key(times(r, point))
			zero[i] = key(times(secret, e))
			sums = append(sums, xor(zero[i], key(times(secret, minus(e, point))), offset)...)
		}
		hasher := h256("darkjunqi/v1/garbled/hash", session, m.request)
		hash := func(purpose, i int, l []byte) []byte {
			h := sha256.Sum256(join(hasher, purpose, i, l))
			return h[:16]
		}

		// walk returns the labels of the outputs, from those of the bits.
		walk := func(bits [4][]byte, own func(function) []byte, product func(i int, b, w []byte) []byte) (out [][]byte) {
			var done [][]byte
			value := func(w wire) []byte {
				l := own(w.own)
				for v := range w.bits {
					l = xor(l, when(w.bits[v], bits[v]))
				}
				for _, g := range w.gates {
					l = xor(l, done[g])
				}
				return l
			}
			for i, g := range gates {
				done = append(done, product(i, bits[g.bit], value(g.wire)))
			}
			for _, w := range outputs {
				out = append(out, value(w))
			}
			return out
		}

		var circuit []byte
		labels := walk(zero, func(g function) []byte { return xor(when(g[a][0], offset)) }, func(i int, b, w []byte) []byte {
			circuit = append(circuit, xor(hash(0, i, b), hash(0, i, xor(b, offset)), w)...)
			return hash(0, i, b)
		})
		for k, l := range labels {
			circuit = append(circuit, join(hash(1, k, l), hash(1, k, xor(l, offset)))...)
		}
		m.reply = join(sums, circuit)

		var bits [4][]byte
		for i := range bits {
			bits[i] = xor(keys[i], when(bit(i), sums[16*i:16*i+16]))
		}
		labels = walk(bits, func(function) []byte { return xor() }, func(i int, b, w []byte) []byte {
			one := bit(gates[i].bit)
			return xor(hash(0, i, b), when(one, circuit[16*i:16*i+16]), when(one, w))
		})
		for k, l := range labels {
			h := circuit[16*22+32*k:]
			if slices.Equal(hash(1, k, l), h[16:32]) {
				m.code |= 1 << k
			}
			m.proof = append(m.proof, l...)
		}
		return m
	})
}
