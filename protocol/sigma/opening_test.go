package sigma

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// opening states that e under y holds m.
func opening(y *group.Base, e group.Ciphertext, m uint8) Opening {
	return Opening{Y: y, U: group.NewBase(e.U), V: group.NewBase(e.V), M: m}
}

func TestOpeningProvesWhatIsTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := scalar(t, rapid.String().Draw(t, "k"))
		y := group.NewBase(group.B().Mult(k))
		m := rapid.Byte().Draw(t, "m")
		r := scalar(t, rapid.String().Draw(t, "r"))
		if rapid.Bool().Draw(t, "trivial") {
			r = group.NewScalar() // U is the identity
		}
		o := opening(y, encrypt(y, m, r), m)
		n := Nonces{Key: [32]byte{1}}
		proof := o.Prove(testPlace(), k, n)
		require.Len(t, proof, OpeningSize)
		require.NoError(t, o.Verify(testPlace(), proof))

		// Another number, with the proof and with the prover's honest work.
		o.M++
		require.ErrorIs(t, o.Verify(testPlace(), proof), ErrProof)
		require.ErrorIs(t, o.Verify(testPlace(), o.Prove(testPlace(), k, n)), ErrProof)
		o.M--
		for what, at := range otherPlaces() {
			require.ErrorIs(t, o.Verify(at, proof), ErrProof, what)
		}
		// Another key.
		wrong := scalar(t, "wrong")
		require.ErrorIs(t, o.Verify(testPlace(), o.Prove(testPlace(), wrong, n)), ErrProof)
		for what, other := range map[string]Opening{
			"Y": {group.H(), o.U, o.V, o.M},
			"U": {y, group.H(), o.V, o.M},
			"V": {y, o.U, group.H(), o.M},
		} {
			require.ErrorIs(t, other.Verify(testPlace(), proof), ErrProof, what)
		}
	})
}

func TestOpeningRefusesEveryFlip(t *testing.T) {
	k := scalar(t, "k")
	y := group.NewBase(group.B().Mult(k))
	o := opening(y, encrypt(y, 5, scalar(t, "r")), 5)
	proof := o.Prove(testPlace(), k, Nonces{})
	requireEveryFlipRefused(t, proof, func(proof []byte) error { return o.Verify(testPlace(), proof) })
	for at := 2 * group.ElementSize; at < len(proof); at += group.ScalarSize {
		bad := append([]byte(nil), proof...)
		addOrder(bad[at : at+group.ScalarSize])
		require.ErrorIs(t, o.Verify(testPlace(), bad), group.ErrScalar)
	}
}

// If U is the identity, only V = mB can be opened, whoever proves it.
func TestOpeningOfAnIdentity(t *testing.T) {
	k := scalar(t, "k")
	y := group.NewBase(group.B().Mult(k))
	o := opening(y, group.Ciphertext{U: group.NewElement(), V: element(t, "V")}, 0)
	require.ErrorIs(t, o.Verify(testPlace(), o.Prove(testPlace(), k, Nonces{})), ErrProof)
}

// Which part of an opening's statement a challenge leaves out.
const (
	omitY = 1 + iota
	omitU
	omitV
)

// carelessChallenge is the challenge of an opening to 0, except for a part that it
// leaves out.
func carelessChallenge(omit int, y, u, v, r1, r2 *group.Element) *group.Scalar {
	s := testPlace().Sponge(OpeningKind)
	s.Absorb([]byte{0})
	for i, e := range []*group.Element{y, u, v} {
		if omit != i+1 {
			s.Absorb(e.Bytes())
		}
	}
	s.Absorb(r1.Bytes())
	s.Absorb(r2.Bytes())
	return s.SqueezeScalar()
}

