package sigma

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// logOf states that a is so many times b.
func logOf(a, b *group.Base) *Linear {
	return &Linear{Witnesses: 1, Equations: []Equation{{{b, Times(1, 0)}, {a, Times(-1, One)}}}}
}

// logs states the same of two pairs, each with its own number.
func logs(a, b, c, d *group.Base) *Linear {
	return &Linear{Witnesses: 2, Equations: []Equation{
		{{b, Times(1, 0)}, {a, Times(-1, One)}}, {{d, Times(1, 1)}, {c, Times(-1, One)}},
	}}
}

func someBase(t require.TestingT, seed string) *group.Base { return group.NewBase(element(t, seed)) }

// Whoever knows the witness of one statement proves that one of the two is true, be
// the other false or not.
func TestEitherIsProvenByEither(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := []*group.Scalar{scalar(t, rapid.String().Draw(t, "x")), scalar(t, rapid.String().Draw(t, "y"))}
		b, d := someBase(t, "b"), someBase(t, "d")
		two := logs(group.NewBase(b.Mult(x[0])), b, group.NewBase(d.Mult(x[1])), d)
		unknown := logOf(someBase(t, "nobody"), group.B())
		s := testPlace().Sponge("either")
		n := Nonces{Key: [32]byte{1}}

		first, second := &Either{two, unknown}, &Either{unknown, two}
		proof := first.ProveFirst(s, "either", x, n)
		require.Len(t, proof, first.Size())
		require.Equal(t, proof, first.ProveFirst(s, "either", x, n))
		require.NoError(t, first.Verify(s, proof))
		require.ErrorIs(t, second.Verify(s, proof), ErrProof)
		proof = second.ProveSecond(s, "either", x, n)
		require.NoError(t, second.Verify(s, proof))
		require.ErrorIs(t, second.Verify(testPlace().Sponge("or"), proof), ErrProof)
	})
}

// Of two statements of which neither is true, or whose witness one does not know, none
// can be proven, by honest work or by simulating both.
func TestEitherOfTwoFalsehoods(t *testing.T) {
	wrong := scalar(t, "wrong")
	e := &Either{logOf(someBase(t, "a"), someBase(t, "b")), logOf(someBase(t, "c"), someBase(t, "d"))}
	s, n := testPlace().Sponge("either"), Nonces{Key: [32]byte{1}}
	require.ErrorIs(t, e.Verify(s, e.ProveFirst(s, "either", []*group.Scalar{wrong}, n)), ErrProof)
	require.ErrorIs(t, e.Verify(s, e.ProveSecond(s, "either", []*group.Scalar{wrong}, n)), ErrProof)

	// A verifier that took any two parts for the challenge would accept this.
	var simulated []byte
	for _, seed := range []string{"c1", "c2", "z1", "z2"} {
		simulated = append(simulated, scalar(t, seed).Bytes()...)
	}
	require.ErrorIs(t, e.Verify(s, simulated), ErrProof)
}

func TestEitherRefusesEveryFlip(t *testing.T) {
	x := scalar(t, "x")
	b := someBase(t, "b")
	e := &Either{logOf(group.NewBase(b.Mult(x)), b), logOf(someBase(t, "c"), someBase(t, "d"))}
	s := testPlace().Sponge("either")
	proof := e.ProveFirst(s, "either", []*group.Scalar{x}, Nonces{})
	requireEveryFlipRefused(t, proof, func(proof []byte) error { return e.Verify(s, proof) })
	for at := 0; at < len(proof); at += group.ScalarSize {
		bad := bytes.Clone(proof)
		addOrder(bad[at : at+group.ScalarSize])
		require.ErrorIs(t, e.Verify(s, bad), group.ErrScalar)
	}
}

// Two proofs with the same first messages and another challenge give a witness away:
// that is what makes it a proof of knowledge. And so no nonce may serve twice: another
// statement, sponge or witness gives other ones.
func TestEitherIsAProofOfKnowledge(t *testing.T) {
	x := scalar(t, "x")
	b := someBase(t, "b")
	e := &Either{logOf(group.NewBase(b.Mult(x)), b), logOf(someBase(t, "c"), someBase(t, "d"))}
	s, n := testPlace().Sponge("either"), Nonces{Key: [32]byte{1}}
	at := func(proof []byte, i int) *group.Scalar {
		return mustScalar(t, proof[i*group.ScalarSize:][:group.ScalarSize])
	}
	proof := e.ProveFirst(s, "either", []*group.Scalar{x}, n)
	r := new(group.Scalar).Subtract(at(proof, 2), new(group.Scalar).Multiply(at(proof, 0), x)) // the blinder
	c := scalar(t, "another challenge")
	z := new(group.Scalar).MultiplyAdd(c, x, r)
	found := new(group.Scalar).Invert(new(group.Scalar).Subtract(c, at(proof, 0)))
	found.Multiply(found, new(group.Scalar).Subtract(z, at(proof, 2)))
	require.Equal(t, 1, found.Equal(x))

	other := testPlace()
	other.Index++
	for what, again := range map[string][]byte{
		"sponge": e.ProveFirst(other.Sponge("either"), "either", []*group.Scalar{x}, n),
		"fresh":  e.ProveFirst(s, "either", []*group.Scalar{x}, Nonces{Key: n.Key, Fresh: [32]byte{2}}),
		"label":  e.ProveFirst(s, "or", []*group.Scalar{x}, n),
	} {
		blinder := new(group.Scalar).Subtract(at(again, 2), new(group.Scalar).Multiply(at(again, 0), x))
		require.Zero(t, blinder.Equal(r), what)
		require.Zero(t, at(again, 1).Equal(at(proof, 1)), what)
	}
}

func FuzzEitherVerify(f *testing.F) {
	e := &Either{logOf(group.H(), group.B()), logOf(group.G(0), group.B())}
	f.Add(make([]byte, e.Size()))
	f.Fuzz(func(t *testing.T, proof []byte) {
		require.Error(t, e.Verify(testPlace().Sponge("either"), proof), "nobody knows either")
	})
}
