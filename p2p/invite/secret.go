package invite

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha512"
	"fmt"
	"io"
	"log/slog"

	"github.com/darkjunqi/darkjunqi/engine"
)

// HostSecret is the host's: from it come the secrets of all invites to its match.
type HostSecret [32]byte

// Secret is the one-time secret of an invite to a seat. Whoever knows it may take
// that seat, once.
type Secret [32]byte

// WatchSecret is the secret of an invite to watch: it can sign no Join.
type WatchSecret [32]byte

// NewHostSecret draws a secret.
func NewHostSecret(rng io.Reader) (HostSecret, error) {
	var s HostSecret
	if _, err := io.ReadFull(rng, s[:]); err != nil {
		return s, fmt.Errorf("drawing an invite: %w", err)
	}
	return s, nil
}

// Seat returns the secret of a seat's invite:
//
//	HKDF-SHA-512(table secret, no salt, "darkjunqi/v1/seat" || u8 seat, 32)
func (s HostSecret) Seat(seat engine.Seat) Secret {
	return Secret(derive(s[:], "darkjunqi/v1/seat"+string([]byte{byte(seat)})))
}

// Invites returns the public keys of the invites to all seats except the host's, as
// protocol.HostConfig takes them.
func (s HostSecret) Invites(rs *engine.Ruleset, host engine.Seat) (keys []ed25519.PublicKey) {
	for _, seat := range rs.Seats() {
		if seat != host {
			keys = append(keys, s.Seat(seat).PublicKey())
		}
	}
	return keys
}

// Watch returns the secret of the invites to watch:
//
//	HKDF-SHA-512(table secret, no salt, "darkjunqi/v1/watch", 32)
func (s HostSecret) Watch() WatchSecret { return WatchSecret(derive(s[:], "darkjunqi/v1/watch")) }

// Key returns the Ed25519 key that signs the Join. Its public half is in the Terms:
//
//	seed = HKDF-SHA-512(secret, no salt, "darkjunqi/v1/invite-key", 32)
func (s Secret) Key() ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(derive(s[:], "darkjunqi/v1/invite-key"))
}

// PublicKey returns the public half of Key.
func (s Secret) PublicKey() ed25519.PublicKey { return s.Key().Public().(ed25519.PublicKey) }

// LinkKey keys the proofs by which both ends of a link show that they know
// the invite.
func (s Secret) LinkKey() []byte      { return derive(s[:], "darkjunqi/v1/link-key") }
func (s WatchSecret) LinkKey() []byte { return derive(s[:], "darkjunqi/v1/link-key") }

func derive(secret []byte, label string) []byte {
	key, err := hkdf.Key(sha512.New, secret, nil, label, 32)
	if err != nil {
		panic(err) // 32 bytes are within what HKDF can give
	}
	return key
}

// Format keeps the secret out of logs and errors.
func (HostSecret) Format(f fmt.State, _ rune)  { io.WriteString(f, "[secret]") }
func (Secret) Format(f fmt.State, _ rune)      { io.WriteString(f, "[secret]") }
func (WatchSecret) Format(f fmt.State, _ rune) { io.WriteString(f, "[secret]") }

// LogValue keeps the secret out of logs.
func (HostSecret) LogValue() slog.Value  { return slog.StringValue("[secret]") }
func (Secret) LogValue() slog.Value      { return slog.StringValue("[secret]") }
func (WatchSecret) LogValue() slog.Value { return slog.StringValue("[secret]") }

// MarshalText keeps the secret out of encoders that would write its bytes.
func (HostSecret) MarshalText() ([]byte, error)  { return []byte("[secret]"), nil }
func (Secret) MarshalText() ([]byte, error)      { return []byte("[secret]"), nil }
func (WatchSecret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }
