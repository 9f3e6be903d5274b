package deck

import (
	"crypto/subtle"
	"encoding/binary"
	"math/bits"

	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// A permutation holds π(i) for each i. It is secret: nothing is looked up by it, and
// nothing branches on it.
type permutation []int

// rank returns the permutation in which π(i) is the number of keys below key i, of 128
// bits each, little-endian. Equal keys go by their number; with random keys the chance of
// any is below 2^-112.
func rank(keys [][16]byte) permutation {
	p := make(permutation, len(keys))
	for i := range keys {
		for j := range keys {
			if j != i {
				p[i] += below(keys[j], keys[i], j < i)
			}
		}
	}
	return p
}

// below says, as 1 or 0, whether a is below b, or equal if that counts.
func below(a, b [16]byte, orEqual bool) int {
	var borrow uint64
	if orEqual {
		borrow = 1
	}
	for i := 0; i < len(a); i += 8 {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		_, borrow = bits.Sub64(x, y, borrow)
	}
	return int(borrow)
}

// is says, as 1 or 0, whether π(i) is j.
func (p permutation) is(i, j int) int { return subtle.ConstantTimeEq(int32(p[i]), int32(j)) }

// number returns π(i) + 1.
func (p permutation) number(i int) *group.Scalar { return group.SmallScalar(uint8(p[i] + 1)) }

// card returns the elements of card π(i).
func (p permutation) card(i int, u, v []*group.Element) (*group.Element, *group.Element) {
	outU, outV := group.NewElement(), group.NewElement()
	for j := range p {
		is := p.is(i, j)
		outU.Select(u[j], outU, is)
		outV.Select(v[j], outV, is)
	}
	return outU, outV
}

// scalars returns x_π(i) for each i.
func (p permutation) scalars(x []*group.Scalar) []*group.Scalar {
	out := make([]*group.Scalar, len(p))
	for i := range out {
		out[i] = new(group.Scalar)
		for j := range p {
			out[i].MultiplyAdd(group.SmallScalar(uint8(p.is(i, j))), x[j], out[i])
		}
	}
	return out
}
