package sigma

import (
	"encoding/binary"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
)

// A Linear is a statement about scalars x_0 … x_(n-1), the witness: in every
// equation a sum of public bases is 0, each multiplied by a form of the witness,
//
//	sum over the terms of (a x_i + a' x_i' + … + a'') B = 0
//
// with small whole numbers a. The proof is Schnorr's for a linear map (Maurer,
// "Unifying Zero-Knowledge Proofs of Knowledge", 2009): first messages R_e, the
// equations' left sides with random r_i instead of x_i and 0 instead of 1;
// challenge c; responses z_i = r_i + c x_i. The verifier checks that the left sides
// with z_i instead of x_i and c instead of 1 are R_e.
//
// The proof holds the first messages and not the challenge, so that checking it
// means checking that some sums are 0: many proofs are checked in one sum (Batch).
//
// The challenge must bind the statement: a prover who may choose a base after the
// challenge proves what is false. Prove and Verify absorb the whole statement, so that
// callers can't forget it. Only the packages of this module can set Bound, where the
// statement follows from less than its equations.
type Linear struct {
	Witnesses int
	Equations []Equation
	Bound     bound.Statement
}

// An Equation says that its terms add up to 0.
type Equation []Term

// A Term is a base times a form of the witness.
type Term struct {
	Base *group.Base
	Form Form
}

// A Form is a sum of parts.
type Form []Part

// A Part is a multiple of one scalar of the witness, or of 1.
type Part struct {
	Witness int // or One
	Times   int
}

// One is the index of the number 1, used instead of a scalar of the witness.
const One = -1

// Times returns the form n x_i.
func Times(n, i int) Form { return Form{{i, n}} }

// at returns the form's value for these scalars, with one in the place of 1.
func (f Form) at(x []*group.Scalar, one *group.Scalar) *group.Scalar {
	sum := new(group.Scalar)
	for _, p := range f {
		s := one
		if p.Witness != One {
			s = x[p.Witness]
		}
		switch {
		case p.Times == 1:
			sum.Add(sum, s)
		case p.Times == -1:
			sum.Subtract(sum, s)
		default:
			sum.MultiplyAdd(times(p.Times), s, sum)
		}
	}
	return sum
}

// small are the numbers of almost all forms, from -maxSmall on.
var small = func() (list [2*maxSmall + 1]*group.Scalar) {
	for i := range list {
		list[i] = group.IntScalar(i - maxSmall)
	}
	return list
}()

const maxSmall = 16

// times returns n as a scalar, which must not be changed.
func times(n int) *group.Scalar {
	if n < -maxSmall || n > maxSmall {
		return group.IntScalar(n)
	}
	return small[n+maxSmall]
}

// constant says whether the form is a number.
func (f Form) constant() bool {
	for _, p := range f {
		if p.Witness != One {
			return false
		}
	}
	return true
}

// Size returns the number of bytes of a proof: a first message for each equation
// and a response for each scalar of the witness.
func (l *Linear) Size() int {
	return group.ElementSize*len(l.Equations) + group.ScalarSize*l.Witnesses
}

// bind returns a copy of the sponge that has absorbed the statement: the numbers of
// scalars and of equations, and for each equation its number of terms; for each term the base
// (32 bytes) and its number of parts; for each part the index and the factor. Numbers
// are 4 bytes, and factors 8, little-endian in two's complement.
func (l *Linear) bind(s *Sponge) *Sponge {
	s = s.Clone()
	if l.Bound.IsByCaller() {
		return s
	}
	s.AbsorbUint32(uint32(l.Witnesses))
	s.AbsorbUint32(uint32(len(l.Equations)))
	for _, e := range l.Equations {
		s.AbsorbUint32(uint32(len(e)))
		for _, t := range e {
			encoding := t.Base.Bytes()
			s.Absorb(encoding[:])
			s.AbsorbUint32(uint32(len(t.Form)))
			for _, p := range t.Form {
				s.AbsorbUint32(uint32(p.Witness))
				s.Absorb(binary.LittleEndian.AppendUint64(nil, uint64(p.Times)))
			}
		}
	}
	return s
}

