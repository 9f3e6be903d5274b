// Package private holds the secrets of one seat in a match, and the encoding of it in the
// private file. It is internal so that nothing outside package protocol can take a seat's
// secrets apart; the adversary of the tests can, since it plays a seat of its own.
package private

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/curve25519"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Secret is all that one seat keeps to itself in one match. What the private file
// holds of it is drawn once, before the first record; only the layouts come
// later. The rest comes of that and the match id.
type Secret struct {
	secret.Hidden
	Seat     engine.Seat
	Signing  [32]byte                       // Ed25519 seed
	NonceKey [32]byte                       // keys the PRF behind every secret scalar; not k, never revealed
	Fresh    [32]byte                       // fresh bytes of the match: of what follows, and of the Layout record
	Layout   engine.Layout                  // nil until the player has chosen
	Shown    [engine.MaxSeats]engine.Layout // by partners, to this seat alone; nil until they have

	signing ed25519.PrivateKey // of Signing; deriving it takes more than half as long as a signature

	// Set by Bind.
	Key   *layout.Key
	Deck  *deck.Key // where the rules have a deck
	Nonce [32]byte  // goes into the Layout or the Key, half of the coin
	Tape  [32]byte
}

const version = 3

// New draws the secret of a seat.
func New(seat engine.Seat, rng io.Reader) (*Secret, error) {
	s := &Secret{Seat: seat}
	for _, field := range []*[32]byte{&s.Signing, &s.NonceKey, &s.Fresh} {
		if _, err := io.ReadFull(rng, field[:]); err != nil {
			return nil, fmt.Errorf("drawing secrets: %w", err)
		}
	}
	s.signing = ed25519.NewKeyFromSeed(s.Signing[:])
	return s, nil
}

// Labels of what is derived.
const (
	boxLabel  = "darkjunqi/v1/secret/box"
	keyLabel  = "darkjunqi/v1/secret/key"
	coinLabel = "darkjunqi/v1/secret/coin"
	tapeLabel = "darkjunqi/v1/secret/tape"
)

// Bind derives the key (a seed), the share of the coin and the tape seed of the match with
// this id. They are functions of the private file and the id: files that are copied
// before there is a match give other ones for every Join, since the key of one match
// must not open another; and files that are restored at any time give the same ones
// in the same match. Before there is an id it does nothing.
func (s *Secret) Bind(match [32]byte) {
	if match == [32]byte{} {
		return
	}
	n := s.Nonces(s.Fresh)
	s.Nonce = [32]byte(n.Scalar(coinLabel, 0, match).Bytes())
	s.Tape = [32]byte(n.Scalar(tapeLabel, 0, match).Bytes())
	s.Deck = deck.NewKey(match, n)
	s.Key = layout.KeyOf([32]byte(n.Scalar(keyLabel, 0, match).Bytes()))
}

// Marshal returns the secret for the private file:
//
//	u8 version, u8 seat, signing seed, nonce key, fresh bytes, u8-prefixed layout (empty, or all types),
//	of each seat a u8-prefixed layout that it has shown
func (s *Secret) Marshal() []byte {
	out := append(make([]byte, 0, 256), version, byte(s.Seat)) // one allocation: it is asked for at every change
	out = append(append(append(out, s.Signing[:]...), s.NonceKey[:]...), s.Fresh[:]...)
	for _, l := range append([]engine.Layout{s.Layout}, s.Shown[:]...) {
		out = append(out, byte(len(l)))
		for _, t := range l {
			out = append(out, byte(t))
		}
	}
	return out
}

// ErrSecret says no more than it must: its bytes are secret.
var ErrSecret = errors.New("the private file holds no secret of this version: was it altered, or made by another program?")

// Parse decodes what Marshal made; anything else gives ErrSecret. What it returns
// is not yet bound to a match.
func Parse(raw []byte) (*Secret, error) {
	s := &Secret{}
	in := cryptobyte.String(raw)
	var v, seat uint8
	ok := in.ReadUint8(&v) && v == version && in.ReadUint8(&seat) && seat < engine.MaxSeats
	for _, field := range []*[32]byte{&s.Signing, &s.NonceKey, &s.Fresh} {
		ok = ok && in.CopyBytes(field[:])
	}
	layouts := []*engine.Layout{&s.Layout}
	for i := range s.Shown {
		layouts = append(layouts, &s.Shown[i])
	}
	for _, l := range layouts {
		var types cryptobyte.String
		ok = ok && in.ReadUint8LengthPrefixed(&types) && len(types) <= engine.MaxArmy
		for _, t := range types {
			*l = append(*l, engine.Type(t))
		}
	}
	if !ok || !in.Empty() {
		return nil, ErrSecret
	}
	s.Seat, s.signing = engine.Seat(seat), ed25519.NewKeyFromSeed(s.Signing[:])
	return s, nil
}

// SigningKey returns the seat's Ed25519 key.
func (s *Secret) SigningKey() ed25519.PrivateKey { return s.signing }

// BoxKey returns the seat's X25519 key. Its public half is in its Terms or Join, when there
// is no match id yet.
func (s *Secret) BoxKey() *[32]byte {
	n := s.Nonces(s.Fresh)
	return (*[32]byte)(n.Scalar(boxLabel, 0, [32]byte{}).Bytes())
}

// BoxPublic returns the public half of BoxKey.
func (s *Secret) BoxPublic() (public [32]byte) {
	curve25519.ScalarBaseMult(&public, s.BoxKey())
	return public
}

// Nonces returns the source of the secret scalars of one record.
func (s *Secret) Nonces(fresh [32]byte) sigma.Nonces {
	return sigma.Nonces{Key: s.NonceKey, Fresh: fresh}
}

// LayoutSecret returns the secret of the Layout record, after Bind. It is the same
// every time, so a program that was killed between Commit and Layout makes the very
// Layout that it committed to.
func (s *Secret) LayoutSecret() *layout.Secret {
	return &layout.Secret{
		Key: s.Key, Layout: s.Layout, Nonces: s.Nonces(s.Fresh), Nonce: s.Nonce, TapeSeed: s.Tape,
	}
}
