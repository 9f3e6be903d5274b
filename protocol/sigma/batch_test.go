package sigma

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A batch verifies if each of its proofs does.
func TestBatchAgreesWithOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 6).Draw(t, "proofs")
		var b Batch
		allTrue := true
		for i := range n {
			l, x := drawLinear(t)
			at := testPlace()
			at.Index = uint8(i)
			s := at.Sponge(testKind)
			if rapid.IntRange(0, 3).Draw(t, "false") == 0 {
				l.Equations[0] = append(l.Equations[0], Term{group.B(), Times(1, One)})
			}
			proof := l.Prove(s, testKind, x, Nonces{})
			if l.Verify(s, proof) != nil {
				allTrue = false
			}
			require.NoError(t, l.VerifyLater(s, proof, &b))
		}
		require.Equal(t, n, b.Len())
		if allTrue {
			require.NoError(t, b.Verify())
		} else {
			require.ErrorIs(t, b.Verify(), ErrProof)
		}
	})
}

// cancelling returns two false proofs, of one statement at two places, whose errors
// add up to 0: sums without weights would take them.
func cancelling(t *testing.T) (l *Linear, s [2]*Sponge, proofs [2][]byte) {
	l, x := pair(t)
	for i := range s {
		at := testPlace()
		at.Index = uint8(i)
		s[i] = at.Sponge(testKind)
		wrong := *l
		wrong.Equations = append([]Equation(nil), l.Equations...)
		// A first message that is off by B or by minus B.
		proofs[i] = wrong.Prove(s[i], testKind, x, Nonces{})
		first, err := group.DecodeElement(proofs[i][:32])
		require.NoError(t, err)
		off := group.B().Mult(group.IntScalar(1 - 2*i))
		copy(proofs[i], first.Add(first, off).Bytes())
		// With responses for the challenge that comes of it.
		c := l.bind(s[i])
		c.Absorb(proofs[i][:64])
		challenge := c.SqueezeScalar()
		state := l.bind(s[i]).State()
		witness := append(x[0].Bytes(), x[1].Bytes()...)
		for j := range x {
			r := (Nonces{}).Scalar(testKind, uint32(j), state, witness)
			copy(proofs[i][64+32*j:], r.MultiplyAdd(challenge, x[j], r).Bytes())
		}
	}
	return l, s, proofs
}

// ⚠ The sums must have weights: without them, the errors of two false proofs cancel.
func TestSumsWithoutWeightsAreForged(t *testing.T) {
	l, s, proofs := cancelling(t)
	var b Batch
	unweighted := group.NewElement()
	for i := range s {
		require.ErrorIs(t, l.Verify(s[i], proofs[i]), ErrProof)
		require.NoError(t, l.VerifyLater(s[i], proofs[i], &b))
		for _, term := range b.claims[i].terms {
			x := term.x
			if x == nil {
				x = group.IntScalar(-1)
			}
			unweighted.Add(unweighted, term.base.Mult(x))
		}
	}
	require.True(t, group.IsIdentity(unweighted), "the careless verifier accepts")
	require.ErrorIs(t, b.Verify(), ErrProof)
}

// Weights follow from all that was sent: whatever differs, they do. And within one
// claim every sum has its own.
func TestWeightsBindTheClaims(t *testing.T) {
	seal := func(index uint8, responses string) [32]byte {
		at := testPlace()
		at.Index = index
		return (&Batch{}).Claim(bound.ByCaller(), at.Sponge(testKind), []byte(responses)).seal
	}
	seen := map[[32]byte]bool{}
	for _, s := range [][32]byte{seal(0, "a"), seal(0, "b"), seal(1, "a"), seal(0, ""), seal(0, "aa")} {
		require.False(t, seen[s])
		seen[s] = true
	}
	s := NewSponge([32]byte{})
	one, two := squeezeWeight(s), squeezeWeight(s)
	require.Zero(t, one.Equal(two))
	require.Equal(t, make([]byte, 16), one.Bytes()[16:], "16 bytes")
}

func TestBatchDoesNotCareForTheSponge(t *testing.T) {
	l, x := pair(t)
	s := testPlace().Sponge(testKind)
	proof := l.Prove(s, testKind, x, Nonces{})
	before := s.State()
	var b Batch
	require.NoError(t, l.VerifyLater(s, proof, &b))
	require.Equal(t, before, s.State())
	clear(proof)
	require.NoError(t, b.Verify(), "the proof is not kept")
}
