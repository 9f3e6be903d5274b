package sigma

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// OpeningKind names the proof in its session tag.
const OpeningKind = "darkjunqi/v1/proof/opening"

// OpeningSize is the number of bytes of a proof of an opening.
const OpeningSize = 2 * group.ScalarSize

// An Opening says that the ciphertext E = (U, V) under Y holds the number m:
//
//	log_B Y = log_U (V - mB)
//
// The proof is that of Chaum and Pedersen ("Wallet Databases with Observers",
// 1992): first messages (r B, r U), challenge c, response z = r + c k. The
// challenge binds the place, m, both bases B and U, both targets Y and V - mB,
// and the first messages.
//
// It shows m and, as it shows kU, nothing else that a record holds.
type Opening struct {
	Y *group.Base
	E group.Ciphertext
	M uint8
}

// statement returns the two equations, with k for the only scalar.
func (o Opening) statement() (u, w *group.Base) {
	target := new(group.Element).ScalarBaseMult(group.SmallScalar(o.M))
	return group.NewBase(o.E.U), group.NewBase(target.Subtract(o.E.V, target))
}

func (o Opening) sponge(at Place, u, w *group.Base) *Sponge {
	s := at.Sponge(OpeningKind)
	s.Absorb([]byte{o.M})
	for _, b := range []*group.Base{group.B(), u, o.Y, w} {
		e := b.Bytes()
		s.Absorb(e[:])
	}
	return s
}

// Prove proves the opening with the key k, Y = kB. The time does not depend on k.
// It does not check that E holds m.
func (o Opening) Prove(at Place, k *group.Scalar, n Nonces) []byte {
	u, w := o.statement()
	s := o.sponge(at, u, w)
	key := k.Bytes()
	defer clear(key)
	r := n.Scalar(OpeningKind, 0, s.State(), key)
	for _, b := range []*group.Base{group.B(), u} {
		s.Absorb(b.Mult(r).Bytes())
	}
	c := s.SqueezeScalar()
	z := new(group.Scalar).Multiply(c, k)
	return append(c.Bytes(), z.Add(z, r).Bytes()...)
}

// Verify verifies a proof of the opening. The error is ErrProof, group.ErrScalar
// or group.ErrLength. The time depends on the proof and the statement.
func (o Opening) Verify(at Place, proof []byte) error {
	if len(proof) != OpeningSize {
		return fmt.Errorf("opening of %d bytes, want %d: %w", len(proof), OpeningSize, group.ErrLength)
	}
	c, err := group.DecodeScalar(proof[:group.ScalarSize])
	if err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	z, err := group.DecodeScalar(proof[group.ScalarSize:])
	if err != nil {
		return fmt.Errorf("response: %w", err)
	}
	u, w := o.statement()
	s := o.sponge(at, u, w)
	scalars := []*group.Scalar{z, c.Negate(c)}
	for _, bases := range [][]*group.Base{{group.B(), o.Y}, {u, w}} {
		first := group.VarTimeSumBytes(scalars, bases)
		s.Absorb(first[:])
	}
	return checkChallenge(s, proof)
}
