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
// The first weight is 1: if another sum is not 0, at most one value of its weight makes the total
// 0, and if only the first is not 0, neither is the total. That saves one multiplication, a
// twentieth of the check of an Answer.
//
// If the one sum is 0, so are all, except for a chance of 2^-128. If it is not, verify
// the proofs one by one to find a false one: a single proof is a batch of its own.
type Batch struct{ claims []*Claim }

// A Claim is a proof's part of a Batch.
type Claim struct {
	seal  [32]byte // stands for the statement, the first messages and the responses
	sums  int
	terms []term
}

// A Sum is a sum of multiples that must be 0.
type Sum struct {
	claim *Claim
	index int
}

// A term is one of a sum of a claim.
type term struct {
	sum  int
	x    *group.Scalar // nil for -1
	base *group.Base
}

// Claim adds a claim without sums. The sponge is the proof's, from which its challenge was
// squeezed: it has absorbed everything except the responses, including the bases of the sums. As
// nothing here can check that, only the packages of this module can call Claim; VerifyLater of a
// proof is for all others.
func (b *Batch) Claim(_ bound.Statement, s *Sponge, responses []byte) *Claim {
	s = s.Clone()
	s.AbsorbBytes(responses)
	c := &Claim{seal: s.State()}
	b.claims = append(b.claims, c)
	return c
}

// Sum adds a sum to the claim.
func (c *Claim) Sum() *Sum {
	c.sums++
	return &Sum{c, c.sums - 1}
}

// Add adds x b to the sum.
func (s *Sum) Add(x *group.Scalar, b *group.Base) {
	s.claim.terms = append(s.claim.terms, term{s.index, x, b})
}

// Subtract subtracts b from the sum.
func (s *Sum) Subtract(b *group.Base) { s.Add(nil, b) }

// Join adds the claims of another batch, which keeps them.
func (b *Batch) Join(other *Batch) { b.claims = append(b.claims, other.claims...) }

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
	sponge := NewSponge(DeriveSessionID(batchKind + Suite))
	most := 0
	for _, c := range claims {
		sponge.Absorb(c.seal[:])
		most += len(c.terms)
	}
	index := make(map[*group.Base]int, most)
	sums := make([]group.Scalar, most) // allocated together, of which scalars are the first
	scalars, bases := make([]*group.Scalar, 0, most), make([]*group.Base, 0, most)
	var weights, minus []*group.Scalar // minus, so that bases that are subtracted have short scalars
	for _, c := range claims {
		weights, minus = weights[:0], minus[:0]
		for range c.sums {
			w := times(1)
			if c != claims[0] || len(weights) > 0 {
				w = squeezeWeight(sponge)
			}
			weights, minus = append(weights, w), append(minus, new(group.Scalar).Negate(w))
		}
		for _, t := range c.terms {
			at, ok := index[t.base]
			if !ok {
				at = len(bases)
				index[t.base] = at
				scalars, bases = append(scalars, &sums[at]), append(bases, t.base)
			}
			if t.x != nil {
				scalars[at].MultiplyAdd(minus[t.sum], t.x, scalars[at])
			} else {
				scalars[at].Add(scalars[at], weights[t.sum])
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