// A challenge that leaves out a base or a target lets the prover choose that part
// after the challenge, and so prove what is false: that V holds 0 where it holds
// something that nobody knows. Our challenge binds all of them, and refuses.
func TestOpeningWithoutABaseOrATargetIsForged(t *testing.T) {
	k, r := scalar(t, "k"), scalar(t, "r")
	mult := func(s *group.Scalar, e *group.Element) *group.Element { return new(group.Element).ScalarMult(s, e) }
	minus := func(a, b *group.Element) *group.Element { return new(group.Element).Subtract(a, b) }
	inverse := func(s *group.Scalar) *group.Scalar { return new(group.Scalar).Invert(s) }
	b := group.B().Element()
	type forgery struct {
		omit            int
		y, u, v, r1, r2 *group.Element
		z               *group.Scalar
	}
	for name, forge := range map[string]func() forgery{
		"base U": func() forgery {
			// Any V, any second message; U = (R2 + cV) / z comes last.
			y, v, r1, r2 := mult(k, b), element(t, "V"), mult(r, b), element(t, "R2")
			c := carelessChallenge(omitU, y, nil, v, r1, r2)
			z := new(group.Scalar).MultiplyAdd(c, k, r)
			return forgery{omitU, y, mult(inverse(z), new(group.Element).Add(r2, mult(c, v))), v, r1, r2, z}
		},
		"target Y": func() forgery {
			// A key that fits another: V = kU, and Y = (zB - R1) / c comes last.
			u := element(t, "U")
			v, r1, r2 := mult(k, u), element(t, "R1"), mult(r, u)
			c := carelessChallenge(omitY, nil, u, v, r1, r2)
			z := new(group.Scalar).MultiplyAdd(c, k, r)
			return forgery{omitY, mult(inverse(c), minus(mult(z, b), r1)), u, v, r1, r2, z}
		},
		"target V": func() forgery {
			// Any second message; V = (zU - R2) / c comes last.
			u, y, r1, r2 := element(t, "U"), mult(k, b), mult(r, b), element(t, "R2")
			c := carelessChallenge(omitV, y, u, nil, r1, r2)
			z := new(group.Scalar).MultiplyAdd(c, k, r)
			return forgery{omitV, y, u, mult(inverse(c), minus(mult(z, u), r2)), r1, r2, z}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := forge()
			require.Equal(t, 0, mult(k, f.u).Equal(f.v)&mult(k, b).Equal(f.y), "the statement is false")
			c := carelessChallenge(f.omit, f.y, f.u, f.v, f.r1, f.r2)
			require.Equal(t, 1, minus(mult(f.z, b), mult(c, f.y)).Equal(f.r1), "the careless verifier accepts")
			require.Equal(t, 1, minus(mult(f.z, f.u), mult(c, f.v)).Equal(f.r2), "the careless verifier accepts")
			o := Opening{Y: group.NewBase(f.y), U: group.NewBase(f.u), V: group.NewBase(f.v), M: 0}
			proof := append(append(f.r1.Bytes(), f.r2.Bytes()...), f.z.Bytes()...)
			require.ErrorIs(t, o.Verify(testPlace(), proof), ErrProof)
		})
	}
}

// And directly: whatever differs, the challenge does.
func TestOpeningChallengeBindsTheStatement(t *testing.T) {
	a, b, c := group.NewBase(element(t, "a")), group.NewBase(element(t, "b")), group.NewBase(element(t, "c"))
	seen := map[[32]byte]string{}
	for what, state := range map[string][32]byte{
		"itself":  Opening{a, b, c, 1}.sponge(testPlace()).State(),
		"m":       Opening{a, b, c, 2}.sponge(testPlace()).State(),
		"Y":       Opening{b, b, c, 1}.sponge(testPlace()).State(),
		"U":       Opening{a, a, c, 1}.sponge(testPlace()).State(),
		"V":       Opening{a, b, a, 1}.sponge(testPlace()).State(),
		"swapped": Opening{a, c, b, 1}.sponge(testPlace()).State(),
		"place":   Opening{a, b, c, 1}.sponge(otherPlaces()["index"]).State(),
	} {
		require.NotContains(t, seen, state, "%s and %s", what, seen[state])
		seen[state] = what
	}
}

func FuzzOpeningVerify(f *testing.F) {
	o := Opening{group.H(), group.H(), group.H(), 1}
	f.Add(make([]byte, OpeningSize))
	f.Fuzz(func(t *testing.T, proof []byte) {
		require.Error(t, o.Verify(testPlace(), proof), "nobody knows log_B H")
	})
}
