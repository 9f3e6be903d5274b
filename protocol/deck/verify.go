package deck

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A proof is a decoded body: the deck, the elements, and the scalars.
type proof struct {
	after                *Deck
	a, n, qu, qv         *group.Base
	big, x1, x0          *group.Base // F, X1, X0
	f, open, w           []*group.Scalar
	z, c, y              *group.Scalar
	deck, first, third   []byte // encodings, as the sponge absorbs them
	second, responses    []byte
	t                    []*group.Scalar
	lambda, xi, e, minus *group.Scalar // minus is -e
}

// CheckShuffle reads what Shuffle wrote and returns the new deck. The error is
// sigma.ErrProof, group.ErrElement, group.ErrScalar or group.ErrLength.
func (d *Deck) CheckShuffle(
	at sigma.Place, joint *group.Base, body []byte, b *sigma.Batch,
) (*Deck, error) {
	p, s, err := d.read(at, joint, body)
	if err != nil {
		return nil, err
	}
	if !p.product() {
		return nil, coded.Errorf("deck.shuffle", "shuffle: %w", sigma.ErrProof)
	}
	claim := b.Claim(bound.ByCaller(), s, p.responses)
	p.factors(claim.Sum())
	p.steps(claim.Sum())
	p.parts(claim.Sum(), d, p.qu, group.B(), Card.u)
	p.parts(claim.Sum(), d, p.qv, joint, Card.v)
	return p.after, nil
}

// read decodes a body and draws its challenges. The sponge is as it was when e was drawn.
func (d *Deck) read(at sigma.Place, joint *group.Base, body []byte) (*proof, *sigma.Sponge, error) {
	p, err := d.parse(body)
	if err != nil {
		return nil, nil, err
	}
	s := d.statement(shuffleKind, at, joint)
	s.AbsorbBytes(p.deck)
	s.Absorb(p.first)
	p.t = squeeze(s, d.Len())
	s.Absorb(p.second)
	p.lambda, p.xi = s.SqueezeScalar(), s.SqueezeScalar()
	s.Absorb(p.third)
	p.e = s.SqueezeScalar()
	p.minus = new(group.Scalar).Negate(p.e)
	return p, s, nil
}

func (d *Deck) parse(body []byte) (*proof, error) {
	m := d.Len()
	if len(body) != shuffleSize(m) {
		return nil, wrongLength("shuffle", len(body), shuffleSize(m))
	}
	elements := make([]*group.Base, 2*m+firsts)
	for i := range elements {
		var err error
		elements[i], err = group.DecodeBase(body[group.ElementSize*i:][:group.ElementSize])
		if err != nil {
			return nil, coded.Errorf("deck.element", "shuffle, element %d: %w", i, err)
		}
	}
	rest := body[group.ElementSize*len(elements):]
	x := make([]*group.Scalar, 3*m+2)
	for i := range x {
		var err error
		if x[i], err = group.DecodeScalar(rest[group.ScalarSize*i:][:group.ScalarSize]); err != nil {
			return nil, coded.Errorf("deck.scalar", "shuffle, scalar %d: %w", i, err)
		}
	}
	p := &proof{after: &Deck{tokens: d.tokens}}
	for i := range m {
		p.after.cards = append(p.after.cards, Card{elements[2*i], elements[2*i+1]})
	}
	first := elements[2*m:]
	p.a, p.n, p.qu, p.qv = first[0], first[1], first[2], first[3]
	p.big, p.x1, p.x0 = first[4], first[5], first[6]
	p.f, p.z, p.open, p.c = x[:m], x[m], x[m+1:2*m+1], x[2*m+1]
	p.w, p.y = x[2*m+2:3*m+1], x[3*m+1]

	cut := cardSize * m
	p.deck, p.first = body[:cut], body[cut:][:4*group.ElementSize]
	p.third = body[cut+4*group.ElementSize:][:3*group.ElementSize]
	p.second, p.responses = rest[:group.ScalarSize*(m+1)], rest[group.ScalarSize*(m+1):]
	return p, nil
}

// product is (P): the opened factors multiply to what the challenges say.
func (p *proof) product() bool {
	left, right := new(group.Scalar).Set(p.open[0]), new(group.Scalar).Set(p.e)
	power := group.SmallScalar(1) // e^(i-1)
	for i := range p.open {
		if i > 0 {
			left.Multiply(left, p.open[i])
			left.MultiplyAdd(power, p.w[i-1], left)
			power.Multiply(power, p.e)
			right.Multiply(right, p.e)
		}
		factor := new(group.Scalar).MultiplyAdd(p.lambda, group.IntScalar(i+1), p.t[i])
		right.Multiply(right, factor.Subtract(factor, p.xi))
	}
	return left.Equal(right) == 1
}

// factors is (F): the opened factors are those that A, N and f determine.
func (p *proof) factors(sum *sigma.Sum) {
	sum.Subtract(p.big)
	for i := range p.open {
		x := new(group.Scalar).Subtract(p.f[i], p.xi)
		sum.Add(x.MultiplyAdd(p.minus, x, p.open[i]), group.K(i))
	}
	sum.Add(p.c, group.H())
	sum.Add(new(group.Scalar).Multiply(p.minus, p.lambda), p.a)
	sum.Add(p.e, p.n)
}

// steps is (X): the w open X1 and X0.
func (p *proof) steps(sum *sigma.Sum) {
	sum.Subtract(p.x0)
	for i := range p.w {
		sum.Add(p.w[i], group.K(i+1))
	}
	sum.Add(p.y, group.H())
	sum.Add(p.minus, p.x1)
}

func (c Card) u() *group.Base { return c.U }
func (c Card) v() *group.Base { return c.V }

// parts is (U) or (V): the new cards, weighted by f, are the old ones, weighted by t.
func (p *proof) parts(
	sum *sigma.Sum, before *Deck, q, base *group.Base, part func(Card) *group.Base,
) {
	sum.Subtract(q)
	for i, c := range p.after.cards {
		sum.Add(p.f[i], part(c))
		sum.Add(new(group.Scalar).Negate(p.t[i]), part(before.cards[i]))
	}
	sum.Add(new(group.Scalar).Negate(p.z), base)
}
