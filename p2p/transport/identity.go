package transport

import (
	"crypto/ed25519"
	"fmt"
	"io"
	"log/slog"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Key names a program on the network: the Ed25519 public key that its links are
// authenticated by.
type Key [32]byte

// IsZero reports that k names nobody.
func (k Key) IsZero() bool { return k == Key{} }

// Identity is the Ed25519 seed behind a Key. Each match has its own, so that nobody can
// tell that two matches have a player in common.
type Identity [32]byte

// NewIdentity draws an identity.
func NewIdentity(rng io.Reader) (Identity, error) {
	var id Identity
	if _, err := io.ReadFull(rng, id[:]); err != nil {
		return id, fmt.Errorf("drawing an identity: %w", err)
	}
	return id, nil
}

// Kept splits what a Transport keeps, so that a match can continue over another one.
func Kept(kept []byte) (id Identity, rest []byte, err error) {
	if len(kept) < len(id) {
		return id, nil, coded.Errorf("transport.kept-short", "the stored network data of a match holds no identity")
	}
	return Identity(kept[:len(id)]), kept[len(id):], nil
}

// Key returns the public half.
func (id Identity) Key() (k Key) {
	copy(k[:], id.Private().Public().(ed25519.PublicKey))
	return k
}

// Private returns the private key.
func (id Identity) Private() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(id[:]) }

// Format keeps the seed out of logs and errors.
func (Identity) Format(f fmt.State, _ rune) { io.WriteString(f, "[secret]") }

// LogValue keeps the seed out of logs.
func (Identity) LogValue() slog.Value { return slog.StringValue("[secret]") }

// MarshalText keeps the seed out of encoders that would write its bytes.
func (Identity) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }
