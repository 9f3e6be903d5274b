package group

import (
	"bytes"

	"filippo.io/edwards25519"

	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// DecodePoint decodes a point of the curve below the group, as keys and signatures of
// Ed25519 hold it, and returns 8 times the point: so a sum of its results is the identity
// if and only if 8 times the sum of the points is. It refuses anything but the canonical
// encoding of a point (RFC 8032, section 5.1.3). The time depends on b.
func DecodePoint(b []byte) (p8 *Base, ok bool) {
	opcount.Add(opcount.Decode, 1)
	p, err := new(edwards25519.Point).SetBytes(b)
	if err != nil || !bytes.Equal(encodeAffine(p), b) {
		return nil, false
	}
	p.MultByCofactor(p)
	return NewBase(&Element{p: *p}), true
}

// encodeAffine is p.Bytes() of a point that was just decoded, whose Z is 1: without the
// division by it, which would take as long as decoding. SetBytes reads more than is
// canonical, a y that is not below 2^255 - 19 and a sign on x = 0.
func encodeAffine(p *edwards25519.Point) []byte {
	x, y, _, _ := p.ExtendedCoordinates()
	b := y.Bytes()
	b[31] |= byte(x.IsNegative() << 7)
	return b
}
