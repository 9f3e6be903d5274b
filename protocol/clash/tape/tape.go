// Package tape turns a seat's tape seed into the coins of the audited resolvers.
//
// A seat draws its seed before the match, commits to it in its Layout, and
// publishes it in its Reveal. Every coin that it tosses in between is a function
// of the seed and of the place where it is tossed, so after the reveal anyone can
// toss them again and recompute every byte that an honest program must have sent.
//
// A place is the match, the record that the message answers, the number of the
// clash and the step within it. The record that a request or a reply answers was
// signed by the other seat, after the seed was committed to, so no seat can choose
// its seed to suit these coins. An offer may follow a record of the same seat, its
// own Layout or Answer, of which a cheat can try many: it can choose among many
// offers, all of them honest ones. Messages that answer different records share no
// coins, so a program that is talked into answering twice does not repeat itself.
package tape

import (
	"crypto/hkdf"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"
	"fmt"

	"github.com/darkjunqi/darkjunqi/internal/secret"
)

// Labels of the two derivations.
const (
	label       = "darkjunqi/v1/tape"
	streamLabel = "darkjunqi/v1/tape/stream"
)

// A Role is one side of a clash.
type Role uint8

// The two sides of a clash.
const (
	Attacker Role = 0
	Defender Role = 1
)

// String returns "attacker" or "defender".
func (r Role) String() string {
	switch r {
	case Attacker:
		return "attacker"
	case Defender:
		return "defender"
	}
	return fmt.Sprintf("role(%d)", uint8(r))
}

// A Step is one of the four messages of a clash.
type Step uint8

// The steps of a clash, in order. The attacker makes the even ones.
const (
	Offer   Step = 0 // by the attacker, with its Move
	Request Step = 1 // by the defender
	Reply   Step = 2 // by the attacker
	Answer  Step = 3 // by the defender, with the code
)

// Role returns the side that owes this step.
func (s Step) Role() Role { return Role(s & 1) }

// String returns "offer", "request", "reply" or "answer".
func (s Step) String() string {
	names := [...]string{"offer", "request", "reply", "answer"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("step(%d)", uint8(s))
}

// A Place says in which match, and where in it, coins are tossed.
type Place struct {
	Match    [32]byte // match id
	Answered [32]byte // hash of the record that the message answers
	Clash    uint32   // number of the clash in its match, from 0
	Step     Step
}

// info returns the encoding of a place that the derivation binds: match, answered, the
// clash number as four bytes, big-endian, role and step as one byte each.
func (p Place) info() string {
	b := make([]byte, 0, 2*32+4+2)
	b = append(b, p.Match[:]...)
	b = append(b, p.Answered[:]...)
	b = binary.BigEndian.AppendUint32(b, p.Clash)
	return string(append(b, byte(p.Step.Role()), byte(p.Step)))
}

// hidden keeps a struct that embeds it from being printed.
type hidden = secret.Hidden

// Coins is an endless stream of random bits. Printing it shows no secret. It is not safe
// for concurrent use.
type Coins struct {
	hidden
	stream *sha3.SHAKE
}

// New returns the coins of a seat with that seed at a place:
//
//	key    = HKDF-SHA-512(secret seed, salt label, info place), 32 bytes
//	stream = SHAKE256(streamLabel || key)
//
// HKDF is RFC 5869. One expansion of it ends after 16,320 bytes, fewer than the
// search for a prime may take; SHAKE256 (FIPS 202) does not end.
func New(seed [32]byte, at Place) *Coins {
	key, err := hkdf.Key(sha512.New, seed[:], []byte(label), at.info(), 32)
	if err != nil { // can't be: 32 bytes of seed and 32 of key are within all limits
		panic("tape: " + err.Error())
	}
	stream := sha3.NewSHAKE256()
	stream.Write([]byte(streamLabel))
	stream.Write(key)
	clear(key)
	return &Coins{stream: stream}
}

// Read fills p. It never fails.
func (c *Coins) Read(p []byte) (int, error) { return c.stream.Read(p) }

// Bytes returns the next n bytes.
func (c *Coins) Bytes(n int) []byte {
	b := make([]byte, n)
	c.stream.Read(b)
	return b
}
