package layout

import (
	"errors"
	"fmt"
	"io"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ErrZeroKey says that a key is zero, or that Y is the identity.
var ErrZeroKey = errors.New("the key is zero")

// A Key is a seat's decryption key k, fresh for each match. Whoever has it reads
// the whole layout. It prints as "[secret]".
type Key struct {
	secret.Hidden
	k group.Scalar
	y *group.Base
}

// NewKey draws a key from 64 bytes of rng.
func NewKey(rng io.Reader) (*Key, error) {
	k, err := group.RandomScalar(rng)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	return newKey(k)
}

// ParseKey reads the 32 bytes that Bytes wrote. Zero is refused.
func ParseKey(b []byte) (*Key, error) {
	k, err := group.DecodeScalar(b)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	return newKey(k)
}

func newKey(k *group.Scalar) (*Key, error) {
	if k.Equal(group.NewScalar()) == 1 {
		return nil, ErrZeroKey
	}
	return &Key{k: *k, y: group.NewBase(group.B().Mult(k))}, nil
}

// Bytes returns the 32 bytes of k, little-endian: what a Reveal publishes.
func (k *Key) Bytes() []byte { return k.k.Bytes() }

// Public returns Y = kB.
func (k *Key) Public() *group.Base { return k.y }

// Decrypt returns V - kU, which is mB for an encryption of m.
func (k *Key) Decrypt(e group.Ciphertext) *group.Element {
	d := new(group.Element).ScalarMult(&k.k, e.U)
	return d.Subtract(e.V, d)
}

// Open proves that e, under this key, holds m: a proof of sigma.Opening, 64 bytes.
// It does not check that it does; a proof of a falsehood does not verify.
func (k *Key) Open(at sigma.Place, e group.Ciphertext, m uint8, n sigma.Nonces) []byte {
	return sigma.Opening{Y: k.y, E: e, M: m}.Prove(at, &k.k, n)
}
