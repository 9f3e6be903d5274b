package sigma

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestOpeningProvesWhatIsTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := scalar(t, rapid.String().Draw(t, "k"))
		y := group.NewBase(group.B().Mult(k))
		m := rapid.Byte().Draw(t, "m")
		r := scalar(t, rapid.String().Draw(t, "r"))
		if rapid.Bool().Draw(t, "trivial") {
			r = group.NewScalar() // U is the identity
		}
		o := Opening{Y: y, E: encrypt(y, m, r), M: m}
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
			"Y": {Y: group.H(), E: o.E, M: o.M},
			"U": {Y: y, E: group.Ciphertext{U: group.H().Element(), V: o.E.V}, M: o.M},
			"V": {Y: y, E: group.Ciphertext{U: o.E.U, V: group.H().Element()}, M: o.M},
		} {
			require.ErrorIs(t, other.Verify(testPlace(), proof), ErrProof, what)
		}
	})
}

func TestOpeningRefusesEveryFlip(t *testing.T) {
	k := scalar(t, "k")
	y := group.NewBase(group.B().Mult(k))
	o := Opening{Y: y, E: encrypt(y, 5, scalar(t, "r")), M: 5}
	proof := o.Prove(testPlace(), k, Nonces{})
	requireEveryFlipRefused(t, proof, func(proof []byte) error { return o.Verify(testPlace(), proof) })
	for at := 0; at < len(proof); at += group.ScalarSize {
		bad := append([]byte(nil), proof...)
		addOrder(bad[at : at+group.ScalarSize])
		require.ErrorIs(t, o.Verify(testPlace(), bad), group.ErrScalar)
	}
}

// If U is the identity, only V = mB can be opened, whoever proves it.
func TestOpeningOfAnIdentity(t *testing.T) {
	k := scalar(t, "k")
	y := group.NewBase(group.B().Mult(k))
	o := Opening{Y: y, E: group.Ciphertext{U: group.NewElement(), V: element(t, "V")}, M: 0}
	require.ErrorIs(t, o.Verify(testPlace(), o.Prove(testPlace(), k, Nonces{})), ErrProof)
}

// Which part of an opening's statement a challenge leaves out.
const (
	omitU = 1 + iota
	omitY
	omitW
)

// carelessChallenge is the challenge of an opening to 0, but for a part that it
// leaves out.
func carelessChallenge(omit int, u, y, w, r1, r2 *group.Element) *group.Scalar {
	s := testPlace().Sponge(OpeningKind)
	s.Absorb([]byte{0})
	s.Absorb(group.B().Element().Bytes())
	for i, e := range []*group.Element{u, y, w} {
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

	for name, forge := range map[string]func() (omit int, u, y, w *group.Element, c, z *group.Scalar){
		"base U": func() (int, *group.Element, *group.Element, *group.Element, *group.Scalar, *group.Scalar) {
			// Any W, any second message; U = (R2 + cW) / z comes last.
			y, w, r2 := mult(k, b), element(t, "W"), element(t, "R2")
			c := carelessChallenge(omitU, nil, y, w, mult(r, b), r2)
			z := new(group.Scalar).Add(r, new(group.Scalar).Multiply(c, k))
			return omitU, mult(inverse(z), new(group.Element).Add(r2, mult(c, w))), y, w, c, z
		},
		"target Y": func() (int, *group.Element, *group.Element, *group.Element, *group.Scalar, *group.Scalar) {
			// A key that fits another: W = kU, and Y = (zB - R1) / c comes last.
			u := element(t, "U")
			w, r1 := mult(k, u), element(t, "R1")
			c := carelessChallenge(omitY, u, nil, w, r1, mult(r, u))
			z := new(group.Scalar).Add(r, new(group.Scalar).Multiply(c, k))
			return omitY, u, mult(inverse(c), minus(mult(z, b), r1)), w, c, z
		},
		"target W": func() (int, *group.Element, *group.Element, *group.Element, *group.Scalar, *group.Scalar) {
			// Any second message; W = (zU - R2) / c comes last.
			u, y, r2 := element(t, "U"), mult(k, b), element(t, "R2")
			c := carelessChallenge(omitW, u, y, nil, mult(r, b), r2)
			z := new(group.Scalar).Add(r, new(group.Scalar).Multiply(c, k))
			return omitW, u, y, mult(inverse(c), minus(mult(z, u), r2)), c, z
		},
	} {
		t.Run(name, func(t *testing.T) {
			omit, u, y, w, c, z := forge()
			require.Equal(t, 0, mult(k, u).Equal(w)&mult(k, b).Equal(y), "the statement is false")
			careless := carelessChallenge(omit, u, y, w, minus(mult(z, b), mult(c, y)), minus(mult(z, u), mult(c, w)))
			require.Equal(t, 1, careless.Equal(c), "the careless verifier accepts")
			o := Opening{Y: group.NewBase(y), E: group.Ciphertext{U: u, V: w}, M: 0}
			require.ErrorIs(t, o.Verify(testPlace(), append(c.Bytes(), z.Bytes()...)), ErrProof)
		})
	}
}

// And directly: whatever differs, the challenge does.
func TestOpeningChallengeBindsTheStatement(t *testing.T) {
	a, b, c := group.NewBase(element(t, "a")), group.NewBase(element(t, "b")), group.NewBase(element(t, "c"))
	seen := map[[32]byte]string{}
	for what, state := range map[string][32]byte{
		"itself":  Opening{Y: a, M: 1}.sponge(testPlace(), b, c).State(),
		"m":       Opening{Y: a, M: 2}.sponge(testPlace(), b, c).State(),
		"Y":       Opening{Y: b, M: 1}.sponge(testPlace(), b, c).State(),
		"U":       Opening{Y: a, M: 1}.sponge(testPlace(), a, c).State(),
		"W":       Opening{Y: a, M: 1}.sponge(testPlace(), b, a).State(),
		"swapped": Opening{Y: a, M: 1}.sponge(testPlace(), c, b).State(),
		"place":   Opening{Y: a, M: 1}.sponge(otherPlaces()["index"], b, c).State(),
	} {
		require.NotContains(t, seen, state, "%s and %s", what, seen[state])
		seen[state] = what
	}
}

func FuzzOpeningVerify(f *testing.F) {
	o := Opening{Y: group.H(), E: group.Ciphertext{U: group.H().Element(), V: group.H().Element()}, M: 1}
	f.Add(make([]byte, OpeningSize))
	f.Fuzz(func(t *testing.T, proof []byte) {
		require.Error(t, o.Verify(testPlace(), proof), "nobody knows log_B H")
	})
}
