package protocol

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// secret is all that one seat keeps to itself in one match. It is drawn once,
// before the first record; only the layout is chosen later.
type secret struct {
	seat     engine.Seat
	signing  [32]byte // Ed25519 seed
	nonceKey [32]byte // keys the PRF behind every secret scalar; not k, never revealed
	fresh    [32]byte // fresh bytes of the Layout record
	key      *layout.Key
	nonce    [32]byte // stands in the Layout, half of the coin
	tape     [32]byte
	layout   *engine.Layout // nil until the player has chosen
}

const secretVersion = 1

func newSecret(seat engine.Seat, rng io.Reader) (*secret, error) {
	s := &secret{seat: seat}
	for _, field := range []*[32]byte{&s.signing, &s.nonceKey, &s.fresh, &s.nonce, &s.tape} {
		if _, err := io.ReadFull(rng, field[:]); err != nil {
			return nil, fmt.Errorf("drawing secrets: %w", err)
		}
	}
	key, err := layout.NewKey(rng)
	if err != nil {
		return nil, fmt.Errorf("drawing secrets: %w", err)
	}
	s.key = key
	return s, nil
}

// marshal returns the secret for the private file:
//
//	u8 version, u8 seat, signing seed, nonce key, fresh bytes, k, nonce, tape seed, u8-prefixed layout (0 or 25 types)
func (s *secret) marshal() []byte {
	b := cryptobyte.NewBuilder(nil)
	b.AddUint8(secretVersion)
	b.AddUint8(uint8(s.seat))
	for _, field := range [][]byte{s.signing[:], s.nonceKey[:], s.fresh[:], s.key.Bytes(), s.nonce[:], s.tape[:]} {
		b.AddBytes(field)
	}
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) {
		if s.layout == nil {
			return
		}
		for _, t := range s.layout {
			b.AddUint8(uint8(t))
		}
	})
	return b.BytesOrPanic()
}

// errSecret says no more than it must: its bytes are secret.
var errSecret = errors.New("the private file holds no secret of this version: was it altered, or made by another program?")

func parseSecret(raw []byte) (*secret, error) {
	s := &secret{}
	in := cryptobyte.String(raw)
	var version, seat uint8
	var key [32]byte
	var types cryptobyte.String
	ok := in.ReadUint8(&version) && version == secretVersion && in.ReadUint8(&seat) && seat <= uint8(engine.Blue)
	for _, field := range []*[32]byte{&s.signing, &s.nonceKey, &s.fresh, &key, &s.nonce, &s.tape} {
		ok = ok && in.CopyBytes(field[:])
	}
	ok = ok && in.ReadUint8LengthPrefixed(&types) && in.Empty() && (len(types) == 0 || len(types) == engine.ArmySize)
	if !ok {
		return nil, errSecret
	}
	s.seat = engine.Seat(seat)
	var err error
	if s.key, err = layout.ParseKey(key[:]); err != nil {
		return nil, errSecret
	}
	if len(types) > 0 {
		s.layout = new(engine.Layout)
		for i, t := range types {
			s.layout[i] = engine.Type(t)
		}
	}
	return s, nil
}

// signingKey returns the seat's Ed25519 key.
func (s *secret) signingKey() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(s.signing[:]) }

// nonces returns the source of the secret scalars of one record.
func (s *secret) nonces(fresh [32]byte) sigma.Nonces {
	return sigma.Nonces{Key: s.nonceKey, Fresh: fresh}
}

// layoutSecret returns the secret of the Layout record. It is the same every
// time, so a program that was killed between Commit and Layout makes the very
// Layout that it committed to.
func (s *secret) layoutSecret() *layout.Secret {
	return &layout.Secret{
		Key: s.key, Layout: *s.layout, Nonces: s.nonces(s.fresh), Nonce: s.nonce, TapeSeed: s.tape,
	}
}

// Format keeps secrets out of logs and errors.
func (s *secret) Format(f fmt.State, _ rune) { io.WriteString(f, "[secret]") }

// LogValue keeps secrets out of logs.
func (s *secret) LogValue() slog.Value { return slog.StringValue("[secret]") }
