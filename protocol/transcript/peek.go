package transcript

import (
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/nacl/box"

	"github.com/darkjunqi/darkjunqi/engine"
)

// peekNonceSize is the number of bytes of a box's nonce.
const peekNonceSize = 24

// PeekOverhead is the number of bytes that an encoded Peek adds to what is sealed in it.
const PeekOverhead = 2 + peekNonceSize + box.Overhead

// MaxPeek bounds an encoded Peek: any army and any number of types.
const MaxPeek = PeekOverhead + 1024

// Peek is a seat's layout, opened to its partner and to nobody else: sealed to the
// partner's box key from its own, so that either could have sealed it. It is not
// signed, and appears in no transcript.
//
//	u8 from, u8 to, 24-byte nonce, box
type Peek struct {
	From, To engine.Seat
	Nonce    [peekNonceSize]byte
	Box      []byte
}

// SealPeek seals what a seat shows to its partner. A nonce must not be used for two messages.
func SealPeek(from, to engine.Seat, message []byte, nonce [peekNonceSize]byte, theirs, own *[32]byte) Peek {
	return Peek{from, to, nonce, box.Seal(nil, message, &nonce, theirs, own)}
}

// Open returns what the owner of either key sealed; ok is false if anybody else made or changed the
// box.
func (p *Peek) Open(theirs, own *[32]byte) (message []byte, ok bool) {
	return box.Open(nil, p.Box, &p.Nonce, theirs, own)
}

// Marshal returns the canonical encoding.
func (p *Peek) Marshal() []byte {
	b := append([]byte{uint8(p.From), uint8(p.To)}, p.Nonce[:]...)
	return append(b, p.Box...)
}

// ParsePeek decodes a Peek.
func ParsePeek(raw []byte) (Peek, error) {
	var p Peek
	s := cryptobyte.String(raw)
	if len(raw) < PeekOverhead || len(raw) > MaxPeek ||
		!s.ReadUint8((*uint8)(&p.From)) || !s.ReadUint8((*uint8)(&p.To)) || !s.CopyBytes(p.Nonce[:]) ||
		p.From >= engine.MaxSeats || p.To >= engine.MaxSeats || p.From == p.To {
		return p, Malformed("peek", errLength)
	}
	p.Box = append([]byte{}, s...)
	return p, nil
}
