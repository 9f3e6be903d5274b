package group

import (
	"bytes"
	"encoding/hex"

	"filippo.io/edwards25519/field"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// Constants of RFC 9496, section 4.1, little-endian.
var (
	curveD          = constant("a3785913ca4deb75abd841414d0a700098e879777940c78c73fe6f2bee6c0352")
	sqrtMinusOne    = constant("b0a00e4a271beec478e42fad0618432fa7d7fb3d99004d2b0bdfc14f8024832b")
	sqrtADMinusOne  = constant("1b2e7b49a0f6977ebd54781b0c8e9daffdd1f531c9fc3c0fac48832bbf316937")
	invSqrtAMinusD  = constant("ea405d80aafdc899be72415a17162f9d40d801fe917bc216a2fcafcf05896c78")
	oneMinusDSquare = constant("76c15f94c1097ce20f355ecd38a1812ce4df70beddab9499d7e0b3b2a8729002")
	dMinusOneSquare = constant("204ded44aa5aad3199191eb02c4a9ed2eb4e9b522fd3dc4c41226cf67ab36859")
)

var (
	zero = new(field.Element)
	one  = new(field.Element).One()

	minusOne = new(field.Element).Negate(one)
)

func constant(text string) *field.Element {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic("group: " + err.Error())
	}
	f, err := new(field.Element).SetBytes(b)
	if err != nil {
		panic("group: " + err.Error())
	}
	return f
}

// DecodeElement decodes the canonical encoding of an element (RFC 9496, section
// 4.3.1); the identity (32 zero bytes) is one. Anything else gives ErrElement or
// ErrLength.
func DecodeElement(b []byte) (*Element, error) {
	opcount.Add(opcount.Decode, 1)
	e := new(Element)
	if err := e.read(b); err != nil {
		return nil, err
	}
	return e, nil
}

// read sets e to what DecodeElement returns.
func (e *Element) read(b []byte) error {
	if len(b) != ElementSize {
		return coded.Errorf("group.element-length", "element of %d bytes, want %d: %w", len(b), ElementSize, ErrLength)
	}
	if !e.decode(b) {
		return ErrElement
	}
	return nil
}

// decode sets e to the element that b, 32 bytes, is the encoding of, if it is one.
func (e *Element) decode(b []byte) bool {
	var d decoding
	var i field.Element
	if !d.begin(b) {
		return false
	}
	_, square := i.SqrtRatio(one, &d.w)
	return d.end(e, &i, square == 1)
}

// DecodeBases decodes elements that follow each other as DecodeBase decodes one. At what is not an
// element it stops, and returns the elements before it too.
func DecodeBases(b []byte) ([]*Base, error) {
	out := make([]*Base, 0, len(b)/ElementSize)
	opcount.Add(opcount.BatchDecode, cap(out))
	for len(b) > 0 {
		if lanes && len(b) > ElementSize {
			some := decodeTogether(b)
			out, b = append(out, some...), b[len(some)*ElementSize:]
			if len(some) > 0 {
				continue
			}
		}
		base, err := decodeBase(b[:min(len(b), ElementSize)])
		if err != nil {
			return out, err
		}
		out, b = append(out, base), b[ElementSize:]
	}
	return out, nil
}

// decodeTogether decodes up to eight elements at the head of b, in the time of three, until
// something is not one. It needs lanes.
func decodeTogether(b []byte) (out []*Base) {
	var d [len(eight{})]decoding
	var w eight
	n := 0
	for n < len(d) && len(b) >= (n+1)*ElementSize && d[n].begin(b[n*ElementSize:][:ElementSize]) {
		w[n] = d[n].w
		n++
	}
	square := w.inverseRoots()
	for i := range n {
		base := &Base{encoding: [ElementSize]byte(b[i*ElementSize:]), encoded: true}
		if !d[i].end(&base.element, &w[i], square[i]) {
			break
		}
		out = append(out, base)
	}
	return out
}

// A decoding is between the two halves of RFC 9496, section 4.3.1: what is to come is a root of 1/w.
type decoding struct{ s, u1, u2, v, w field.Element }

