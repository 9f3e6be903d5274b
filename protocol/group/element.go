package group

import (
	"errors"
	"fmt"
	"io"

	"github.com/gtank/ristretto255"
)

// Scalar is an integer modulo q.
type Scalar = ristretto255.Scalar

// Element is an element of ristretto255. The zero value is not valid.
type Element = ristretto255.Element

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
	ErrElement = errors.New("not the canonical encoding of a ristretto255 element")
	// ErrScalar says that 32 bytes are not the canonical encoding of a scalar:
	// the number, little-endian, is not below q.
	ErrScalar = errors.New("not the canonical encoding of a scalar")
	// ErrLength says that an encoding has the wrong number of bytes.
	ErrLength = errors.New("wrong length")
)

// NewElement returns the identity.
func NewElement() *Element { return ristretto255.NewIdentityElement() }

// NewScalar returns zero.
func NewScalar() *Scalar { return ristretto255.NewScalar() }

// DecodeElement decodes the canonical encoding of an element; the identity
// (32 zero bytes) is one. Anything else gives ErrElement or ErrLength.
func DecodeElement(b []byte) (*Element, error) {
	if len(b) != ElementSize {
		return nil, fmt.Errorf("element of %d bytes, want %d: %w", len(b), ElementSize, ErrLength)
	}
	e, err := new(Element).SetCanonicalBytes(b)
	if err != nil {
		return nil, ErrElement
	}
	return e, nil
}

// DecodeScalar decodes the canonical encoding of a scalar: 32 bytes, little-endian,
// below q. Anything else gives ErrScalar or ErrLength.
func DecodeScalar(b []byte) (*Scalar, error) {
	if len(b) != ScalarSize {
		return nil, fmt.Errorf("scalar of %d bytes, want %d: %w", len(b), ScalarSize, ErrLength)
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
		return nil, fmt.Errorf("random scalar: %w", err)
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
	s, err := new(Scalar).SetCanonicalBytes(append([]byte{n}, make([]byte, ScalarSize-1)...))
	if err != nil { // can't be: n is below q
		panic("group: " + err.Error())
	}
	return s
}

// IsIdentity says whether e is the identity. Not constant time in its use: the
// answer is a bool to branch on, so ask it about public elements only.
func IsIdentity(e *Element) bool {
	return e.Equal(NewElement()) == 1
}
