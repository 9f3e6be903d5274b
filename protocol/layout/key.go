package layout

import (
	"crypto/hmac"
	"crypto/sha512"
	"io"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ErrZeroKey says that a key k is zero, or that a Y is the identity.
var ErrZeroKey = coded.Errorf("layout.zero-key", "the key is zero")

// KeySize is the number of bytes of a Key.
const KeySize = 32

// hidden keeps a struct that embeds it from being printed.
type hidden = secret.Hidden

// A Key is a seat's seed of decryption keys, fresh for each match: one k for each piece. It
// decrypts the whole layout. Printing it shows no secret.
type Key struct {
	hidden
	seed [KeySize]byte
}

// NewKey draws a key from 32 bytes of rng.
func NewKey(rng io.Reader) (*Key, error) {
	k := new(Key)
	if _, err := io.ReadFull(rng, k.seed[:]); err != nil {
		return nil, coded.Errorf("layout.drawing-key", "key: %w", err)
	}
	return k, nil
}

// KeyOf returns the key with this seed.
func KeyOf(seed [KeySize]byte) *Key { return &Key{seed: seed} }

// ParseKey reads the 32 bytes that Bytes wrote; all are keys. The error is
// group.ErrLength.
func ParseKey(b []byte) (*Key, error) {
	if len(b) != KeySize {
		return nil, coded.Errorf("layout.key-length", "key of %d bytes, want %d: %w", len(b), KeySize, group.ErrLength)
	}
	return KeyOf([KeySize]byte(b)), nil
}

// Bytes returns the 32 bytes of the seed: what a Reveal publishes.
func (k *Key) Bytes() []byte { return append([]byte(nil), k.seed[:]...) }

// pieceKeyLabel names the derivation of a piece's key.
const pieceKeyLabel = "darkjunqi/v1/secret/key/piece"

// Scalar returns k_p = HMAC-SHA-512(seed, label || p (1 byte)) mod q.
func (k *Key) Scalar(piece int) *group.Scalar {
	h := hmac.New(sha512.New, k.seed[:])
	h.Write(append([]byte(pieceKeyLabel), byte(piece)))
	return group.UniformScalar([64]byte(h.Sum(nil)))
}

// Public returns Y_p = k_p B.
func (k *Key) Public(piece int) *group.Base { return group.NewBase(group.B().Mult(k.Scalar(piece))) }

// Decrypt returns V - k_p U, which is mB for an encryption (U, V) of m under piece p's key.
func (k *Key) Decrypt(piece int, u, v *group.Base) *group.Element {
	d := u.Mult(k.Scalar(piece))
	return d.Subtract(v.Element(), d)
}

// Prove proves an opening under the key of a piece. It does not check that it is
// true; a proof of a falsehood does not verify.
func (k *Key) Prove(at sigma.Place, piece int, o sigma.Opening, n sigma.Nonces) []byte {
	return o.Prove(at, k.Scalar(piece), n)
}
