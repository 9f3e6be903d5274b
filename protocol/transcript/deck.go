package transcript

import (
	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
)

// Records about a deck. A Shuffle's body is what deck.Shuffle returns, a Share's what
// deck.Share does. A Move that turns up the piece it strikes has a share as its proof.

// KeyBody is a seat's part of the key under which the deck is encrypted, with its share of the
// coin. Its Commit bound it.
//
//	32-byte Y, 32-byte nonce, the proof that the seat knows the logarithm of Y
type KeyBody struct {
	Nonce [32]byte
	Proof []byte // Y and the proof, as deck.Prove returns them
}

// Marshal returns the body's canonical encoding.
func (k *KeyBody) Marshal() []byte {
	b := append([]byte{}, k.Proof[:len(k.Nonce)]...)
	b = append(b, k.Nonce[:]...)
	return append(b, k.Proof[len(k.Nonce):]...)
}

// ParseKey decodes the body of a Key record.
func ParseKey(body []byte) (KeyBody, error) {
	var k KeyBody
	if len(body) != deck.KeySize+len(k.Nonce) {
		return k, Malformed(Key, errLength)
	}
	s := cryptobyte.String(body)
	k.Proof = make([]byte, deck.KeySize)
	s.CopyBytes(k.Proof[:len(k.Nonce)])
	s.CopyBytes(k.Nonce[:])
	s.CopyBytes(k.Proof[len(k.Nonce):])
	return k, nil
}

// FlipBody turns up a piece that lies face down.
//
//	u8 node, u8 flags (bit 0: offers a draw), share
type FlipBody struct {
	Node  engine.Node
	Offer bool
	Proof []byte // the seat's share
}

// Head returns the body without its proof: what the proof binds.
func (f *FlipBody) Head() []byte {
	var flags byte
	if f.Offer {
		flags = 1
	}
	return []byte{uint8(f.Node), flags}
}

// Marshal returns the body's canonical encoding.
func (f *FlipBody) Marshal() []byte { return append(f.Head(), f.Proof...) }

// ParseFlip decodes the body of a Flip record. Whether a piece lies there is the Match's to say.
func ParseFlip(body []byte) (FlipBody, error) {
	if len(body) < 2 || body[1] > 1 {
		return FlipBody{}, Malformed(Flip, errTooShort)
	}
	return FlipBody{Node: engine.Node(body[0]), Offer: body[1] == 1, Proof: body[2:]}, nil
}

// FaceBody names the piece that is being turned up; the last seat to share signs it.
//
//	u8 token, proof
type FaceBody struct {
	Token uint8
	Proof []byte
}

// Head returns the body without its proof.
func (f *FaceBody) Head() []byte { return []byte{f.Token} }

// Marshal returns the body's canonical encoding, which is what deck.Face returns.
func (f *FaceBody) Marshal() []byte { return append(f.Head(), f.Proof...) }

// ParseFace decodes the body of a Face record.
func ParseFace(body []byte) (FaceBody, error) {
	if len(body) != deck.FaceSize {
		return FaceBody{}, Malformed(Face, errLength)
	}
	return FaceBody{Token: body[0], Proof: body[1:]}, nil
}
