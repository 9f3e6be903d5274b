package layout

import (
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ProofKind names the proof in its session tag and in its nonces.
const ProofKind = "darkjunqi/v1/proof/layout"

// newSponge starts the sponge of the proof: context, and the statement with its
// length.
func newSponge(ctx sigma.Context, statement []byte) *sigma.Sponge {
	s := ctx.Sponge(ProofKind)
	s.AbsorbBytes(statement)
	return s
}

// challenges are the public numbers of one proof, in the letters of docs/spec.md.
// Slices over pieces begin with p = 1.
type challenges struct {
	*shape
	x      []*group.Scalar // by type, nil for those that nobody holds
	xi     *group.Scalar
	deltas []*group.Scalar // δ^p
	etas   []*group.Scalar // η^(j+1), by type
	gammas []*group.Scalar // γ^p, also for p = N+1
	ties   []*group.Scalar // γ^(N+1) δ^p
}

// drawPoints squeezes x, ξ, δ and η, after the statement.
func (s *shape) drawPoints(sponge *sigma.Sponge) *challenges {
	ch := &challenges{shape: s, x: make([]*group.Scalar, len(s.count))}
	for _, j := range s.held {
		ch.x[j] = sponge.SqueezeScalar()
	}
	ch.xi = sponge.SqueezeScalar()
	ch.deltas = powers(sponge.SqueezeScalar(), s.pieces())
	ch.etas = powers(sponge.SqueezeScalar(), len(s.count))
	return ch
}

// drawGamma absorbs the running product and squeezes γ.
func (ch *challenges) drawGamma(sponge *sigma.Sponge, products []byte) {
	sponge.AbsorbBytes(products)
	ch.setGamma(sponge.SqueezeScalar())
}

func (ch *challenges) setGamma(gamma *group.Scalar) {
	ch.gammas = powers(gamma, ch.pieces()+1)
	ch.ties = make([]*group.Scalar, ch.pieces())
	for p := range ch.ties {
		ch.ties[p] = new(group.Scalar).Multiply(ch.gammas[ch.pieces()], ch.deltas[p])
	}
}

// powers returns x, x², … x^n.
func powers(x *group.Scalar, n int) []*group.Scalar {
	out := make([]*group.Scalar, n)
	power := group.SmallScalar(1)
	for i := range out {
		power = new(group.Scalar).Multiply(power, x)
		out[i] = power
	}
	return out
}

// target is π_N, the product of all (ξ - x_j)^count_j.
func (ch *challenges) target() *group.Scalar {
	product, factor := group.SmallScalar(1), new(group.Scalar)
	for _, j := range ch.held {
		factor.Subtract(ch.xi, ch.x[j])
		for range ch.count[j] {
			product.Multiply(product, factor)
		}
	}
	return product
}

// weight is g(p,j), the weight of the column in the sum that ties rows, running
// product and commitments together. p counts from 0.
func (ch *challenges) weight(p, j int) *group.Scalar {
	g := new(group.Scalar).Multiply(ch.gammas[p], ch.x[j])
	return g.MultiplyAdd(ch.ties[p], ch.etas[j], g)
}

// sentWeights returns e(p,j) = g(p,j) - g(p,last) for the columns that are sent of
// piece p, in order, and g(p,last).
func (ch *challenges) sentWeights(p int) (e []*group.Scalar, last *group.Scalar) {
	types := ch.allowed[p]
	last = ch.weight(p, types[len(types)-1])
	e = make([]*group.Scalar, len(types)-1)
	for i := range e {
		g := ch.weight(p, types[i])
		e[i] = g.Subtract(g, last)
	}
	return e, last
}

// deltaSum returns the sum of all δ^p.
func (ch *challenges) deltaSum() *group.Scalar {
	sum := new(group.Scalar)
	for _, d := range ch.deltas {
		sum.Add(sum, d)
	}
	return sum
}
