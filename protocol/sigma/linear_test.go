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
		if i > 0 && rapid.IntRange(0, 3).Draw(t, "zero") == 0 {
			x[i] = group.NewScalar()
		}
	}
	bases := []*group.Base{group.B(), group.H(), group.NewBase(group.NewElement())}
	for _, seed := range []string{"b1", "b2", "b3"} {
		bases = append(bases, group.NewBase(element(t, seed)))
	}
	one := group.SmallScalar(1)
	for range rapid.IntRange(1, 4).Draw(t, "equations") {
		var e Equation
		sum := group.NewElement()
		for range rapid.IntRange(1, 5).Draw(t, "terms") {
			term := Term{Base: rapid.SampledFrom(bases).Draw(t, "base")}
			for range rapid.IntRange(0, 3).Draw(t, "parts") {
				term.Form = append(term.Form, Part{
					rapid.IntRange(One, l.Witnesses-1).Draw(t, "witness"), rapid.IntRange(-500, 500).Draw(t, "times"),
				})
			}
			e = append(e, term)
			sum.Add(sum, term.Base.Mult(term.Form.at(x, one)))
		}
		l.Equations = append(l.Equations, append(e, Term{group.NewBase(sum), Times(-1, One)}))
	}
	// So that some scalar matters, whatever the others are for. (That a scalar is 0 is
	// proven by a proof without a challenge in it.)
	l.Equations = append(l.Equations, Equation{
		{group.H(), Times(1, 0)}, {group.NewBase(group.H().Mult(x[0])), Times(-1, One)},
	})
	return l, x
}

