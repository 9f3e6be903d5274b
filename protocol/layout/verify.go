package layout

import (
	"crypto/sha512"
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Verify decodes and verifies the body of a Layout record. The error says what is
// wrong; it is one of group.ErrLength, group.ErrElement, group.ErrScalar,
// ErrZeroKey and sigma.ErrProof, wrapped. The time depends on the body.
func Verify(ctx sigma.Context, rs *engine.Ruleset, body []byte) (*Commitment, error) {
	var b sigma.Batch
	c, err := VerifyLater(ctx, rs, body, &b)
	if err == nil {
		err = b.Verify()
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// VerifyLater does what Verify does, except for the sums that must be 0, which it adds to
// the batch. Discard its result if the batch does not verify.
func VerifyLater(ctx sigma.Context, rs *engine.Ruleset, body []byte, b *sigma.Batch) (*Commitment, error) {
	shape, err := rulesShape(rs)
	if err != nil {
		return nil, err
	}
	c, statement, rest, err := shape.parseStatement(body)
	if err != nil {
		return nil, err
	}
	for p, y := range c.y {
		if group.IsIdentity(y.Element()) {
			return nil, coded.Errorf("layout.piece-key", "key of piece %d: %w", p, ErrZeroKey)
		}
	}
	proof, err := shape.parseProof(rest)
	if err != nil {
		return nil, err
	}
	c.rules = rs
	shape.verify(newSponge(ctx, statement), c, proof, b)
	return c, nil
}

// A decoder takes a body apart, until something is wrong with it.
type decoder struct {
	in  []byte
	err error
}

func (d *decoder) next(n int) (b []byte) {
	b, d.in = d.in[:n], d.in[n:]
	return b
}

func (d *decoder) elements(what string, n int) []*group.Base {
	if d.err != nil {
		return nil
	}
	out, err := group.DecodeBases(d.next(n * group.ElementSize))
	if err != nil {
		d.err = coded.Errorf("layout.element", "%s %d: %w", what, len(out), err)
	}
	return out
}

func (d *decoder) scalars(what string, n int) []*group.Scalar {
	out := make([]*group.Scalar, n)
	for i := range out {
		if d.err != nil {
			return nil
		}
		var err error
		if out[i], err = group.DecodeScalar(d.next(group.ScalarSize)); err != nil {
			d.err = coded.Errorf("layout.scalar", "proof, %s %d: %w", what, i, err)
		}
	}
	return out
}

// parseStatement decodes the part of a body before the proof.
func (s *shape) parseStatement(body []byte) (c *Commitment, statement, rest []byte, err error) {
	if len(body) != s.size() {
		return nil, nil, nil, coded.Errorf("layout.length", "layout of %d bytes, want %d: %w", len(body), s.size(), group.ErrLength)
	}
	statement, rest = body[:s.statementSize()], body[s.statementSize():]
	d := &decoder{in: statement}
	c = &Commitment{shape: s, digest: sha512.Sum512_256(statement)}
	c.y = d.elements("key Y of piece", s.pieces())
	c.u = make([]*group.Base, len(s.count))
	for i, u := range d.elements("U", len(s.sent)) {
		c.u[s.sent[i]] = u
	}
	for p, types := range s.allowed {
		c.v = append(c.v, d.elements(fmt.Sprintf("piece %d, column", p), len(types)-1))
	}
	c.pieces = d.elements("commitment of piece", s.pieces())
	if d.err != nil {
		return nil, nil, nil, d.err
	}
	copy(c.nonce[:], d.next(nonceSize))
	copy(c.tape[:], d.next(tapeSize))
	return c, statement, rest, nil
}

// A proof holds what is sent, c, and the response of the last type held.
type proof struct {
	products []*group.Base   // C_1 … C_(N-1)
	encoded  []byte          // and their encodings
	firsts   []*group.Base   // the first messages
	sent     []byte          // and their encodings
	c        *group.Scalar   // set when it is drawn
	z, h     []*group.Scalar // by piece
	q        []*group.Scalar // Z, by type; the last is set when δ is known
	w        []*group.Scalar // by type
	zt, zk   *group.Scalar
	scalars  []byte // all responses as they were sent
}

// parseProof decodes a proof of the right length.
func (s *shape) parseProof(in []byte) (*proof, error) {
	n := s.pieces()
	products, firsts := group.ElementSize*(n-1), group.ElementSize*s.firsts()
	d := &decoder{in: in}
	pr := &proof{encoded: in[:products], sent: in[products:][:firsts], scalars: in[products+firsts:]}
	pr.products = d.elements("proof, product", n-1)
	pr.firsts = d.elements("proof, first message", s.firsts())
	pr.z, pr.h = d.scalars("z", n), d.scalars("h", n)
	pr.q, pr.w = make([]*group.Scalar, len(s.count)), make([]*group.Scalar, len(s.count))
	for i, z := range d.scalars("Z", len(s.held)-1) {
		pr.q[s.held[i]] = z
	}
	for i, w := range d.scalars("w", len(s.sent)) {
		pr.w[s.sent[i]] = w
	}
	last := d.scalars("zt and zk", 2)
	if d.err != nil {
		return nil, d.err
	}
	pr.zt, pr.zk = last[0], last[1]
	return pr, nil
}

// verify draws the challenges, and leaves a sum for each first message to the batch.
func (s *shape) verify(sponge *sigma.Sponge, c *Commitment, pr *proof, b *sigma.Batch) {
	ch := s.drawPoints(sponge)
	ch.drawGamma(sponge, pr.encoded)
	sponge.Absorb(pr.sent)
	pr.c = sponge.SqueezeScalar()

	last := new(group.Scalar).Multiply(pr.c, ch.deltaSum())
	for _, j := range s.held[:len(s.held)-1] {
		last.Subtract(last, pr.q[j])
	}
	pr.q[s.held[len(s.held)-1]] = last

	claim := b.Claim(bound.ByCaller(), sponge, pr.scalars)
	sums := make([]*sigma.Sum, len(pr.firsts))
	for i, first := range pr.firsts {
		sums[i] = claim.Sum()
		sums[i].Subtract(first)
	}
	n := s.pieces()
	s.claimSteps(sums[:n], ch, pr)
	s.claimRandomness(sums[n:], c, pr)
	rest := sums[n+len(s.sent):]
	s.claimKeys(rest[0], ch, c, pr)
	s.claimCommitments(rest[1], ch, c, pr)
	s.claimTie(rest[2], ch, c, pr)
}

// claimSteps: ξ C_(p-1) - C_p is v_p C_(p-1) and a multiple of H.
func (s *shape) claimSteps(sums []*sigma.Sum, ch *challenges, pr *proof) {
	products := slices.Concat([]*group.Base{group.B()}, pr.products, []*group.Base{group.B()})
	for p, sum := range sums {
		x := new(group.Scalar).Multiply(pr.c, ch.xi)
		sum.Add(x.Subtract(pr.z[p], x), products[p])
		sum.Add(new(group.Scalar).Negate(pr.h[p]), group.H())
		ofNext := pr.c
		if p == len(pr.products) {
			ofNext = new(group.Scalar).Multiply(pr.c, ch.target())
		}
		sum.Add(ofNext, products[p+1])
	}
}

// claimRandomness: the logarithm of each U is known.
func (s *shape) claimRandomness(sums []*sigma.Sum, c *Commitment, pr *proof) {
	minus := new(group.Scalar).Negate(pr.c)
	for i, j := range s.sent {
		sums[i].Add(pr.w[j], group.B())
		sums[i].Add(minus, c.u[j])
	}
}

// claimKeys: the sum of δ^p k_p is known.
func (s *shape) claimKeys(sum *sigma.Sum, ch *challenges, c *Commitment, pr *proof) {
	sum.Add(pr.zk, group.B())
	for p, y := range c.y {
		x := new(group.Scalar).Multiply(pr.c, ch.deltas[p])
		sum.Add(x.Negate(x), y)
	}
}

// claimCommitments: the sum of δ^p P[p] is the sum of the Q_j G_j and a multiple of H.
func (s *shape) claimCommitments(sum *sigma.Sum, ch *challenges, c *Commitment, pr *proof) {
	for _, j := range s.held {
		sum.Add(pr.q[j], group.G(j))
	}
	sum.Add(pr.zt, group.H())
	for p, piece := range c.pieces {
		x := new(group.Scalar).Multiply(pr.c, ch.deltas[p])
		sum.Add(x.Negate(x), piece)
	}
}

// claimTie: the weighted sum of all columns is the weighted sum of the v_p and the Q_j.
func (s *shape) claimTie(sum *sigma.Sum, ch *challenges, c *Commitment, pr *proof) {
	ofB := new(group.Scalar)
	for _, j := range s.held {
		ofB.MultiplyAdd(ch.etas[j], pr.q[j], ofB)
	}
	ofB.Multiply(ofB, ch.gammas[s.pieces()])
	minus := new(group.Scalar).Negate(pr.c)
	for p, types := range s.allowed {
		e, last := ch.sentWeights(p)
		ofB.MultiplyAdd(ch.gammas[p], pr.z[p], ofB)
		ofB.MultiplyAdd(minus, last, ofB)
		ofY := new(group.Scalar)
		for i := range e {
			ofY.MultiplyAdd(pr.w[types[i]], e[i], ofY)
			sum.Add(e[i].Multiply(e[i], minus), c.v[p][i])
		}
		sum.Add(ofY, c.y[p])
	}
	sum.Add(ofB, group.B())
}
