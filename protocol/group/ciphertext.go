package group

import (
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// A Ciphertext is an ElGamal encryption, under Y = kB, of a small number m in
// the exponent of B:
//
//	E = (U, V) = (rB, mB + rY)
//
// Sums of ciphertexts encrypt sums of numbers. Either part may be the identity.
type Ciphertext struct{ U, V *Element }

// NewCiphertext returns (0, 0), the trivial encryption of 0.
func NewCiphertext() Ciphertext { return Ciphertext{NewElement(), NewElement()} }

// DecodeCiphertext decodes U and V, 32 canonical bytes each.
func DecodeCiphertext(b []byte) (Ciphertext, error) {
	if len(b) != CiphertextSize {
		return Ciphertext{}, coded.Errorf("group.ciphertext-length", "ciphertext of %d bytes, want %d: %w", len(b), CiphertextSize, ErrLength)
	}
	u, err := DecodeElement(b[:ElementSize])
	if err != nil {
		return Ciphertext{}, coded.Errorf("group.part-u", "part U: %w", err)
	}
	v, err := DecodeElement(b[ElementSize:])
	if err != nil {
		return Ciphertext{}, coded.Errorf("group.part-v", "part V: %w", err)
	}
	return Ciphertext{u, v}, nil
}

// Bytes returns the encodings of U and V, 64 bytes.
func (c Ciphertext) Bytes() []byte {
	return append(c.U.Bytes(), c.V.Bytes()...)
}

// Clone returns a copy that shares nothing with c.
func (c Ciphertext) Clone() Ciphertext {
	return Ciphertext{new(Element).Set(c.U), new(Element).Set(c.V)}
}

// Add sets c to the sum of a and b and returns c. The parts of c must be set,
// to anything.
func (c Ciphertext) Add(a, b Ciphertext) Ciphertext {
	c.U.Add(a.U, b.U)
	c.V.Add(a.V, b.V)
	return c
}

// Subtract sets c to a - b and returns c.
func (c Ciphertext) Subtract(a, b Ciphertext) Ciphertext {
	c.U.Subtract(a.U, b.U)
	c.V.Subtract(a.V, b.V)
	return c
}

// Equal reports in constant time, as 1 or 0, whether c and d are the same pair of elements.
func (c Ciphertext) Equal(d Ciphertext) int {
	return c.U.Equal(d.U) & c.V.Equal(d.V)
}
