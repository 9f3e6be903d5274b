package sigma

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const testKind = "darkjunqi/test/linear"

// drawLinear draws a statement and a witness of it.
func drawLinear(t *rapid.T) (*Linear, []*group.Scalar) {
	l := &Linear{Witnesses: rapid.IntRange(1, 5).Draw(t, "witnesses")}
	x := make([]*group.Scalar, l.Witnesses)
	for i := range x {
		x[i] = scalar(t, rapid.StringN(1, 4, -1).Draw(t, "x"))
		if rapid.IntRange(0, 3).Draw(t, "zero") == 0 {
			x[i] = group.NewScalar()
		}
	}
	bases := []*group.Base{group.B(), group.H(), group.NewBase(group.NewElement())}
	for _, seed := range []string{"b1", "b2", "b3"} {
		bases = append(bases, group.NewBase(element(t, seed)))
	}
	for range rapid.IntRange(1, 4).Draw(t, "equations") {
		var e Equation
		sum := group.NewElement()
		for range rapid.IntRange(1, 5).Draw(t, "terms") {
			term := Term{rapid.IntRange(0, l.Witnesses-1).Draw(t, "witness"), rapid.SampledFrom(bases).Draw(t, "base")}
			e.Terms = append(e.Terms, term)
			sum.Add(sum, term.Base.Mult(x[term.Witness]))
		}
		e.Target = group.NewBase(sum)
		l.Equations = append(l.Equations, e)
	}
	return l, x
}

func TestLinearProvesWhatIsTrue(t *testing.T) {
	n := Nonces{Key: [32]byte{1}}
	rapid.Check(t, func(t *rapid.T) {
		l, x := drawLinear(t)
		s := testPlace().Sponge(testKind)
		before := s.State()
		proof := l.Prove(s, testKind, x, n)
		require.Len(t, proof, l.Size())
		require.Equal(t, proof, l.Prove(s, testKind, x, n), "the same again")
		require.NoError(t, l.Verify(s, proof))
		require.Equal(t, before, s.State(), "the sponge is left as it was")
		require.ErrorIs(t, l.Verify(testPlace().Sponge(testKind+"s"), proof), ErrProof)
		for what, p := range otherPlaces() {
			require.ErrorIs(t, l.Verify(p.Sponge(testKind), proof), ErrProof, what)
		}
	})
}

func TestLinearRefusesWhatIsFalse(t *testing.T) {
	n := Nonces{Key: [32]byte{1}}
	rapid.Check(t, func(t *rapid.T) {
		l, x := drawLinear(t)
		s := testPlace().Sponge(testKind)
		// The honest prover, on a statement that its witness does not satisfy.
		i := rapid.IntRange(0, len(l.Equations)-1).Draw(t, "equation")
		truth := l.Equations[i].Target
		l.Equations[i].Target = group.NewBase(new(group.Element).Add(truth.Element(), element(t, "wrong")))
		require.ErrorIs(t, l.Verify(s, l.Prove(s, testKind, x, n)), ErrProof)
		// A proof of the truth, for another statement.
		l.Equations[i].Target = truth
		proof := l.Prove(s, testKind, x, n)
		for what, other := range map[string]func(){
			"target":   func() { l.Equations[i].Target = group.B() },
			"base":     func() { l.Equations[i].Terms[0].Base = group.NewBase(element(t, "other")) },
			"no terms": func() { l.Equations[i].Terms = nil },
			"no lines": func() { l.Equations = nil },
		} {
			saved := append([]Equation(nil), l.Equations...)
			terms := append([]Term(nil), l.Equations[i].Terms...)
			other()
			require.Error(t, l.Verify(s, proof), what)
			l.Equations = saved
			copy(l.Equations[i].Terms, terms)
			l.Equations[i].Terms = terms
		}
		require.NoError(t, l.Verify(s, proof))
	})
}

// pair is a statement with two scalars, about a commitment and a ciphertext.
func pair(t *testing.T) (*Linear, []*group.Scalar) {
	x := []*group.Scalar{scalar(t, "x"), scalar(t, "y")}
	p := group.NewBase(group.Sum(x, []*group.Base{group.B(), group.H()}))
	u := group.NewBase(group.H().Mult(x[0]))
	return &Linear{Witnesses: 2, Equations: []Equation{
		{Target: p, Terms: []Term{{0, group.B()}, {1, group.H()}}},
		{Target: u, Terms: []Term{{0, group.H()}}},
	}}, x
}

func TestLinearRefusesEveryFlip(t *testing.T) {
	l, x := pair(t)
	s := testPlace().Sponge(testKind)
	requireEveryFlipRefused(t, l.Prove(s, testKind, x, Nonces{}), func(proof []byte) error { return l.Verify(s, proof) })
}

// Two encodings of one response would make two proofs of one: the larger one is
// no scalar.
func TestLinearRefusesScalarsThatAreNotReduced(t *testing.T) {
	l, x := pair(t)
	s := testPlace().Sponge(testKind)
	proof := l.Prove(s, testKind, x, Nonces{})
	for at := 0; at < len(proof); at += group.ScalarSize {
		bad := append([]byte(nil), proof...)
		addOrder(bad[at : at+group.ScalarSize])
		require.ErrorIs(t, l.Verify(s, bad), group.ErrScalar)
	}
}

// addOrder adds q to a scalar's encoding, little-endian: the same number modulo q.
func addOrder(b []byte) {
	order := []byte{
		0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
	}
	carry := 0
	for i := range b {
		carry += int(b[i]) + int(order[i])
		b[i] = byte(carry)
		carry >>= 8
	}
}

