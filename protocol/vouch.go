package protocol

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha512"

	"golang.org/x/crypto/curve25519"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// What follows lets programs that carry a match recognise each other as seats' programs. It says
// nothing about the match.

// vouchLabel begins what Vouch signs.
const vouchLabel = "darkjunqi/v1/vouch"

func (m *Match) vouched(seat engine.Seat, what []byte) []byte {
	b := append([]byte(vouchLabel), m.chain[0].hash[:]...)
	return append(append(b, byte(seat)), what...)
}

// Vouch signs a statement about the seat's own program under the seat's key:
//
//	"darkjunqi/v1/vouch" || hash of Terms[32] || seat (u8) || what
//
// The key is of these Terms alone, and signs before all have joined, too.
func (p *Player) Vouch(what []byte) []byte {
	return ed25519.Sign(p.secret.SigningKey(), p.match.vouched(p.Seat(), what))
}

// Vouched reports whether a seat of this match has vouched for this; not before its key is here.
func (m *Match) Vouched(seat engine.Seat, what, signature []byte) bool {
	return seat.Valid() && !m.keys[seat].IsZero() && m.keys[seat].Verify(m.vouched(seat, what), signature)
}

// linkSecretLabel names what two seats derive from their box keys.
const linkSecretLabel = "darkjunqi/v1/seat-link"

// LinkSecret returns a secret that only this seat and another know, for the proofs of their links:
//
//	HKDF-SHA-512(X25519(box secret, other's box key), match id, "darkjunqi/v1/seat-link", 32)
//
// The error means that there is no such seat yet, or that its key is invalid.
func (p *Player) LinkSecret(with engine.Seat) (secret [32]byte, err error) {
	if !p.match.Joined() || int(with) >= p.match.rules.NumSeats() {
		return secret, coded.Errorf("protocol.no-link-secret", "seat %d can't be linked to yet", with)
	}
	shared, err := curve25519.X25519(p.secret.BoxKey()[:], p.match.boxes[with][:])
	if err != nil {
		return secret, coded.Errorf("protocol.box-key", "the box key of %s is of small order", with)
	}
	key, err := hkdf.Key(sha512.New, shared, p.match.id[:], linkSecretLabel, len(secret))
	if err != nil {
		return secret, err // can't be: 32 bytes are within what HKDF can give
	}
	return [32]byte(key), nil
}
