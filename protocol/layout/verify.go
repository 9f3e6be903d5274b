package layout

import (
	"encoding/binary"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Verify decodes and verifies the body of a Layout record. The error says what is
// wrong; it is one of group.ErrLength, group.ErrElement, group.ErrScalar,
// ErrZeroKey and sigma.ErrProof, wrapped. The time depends on the body.
func Verify(ctx sigma.Context, rs *engine.Ruleset, body []byte) (*Commitment, error) {
	shape, err := shapeOf(rs)
	if err != nil {
		return nil, err
	}
	c, statement, rest, err := shape.parseStatement(rs, body)
	if err != nil {
		return nil, err
	}
	if group.IsIdentity(c.y.Element()) {
		return nil, fmt.Errorf("key Y: %w", ErrZeroKey)
	}
	proof, err := shape.parseProof(rest)
	if err != nil {
		return nil, err
	}
	if err := shape.verify(newSponge(ctx, statement), c, proof); err != nil {
		return nil, err
	}
	return c, nil
}

// parseStatement decodes the part of a body before the proof and fills in the
// implied and the trivial columns.
func (s *shape) parseStatement(rs *engine.Ruleset, body []byte) (c *Commitment, statement, rest []byte, err error) {
	if len(body) != s.size() {
		return nil, nil, nil, fmt.Errorf("layout of %d bytes, want %d: %w", len(body), s.size(), group.ErrLength)
	}
	statement, rest = body[:s.statementSize()], body[s.statementSize():]
	if setup := binary.BigEndian.Uint16(statement[len(statement)-zerosSize:]); setup != 0 {
		return nil, nil, nil, fmt.Errorf("setup of %d bytes, want none: %w", setup, group.ErrLength)
	}

	c = &Commitment{rules: rs}
	in := statement
	next := func(n int) (b []byte) { b, in = in[:n], in[n:]; return b }
	if c.y, err = group.DecodeBase(next(group.ElementSize)); err != nil {
		return nil, nil, nil, fmt.Errorf("key Y: %w", err)
	}
	for p, allowed := range s.allowed {
		for j := range c.columns[p] {
			c.columns[p][j] = group.NewCiphertext()
		}
		last := c.columns[p][allowed[len(allowed)-1]]
		last.V.Set(group.B().Element())
		for _, j := range allowed[:len(allowed)-1] {
			e, err := group.DecodeCiphertext(next(group.CiphertextSize))
			if err != nil {
				return nil, nil, nil, fmt.Errorf("piece %d, %s: %w", p, j, err)
			}
			c.columns[p][j] = e
			last.Subtract(last, e)
		}
	}
	for p := range c.pieces {
		if c.pieces[p], err = group.DecodeBase(next(group.ElementSize)); err != nil {
			return nil, nil, nil, fmt.Errorf("commitment of piece %d: %w", p, err)
		}
	}
	copy(c.nonce[:], next(nonceSize))
	copy(c.tape[:], next(tapeSize))
	return c, statement, rest, nil
}

// A proof holds what is sent, and the responses of implied columns.
type proof struct {
	c      *group.Scalar
	k1     *group.Base
	z, w   scalars
	zt     [engine.ArmySize]*group.Scalar
	zk, zq *group.Scalar
}

// parseProof decodes a proof of the right length.
func (s *shape) parseProof(in []byte) (*proof, error) {
	var pr proof
	var err error
	scalar := func(what string) *group.Scalar {
		if err != nil {
			return nil
		}
		x, e := group.DecodeScalar(in[:group.ScalarSize])
		if in = in[group.ScalarSize:]; e != nil {
			err = fmt.Errorf("proof, %s: %w", what, e)
		}
		return x
	}
	pr.c = scalar("c")
	if err != nil {
		return nil, err
	}
	if pr.k1, err = group.DecodeBase(in[:group.ElementSize]); err != nil {
		return nil, fmt.Errorf("proof, K1: %w", err)
	}
	in = in[group.ElementSize:]
	for p, allowed := range s.allowed {
		z, w := new(group.Scalar).Set(pr.c), group.NewScalar()
		for _, j := range allowed[:len(allowed)-1] {
			pr.z[p][j], pr.w[p][j] = scalar("z"), scalar("w")
			if err != nil {
				return nil, err
			}
			z.Subtract(z, pr.z[p][j])
			w.Subtract(w, pr.w[p][j])
		}
		last := allowed[len(allowed)-1]
		pr.z[p][last], pr.w[p][last] = z, w
	}
	for p := range pr.zt {
		pr.zt[p] = scalar("zt")
	}
	pr.zk, pr.zq = scalar("zk"), scalar("zq")
	if err != nil {
		return nil, err
	}
	return &pr, nil
}

// verify recomputes the first messages and K0, and both challenges.
func (s *shape) verify(sponge *sigma.Sponge, c *Commitment, pr *proof) error {
	first := func(scalars []*group.Scalar, bases []*group.Base) {
		b := group.VarTimeSumBytes(scalars, bases)
		sponge.Absorb(b[:])
	}
	base, minus := group.B(), new(group.Scalar).Negate(pr.c)
	first([]*group.Scalar{pr.zk, minus}, []*group.Base{base, c.y})
	for p, allowed := range s.allowed {
		for _, j := range allowed[:len(allowed)-1] {
			e, z, w := c.columns[p][j], pr.z[p][j], pr.w[p][j]
			u, v := group.NewBase(e.U), group.NewBase(e.V)
			first([]*group.Scalar{w, minus}, []*group.Base{base, u})
			first([]*group.Scalar{z, w, minus}, []*group.Base{base, c.y, v})
		}
	}
	for p, allowed := range s.allowed {
		scalars, bases := pedersen(allowed, &pr.z[p], pr.zt[p])
		first(append(scalars, minus), append(bases, c.pieces[p]))
	}
	for j, pieces := range s.holders {
		w := group.NewScalar()
		target := new(group.Element).ScalarBaseMult(group.SmallScalar(uint8(s.count[j])))
		target.Negate(target)
		for _, p := range pieces {
			w.Add(w, pr.w[p][j])
			target.Add(target, c.columns[p][j].V)
		}
		first([]*group.Scalar{w, minus}, []*group.Base{c.y, group.NewBase(target)})
	}
	gamma := squeezeGamma(sponge)

	sum, power := group.NewScalar(), group.SmallScalar(1)
	for p, allowed := range s.allowed {
		for _, j := range allowed {
			power.Multiply(power, gamma)
			z := pr.z[p][j]
			bit := new(group.Scalar).Subtract(z, pr.c)
			bit.Multiply(bit, z)
			sum.Add(sum, bit.Multiply(bit, power))
		}
	}
	k1 := pr.k1.Bytes()
	k0 := group.VarTimeSumBytes(
		[]*group.Scalar{sum, pr.zq, minus},
		[]*group.Base{base, group.H(), pr.k1})
	if squeezeC(sponge, k1[:], k0[:]).Equal(pr.c) != 1 {
		return fmt.Errorf("layout: %w", sigma.ErrProof)
	}
	return nil
}
