package group

import (
	"encoding/binary"
	"io"

	"filippo.io/edwards25519"
	"filippo.io/edwards25519/field"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
)

// Scalar is an integer modulo q.
type Scalar = edwards25519.Scalar

// Element is an element of ristretto255: a point of edwards25519 that stands for
// itself and seven others (RFC 9496, section 4). The zero value is not valid.
type Element struct{ p edwards25519.Point }

// Sizes of encodings, in bytes.
const (
	ScalarSize     = 32
	ElementSize    = 32
	CiphertextSize = 2 * ElementSize
)

// Errors of the decoders. They are wrapped with what was being read.
var (
	// ErrElement says that 32 bytes are not the canonical encoding of an
	// element (RFC 9496, section 4.3.1).
	ErrElement = coded.Errorf("group.element", "not the canonical encoding of a ristretto255 element")
	// ErrScalar says that 32 bytes are not the canonical encoding of a scalar:
	// the number, little-endian, is not below q.
	ErrScalar = coded.Errorf("group.scalar", "not the canonical encoding of a scalar")
	// ErrLength says that an encoding has the wrong number of bytes.
	ErrLength = coded.Errorf("group.length", "wrong length")
)

// NewElement returns the identity.
func NewElement() *Element { return new(Element).Zero() }

// NewScalar returns zero.
func NewScalar() *Scalar { return edwards25519.NewScalar() }

// Zero sets e to the identity and returns e.
func (e *Element) Zero() *Element {
	e.p.Set(edwards25519.NewIdentityPoint())
	return e
}

// Set sets e to x and returns e.
func (e *Element) Set(x *Element) *Element {
	*e = *x
	return e
}

// Add sets e to x + y and returns e.
func (e *Element) Add(x, y *Element) *Element {
	e.p.Add(&x.p, &y.p)
	return e
}

// Subtract sets e to x - y and returns e.
func (e *Element) Subtract(x, y *Element) *Element {
	e.p.Subtract(&x.p, &y.p)
	return e
}

// Negate sets e to -x and returns e.
func (e *Element) Negate(x *Element) *Element {
	e.p.Negate(&x.p)
	return e
}

// Double sets e to 2x and returns e.
func (e *Element) Double(x *Element) *Element {
	e.p.Double(&x.p)
	return e
}

// Select sets e to x if cond is 1 and to y if it is 0, in the same time, and
// returns e.
func (e *Element) Select(x, y *Element, cond int) *Element {
	e.p.Select(&x.p, &y.p, cond)
	return e
}

// ScalarBaseMult sets e to s B and returns e.
func (e *Element) ScalarBaseMult(s *Scalar) *Element {
	opcount.Add(opcount.FixedBase, 1)
	e.p.ScalarBaseMult(s)
	return e
}

// ScalarMult sets e to s x and returns e.
func (e *Element) ScalarMult(s *Scalar, x *Element) *Element {
	opcount.Add(opcount.VariableBase, 1)
	e.p.ScalarMult(s, &x.p)
	return e
}

// Equal reports in constant time, as 1 or 0, whether e and x are the same element
// (RFC 9496, section 4.3.3).
func (e *Element) Equal(x *Element) int {
	x1, y1, _, _ := e.p.ExtendedCoordinates()
	x2, y2, _, _ := x.p.ExtendedCoordinates()
	var l, r field.Element
	out := l.Multiply(x1, y2).Equal(r.Multiply(y1, x2))
	return out | l.Multiply(y1, y2).Equal(r.Multiply(x1, x2))
}

// IsIdentity reports whether e is the identity. The result is a bool to branch on, so use
// it for public elements only.
func IsIdentity(e *Element) bool {
	x, y, _, _ := e.p.ExtendedCoordinates()
	return x.Equal(new(field.Element))|y.Equal(new(field.Element)) == 1
}

// DecodeScalar decodes the canonical encoding of a scalar: 32 bytes, little-endian,
// below q. Anything else gives ErrScalar or ErrLength.
func DecodeScalar(b []byte) (*Scalar, error) {
	if len(b) != ScalarSize {
		return nil, coded.Errorf("group.scalar-length", "scalar of %d bytes, want %d: %w", len(b), ScalarSize, ErrLength)
	}
	s, err := new(Scalar).SetCanonicalBytes(b)
	if err != nil {
		return nil, ErrScalar
	}
	return s, nil
}

// RandomScalar reads 64 bytes from rng and reduces them modulo q.
func RandomScalar(rng io.Reader) (*Scalar, error) {
	var b [64]byte
	if _, err := io.ReadFull(rng, b[:]); err != nil {
		return nil, coded.Errorf("group.random-scalar", "random scalar: %w", err)
	}
	return UniformScalar(b), nil
}

// UniformScalar reduces 64 uniform bytes, little-endian, modulo q.
func UniformScalar(b [64]byte) *Scalar {
	s, err := new(Scalar).SetUniformBytes(b[:])
	if err != nil { // can't be: the length is right
		panic("group: " + err.Error())
	}
	return s
}

// SmallScalar returns n as a scalar, in the same time for all n.
func SmallScalar(n uint8) *Scalar {
	var b [ScalarSize]byte
	b[0] = n
	s, err := new(Scalar).SetCanonicalBytes(b[:])
	if err != nil { // can't be: n is below q
		panic("group: " + err.Error())
	}
	return s
}

// IntScalar returns n modulo q. The time depends on the sign of n.
func IntScalar(n int) *Scalar {
	var b [ScalarSize]byte
	if n < 0 {
		binary.LittleEndian.PutUint64(b[:], uint64(-n))
	} else {
		binary.LittleEndian.PutUint64(b[:], uint64(n))
	}
	s, err := new(Scalar).SetCanonicalBytes(b[:])
	if err != nil { // can't be: n is below q
		panic("group: " + err.Error())
	}
	if n < 0 {
		s.Negate(s)
	}
	return s
}