func TestFormsAreSums(t *testing.T) {
	x := []*group.Scalar{scalar(t, "x"), scalar(t, "y")}
	form := Form{{0, 3}, {1, -2}, {One, 7}, {0, 1}, {1, -1}, {One, -400}}
	want := group.IntScalar(-393)
	want.MultiplyAdd(group.IntScalar(4), x[0], want)
	want.MultiplyAdd(group.IntScalar(-3), x[1], want)
	require.Equal(t, 1, form.at(x, group.SmallScalar(1)).Equal(want))
	require.False(t, form.constant())
	require.True(t, Form{{One, 2}}.constant())
	require.True(t, Form(nil).constant())
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

// A statement about nothing secret is true or false by itself.
func TestLinearWithoutAWitness(t *testing.T) {
	s := testPlace().Sponge(testKind)
	for two, want := range map[int]error{2: nil, 3: ErrProof} {
		l := &Linear{Equations: []Equation{{
			{group.NewBase(group.B().Mult(group.IntScalar(two))), Times(1, One)}, {group.B(), Times(-2, One)},
		}}}
		require.ErrorIs(t, l.Verify(s, l.Prove(s, testKind, nil, Nonces{})), want)
	}
}

func TestLinearRefusesWhatIsFalse(t *testing.T) {
	n := Nonces{Key: [32]byte{1}}
	rapid.Check(t, func(t *rapid.T) {
		l, x := drawLinear(t)
		s := testPlace().Sponge(testKind)
		proof := l.Prove(s, testKind, x, n)
		// The honest prover, on a statement that its witness does not satisfy, and a
		// proof of the truth for it.
		i := rapid.IntRange(0, len(l.Equations)-1).Draw(t, "equation")
		truth := l.Equations[i]
		wrong := Term{group.NewBase(element(t, "wrong")), Times(rapid.SampledFrom([]int{-1, 1, 300}).Draw(t, "times"), One)}
		l.Equations[i] = append(append(Equation(nil), truth...), wrong)
		require.ErrorIs(t, l.Verify(s, l.Prove(s, testKind, x, n)), ErrProof)
		require.ErrorIs(t, l.Verify(s, proof), ErrProof)
		l.Equations[i] = truth
		require.NoError(t, l.Verify(s, proof))
		l.Equations = l.Equations[:len(l.Equations)-1]
		require.ErrorIs(t, l.Verify(s, proof), group.ErrLength)
	})
}

// pair is a statement with two scalars, about a commitment and a ciphertext.
func pair(t testing.TB) (*Linear, []*group.Scalar) {
	x := []*group.Scalar{scalar(t, "x"), scalar(t, "y")}
	p := group.NewBase(group.Sum(x, []*group.Base{group.B(), group.H()}))
	u := group.NewBase(group.H().Mult(x[0]))
	minus := Times(-1, One)
	return &Linear{Witnesses: 2, Equations: []Equation{
		{{p, minus}, {group.B(), Times(1, 0)}, {group.H(), Times(1, 1)}},
		{{u, minus}, {group.H(), Times(1, 0)}},
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
	for at := 2 * group.ElementSize; at < len(proof); at += group.ScalarSize {
		bad := append([]byte(nil), proof...)
		addOrder(bad[at : at+group.ScalarSize])
		require.ErrorIs(t, l.Verify(s, bad), group.ErrScalar)
	}
}

func TestLinearRefusesElementsThatAreNotCanonical(t *testing.T) {
	l, x := pair(t)
	s := testPlace().Sponge(testKind)
	proof := l.Prove(s, testKind, x, Nonces{})
	for at := 0; at < 2*group.ElementSize; at += group.ElementSize {
		bad := append([]byte(nil), proof...)
		for i := range group.ElementSize {
			bad[at+i] = 0xff
		}
		require.ErrorIs(t, l.Verify(s, bad), group.ErrElement)
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
	l.Equations[1][0].Base = group.NewBase(group.H().Mult(scalar(t, "another x")))
	s := testPlace().Sponge(testKind)
	require.ErrorIs(t, l.Verify(s, l.Prove(s, testKind, x, Nonces{})), ErrProof)
	other := []*group.Scalar{scalar(t, "another x"), x[1]}
	require.ErrorIs(t, l.Verify(s, l.Prove(s, testKind, other, Nonces{})), ErrProof)
}

// ⚠ The challenge must come after the first messages: whoever knows it before makes
// first messages for any responses, of what is false too. Here it is the challenge of
// a sponge that has not absorbed them.
func TestChallengeBeforeTheFirstMessagesIsForged(t *testing.T) {
	l, _ := pair(t)
	l.Equations[1][0].Base = group.NewBase(element(t, "of which nobody knows a thing"))
	s := testPlace().Sponge(testKind)
	c := l.bind(s).SqueezeScalar()
	z := []*group.Scalar{scalar(t, "z0"), scalar(t, "z1")}
	var proof []byte
	for _, e := range l.Equations {
		proof = append(proof, e.value(z, c).Bytes()...)
	}
	for i, e := range l.Equations { // the careless verifier's equations
		require.Equal(t, proof[32*i:][:32], e.value(z, c).Bytes())
	}
	proof = append(append(proof, z[0].Bytes()...), z[1].Bytes()...)
	require.ErrorIs(t, l.Verify(s, proof), ErrProof)
}

// value is the left side of an equation.
func (e Equation) value(x []*group.Scalar, one *group.Scalar) *group.Element {
	sum := group.NewElement()
	for _, t := range e {
		sum.Add(sum, t.Base.Mult(t.Form.at(x, one)))
	}
	return sum
}

// One statement, two witnesses of it, the same nonces otherwise: no blinder comes
// twice. With one that did, the difference of two responses would be c times that
// of the witnesses.
func TestLinearNoncesDependOnTheWitness(t *testing.T) {
	x := []*group.Scalar{group.SmallScalar(3), group.SmallScalar(4)}
	y := []*group.Scalar{group.SmallScalar(4), group.SmallScalar(3)}
	l := &Linear{Witnesses: 2, Equations: []Equation{{{group.B(), Form{{0, 1}, {1, 1}, {One, -7}}}}}}
	s := testPlace().Sponge(testKind)
	one, two := l.Prove(s, testKind, x, Nonces{}), l.Prove(s, testKind, y, Nonces{})
	require.NoError(t, l.Verify(s, one))
	require.NoError(t, l.Verify(s, two))
	require.NotEqual(t, blinderOf(t, l.bind(s), one, x[0]), blinderOf(t, l.bind(s), two, y[0]))
}

// blinderOf reads the first blinder out of a proof with one equation.
func blinderOf(t *testing.T, s *Sponge, proof []byte, x *group.Scalar) []byte {
	s = s.Clone()
	s.Absorb(proof[:32])
	c, z := s.SqueezeScalar(), mustScalar(t, proof[32:64])
	return z.Subtract(z, c.Multiply(c, x)).Bytes()
}

// Zero knowledge: whoever may choose the challenge makes a transcript without the
// witness, even of what is false, and it has the same distribution as a real one:
// c and z uniform, first messages determined.
func TestLinearIsSimulatedWithoutTheWitness(t *testing.T) {
	l, _ := pair(t)
	l.Equations[1][0].Base = group.NewBase(element(t, "of which nobody knows a thing"))
	c, z := scalar(t, "c"), []*group.Scalar{scalar(t, "z0"), scalar(t, "z1")}
	var proof []byte
	for _, e := range l.Equations {
		proof = append(proof, e.value(z, c).Bytes()...)
	}
	s := testPlace().Sponge(testKind)
	programmed, undo := Program()
	defer undo()
	point := l.bind(s)
	point.Absorb(proof)
	require.True(t, programmed.Set(point, c))
	proof = append(append(proof, z[0].Bytes()...), z[1].Bytes()...)
	require.NoError(t, l.Verify(s, proof))
	undo()
	require.ErrorIs(t, l.Verify(s, proof), ErrProof)
}

func FuzzLinearVerify(f *testing.F) {
	l := &Linear{Witnesses: 1, Equations: []Equation{{{group.H(), Times(-1, One)}, {group.B(), Times(1, 0)}}}}
	s := testPlace().Sponge(testKind)
	f.Add(make([]byte, l.Size()))
	f.Fuzz(func(t *testing.T, proof []byte) {
		require.Error(t, l.Verify(s, proof), "nobody knows log_B H")
	})
}
