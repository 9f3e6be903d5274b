package sigma

import (
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
)

// OpeningKind names the proof in its session tag.
const OpeningKind = "darkjunqi/v1/proof/opening"

// OpeningSize is the number of bytes of a proof of an opening.
const OpeningSize = 2*group.ElementSize + group.ScalarSize

// An Opening says that the ciphertext (U, V) under Y holds the number m: that there
// is a k with
//
//	Y = k B,  V - m B = k U
//
// The proof comes from Chaum and Pedersen ("Wallet Databases with Observers",
// 1992): first messages (r B, r U), challenge c, response z = r + c k. The
// challenge binds the place, m, Y, U and V, and the first messages.
//
// It reveals m and kU, and nothing else that a record holds.
type Opening struct {
	Y    *group.Base
	U, V *group.Base
	M    uint8
}

// linear states the two equations, with k for the only scalar.
func (o Opening) linear() *Linear {
	k := Times(1, 0)
	return &Linear{Witnesses: 1, Bound: bound.ByCaller(), Equations: []Equation{
		{{group.B(), k}, {o.Y, Times(-1, One)}},
		{{o.U, k}, {o.V, Times(-1, One)}, {group.B(), Times(int(o.M), One)}},
	}}
}

func (o Opening) sponge(at Place) *Sponge {
	s := at.Sponge(OpeningKind)
	s.Absorb([]byte{o.M})
	for _, b := range []*group.Base{o.Y, o.U, o.V} {
		e := b.Bytes()
		s.Absorb(e[:])
	}
	return s
}

// Prove proves the opening with the key k, Y = kB. The time does not depend on k.
// It does not check that E holds m.
func (o Opening) Prove(at Place, k *group.Scalar, n Nonces) []byte {
	return o.linear().Prove(o.sponge(at), OpeningKind, []*group.Scalar{k}, n)
}

// Verify verifies a proof of the opening. The error is one of Linear.Verify.
func (o Opening) Verify(at Place, proof []byte) error {
	return o.linear().Verify(o.sponge(at), proof)
}

// VerifyLater is Verify, with what is left to check added to the batch.
func (o Opening) VerifyLater(at Place, proof []byte, b *Batch) error {
	return o.linear().VerifyLater(o.sponge(at), proof, b)
}
