package p2p

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha512"
	"fmt"
	"io"
	"log/slog"

	"github.com/darkjunqi/darkjunqi/engine"
)

// TableSecret is the host's: from it come the secrets of all invites to its match.
type TableSecret [32]byte

// InviteSecret is the one-time secret of an invite to a seat. Whoever knows it may take
// that seat, once.
type InviteSecret [32]byte

// WatchSecret is that of an invite to watch: it can sign no Join.
type WatchSecret [32]byte

// NewTableSecret draws a secret.
func NewTableSecret(rng io.Reader) (TableSecret, error) {
	var s TableSecret
	if _, err := io.ReadFull(rng, s[:]); err != nil {
		return s, fmt.Errorf("drawing an invite: %w", err)
	}
	return s, nil
}

// Seat returns the secret of a seat's invite:
//
//	HKDF-SHA-512(table secret, no salt, "darkjunqi/v1/seat" || u8 seat, 32)
func (s TableSecret) Seat(seat engine.Seat) InviteSecret {
	return InviteSecret(derive(s[:], "darkjunqi/v1/seat"+string([]byte{byte(seat)})))
}

// Invites returns the public keys of the invites to all seats of a game but the host's,
// as protocol.HostConfig has them.
func (s TableSecret) Invites(rs *engine.Ruleset, host engine.Seat) (keys []ed25519.PublicKey) {
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
func (s TableSecret) Watch() WatchSecret { return WatchSecret(derive(s[:], "darkjunqi/v1/watch")) }

// Key returns the Ed25519 key that signs the Join. Its public half stands in
// the Terms:
//
//	seed = HKDF-SHA-512(secret, no salt, "darkjunqi/v1/invite-key", 32)
func (s InviteSecret) Key() ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(derive(s[:], "darkjunqi/v1/invite-key"))
}

// PublicKey returns the public half of Key.
func (s InviteSecret) PublicKey() ed25519.PublicKey { return s.Key().Public().(ed25519.PublicKey) }

// linkKey keys the proofs by which both ends of a link show that they know
// the invite.
func (s InviteSecret) linkKey() []byte { return derive(s[:], "darkjunqi/v1/link-key") }
func (s WatchSecret) linkKey() []byte  { return derive(s[:], "darkjunqi/v1/link-key") }

func derive(secret []byte, label string) []byte {
	key, err := hkdf.Key(sha512.New, secret, nil, label, 32)
	if err != nil {
		panic(err) // 32 bytes are within what HKDF can give
	}
	return key
}

// Format keeps the secret out of logs and errors.
func (TableSecret) Format(f fmt.State, _ rune)  { io.WriteString(f, "[secret]") }
func (InviteSecret) Format(f fmt.State, _ rune) { io.WriteString(f, "[secret]") }
func (WatchSecret) Format(f fmt.State, _ rune)  { io.WriteString(f, "[secret]") }

// LogValue keeps the secret out of logs.
func (TableSecret) LogValue() slog.Value  { return slog.StringValue("[secret]") }
func (InviteSecret) LogValue() slog.Value { return slog.StringValue("[secret]") }
func (WatchSecret) LogValue() slog.Value  { return slog.StringValue("[secret]") }

// MarshalText keeps the secret out of encoders that would write its bytes.
func (TableSecret) MarshalText() ([]byte, error)  { return []byte("[secret]"), nil }
func (InviteSecret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }
func (WatchSecret) MarshalText() ([]byte, error)  { return []byte("[secret]"), nil }
