package sigma

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// An Either says that at least one of two statements holds, but not which one. A prover who
// knows the witness of one proves that one and simulates the other (Cramer, Damgård and
// Schoenmakers, "Proofs of Partial Knowledge", 1994): the challenge c falls into two parts,
// of which the prover chose the simulated one's beforehand.
//
// The proof is the two parts, c_1 and c_2, and the responses of both statements. The
// verifier recomputes all first messages, and accepts if they hash to c_1 + c_2.
//
// Where the second statement is that one knows the verifier's secret, it is a proof
// for that verifier alone (Jakobsson, Sako and Impagliazzo, "Designated Verifier
// Proofs", 1996): it could have made the proof itself.
type Either struct{ First, Second *Linear }

// Size returns the number of bytes of a proof.
func (e *Either) Size() int {
	return group.ScalarSize * (2 + e.First.Witnesses + e.Second.Witnesses)
}

// ProveFirst proves e with the witness of the first statement. Both statements are
// absorbed as Linear.Prove does; sponge and label are what they are there. The time does
// not depend on the witness, nor on the bases. A proof of a falsehood does not verify.
func (e *Either) ProveFirst(s *Sponge, label string, x []*group.Scalar, n Nonces) []byte {
	return e.prove(s, label, 0, x, n)
}

// ProveSecond is ProveFirst with the witness of the second statement.
func (e *Either) ProveSecond(s *Sponge, label string, x []*group.Scalar, n Nonces) []byte {
	return e.prove(s, label, 1, x, n)
}

// prove proves the one of the two statements that is true, and simulates the other.
func (e *Either) prove(s *Sponge, label string, real int, x []*group.Scalar, n Nonces) []byte {
	s = e.Second.bind(e.First.bind(s))
	state := s.State()
	witness := make([]byte, 0, len(x)*group.ScalarSize)
	for i := range x {
		witness = append(witness, x[i].Bytes()...)
	}
	defer clear(witness)

	// Of the real statement z holds the blinders first, under a challenge of 0.
	statements := [2]*Linear{e.First, e.Second}
	var c [2]*group.Scalar
	var z [2][]*group.Scalar
	c[real] = new(group.Scalar)
	c[1-real] = n.Scalar(label+"/c", 0, state, witness)
	index := uint32(0)
	for i, l := range statements {
		for range l.Witnesses {
			z[i] = append(z[i], n.Scalar(label, index, state, witness))
			index++
		}
		for _, equation := range l.Equations {
			s.Absorb(equation.left(z[i], c[i], group.Sum))
		}
	}
	c[real].Subtract(s.SqueezeScalar(), c[1-real])
	for i := range x {
		z[real][i].MultiplyAdd(c[real], x[i], z[real][i])
	}

	proof := make([]byte, 0, e.Size())
	for _, list := range [][]*group.Scalar{c[:], z[0], z[1]} {
		for _, scalar := range list {
			proof = append(proof, scalar.Bytes()...)
		}
	}
	return proof
}

// Verify verifies a proof of e. The error is ErrProof, group.ErrScalar or
// group.ErrLength. The time depends on the scalars of the proof, not on the bases.
func (e *Either) Verify(s *Sponge, proof []byte) error {
	if len(proof) != e.Size() {
		return coded.Errorf("sigma.proof-length", "proof of %d bytes, want %d: %w", len(proof), e.Size(), group.ErrLength)
	}
	scalars := make([]*group.Scalar, len(proof)/group.ScalarSize)
	for i := range scalars {
		var err error
		if scalars[i], err = group.DecodeScalar(proof[group.ScalarSize*i:][:group.ScalarSize]); err != nil {
			return coded.Errorf("sigma.response", "response %d: %w", i, err)
		}
	}
	c, z := scalars[:2], scalars[2:]
	s = e.Second.bind(e.First.bind(s))
	for i, l := range []*Linear{e.First, e.Second} {
		for _, equation := range l.Equations {
			s.Absorb(equation.left(z[:l.Witnesses], c[i], group.VarTimeSum))
		}
		z = z[l.Witnesses:]
	}
	if s.SqueezeScalar().Equal(new(group.Scalar).Add(c[0], c[1])) != 1 {
		return ErrProof
	}
	return nil
}

// left returns the encoding of the equation's left side, with x instead of the
// witness and one in the place of 1.
func (e Equation) left(x []*group.Scalar, one *group.Scalar, sum func([]*group.Scalar, []*group.Base) *group.Element) []byte {
	scalars := make([]*group.Scalar, len(e))
	bases := make([]*group.Base, len(e))
	for i, t := range e {
		scalars[i], bases[i] = t.Form.at(x, one), t.Base
	}
	return sum(scalars, bases).Bytes()
}