// Prove proves l with the witness x, one scalar for each of Witnesses. The sponge says
// where the proof belongs, as a Place's does; it is left as it is. The label names
// the proof in its nonces. The time does not depend on the witness. A proof of a
// falsehood does not verify.
func (l *Linear) Prove(s *Sponge, label string, x []*group.Scalar, n Nonces) []byte {
	s = l.bind(s)
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

	proof := append(make([]byte, 0, l.Size()), l.firsts(r)...)
	s.Absorb(proof)
	c := s.SqueezeScalar()
	for i := range r {
		proof = append(proof, new(group.Scalar).MultiplyAdd(c, x[i], r[i]).Bytes()...)
	}
	return proof
}

// longEquation is the number of terms from which another processor is asked to add up an equation,
// such as an attack's: it begins after about three multiplications.
const longEquation = 8

// firsts returns the first messages for these blinders. They are encoded together, as the
// doubles of what half the blinders give: one inversion instead of a root for each.
func (l *Linear) firsts(r []*group.Scalar) (out []byte) {
	zero, half := new(group.Scalar), make([]*group.Scalar, len(r))
	for i := range r {
		half[i] = group.Half(r[i])
	}
	sums := make([]*group.Element, len(l.Equations))
	var others sync.WaitGroup
	for i, e := range l.Equations {
		scalars := make([]*group.Scalar, 0, len(e))
		bases := make([]*group.Base, 0, len(e))
		for _, t := range e {
			if !t.Form.constant() {
				scalars, bases = append(scalars, t.Form.at(half, zero)), append(bases, t.Base)
			}
		}
		sum := func() { sums[i] = group.Sum(scalars, bases) }
		if i+1 < len(l.Equations) && len(e) >= longEquation {
			others.Go(sum)
		} else {
			sum()
		}
	}
	others.Wait()
	for _, first := range group.EncodeDoubles(sums) {
		out = append(out, first[:]...)
	}
	return out
}

// Verify verifies a proof of l, with the sponge that Prove was given. The error is ErrProof, group.ErrElement,
// group.ErrScalar or group.ErrLength. The time depends on the proof and the
// statement.
func (l *Linear) Verify(s *Sponge, proof []byte) error {
	var b Batch
	if err := l.VerifyLater(s, proof, &b); err != nil {
		return err
	}
	return b.Verify()
}

// VerifyLater does what Verify does, except for the sums that must be 0, which it adds to
// the batch. The error is one of those of Verify, except ErrProof.
func (l *Linear) VerifyLater(s *Sponge, proof []byte, b *Batch) error {
	if len(proof) != l.Size() {
		return coded.Errorf("sigma.proof-length", "proof of %d bytes, want %d: %w", len(proof), l.Size(), group.ErrLength)
	}
	first := make([]*group.Base, len(l.Equations))
	z := make([]*group.Scalar, l.Witnesses)
	firsts, responses := proof[:group.ElementSize*len(first)], proof[group.ElementSize*len(first):]
	var err error
	for i := range first {
		if first[i], err = group.DecodeBase(firsts[group.ElementSize*i:][:group.ElementSize]); err != nil {
			return coded.Errorf("sigma.first-message", "first message %d: %w", i, err)
		}
	}
	for i := range z {
		if z[i], err = group.DecodeScalar(responses[group.ScalarSize*i:][:group.ScalarSize]); err != nil {
			return coded.Errorf("sigma.response", "response %d: %w", i, err)
		}
	}
	s = l.bind(s)
	s.Absorb(firsts)
	c := s.SqueezeScalar()
	claim := b.Claim(bound.ByCaller(), s, responses)
	most := len(l.Equations)
	for _, e := range l.Equations {
		most += len(e)
	}
	claim.terms = make([]term, 0, most)
	for i, e := range l.Equations {
		sum := claim.Sum()
		sum.Subtract(first[i])
		for _, t := range e {
			sum.Add(t.Form.at(z, c), t.Base)
		}
	}
	return nil
}
