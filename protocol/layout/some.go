package layout

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Kinds of the proofs that some, or none, of several pieces are of certain types.
const (
	NoneKind = "darkjunqi/v1/proof/none"
	SomeKind = "darkjunqi/v1/proof/some"
)

// ErrPart says that a part of a sum names no piece of the layout.
var ErrPart = coded.Errorf("layout.part", "a part names no piece of this layout")

// A Part is a piece and types that it may be of.
type Part struct {
	Piece int
	Types engine.TypeSet
}

// A mass is what the proofs about several pieces are about: the sum of E[p,j] over
// the parts. Their keys differ, so with m for the number of parts whose piece is of
// one of their types
//
//	W = m B + sum over j of s_j X_j
//
// where W is the sum of the V, and X_j the sum of the Y_p with a column of type j.
type mass struct {
	w     *group.Base
	types []int // of which columns are in the sum, ascending
	x     []*group.Base
}

func (c *Commitment) mass(parts []Part) (*mass, error) {
	w := group.NewElement()
	x := make([]*group.Element, len(c.count))
	for _, part := range parts {
		if part.Piece < 0 || part.Piece >= c.Pieces() {
			return nil, ErrPart
		}
		signs, constant := c.signs(part.Piece, part.Types)
		if constant {
			w.Add(w, group.B().Element())
		}
		for i, sign := range signs {
			j := c.allowed[part.Piece][i]
			if sign != 0 && x[j] == nil {
				x[j] = group.NewElement()
			}
			y, v := c.y[part.Piece].Element(), c.v[part.Piece][i].Element()
			switch sign {
			case 1:
				w.Add(w, v)
				x[j].Add(x[j], y)
			case -1:
				w.Subtract(w, v)
				x[j].Subtract(x[j], y)
			}
		}
	}
	m := &mass{w: group.NewBase(w)}
	for j := range x {
		if x[j] != nil {
			m.types, m.x = append(m.types, j), append(m.x, group.NewBase(x[j]))
		}
	}
	return m, nil
}

// none states that m = 0. The witness is s_j for each type of the sum:
//
//	U_j = s_j B for each j,  W = sum of s_j X_j
func (c *Commitment) none(m *mass) *sigma.Linear {
	l := &sigma.Linear{Witnesses: len(m.types), Bound: bound.ByCaller()}
	all := sigma.Equation{{Base: m.w, Form: sigma.Times(-1, sigma.One)}}
	for i, j := range m.types {
		l.Equations = append(l.Equations, sigma.Equation{
			{Base: group.B(), Form: sigma.Times(1, i)}, {Base: c.u[j], Form: sigma.Times(-1, sigma.One)},
		})
		all = append(all, sigma.Term{Base: m.x[i], Form: sigma.Times(1, i)})
	}
	l.Equations = append(l.Equations, all)
	return l
}

// some states that m is not 0. The witness is μ = 1/m and ν_j = μ s_j for each type
// of the sum:
//
//	B = μ W - sum of ν_j X_j,  0 = μ U_j - ν_j B for each j
//
// The second kind forces ν_j = μ s_j, so that the first says μ m B = B.
func (c *Commitment) some(m *mass) *sigma.Linear {
	l := &sigma.Linear{Witnesses: 1 + len(m.types), Bound: bound.ByCaller()}
	all := sigma.Equation{
		{Base: group.B(), Form: sigma.Times(-1, sigma.One)}, {Base: m.w, Form: sigma.Times(1, 0)},
	}
	for i, j := range m.types {
		all = append(all, sigma.Term{Base: m.x[i], Form: sigma.Times(-1, 1+i)})
		l.Equations = append(l.Equations, sigma.Equation{
			{Base: c.u[j], Form: sigma.Times(1, 0)}, {Base: group.B(), Form: sigma.Times(-1, 1+i)},
		})
	}
	l.Equations = append(l.Equations, all)
	return l
}

// partsSponge starts the sponge of such a proof: the place, the digest of the layout,
// and the parts with their number: piece (1 byte) and types (4).
func (c *Commitment) partsSponge(kind string, at sigma.Place, parts []Part) *sigma.Sponge {
	s := at.Sponge(kind)
	s.Absorb(c.digest[:])
	s.AbsorbUint32(uint32(len(parts)))
	for _, part := range parts {
		s.Absorb([]byte{byte(part.Piece)})
		s.AbsorbUint32(uint32(part.Types))
	}
	return s
}

// ProveNone proves that no part's piece is of one of its types. A proof of a
// falsehood does not verify. The context of the place is the layout's. The
// error is ErrPart.
func (c *Commitment) ProveNone(at sigma.Place, parts []Part, s *Secret, n sigma.Nonces) ([]byte, error) {
	m, err := c.mass(parts)
	if err != nil {
		return nil, err
	}
	return c.none(m).Prove(c.partsSponge(NoneKind, at, parts), NoneKind, c.columnsOf(m, at.Context, s), n), nil
}

// VerifyNone verifies a proof of ProveNone, except for what it adds to the batch.
func (c *Commitment) VerifyNone(at sigma.Place, parts []Part, proof []byte, b *sigma.Batch) error {
	m, err := c.mass(parts)
	if err != nil {
		return err
	}
	return c.none(m).VerifyLater(c.partsSponge(NoneKind, at, parts), proof, b)
}

// ProveSome proves that some part's piece is of one of its types, and not how many
// are, or which. A proof of a falsehood does not verify. The context of the place is
// the layout's. The error is ErrPart.
func (c *Commitment) ProveSome(at sigma.Place, parts []Part, s *Secret, n sigma.Nonces) ([]byte, error) {
	m, err := c.mass(parts)
	if err != nil {
		return nil, err
	}
	number := new(group.Scalar)
	for _, part := range parts {
		for _, j := range part.Types.Types() {
			number.Add(number, group.SmallScalar(uint8(s.is(part.Piece, int(j)))))
		}
	}
	mu := new(group.Scalar).Invert(number) // 0 of 0
	witness := []*group.Scalar{mu}
	for _, x := range c.columnsOf(m, at.Context, s) {
		witness = append(witness, new(group.Scalar).Multiply(mu, x))
	}
	return c.some(m).Prove(c.partsSponge(SomeKind, at, parts), SomeKind, witness, n), nil
}

// VerifySome verifies a proof of ProveSome, except for what it adds to the batch.
func (c *Commitment) VerifySome(at sigma.Place, parts []Part, proof []byte, b *sigma.Batch) error {
	m, err := c.mass(parts)
	if err != nil {
		return err
	}
	return c.some(m).VerifyLater(c.partsSponge(SomeKind, at, parts), proof, b)
}

// columnsOf returns s_j for the types of a sum.
func (c *Commitment) columnsOf(m *mass, ctx sigma.Context, s *Secret) []*group.Scalar {
	random := s.randomness(ctx)
	out := make([]*group.Scalar, len(m.types))
	for i, j := range m.types {
		out[i] = random.column(j)
	}
	return out
}