// The two lines of a statement share their witness: a proof for each can't be
// put together from two proofs with different witnesses.
func TestLinearTiesItsEquations(t *testing.T) {
	l, x := pair(t)
	l.Equations[1].Target = group.NewBase(group.H().Mult(scalar(t, "another x")))
	s := testPlace().Sponge(testKind)
	require.ErrorIs(t, l.Verify(s, l.Prove(s, testKind, x, Nonces{})), ErrProof)
	other := []*group.Scalar{scalar(t, "another x"), x[1]}
	require.ErrorIs(t, l.Verify(s, l.Prove(s, testKind, other, Nonces{})), ErrProof)
}

// The challenge binds the whole statement: what any part of it says, and where one
// part ends and the next begins.
func TestLinearChallengeBindsTheStatement(t *testing.T) {
	a, b := group.B(), group.H()
	c := group.NewBase(element(t, "c"))
	eq := func(target *group.Base, terms ...Term) Equation { return Equation{target, terms} }
	seen := map[[32]byte]int{}
	for i, l := range []Linear{
		{1, []Equation{eq(a, Term{0, b})}},
		{2, []Equation{eq(a, Term{0, b})}},
		{1, []Equation{eq(c, Term{0, b})}},
		{1, []Equation{eq(a, Term{0, c})}},
		{1, []Equation{eq(a, Term{1, b})}},
		{1, []Equation{eq(b, Term{0, a})}},
		{1, []Equation{eq(a)}},
		{1, nil},
		{1, []Equation{eq(a, Term{0, b}), eq(a, Term{0, b})}},
		{1, []Equation{eq(a, Term{0, b}, Term{0, b})}},
		{1, []Equation{eq(a, Term{0, b}, Term{0, c})}},
		{1, []Equation{eq(a, Term{0, c}, Term{0, b})}},
		{1, []Equation{eq(a, Term{0, b}), eq(c)}},
		{1, []Equation{eq(a, Term{0, b}), eq(c, Term{0, c})}},
		{1, []Equation{eq(c, Term{0, c}), eq(a, Term{0, b})}},
	} {
		s := testPlace().Sponge(testKind)
		l.absorb(s)
		state := s.State()
		require.NotContains(t, seen, state, "statements %d and %d", i, seen[state])
		seen[state] = i
		// And the number of equations stands before them: what follows a statement
		// is not taken for one more of its equations.
		l.absorb(s)
		require.NotContains(t, seen, s.State())
	}
	one, two := testPlace().Sponge(testKind), testPlace().Sponge(testKind)
	short := Linear{1, []Equation{eq(a)}}
	long := Linear{1, []Equation{eq(a), eq(b)}}
	short.absorb(one)
	encoding := b.Bytes()
	one.Absorb(encoding[:])
	one.AbsorbUint32(0)
	long.absorb(two)
	require.NotEqual(t, one.State(), two.State())
}

// One statement, two witnesses of it, the same nonces otherwise: no blinder comes
// twice. With one that did, the difference of two responses would be c times that
// of the witnesses.
func TestLinearNoncesDependOnTheWitness(t *testing.T) {
	x := []*group.Scalar{group.SmallScalar(3), group.SmallScalar(4)}
	y := []*group.Scalar{group.SmallScalar(4), group.SmallScalar(3)}
	l := &Linear{2, []Equation{{
		Target: group.NewBase(group.B().Mult(group.SmallScalar(7))),
		Terms:  []Term{{0, group.B()}, {1, group.B()}},
	}}}
	s := testPlace().Sponge(testKind)
	one, two := l.Prove(s, testKind, x, Nonces{}), l.Prove(s, testKind, y, Nonces{})
	require.NoError(t, l.Verify(s, one))
	require.NoError(t, l.Verify(s, two))
	blinder := func(proof []byte, x []*group.Scalar) []byte {
		c, z := mustScalar(t, proof[:32]), mustScalar(t, proof[32:64])
		return z.Subtract(z, c.Multiply(c, x[0])).Bytes()
	}
	require.NotEqual(t, blinder(one, x), blinder(two, y))
}

// Zero knowledge: whoever may choose the challenge makes a transcript without the
// witness, even of what is false, and it has the same distribution as a real one:
// c and z uniform, first messages determined.
func TestLinearIsSimulatedWithoutTheWitness(t *testing.T) {
	l, x := pair(t)
	s := testPlace().Sponge(testKind)
	proof := l.Prove(s, testKind, x, Nonces{})
	c := mustScalar(t, proof[:32])
	z := []*group.Scalar{mustScalar(t, proof[32:64]), mustScalar(t, proof[64:])}
	absorbed := s.Clone()
	l.absorb(absorbed)
	for _, first := range l.firstMessages(c, z) {
		absorbed.Absorb(first[:])
	}
	require.Equal(t, 1, absorbed.SqueezeScalar().Equal(c), "the real transcript")

	l.Equations[1].Target = group.NewBase(element(t, "of which nobody knows a thing"))
	c, z = scalar(t, "c"), []*group.Scalar{scalar(t, "z0"), scalar(t, "z1")}
	first := l.firstMessages(c, z)
	for i, e := range l.Equations { // the verifier's equations, with the challenge programmed
		scalars, bases := e.gather(z)
		r, err := group.DecodeElement(first[i][:])
		require.NoError(t, err)
		right := new(group.Element).ScalarMult(c, e.Target.Element())
		require.Equal(t, 1, group.Sum(scalars, bases).Equal(right.Add(right, r)))
	}
}

func FuzzLinearVerify(f *testing.F) {
	l := &Linear{Witnesses: 1, Equations: []Equation{{Target: group.H(), Terms: []Term{{0, group.B()}}}}}
	s := testPlace().Sponge(testKind)
	f.Add(make([]byte, l.Size()))
	f.Fuzz(func(t *testing.T, proof []byte) {
		require.Error(t, l.Verify(s, proof), "nobody knows log_B H")
	})
}
