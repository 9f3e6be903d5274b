package sigma_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/sample"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// logarithm states that a is a known multiple of b.
func logarithm(a, b *group.Base) *sigma.Linear {
	return &sigma.Linear{Witnesses: 1, Equations: []sigma.Equation{{
		{Base: b, Form: sigma.Times(1, 0)}, {Base: a, Form: sigma.Times(-1, sigma.One)},
	}}}
}

// ⚠ The challenge must bind the statement, even for a caller whose sponge does not: a
// prover who knows the challenge before the statement solves the equation for a base of
// which it knows nothing. All of this uses the exported API alone.
func TestStatementChosenAfterTheChallengeIsRefused(t *testing.T) {
	sponge := sigma.NewSponge(sigma.DeriveSessionID("careless"))
	first, response := group.H().Element(), group.IntScalar(7)
	careless := sponge.Clone()
	careless.Absorb(first.Bytes())
	c := careless.SqueezeScalar()

	// z B - c A = R, solved for A = (z B - R)/c, whose logarithm would be that of H.
	a := new(group.Element).Subtract(group.B().Mult(response), first)
	a = group.NewBase(a).Mult(new(group.Scalar).Invert(c))
	forged := append(first.Bytes(), response.Bytes()...)
	require.ErrorIs(t, logarithm(group.NewBase(a), group.B()).Verify(sponge, forged), sigma.ErrProof)
}

// The same of an Either: one may choose both challenges, and solve for a base.
func TestEitherChosenAfterTheChallengeIsRefused(t *testing.T) {
	sponge := sigma.NewSponge(sigma.DeriveSessionID("careless"))
	unknown := logarithm(group.G(0), group.B())
	firsts := []*group.Element{group.H().Element(), nil}
	z, c2 := group.IntScalar(7), group.IntScalar(5)
	firsts[1] = group.Sum([]*group.Scalar{z, group.IntScalar(-5)}, []*group.Base{group.B(), group.G(0)})
	careless := sponge.Clone()
	for _, first := range firsts {
		careless.Absorb(first.Bytes())
	}
	c1 := careless.SqueezeScalar()
	c1.Subtract(c1, c2)
	a := new(group.Element).Subtract(group.B().Mult(z), firsts[0])
	a = group.NewBase(a).Mult(new(group.Scalar).Invert(c1))
	var forged []byte
	for _, s := range []*group.Scalar{c1, c2, z, z} {
		forged = append(forged, s.Bytes()...)
	}
	either := &sigma.Either{First: logarithm(group.NewBase(a), group.B()), Second: unknown}
	require.ErrorIs(t, either.Verify(sponge, forged), sigma.ErrProof)
}

// Whatever differs in a statement, its proof is for no other one.
func TestProofBindsItsStatement(t *testing.T) {
	x := group.IntScalar(3)
	a := group.NewBase(group.B().Mult(x))
	sponge := sample.Place(sigma.Context{}, "bound").Sponge("bound")
	proof := logarithm(a, group.B()).Prove(sponge, "bound", []*group.Scalar{x}, sample.Nonces("bound"))
	require.NoError(t, logarithm(a, group.B()).Verify(sponge, proof))

	// Each holds with the same witness and has the same first message, but is another
	// statement.
	same := logarithm(a, group.B())
	nothing := group.NewBase(group.NewElement())
	same.Equations[0] = append(same.Equations[0], sigma.Term{Base: nothing, Form: sigma.Times(1, sigma.One)})
	require.ErrorIs(t, same.Verify(sponge, proof), sigma.ErrProof, "another term")
	for what, form := range map[string]sigma.Form{
		"in two parts": {{Witness: sigma.One, Times: -2}, {Witness: sigma.One, Times: 1}},
		"times 0":      {{Witness: sigma.One, Times: -1}, {Witness: sigma.One, Times: 0}},
		"of another":   {{Witness: sigma.One, Times: -1}, {Witness: 0, Times: 0}},
	} {
		same = logarithm(a, group.B())
		same.Equations[0][1].Form = form
		require.ErrorIs(t, same.Verify(sponge, proof), sigma.ErrProof, what)
	}
	same = logarithm(group.NewBase(a.Mult(group.IntScalar(-1))), group.B())
	same.Equations[0][1].Form = sigma.Times(1, sigma.One)
	require.ErrorIs(t, same.Verify(sponge, proof), sigma.ErrProof, "another base and factor")
}
