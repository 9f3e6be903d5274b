package layout

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// LotKind is the kind of the proof that a layout is the one that its cards hold.
const LotKind = "darkjunqi/v1/proof/lot"

// ErrLot says that there are not as many cards as pieces.
var ErrLot = coded.Errorf("layout.lot", "there are not as many cards as pieces")

// lot states that each piece p is of the type whose number its card holds, under the key Y = kB
// of the layout's seat: the card (U', V') holds τ where V' = (τ+1)B + kU'. The number of a
// piece's type is ℓ, the implied column's, with j-ℓ more for each column j that was sent and
// holds 1. So, with δ drawn when layout and cards are fixed,
//
//	sum over p of δ^(p+1) (V'[p] - (ℓ+1)B - sum over j of (j-ℓ) V[p,j])
//	  = k (sum of δ^(p+1) U'[p]) - sum over j of s_j (sum over p of δ^(p+1) (j-ℓ) Y_p)
//
// beside Y = kB and U_j = s_j B. All three hold only if the types are the cards', except for a
// chance of as many as there are pieces in the group's order.
func (c *Commitment) lot(at sigma.Place, y *group.Base, cards []deck.Card) (*sigma.Linear, *sigma.Sponge, error) {
	if len(cards) != c.Pieces() {
		return nil, nil, ErrLot
	}
	sponge := at.Sponge(LotKind)
	own := y.Bytes()
	sponge.Absorb(own[:])
	sponge.Absorb(c.digest[:])
	for _, card := range cards {
		for _, e := range []*group.Base{card.U, card.V} {
			encoded := e.Bytes()
			sponge.Absorb(encoded[:])
		}
	}
	delta := sponge.SqueezeScalar()

	// The terms of the long equation: of V', B and the V, all with known factors, and of each witness.
	var factors []*group.Scalar
	var bases, u []*group.Base
	var powers []*group.Scalar
	ofB, power := new(group.Scalar), delta
	ofY := make([][]*group.Scalar, len(c.count)) // by type and piece
	for p, types := range c.allowed {
		last := c.last(p)
		factors, bases = append(factors, power), append(bases, cards[p].V)
		powers, u = append(powers, power), append(u, cards[p].U)
		ofB.MultiplyAdd(power, group.IntScalar(-last-1), ofB)
		for i, j := range types[:len(types)-1] {
			more := new(group.Scalar).Multiply(power, group.IntScalar(last-j))
			factors, bases = append(factors, more), append(bases, c.v[p][i])
			if ofY[j] == nil {
				ofY[j] = make([]*group.Scalar, c.Pieces())
			}
			ofY[j][p] = more
		}
		power = new(group.Scalar).Multiply(power, delta)
	}
	known := group.VarTimeSum(append(factors, ofB), append(bases, group.B()))

	l := &sigma.Linear{Witnesses: 1 + len(c.sent), Bound: bound.ByCaller()}
	l.Equations = append(l.Equations, sigma.Equation{
		{Base: group.B(), Form: sigma.Times(1, 0)}, {Base: y, Form: sigma.Times(-1, sigma.One)},
	})
	all := sigma.Equation{
		{Base: group.NewBase(known), Form: sigma.Times(-1, sigma.One)},
		{Base: group.NewBase(group.VarTimeSum(powers, u)), Form: sigma.Times(1, 0)},
	}
	for i, j := range c.sent {
		var x []*group.Scalar
		var keys []*group.Base
		for p, more := range ofY[j] {
			if more != nil {
				x, keys = append(x, more), append(keys, c.y[p])
			}
		}
		l.Equations = append(l.Equations, sigma.Equation{
			{Base: group.B(), Form: sigma.Times(1, 1+i)}, {Base: c.u[j], Form: sigma.Times(-1, sigma.One)},
		})
		all = append(all, sigma.Term{Base: group.NewBase(group.VarTimeSum(x, keys)), Form: sigma.Times(1, 1+i)})
	}
	l.Equations = append(l.Equations, all)
	return l, sponge, nil
}

// LotSize returns the number of bytes of ProveLot's proof.
func (c *Commitment) LotSize() int {
	return group.ElementSize*(2+len(c.sent)) + group.ScalarSize*(1+len(c.sent))
}

// ProveLot proves that each piece is of the type whose number its card holds, when all others have
// shared: LotSize bytes. A proof of a falsehood does not verify. The context of the place is the
// layout's, and the key its seat's. The error is ErrLot.
func (c *Commitment) ProveLot(at sigma.Place, k *deck.Key, cards []deck.Card, s *Secret, n sigma.Nonces) ([]byte, error) {
	l, sponge, err := c.lot(at, k.Public(), cards)
	if err != nil {
		return nil, err
	}
	random := s.randomness(at.Context)
	witness := []*group.Scalar{k.Scalar()}
	for _, j := range c.sent {
		witness = append(witness, random.column(j))
	}
	return l.Prove(sponge, LotKind, witness, n), nil
}

// VerifyLot verifies a proof of ProveLot, of the seat whose key is y, except for what it adds to the
// batch. The error is ErrLot, group.ErrElement, group.ErrScalar or group.ErrLength.
func (c *Commitment) VerifyLot(at sigma.Place, y *group.Base, cards []deck.Card, proof []byte, b *sigma.Batch) error {
	l, sponge, err := c.lot(at, y, cards)
	if err != nil {
		return err
	}
	return l.VerifyLater(sponge, proof, b)
}
