package garbled

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

// anyLabels returns a source of labels that differ, as random ones do: what a
// circuit computes says nothing about labels that collide, or an offset of zero.
func anyLabels(t *rapid.T) func() label {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "labels"), 0))
	return func() label { return label{rng.Uint64(), rng.Uint64()} }
}

// TestGarbling: evaluating a garbling yields the labels of
// what the circuit yields in the clear, for all 256 pairs of numbers.
func TestGarbling(t *testing.T) {
	circuits := map[string]*Circuit{}
	for _, spec := range auditedtest.Rulesets {
		circuits[spec] = compile(t, spec)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := circuits[rapid.SampledFrom(auditedtest.Rulesets).Draw(t, "rules")]
		h := hasher(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hasher"))
		attacker, defender := rapid.Uint8Max(15).Draw(t, "attacker"), rapid.Uint8Max(15).Draw(t, "defender")
		next := anyLabels(t)
		offset := next()
		var zero, held [inputBits]label
		for i := range zero {
			zero[i] = next()
			held[i] = zero[i].xor(offset.times(uint64(defender >> i & 1)))
		}
		g := c.garble(h, attacker, offset, zero)
		require.Len(t, g.appendTo(nil), c.size())
		var code engine.Code
		for k, l := range c.evaluate(h, defender, held, g) {
			bit, ok := g.value(h, k, l)
			require.True(t, ok)
			code |= engine.Code(bit << k)
			_, ok = g.value(h, k, l.xor(label{1}))
			require.False(t, ok, "another label has no value")
			_, ok = g.value(h, (k+1)%len(c.Outputs), l)
			require.False(t, ok, "nor has this one elsewhere")
		}
		require.Equal(t, c.Code(attacker, defender), code)
	})
}

// TestReplyShowsNoType: what the attacker's type does to a reply is to add D, or
// not, to ciphertexts that already look random: the same coins make replies of the
// same hashes of labels, or of both swapped, and of ciphertexts that differ by D.
func TestReplyShowsNoType(t *testing.T) {
	c := compile(t, "standard")
	offset, zero := label{1, 2}, [inputBits]label{{3}, {4}, {5}, {6}}
	a := c.garble(hasher{}, uint8(junqi.Engineer), offset, zero)
	b := c.garble(hasher{}, uint8(junqi.Commander), offset, zero)
	first := c.Gates[0]
	require.Empty(t, first.Sum.Gates)
	require.Zero(t, first.Sum.Bits)
	differ := first.Sum.Own>>junqi.Engineer&1 ^ first.Sum.Own>>junqi.Commander&1
	require.Equal(t, offset.times(uint64(differ)), a.gates[0].xor(b.gates[0]))
	for k := range a.outputs {
		require.Contains(t, [][2]label{a.outputs[k], {a.outputs[k][1], a.outputs[k][0]}}, b.outputs[k])
	}
}

// TestHashesAreApart: session, request, purpose, index and label all count.
func TestHashesAreApart(t *testing.T) {
	seen := map[label]bool{}
	for _, session := range [][32]byte{{}, {31: 1}} {
		for _, request := range [][]byte{{0}, {1}} {
			h := newHasher(session, request)
			for _, purpose := range []byte{gatePurpose, outputPurpose} {
				for _, index := range []int{0, 1, 63} {
					for _, l := range []label{{}, {1}, {0, 1}} {
						out := h.hash(purpose, index, l)
						require.False(t, seen[out])
						seen[out] = true
					}
				}
			}
		}
	}
}

// TestTransfer: in each clash of a stock a defender of any number gets the labels of
// its bits, and not the others.
func TestTransfer(t *testing.T) {
	s := auditedtest.New(t, New(), "standard", junqi.Army, junqi.Army, 0)
	session := [32]byte{1}
	a, point := drawPoint(s.Coins(tape.Offer))
	r, err := receive(session, point.Bytes(), s.Coins(tape.Request))
	require.NoError(t, err)
	from, err := send(session, point.Bytes(), r.points, a, s.Coins(tape.Reply))
	require.NoError(t, err)
	require.NotZero(t, from.offset)
	for slot := range stockClashes {
		for number := range uint8(16) {
			zero := from.labels(slot, r.bits(slot)^number)
			held := r.labels(slot, from.sums[:])
			for i := range held {
				require.Equal(t, zero[i].xor(from.offset.times(uint64(number>>i&1))), held[i])
			}
		}
	}
}

// TestChoicesAreTheTape: the choices are the first bytes of the defender's coins, all
// of which count.
func TestChoicesAreTheTape(t *testing.T) {
	s := auditedtest.New(t, New(), "standard", junqi.Army, junqi.Army, 0)
	_, point := drawPoint(s.Coins(tape.Offer))
	r, err := receive([32]byte{}, point.Bytes(), s.Coins(tape.Request))
	require.NoError(t, err)
	coins := s.Coins(tape.Request).Bytes(transfers / 8)
	for slot := range stockClashes {
		require.Equal(t, coins[slot/2]>>(slot%2*4)&15, r.bits(slot))
	}
}
