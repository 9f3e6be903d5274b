package garbled

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
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
		session := [32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "session"))
		attacker, defender := rapid.Uint8Max(15).Draw(t, "attacker"), rapid.Uint8Max(15).Draw(t, "defender")
		next := anyLabels(t)
		offset := next()
		var zero, one, keys [inputBits]label
		for i := range zero {
			zero[i], one[i] = next(), next()
			keys[i] = zero[i]
			if defender>>i&1 == 1 {
				keys[i] = one[i]
			}
		}
		g := c.garble(session, attacker, offset, zero, one)
		require.Len(t, g.marshal(), c.ReplySize())
		var code engine.Code
		for k, l := range c.evaluate(session, defender, keys, g) {
			bit, ok := g.value(session, k, l)
			require.True(t, ok)
			code |= engine.Code(bit << k)
			_, ok = g.value(session, k, l.xor(label{1}))
			require.False(t, ok, "another label has no value")
			_, ok = g.value(session, (k+1)%len(c.Outputs), l)
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
	offset, zero, one := label{1, 2}, [inputBits]label{{3}, {4}, {5}, {6}}, [inputBits]label{{7}, {8}, {9}, {10}}
	a := c.garble([32]byte{}, uint8(engine.Engineer), offset, zero, one)
	b := c.garble([32]byte{}, uint8(engine.Commander), offset, zero, one)
	require.Equal(t, a.transfers, b.transfers)
	first := c.Gates[0]
	require.Zero(t, first.Sum.Gates|uint64(first.Sum.Bits))
	differ := first.Sum.Own>>engine.Engineer&1 ^ first.Sum.Own>>engine.Commander&1
	require.Equal(t, offset.times(uint64(differ)), a.gates[0].xor(b.gates[0]))
	for k := range a.outputs {
		require.Contains(t, [][2]label{a.outputs[k], {a.outputs[k][1], a.outputs[k][0]}}, b.outputs[k])
	}
}

// TestHashesAreApart: purpose, session, index and label all count.
func TestHashesAreApart(t *testing.T) {
	seen := map[label]bool{}
	for _, purpose := range []string{GateLabel, OutputLabel} {
		for _, session := range [][32]byte{{}, {31: 1}} {
			for _, index := range []int{0, 1, 63} {
				for _, l := range []label{{}, {1}, {0, 1}} {
					h := hash(purpose, session, index, l)
					require.False(t, seen[h])
					seen[h] = true
				}
			}
		}
	}
}

// TestTransfer: a defender gets the key of its bit, of either value, and not the
// other.
func TestTransfer(t *testing.T) {
	coins := auditedtest.New(t, "standard", engine.Army, engine.Army, 0).Coins(tape.Offer)
	session := [32]byte{1}
	for number := range uint8(16) {
		a, point := drawPoint(coins)
		request, keys := choose(session, point.Bytes(), point, number, coins)
		points, err := readRequest(request)
		require.NoError(t, err)
		zero, one := both(session, point.Bytes(), request, a, points)
		for i := range keys {
			if number>>i&1 == 0 {
				require.Equal(t, zero[i], keys[i])
			} else {
				require.Equal(t, one[i], keys[i])
			}
			require.NotEqual(t, zero[i], one[i])
		}
	}
}
