package sigma

import (
	"crypto/subtle"
	"fmt"

	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// A Linear is a statement about scalars x_0 … x_(n-1), the witness: every
// equation says that a target is a sum of multiples of public bases,
//
//	T_e = sum over its terms of x_i B_i
//
// The proof is Schnorr's for a linear map (Maurer, "Unifying Zero-Knowledge
// Proofs of Knowledge", 2009): first messages R_e = sum r_i B_i for random r,
// challenge c, responses z_i = r_i + c x_i; the verifier recomputes
// R_e = sum z_i B_i - c T_e.
type Linear struct {
	Witnesses int
	Equations []Equation
}

// An Equation is one line of a Linear.
type Equation struct {
	Target *group.Base
	Terms  []Term
}

// A Term is the witness's scalar of that index times a base.
type Term struct {
	Witness int
	Base    *group.Base
}

// Size returns the number of bytes of a proof: a challenge and a response for
// each scalar of the witness.
func (l *Linear) Size() int { return group.ScalarSize * (1 + l.Witnesses) }

// absorb absorbs the whole statement: number of scalars, number of equations, and
// for each its target, its number of terms, and each term's index and base. All
// numbers are 4 bytes.
func (l *Linear) absorb(s *Sponge) {
	s.AbsorbUint32(uint32(l.Witnesses))
	s.AbsorbUint32(uint32(len(l.Equations)))
	for _, e := range l.Equations {
		b := e.Target.Bytes()
		s.Absorb(b[:])
		s.AbsorbUint32(uint32(len(e.Terms)))
		for _, t := range e.Terms {
			s.AbsorbUint32(uint32(t.Witness))
			b := t.Base.Bytes()
			s.Absorb(b[:])
		}
	}
}

// Prove proves l with the witness x. The sponge comes from Place.Sponge, may have
// absorbed more, and is left as it is. The time does not depend on the witness.
func (l *Linear) Prove(s *Sponge, label string, x []*group.Scalar, n Nonces) []byte {
	s = s.Clone()
	l.absorb(s)
	state := s.State()

	witness := make([]byte, 0, len(x)*group.ScalarSize)
	for i := range x {
		witness = append(witness, x[i].Bytes()...)
	}
	defer clear(witness)
	r := make([]*group.Scalar, l.Witnesses)
	for i := range r {
		r[i] = n.Scalar(label, uint32(i), state, witness)
	}
	for _, e := range l.Equations {
		scalars, bases := e.gather(r)
		first := group.SumBytes(scalars, bases)
		s.Absorb(first[:])
	}
	c := s.SqueezeScalar()
	proof := make([]byte, 0, l.Size())
	proof = append(proof, c.Bytes()...)
	for i := range r {
		z := new(group.Scalar).Multiply(c, x[i])
		proof = append(proof, z.Add(z, r[i]).Bytes()...)
	}
	return proof
}

// Verify verifies a proof of l. The error is ErrProof, group.ErrScalar or
// group.ErrLength. The time depends on the proof and the statement.
func (l *Linear) Verify(s *Sponge, proof []byte) error {
	if len(proof) != l.Size() {
		return fmt.Errorf("proof of %d bytes, want %d: %w", len(proof), l.Size(), group.ErrLength)
	}
	c, err := group.DecodeScalar(proof[:group.ScalarSize])
	if err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	z := make([]*group.Scalar, l.Witnesses)
	for i := range z {
		z[i], err = group.DecodeScalar(proof[group.ScalarSize*(1+i):][:group.ScalarSize])
		if err != nil {
			return fmt.Errorf("response %d: %w", i, err)
		}
	}
	s = s.Clone()
	l.absorb(s)
	for _, first := range l.firstMessages(c, z) {
		s.Absorb(first[:])
	}
	return checkChallenge(s, proof)
}

// firstMessages recomputes the encoded first messages from a challenge and
// responses: for each equation sum z_i B_i - c T. They are what an honest prover
// would have sent, whatever c and z are: that is why a proof shows nothing.
func (l *Linear) firstMessages(c *group.Scalar, z []*group.Scalar) [][group.ElementSize]byte {
	minus := new(group.Scalar).Negate(c)
	out := make([][group.ElementSize]byte, len(l.Equations))
	for i, e := range l.Equations {
		scalars, bases := e.gather(z)
		out[i] = group.VarTimeSumBytes(append(scalars, minus), append(bases, e.Target))
	}
	return out
}

// gather lists, for each term, its scalar and its base.
func (e *Equation) gather(x []*group.Scalar) ([]*group.Scalar, []*group.Base) {
	scalars := make([]*group.Scalar, 0, len(e.Terms)+1)
	bases := make([]*group.Base, 0, len(e.Terms)+1)
	for _, t := range e.Terms {
		scalars = append(scalars, x[t.Witness])
		bases = append(bases, t.Base)
	}
	return scalars, bases
}

// checkChallenge squeezes the challenge again and compares it with the one that
// proof begins with.
func checkChallenge(s *Sponge, proof []byte) error {
	if subtle.ConstantTimeCompare(s.SqueezeScalar().Bytes(), proof[:group.ScalarSize]) != 1 {
		return ErrProof
	}
	return nil
}