func (d *decoding) begin(b []byte) bool {
	s := &d.s
	if _, err := s.SetBytes(b); err != nil {
		return false
	}
	if !bytes.Equal(s.Bytes(), b) || s.IsNegative() == 1 {
		return false
	}
	var ss, u2Square field.Element
	ss.Square(s)
	d.u1.Subtract(one, &ss)
	d.u2.Add(one, &ss)
	u2Square.Square(&d.u2)
	d.v.Square(&d.u1)
	d.v.Multiply(&d.v, curveD)
	d.v.Negate(&d.v)
	d.v.Subtract(&d.v, &u2Square)
	d.w.Multiply(&d.v, &u2Square)
	return true
}

// end sets e, if there is such a root, i.
func (d *decoding) end(e *Element, i *field.Element, square bool) bool {
	var dx, dy, x, y, t field.Element
	dx.Multiply(i, &d.u2)
	dy.Multiply(i, &dx)
	dy.Multiply(&dy, &d.v)
	x.Add(&d.s, &d.s)
	x.Multiply(&x, &dx)
	x.Absolute(&x)
	y.Multiply(&d.u1, &dy)
	t.Multiply(&x, &y)
	if !square || t.IsNegative() == 1 || y.Equal(zero) == 1 {
		return false
	}
	e.set(&x, &y, one, &t)
	return true
}

// set makes e the point with these extended coordinates.
func (e *Element) set(x, y, z, t *field.Element) {
	if _, err := e.p.SetExtendedCoordinates(x, y, z, t); err != nil { // can't be: who calls computed a point
		panic("group: " + err.Error())
	}
}

// Bytes returns the encoding of e, 32 bytes (RFC 9496, section 4.3.2).
func (e *Element) Bytes() []byte {
	b := e.encode()
	return b[:]
}

func (e *Element) encode() (out [ElementSize]byte) {
	opcount.Add(opcount.Encode, 1)
	x, y, z, t := e.p.ExtendedCoordinates()
	var u1, u2, i, d1, d2, zInv, ix, iy, enchanted, f field.Element
	u1.Add(z, y)
	u1.Multiply(&u1, f.Subtract(z, y))
	u2.Multiply(x, y)
	f.Square(&u2)
	i.SqrtRatio(one, f.Multiply(&f, &u1))
	d1.Multiply(&i, &u1)
	d2.Multiply(&i, &u2)
	zInv.Multiply(&d1, &d2)
	zInv.Multiply(&zInv, t)
	ix.Multiply(x, sqrtMinusOne)
	iy.Multiply(y, sqrtMinusOne)
	enchanted.Multiply(&d1, invSqrtAMinusD)
	rotate := f.Multiply(t, &zInv).IsNegative()
	x.Select(&iy, x, rotate)
	y.Select(&ix, y, rotate)
	d2.Select(&enchanted, &d2, rotate)
	negative := f.Multiply(x, &zInv).IsNegative()
	y.Select(f.Negate(y), y, negative)
	f.Subtract(z, y)
	f.Multiply(&f, &d2)
	copy(out[:], f.Absolute(&f).Bytes())
	return out
}

// EncodeDoubles returns the encodings of 2 e for each e, with one inversion for all of
// them: a seventh of the time that Bytes takes. To encode multiples s x, compute the
// multiples by Half(s). The time depends on how many there are.
//
// The formulas come from curve25519-dalek's double_and_compress_batch: 2 e is
// known up to a common factor by products of the coordinates of e, and of such a
// double no square root is needed, only an inverse.
func EncodeDoubles(in []*Element) [][ElementSize]byte {
	opcount.Add(opcount.BatchEncode, len(in))
	type state struct{ e, f, g, h, eg, fh field.Element }
	states := make([]state, len(in))
	inverses := make([]field.Element, len(in))
	for n, p := range in {
		s := &states[n]
		x, y, z, t := p.p.ExtendedCoordinates()
		var xx, yy, zz, tt field.Element
		xx.Square(x)
		yy.Square(y)
		zz.Square(z)
		tt.Square(t)
		tt.Multiply(&tt, curveD)
		s.e.Add(y, y)
		s.e.Multiply(&s.e, x)  // 2XY
		s.f.Add(&zz, &tt)      // Z² + dT²
		s.g.Add(&yy, &xx)      // Y² + X²
		s.h.Subtract(&zz, &tt) // Z² - dT²
		s.eg.Multiply(&s.e, &s.g)
		s.fh.Multiply(&s.f, &s.h)
		inverses[n].Multiply(&s.eg, &s.fh)
	}
	invert(inverses)

	out := make([][ElementSize]byte, len(in))
	for n := range states {
		s := &states[n]
		var zInv, tInv, magic, f field.Element
		zInv.Multiply(&s.eg, &inverses[n])
		tInv.Multiply(&s.fh, &inverses[n])
		rotate := f.Multiply(&s.eg, &zInv).IsNegative()
		minusE := new(field.Element).Negate(&s.e)
		s.e.Select(&s.g, &s.e, rotate)
		s.g.Select(minusE, &s.g, rotate)
		s.h.Select(f.Multiply(&s.f, sqrtMinusOne), &s.h, rotate)
		magic.Select(sqrtMinusOne, invSqrtAMinusD, rotate)
		f.Multiply(&s.h, &s.e)
		negative := f.Multiply(&f, &zInv).IsNegative()
		s.g.Select(f.Negate(&s.g), &s.g, negative)
		f.Multiply(&s.g, &tInv)
		f.Multiply(&f, &magic)
		s.h.Subtract(&s.h, &s.g)
		f.Multiply(&f, &s.h)
		copy(out[n][:], f.Absolute(&f).Bytes())
	}
	return out
}

