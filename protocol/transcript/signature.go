package transcript

import (
	"bytes"
	"crypto/ed25519"

	"filippo.io/edwards25519"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// PublicKey is an Ed25519 public key that passed the strict checks of
// NewPublicKey. The zero value verifies nothing.
type PublicKey struct{ key [ed25519.PublicKeySize]byte }

// ErrPublicKey is returned for keys that are not the canonical encoding of a
// point of large order.
var ErrPublicKey = coded.Errorf("transcript.public-key", "not a canonical Ed25519 public key of large order")

// NewPublicKey checks a key strictly. crypto/ed25519 alone accepts the
// identity as a key, under which one signature fits every message, and
// non-canonical encodings, under which one key has two names; here both are
// refused (RFC 8032, section 5.1.3; Chalkias, Garillot, Nikolaenko, "Taming
// the many EdDSAs", 2020).
func NewPublicKey(b []byte) (PublicKey, error) {
	p, err := new(edwards25519.Point).SetBytes(b)
	if err != nil || !bytes.Equal(p.Bytes(), b) {
		return PublicKey{}, ErrPublicKey
	}
	if new(edwards25519.Point).MultByCofactor(p).Equal(edwards25519.NewIdentityPoint()) == 1 {
		return PublicKey{}, ErrPublicKey
	}
	return PublicKey{[32]byte(b)}, nil
}

// Bytes returns the 32-byte encoding.
func (k PublicKey) Bytes() [32]byte { return k.key }

// IsZero reports whether this is the zero value, which is no key.
func (k PublicKey) IsZero() bool { return k == PublicKey{} }

// Verify checks a signature strictly: s below the group order and R canonical
// are crypto/ed25519's own checks (it compares R byte for byte with a fresh
// encoding), the key's were made by NewPublicKey.
func (k PublicKey) Verify(message, signature []byte) bool {
	return !k.IsZero() && len(signature) == ed25519.SignatureSize && ed25519.Verify(k.key[:], message, signature)
}
