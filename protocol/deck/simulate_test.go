package deck

import (
	"crypto/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Whoever knows the challenges beforehand proves that two unrelated decks are shuffles of
// each other, without any permutation: what a proof shows is nothing but its truth.
func TestSimulated(t *testing.T) {
	random := func() *group.Scalar {
		x, err := group.RandomScalar(rand.Reader)
		require.NoError(t, err)
		return x
	}
	list := func(n int) (out []*group.Scalar) {
		for range n {
			out = append(out, random())
		}
		return out
	}
	base := func() *group.Base { return group.NewBase(group.B().Mult(random())) }
	const m = 5
	joint := base()
	before, after := new(Deck), new(Deck)
	for range m {
		before.cards = append(before.cards, Card{base(), base()})
		after.cards = append(after.cards, Card{base(), base()})
	}
	p := &proof{
		after: after, t: list(m), lambda: random(), xi: random(), e: random(),
		f: list(m), z: random(), open: list(m), c: random(), w: list(m - 1), y: random(),
		a: base(), n: base(), x1: base(),
	}
	p.minus = new(group.Scalar).Negate(p.e)

	// The last w is what (P) lacks, divided by e^(m-2).
	left, power := p.open[0], group.SmallScalar(1)
	right := group.SmallScalar(1)
	for i := range m {
		factor := new(group.Scalar).MultiplyAdd(p.lambda, group.IntScalar(i+1), p.t[i])
		right.Multiply(right, factor.Subtract(factor, p.xi))
		right.Multiply(right, p.e)
		if i > 0 && i < m-1 {
			left = new(group.Scalar).Multiply(left, p.open[i])
			left.MultiplyAdd(power, p.w[i-1], left)
			power.Multiply(power, p.e)
		}
	}
	p.w[m-2] = right.Subtract(right, new(group.Scalar).Multiply(left, p.open[m-1]))
	p.w[m-2].Multiply(p.w[m-2], power.Invert(power))
	require.True(t, p.product())

	// Each other check determines its own first message.
	minus := func(x *group.Scalar) *group.Scalar { return new(group.Scalar).Negate(x) }
	scalars := []*group.Scalar{p.c, new(group.Scalar).Multiply(p.minus, p.lambda), p.e}
	bases := []*group.Base{group.H(), p.a, p.n}
	for i := range m {
		x := new(group.Scalar).Subtract(p.f[i], p.xi)
		scalars = append(scalars, x.MultiplyAdd(p.minus, x, p.open[i]))
		bases = append(bases, group.K(i))
	}
	p.big = group.NewBase(group.Sum(scalars, bases))
	p.x0 = plus(commit(1, p.w, p.y), p.x1.Mult(p.minus))
	card := func(base *group.Base, part func(Card) *group.Base) *group.Base {
		scalars, bases := []*group.Scalar{minus(p.z)}, []*group.Base{base}
		for i := range m {
			scalars = append(scalars, p.f[i], minus(p.t[i]))
			bases = append(bases, part(after.cards[i]), part(before.cards[i]))
		}
		return group.NewBase(group.Sum(scalars, bases))
	}
	p.qu, p.qv = card(group.B(), Card.u), card(joint, Card.v)

	var b sigma.Batch
	claim := b.Claim(bound.ByCaller(), placeOf(0).Sponge("test"), nil)
	p.factors(claim.Sum())
	p.steps(claim.Sum())
	p.parts(claim.Sum(), before, p.qu, group.B(), Card.u)
	p.parts(claim.Sum(), before, p.qv, joint, Card.v)
	require.NoError(t, b.Verify())
}