// invert replaces each of f by its inverse, and leaves 0 as it is, in the same
// time for all values (Montgomery's trick).
func invert(f []field.Element) {
	zeros := make([]int, len(f))
	before := make([]field.Element, len(f)) // the products of those before
	product := new(field.Element).One()
	for i := range f {
		zeros[i] = f[i].Equal(zero)
		f[i].Select(one, &f[i], zeros[i])
		before[i].Set(product)
		product.Multiply(product, &f[i])
	}
	product.Invert(product)
	for i := len(f) - 1; i >= 0; i-- {
		inverse := before[i].Multiply(&before[i], product)
		product.Multiply(product, &f[i])
		f[i].Select(zero, inverse, zeros[i])
	}
}

// half is 1/2 modulo q.
var half = new(Scalar).Invert(SmallScalar(2))

// Half returns s/2 modulo q: EncodeDoubles encodes the double.
func Half(s *Scalar) *Scalar { return new(Scalar).Multiply(s, half) }

// SetUniformBytes sets e to the element derived from 64 bytes (RFC 9496, section
// 4.3.4) and returns e. The error is ErrLength.
func (e *Element) SetUniformBytes(b []byte) (*Element, error) {
	if len(b) != 64 {
		return nil, coded.Errorf("group.uniform-length", "element derived from %d bytes, want 64: %w", len(b), ErrLength)
	}
	return e.Add(mapToElement(b[:32]), mapToElement(b[32:])), nil
}

// mapToElement is MAP of RFC 9496, section 4.3.4.
func mapToElement(b []byte) *Element {
	var t, r, u, v, c, s, sPrime, n, w0, w1, w2, w3, f field.Element
	if _, err := t.SetBytes(b); err != nil { // can't be: the length is right
		panic("group: " + err.Error())
	}
	r.Square(&t)
	r.Multiply(&r, sqrtMinusOne)
	u.Add(&r, one)
	u.Multiply(&u, oneMinusDSquare)
	c.Negate(one)
	v.Multiply(&r, curveD)
	v.Subtract(&c, &v)
	v.Multiply(&v, f.Add(&r, curveD))
	_, square := s.SqrtRatio(&u, &v)
	sPrime.Multiply(&s, &t)
	sPrime.Absolute(&sPrime)
	sPrime.Negate(&sPrime)
	s.Select(&s, &sPrime, square)
	c.Select(&c, &r, square)
	n.Subtract(&r, one)
	n.Multiply(&n, &c)
	n.Multiply(&n, dMinusOneSquare)
	n.Subtract(&n, &v)
	f.Square(&s)
	w0.Add(&s, &s)
	w0.Multiply(&w0, &v)
	w1.Multiply(&n, sqrtADMinusOne)
	w2.Subtract(one, &f)
	w3.Add(one, &f)
	var x, y, z, tt field.Element
	x.Multiply(&w0, &w3)
	y.Multiply(&w2, &w1)
	z.Multiply(&w1, &w3)
	tt.Multiply(&w0, &w2)
	e := new(Element)
	e.set(&x, &y, &z, &tt)
	return e
}

// point returns the coordinates of e for sums.
func (e *Element) point() point { return newPoint(e.p.ExtendedCoordinates()) }

// element returns p as an Element.
func (p *point) element() *Element {
	e := new(Element)
	x, y, z, t := p.extended()
	e.set(&x, &y, &z, &t)
	return e
}
