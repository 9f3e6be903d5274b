package transcript

import (
	"crypto/ed25519"
	"fmt"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Cause is why a seat is put out of the game by all others.
type Cause uint8

const (
	Absent    Cause = 1 // it owes a record and is silent: a claim, which nobody can prove
	Convicted Cause = 2 // a Fault convicts it
)

func (c Cause) String() string {
	switch c {
	case Absent:
		return "absent"
	case Convicted:
		return "convicted"
	}
	return fmt.Sprintf("cause %d", uint8(c))
}

func (c Cause) valid() bool { return c == Absent || c == Convicted }

// errCause is about a number that stands for no cause.
var errCause = coded.Errorf("transcript.cause", "unknown cause")

// SignOutBody puts a seat out of the game: its signer is one of those who do, the
// signatures are the Votes of all others.
//
//	u8 seat, u8 cause, 64-byte signatures
type SignOutBody struct {
	Seat  engine.Seat
	Cause Cause
	Votes [][ed25519.SignatureSize]byte // by seat
}

// Marshal returns the body's canonical encoding.
func (s *SignOutBody) Marshal() []byte {
	b := []byte{uint8(s.Seat), uint8(s.Cause)}
	for _, v := range s.Votes {
		b = append(b, v[:]...)
	}
	return b
}

// ParseSignOut decodes the body of a SignOut record. Whose the votes are, and whether they
// suffice, is the Match's to say.
func ParseSignOut(body []byte) (SignOutBody, error) {
	var b SignOutBody
	s := cryptobyte.String(body)
	if !s.ReadUint8((*uint8)(&b.Seat)) || !s.ReadUint8((*uint8)(&b.Cause)) || len(s) > ed25519.SignatureSize*engine.MaxSeats {
		return b, Malformed(SignOut, errLength)
	}
	if !b.Cause.valid() {
		return b, Malformed(SignOut, errCause)
	}
	for !s.Empty() {
		var v [ed25519.SignatureSize]byte
		if !s.CopyBytes(v[:]) {
			return b, Malformed(SignOut, errLength)
		}
		b.Votes = append(b.Votes, v)
	}
	return b, nil
}

// VoteBody is a seat's word that another be put out, good for one base only. It travels as
// a record of its own; into the chain comes its signature, in a SignOut on that base.
//
//	32-byte base, u8 seat, u8 cause
type VoteBody struct {
	Base  Hash
	Seat  engine.Seat
	Cause Cause
}

// Marshal returns the body's canonical encoding.
func (v *VoteBody) Marshal() []byte { return append(v.Base[:], uint8(v.Seat), uint8(v.Cause)) }

// ParseVote decodes the body of a Vote.
func ParseVote(body []byte) (VoteBody, error) {
	var v VoteBody
	s := cryptobyte.String(body)
	if !s.CopyBytes(v.Base[:]) || !s.ReadUint8((*uint8)(&v.Seat)) || !s.ReadUint8((*uint8)(&v.Cause)) || !s.Empty() {
		return v, Malformed(Vote, errLength)
	}
	if !v.Cause.valid() {
		return v, Malformed(Vote, errCause)
	}
	return v, nil
}

// Vote returns the Vote record of a voter as its signature stands in a SignOut on a base.
func (s *SignOutBody) Vote(base Hash, voter engine.Seat, signature [ed25519.SignatureSize]byte) Record {
	body := VoteBody{base, s.Seat, s.Cause}
	return Record{Kind: Vote, Seat: voter, Body: body.Marshal(), Signature: signature}
}

// RecallBody is the tie-breaker's word that it goes on with a record of a seat that others
// have voted against on the base of that record.
//
//	32-byte base, 32-byte hash of the record
type RecallBody struct{ Base, Record Hash }

// Marshal returns the body's canonical encoding.
func (r *RecallBody) Marshal() []byte { return append(r.Base[:], r.Record[:]...) }

// ParseRecall decodes the body of a Recall.
func ParseRecall(body []byte) (RecallBody, error) {
	var r RecallBody
	s := cryptobyte.String(body)
	if !s.CopyBytes(r.Base[:]) || !s.CopyBytes(r.Record[:]) || !s.Empty() {
		return r, Malformed(Recall, errLength)
	}
	return r, nil
}
