package transcript

import (
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"
	"slices"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Cause is the reason a seat is put out of the game by all others.
type Cause uint8

const (
	Absent    Cause = 1 // it owes a record and is silent: a claim, which nobody can prove
	Convicted Cause = 2 // a Fault convicts it
	Divided   Cause = 3 // a Fault convicts it, and the others have chosen different records
)

func (c Cause) String() string {
	switch c {
	case Absent:
		return "absent"
	case Convicted:
		return "convicted"
	case Divided:
		return "divided"
	}
	return fmt.Sprintf("cause %d", uint8(c))
}

func (c Cause) valid() bool { return c == Absent || c == Convicted || c == Divided }

// errCause is about a number that stands for no cause.
var errCause = coded.Errorf("transcript.cause", "unknown cause")

// SignOutBody puts a seat out of the game. For the causes Absent and Convicted it holds the
// signatures of the Votes of all other living seats except its signer; for Divided, the signatures of
// the States of all others, its signer included.
//
//	u8 seat, u8 cause, 64-byte signatures; before each, if Divided, the 32-byte hash of its State
type SignOutBody struct {
	Seat   engine.Seat
	Cause  Cause
	Votes  [][ed25519.SignatureSize]byte // by seat
	Stated []Hash                        // by seat, of as many; none unless Divided
}

// Agreed reports whether all States name the same record, so that it stands.
func (s *SignOutBody) Agreed() bool {
	return len(s.Stated) > 0 && s.Stated[0] != Hash{} &&
		!slices.ContainsFunc(s.Stated, func(h Hash) bool { return h != s.Stated[0] })
}

// Marshal returns the body's canonical encoding.
func (s *SignOutBody) Marshal() []byte {
	b := []byte{uint8(s.Seat), uint8(s.Cause)}
	for i, v := range s.Votes {
		if s.Cause == Divided {
			b = append(b, s.Stated[i][:]...)
		}
		b = append(b, v[:]...)
	}
	return b
}

// ParseSignOut decodes the body of a SignOut record. Whose the votes are, and whether they
// suffice, is the Match's to say.
func ParseSignOut(body []byte) (SignOutBody, error) {
	var b SignOutBody
	s := cryptobyte.String(body)
	if !s.ReadUint8((*uint8)(&b.Seat)) || !s.ReadUint8((*uint8)(&b.Cause)) || len(s) > (sha512.Size256+ed25519.SignatureSize)*engine.MaxSeats {
		return b, Malformed(SignOut, errLength)
	}
	if !b.Cause.valid() {
		return b, Malformed(SignOut, errCause)
	}
	for !s.Empty() {
		var stated Hash
		var v [ed25519.SignatureSize]byte
		if b.Cause == Divided {
			if !s.CopyBytes(stated[:]) {
				return b, Malformed(SignOut, errLength)
			}
			b.Stated = append(b.Stated, stated)
		}
		if !s.CopyBytes(v[:]) {
			return b, Malformed(SignOut, errLength)
		}
		b.Votes = append(b.Votes, v)
	}
	return b, nil
}

// VoteBody is a seat's word that another be put out, good for one base only. It travels as a
// record; only its signature enters the chain, in a SignOut on that base.
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
	if v.Cause != Absent && v.Cause != Convicted {
		return v, Malformed(Vote, errCause)
	}
	return v, nil
}

// Vote returns the record whose signature is the i-th of a SignOut on a base: the Vote or
// State of a voter.
func (s *SignOutBody) Vote(base Hash, voter engine.Seat, i int) Record {
	if s.Cause == Divided {
		body := StateBody{base, s.Seat, s.Stated[i]}
		return Record{Kind: State, Seat: voter, Body: body.Marshal(), Signature: s.Votes[i]}
	}
	body := VoteBody{base, s.Seat, s.Cause}
	return Record{Kind: Vote, Seat: voter, Body: body.Marshal(), Signature: s.Votes[i]}
}

// SeenBody says that its signer has chosen a record on a base: it holds that record, and signs for
// no other there.
//
//	32-byte base, 32-byte hash of the record
type SeenBody struct{ Base, Record Hash }

// Marshal returns the body's canonical encoding.
func (v *SeenBody) Marshal() []byte { return append(v.Base[:], v.Record[:]...) }

// ParseSeen decodes the body of a Seen.
func ParseSeen(body []byte) (SeenBody, error) {
	var v SeenBody
	s := cryptobyte.String(body)
	if !s.CopyBytes(v.Base[:]) || !s.CopyBytes(v.Record[:]) || !s.Empty() {
		return v, Malformed(Seen, errLength)
	}
	return v, nil
}

// StateBody says what its signer has chosen on a base, so that a seat can be put out there.
// From then on it chooses nothing else on that base.
//
//	32-byte base, u8 seat, 32-byte hash of the record, zeros if it has chosen none
type StateBody struct {
	Base   Hash
	Seat   engine.Seat // the seat to be put out
	Record Hash
}

// Marshal returns the body's canonical encoding.
func (v *StateBody) Marshal() []byte {
	return append(append(v.Base[:], uint8(v.Seat)), v.Record[:]...)
}

// ParseState decodes the body of a State.
func ParseState(body []byte) (StateBody, error) {
	var v StateBody
	s := cryptobyte.String(body)
	if !s.CopyBytes(v.Base[:]) || !s.ReadUint8((*uint8)(&v.Seat)) || !s.CopyBytes(v.Record[:]) || !s.Empty() {
		return v, Malformed(State, errLength)
	}
	return v, nil
}

// SecondBase returns the base of a SignOut of cause Divided: SHA-512/256 over
// "darkjunqi/v1/second" and the base of the records between which the seats are divided.
func SecondBase(base Hash) Hash {
	return sha512.Sum512_256(append([]byte("darkjunqi/v1/second"), base[:]...))
}
