// Package relaywire encodes what a program and a relay of pipes say to each other before the relay
// joins two pipes. docs/wire.md, section 18, specifies the bytes.
package relaywire

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha512"
	"slices"
	"time"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	proofLabel = "darkjunqi/v1/pipe-relay"
	placeLabel = "darkjunqi/v1/pipe-relay-place"
)

// Times of a place at a relay.
const (
	PingTime = 15 * time.Second // between two empty messages of the relay, which the program returns
	DeadTime = 40 * time.Second // without any, the pipe is dead
	CallTime = 10 * time.Second // for a program to answer a call
)

// Nonce is drawn by a relay for each pipe.
type Nonce [32]byte

// Hello is a relay's first message: a nonce, and the UDP port at which it answers STUN; 0 if none.
type Hello struct {
	Nonce Nonce
	STUN  uint16
}

// Encode returns the message: nonce[32], u16 port.
func (h Hello) Encode() []byte {
	return append(slices.Clone(h.Nonce[:]), byte(h.STUN>>8), byte(h.STUN))
}

// ParseHello reads it.
func ParseHello(message []byte) (h Hello, ok bool) {
	s := cryptobyte.String(message)
	return h, s.CopyBytes(h.Nonce[:]) && s.ReadUint16(&h.STUN) && s.Empty()
}

// Kind identifies what a program asks of a relay.
type Kind uint8

// The kinds.
const (
	Place  Kind = 1 // to be found under its key
	Reach  Kind = 2 // to be joined with a program that has a place
	Answer Kind = 3 // to be joined with the one that has called
)

// Ticket names a call. Only the program that is called learns it.
type Ticket [16]byte

// Request is a program's first message.
type Request struct {
	Kind      Kind
	Key       transport.Key // who shall be found, or is looked for
	Proof     [32]byte      // of the pass to that key
	Signature [ed25519.SignatureSize]byte
	Ticket    Ticket // of Answer, which has nothing else
}

// Encode returns the message: u8 kind, and key[32], proof[32], of a Place then signature[64]; or
// ticket[16].
func (r Request) Encode() []byte {
	if r.Kind == Answer {
		return append([]byte{byte(r.Kind)}, r.Ticket[:]...)
	}
	out := slices.Concat([]byte{byte(r.Kind)}, r.Key[:], r.Proof[:])
	if r.Kind == Place {
		out = append(out, r.Signature[:]...)
	}
	return out
}

// ParseRequest reads it.
func ParseRequest(message []byte) (r Request, ok bool) {
	s := cryptobyte.String(message)
	if !s.ReadUint8((*uint8)(&r.Kind)) {
		return r, false
	}
	switch r.Kind {
	case Place:
		ok = s.CopyBytes(r.Key[:]) && s.CopyBytes(r.Proof[:]) && s.CopyBytes(r.Signature[:])
	case Reach:
		ok = s.CopyBytes(r.Key[:]) && s.CopyBytes(r.Proof[:])
	case Answer:
		ok = s.CopyBytes(r.Ticket[:])
	}
	return r, ok && s.Empty()
}

// Proof shows a relay that a program knows the pass to a key, without showing the pass:
//
//	HMAC-SHA-512/256(pass, "darkjunqi/v1/pipe-relay" || u8 kind || relay's key[32] || nonce[32] || key[32])
func Proof(pass invite.RelayPass, kind Kind, relay transport.Key, nonce Nonce, key transport.Key) (out [32]byte) {
	h := hmac.New(sha512.New512_256, pass[:])
	h.Write(slices.Concat([]byte(proofLabel), []byte{byte(kind)}, relay[:], nonce[:], key[:]))
	return [32]byte(h.Sum(nil))
}

// Sign signs the wish for a place with the key that shall be found.
func Sign(id transport.Identity, relay transport.Key, nonce Nonce) [ed25519.SignatureSize]byte {
	return [ed25519.SignatureSize]byte(ed25519.Sign(id.Private(), placeText(relay, nonce)))
}

// Admits reports whether a request shows the pass to its key, and a place its key as well. The pass
// is compared in constant time.
func (r Request) Admits(secret invite.RelaySecret, relay transport.Key, nonce Nonce) bool {
	want := Proof(secret.Pass(r.Key), r.Kind, relay, nonce, r.Key)
	if !hmac.Equal(want[:], r.Proof[:]) {
		return false
	}
	return r.Kind != Place || ed25519.Verify(r.Key[:], placeText(relay, nonce), r.Signature[:])
}

func placeText(relay transport.Key, nonce Nonce) []byte {
	return slices.Concat([]byte(placeLabel), relay[:], nonce[:])
}

// Reply is a relay's answer to a request, as one byte.
type Reply uint8

// The replies.
const (
	Granted Reply = iota
	Refused       // the pass is false, or the ticket
	Absent        // nobody has a place under that key, or it doesn't answer
	Full          // there is no room
	Moved         // over a pipe that holds a place: another program has taken it
)

// Encode returns the message.
func (r Reply) Encode() []byte { return []byte{byte(r)} }

// ParseReply reads it.
func ParseReply(message []byte) (r Reply, ok bool) {
	if len(message) != 1 || message[0] > byte(Moved) {
		return 0, false
	}
	return Reply(message[0]), true
}

// Call tells a program with a place that somebody wants to reach it.
type Call struct {
	Ticket Ticket
	Source [8]byte // the same for all who come from the same address, for the time that the relay runs
}

// Encode returns the message: ticket[16], source[8].
func (c Call) Encode() []byte { return slices.Concat(c.Ticket[:], c.Source[:]) }

// ParseCall reads it.
func ParseCall(message []byte) (c Call, ok bool) {
	s := cryptobyte.String(message)
	return c, s.CopyBytes(c.Ticket[:]) && s.CopyBytes(c.Source[:]) && s.Empty()
}
