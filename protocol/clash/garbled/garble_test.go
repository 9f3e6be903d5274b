package garbled

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
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

// TestTransfer: a defender of any number gets the labels of its bits, and not the others.
func TestTransfer(t *testing.T) {
	s := auditedtest.New(t, New(), "standard", junqi.Army, junqi.Army, 0)
	session := [32]byte{1}
	a := drawScalar(s.Coins(tape.Offer))
	offer := group.B().Mult(a).Bytes()
	for number := range uint8(16) {
		r, err := receive(offer, number, s.Coins(tape.Request))
		require.NoError(t, err)
		request := r.points()
		from, err := send(session, offer, request, a, s.Coins(tape.Reply))
		require.NoError(t, err)
		require.NotZero(t, from.offset)
		for i, held := range r.labels(session, offer, request, from.sums[:]) {
			require.Equal(t, from.zero[i].xor(from.offset.times(uint64(number>>i&1))), held)
		}
	}
}

// TestRestoredDefender: a defender whose old files were put back, and that is attacked
// otherwise in the same place, sends points of other coins: nothing shows where the two
// pieces' numbers differ.
func TestRestoredDefender(t *testing.T) {
	s := auditedtest.New(t, New(), "standard", junqi.Army, junqi.Army, 0)
	said := s.Play(t).Before(tape.Request)
	other := *said
	other.Answered = slices.Clone(said.Answered)
	other.Answered[tape.Request][1] ^= 1 // the hash of another attack
	offered, err := readPoint(tape.Offer, said.Said[tape.Offer])
	require.NoError(t, err)
	points := func(r *audited.Round, own engine.Type) [inputBits]*group.Element {
		request, err := s.MakeAs(r, own)
		require.NoError(t, err)
		points, err := readPoints(request)
		require.NoError(t, err)
		return points
	}
	before := points(said, junqi.Army)
	for _, own := range []engine.Type{junqi.Army, junqi.Mine} {
		for i, p := range points(&other, own) {
			p.Subtract(p, before[i])
			require.False(t, group.IsIdentity(p))
			require.False(t, group.IsIdentity(group.NewElement().Subtract(p, offered)))
			require.False(t, group.IsIdentity(group.NewElement().Add(p, offered)))
		}
	}
}
