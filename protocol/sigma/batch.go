package sigma

import (
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
)

// batchKind names the weights of a batch.
const batchKind = "darkjunqi/v1/batch"

// weightSize is the size of a weight in bytes: with weights of 128 bits a sum that is
// not 0 passes with a chance of 2^-128.
const weightSize = 16

// A Batch collects sums that must be 0, and checks all of them as one: their sum, weighted
// by hashes of everything that they follow from, so that all programs draw the same
// weights. Bases that several sums share are multiplied once. The zero Batch is empty.
//
// If the one sum is 0, so are all, except for a chance of 2^-128. If it is not, verify
// the proofs one by one to find a false one: a single proof is a batch of its own.
type Batch struct{ claims []*Claim }

// A Claim is a proof's part of a Batch.
type Claim struct {
	seal [32]byte // stands for the statement, the first messages and the responses
	sums []*Sum
}

// A Sum is a sum of multiples that must be 0.
type Sum struct {
	scalars []*group.Scalar // nil for -1
	bases   []*group.Base
}

// Claim adds a claim without sums. The sponge is that of the proof, from which its
// challenge was squeezed: it has absorbed all but the responses, the bases of the sums
// among it. As nothing here can check that, only the packages of this module can call
// Claim; VerifyLater of a proof is for all others.
func (b *Batch) Claim(_ bound.Statement, s *Sponge, responses []byte) *Claim {
	s = s.Clone()
	s.AbsorbBytes(responses)
	c := &Claim{seal: s.State()}
	b.claims = append(b.claims, c)
	return c
}

// Sum adds a sum to the claim.
func (c *Claim) Sum() *Sum {
	s := new(Sum)
	c.sums = append(c.sums, s)
	return s
}

// Add adds x b to the sum.
func (s *Sum) Add(x *group.Scalar, b *group.Base) {
	s.scalars, s.bases = append(s.scalars, x), append(s.bases, b)
}

// Subtract subtracts b from the sum.
func (s *Sum) Subtract(b *group.Base) { s.Add(nil, b) }

// Len returns how many claims there are.
func (b *Batch) Len() int { return len(b.claims) }

// Verify returns nil if all sums of all claims are 0, else ErrProof. The time
// depends on the claims.
func (b *Batch) Verify() error {
	if len(b.claims) == 0 || zero(b.claims) {
		return nil
	}
	return ErrProof
}

// zero says whether the weighted sum of the claims' sums is 0.
func zero(claims []*Claim) bool {
	weights := NewSponge(DeriveSessionID(batchKind + Suite))
	for _, c := range claims {
		weights.Absorb(c.seal[:])
	}
	index := map[*group.Base]int{}
	var scalars []*group.Scalar
	var bases []*group.Base
	for _, c := range claims {
		for _, s := range c.sums {
			w := squeezeWeight(weights)
			minus := new(group.Scalar).Negate(w) // so that bases that are subtracted have short scalars
			for i, b := range s.bases {
				at, ok := index[b]
				if !ok {
					at = len(bases)
					index[b] = at
					scalars, bases = append(scalars, new(group.Scalar)), append(bases, b)
				}
				if x := s.scalars[i]; x != nil {
					scalars[at].MultiplyAdd(minus, x, scalars[at])
				} else {
					scalars[at].Add(scalars[at], w)
				}
			}
		}
	}
	return group.IsIdentity(group.VarTimeSum(scalars, bases))
}

func squeezeWeight(s *Sponge) *group.Scalar {
	var b [64]byte
	s.Squeeze(b[:weightSize])
	return group.UniformScalar(b)
}
