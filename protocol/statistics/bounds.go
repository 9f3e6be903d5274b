package statistics

import (
	"crypto/subtle"
	"encoding/binary"
	"math/bits"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// BoundsKind names the proof that numbers are in their bounds.
const BoundsKind = "darkjunqi/v1/proof/bounds"

// bitDomain is the domain of the generators of bits.
const bitDomain = "darkjunqi/v1/generator/bit"

// generators returns the generators of the first bits, whose logarithms nobody knows.
var generators = sync.OnceValue(func() []*group.Base {
	list := make([]*group.Base, MaxEntries*maxBits)
	for i := range list {
		list[i] = group.NewBase(group.HashToElement(bitDomain, binary.BigEndian.AppendUint16(nil, uint16(i))))
	}
	return list
})

// maxBits is the number of bits a number of MaxSpan takes.
const maxBits = 16

// weights returns what the bits of a number stand for: their sums are 0 … span, each at least
// once, and nothing else.
func weights(span int) []int {
	last := bits.Len(uint(span)) - 1
	w := make([]int, last+1)
	for i := range last {
		w[i] = 1 << i
	}
	w[last] = span - (1<<last - 1)
	return w
}

// digits returns bits of x that add up to it, in the same time for all x from 0 to span.
func digits(x, span int) []*group.Scalar {
	w := weights(span)
	last := len(w) - 1
	out := make([]*group.Scalar, len(w))
	high := subtle.ConstantTimeLessOrEq(1<<last, x)
	x -= high * w[last]
	for i := range last {
		out[i] = group.SmallScalar(uint8(x >> i & 1))
	}
	out[last] = group.SmallScalar(uint8(high))
	return out
}

// encrypted is numbers that were checked: ciphertexts under the joint key.
type encrypted []group.Ciphertext

// A bounds is what the proof is about: numbers from 0 to span under a key.
type bounds struct {
	key     *group.Base
	entries int
	weights []int
}

func (x bounds) bits() int { return x.entries * len(x.weights) }

// size returns the number of bytes of a vector with its proof: ciphertexts, four commitments, two
// first messages for each entry; responses for the bits, two of commitments, and of entries.
func (x bounds) size() int {
	return x.entries*group.CiphertextSize + (4+2*x.entries)*group.ElementSize + (x.bits()+2+x.entries)*group.ScalarSize
}

// sponge absorbs the key and the bounds.
func (x bounds) sponge(at sigma.Place) *sigma.Sponge {
	s := at.Sponge(BoundsKind)
	y := x.key.Bytes()
	s.Absorb(y[:])
	s.AbsorbUint32(uint32(x.entries))
	s.AbsorbUint32(uint32(len(x.weights)))
	for _, w := range x.weights {
		s.AbsorbUint32(uint32(w))
	}
	return s
}

// number returns the sum of the weighted digits of an entry.
func (x bounds) number(digits []*group.Scalar, entry int) *group.Scalar {
	sum := new(group.Scalar)
	for i, w := range x.weights {
		sum.MultiplyAdd(group.IntScalar(w), digits[entry*len(x.weights)+i], sum)
	}
	return sum
}

// commit commits to digits: the sum of d_i R_i, plus r H.
func commit(d []*group.Scalar, r *group.Scalar) *group.Element {
	g := generators()
	return group.Sum(append(d[:len(d):len(d)], r), append(g[:len(d):len(d)], group.H()))
}

// prove encrypts numbers whose digits are given, and proves that these are bits. It also
// returns the randomness of the ciphertexts. The time depends on the bounds only.
func (x bounds) prove(at sigma.Place, b []*group.Scalar, n sigma.Nonces) ([]byte, []*group.Scalar) {
	p := &prover{bounds: x, b: b, nonces: n, sponge: x.sponge(at)}
	p.r, p.t = p.draw("s", x.entries), p.draw("t", 1)[0]
	for e, r := range p.r {
		p.encrypt(r, x.number(b, e))
	}
	p.put(commit(b, p.t))
	return p.finish(), p.r
}

// A prover has the witness, and the body as far as it is made.
type prover struct {
	bounds
	b, r   []*group.Scalar // digits; randomness of the ciphertexts
	t      *group.Scalar   // of the commitment to the digits
	nonces sigma.Nonces
	sponge *sigma.Sponge
	body   []byte
}

// draw derives secrets from what was absorbed, and the digits.
func (p *prover) draw(label string, count int) []*group.Scalar {
	var witness []byte
	for _, d := range p.b {
		witness = append(witness, d.Bytes()...)
	}
	out := make([]*group.Scalar, count)
	for i := range out {
		out[i] = p.nonces.Scalar(BoundsKind+"/"+label, uint32(i), p.sponge.State(), witness)
	}
	return out
}

func (p *prover) put(list ...*group.Element) {
	for _, e := range list {
		p.body = append(p.body, e.Bytes()...)
	}
}

// encrypt puts m, under the key, with this randomness.
func (p *prover) encrypt(r, m *group.Scalar) {
	v := p.key.Mult(r)
	p.put(group.B().Mult(r), v.Add(v, group.B().Mult(m)))
}

// finish proves what the body says so far.
func (p *prover) finish() []byte {
	p.sponge.Absorb(p.body)
	first := len(p.body)
	a, sigmas, blinders := p.draw("a", len(p.b)), p.draw("r", p.entries), p.draw("c", 3)
	cross, squares := make([]*group.Scalar, len(a)), make([]*group.Scalar, len(a))
	for i, b := range p.b {
		square := new(group.Scalar).Multiply(a[i], a[i])
		squares[i] = new(group.Scalar).Negate(square)
		twice := new(group.Scalar).Add(b, b)
		cross[i] = twice.Multiply(a[i], twice.Subtract(group.SmallScalar(1), twice))
	}
	p.put(commit(a, blinders[0]), commit(cross, blinders[1]), commit(squares, blinders[2]))
	for e, sigma := range sigmas {
		p.encrypt(sigma, p.number(a, e))
	}
	p.sponge.Absorb(p.body[first:])

	c := p.sponge.SqueezeScalar()
	respond := func(secret, blinder *group.Scalar) {
		p.body = append(p.body, new(group.Scalar).MultiplyAdd(c, secret, blinder).Bytes()...)
	}
	for i, b := range p.b {
		respond(b, a[i])
	}
	respond(p.t, blinders[0])
	respond(blinders[1], blinders[2])
	for e, r := range p.r {
		respond(r, sigmas[e])
	}
	return p.body
}

// check reads what prove wrote. The error is group.ErrLength, group.ErrElement or
// group.ErrScalar.
func (x bounds) check(at sigma.Place, body []byte, batch *sigma.Batch) (encrypted, error) {
	if len(body) != x.size() {
		return nil, coded.Errorf("statistics.length", "%d bytes, want %d: %w", len(body), x.size(), group.ErrLength)
	}
	elements := make([]*group.Base, 4*x.entries+4)
	for i := range elements {
		var err error
		if elements[i], err = group.DecodeBase(body[i*group.ElementSize:][:group.ElementSize]); err != nil {
			return nil, coded.Errorf("statistics.element", "element %d: %w", i, err)
		}
	}
	responses := body[len(elements)*group.ElementSize:]
	z := make([]*group.Scalar, len(responses)/group.ScalarSize)
	for i := range z {
		var err error
		if z[i], err = group.DecodeScalar(responses[i*group.ScalarSize:][:group.ScalarSize]); err != nil {
			return nil, coded.Errorf("statistics.scalar", "scalar %d: %w", i, err)
		}
	}
	s := x.sponge(at)
	statement := (2*x.entries + 1) * group.ElementSize
	s.Absorb(body[:statement])
	s.Absorb(body[statement : len(elements)*group.ElementSize])
	c := s.SqueezeScalar()
	minus := new(group.Scalar).Negate(c)

	bits, commitments, pairs := x.bits(), elements[2*x.entries:], elements[2*x.entries+4:]
	f := z[:bits]
	claim := batch.Claim(bound.ByCaller(), s, responses)
	// opened says that first + c secret commits to the digits d, with r.
	opened := func(first, secret *group.Base, d func(f *group.Scalar) *group.Scalar, r *group.Scalar) {
		sum := claim.Sum()
		sum.Subtract(first)
		sum.Add(minus, secret)
		for i := range f {
			sum.Add(d(f[i]), generators()[i])
		}
		sum.Add(r, group.H())
	}
	opened(commitments[1], commitments[0], func(f *group.Scalar) *group.Scalar { return f }, z[bits])
	opened(commitments[3], commitments[2], func(f *group.Scalar) *group.Scalar {
		rest := new(group.Scalar).Subtract(c, f)
		return rest.Multiply(rest, f)
	}, z[bits+1])
	var v encrypted
	for e := range x.entries {
		response := z[bits+2+e]
		u := claim.Sum()
		u.Subtract(pairs[2*e])
		u.Add(minus, elements[2*e])
		u.Add(response, group.B())
		sum := claim.Sum()
		sum.Subtract(pairs[2*e+1])
		sum.Add(minus, elements[2*e+1])
		sum.Add(x.number(f, e), group.B())
		sum.Add(response, x.key)
		v = append(v, group.Ciphertext{U: elements[2*e].Element(), V: elements[2*e+1].Element()})
	}
	return v, nil
}
