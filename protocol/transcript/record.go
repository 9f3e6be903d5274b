// Package transcript is the signed log of one match: records, their canonical
// encoding, the hash chain, strict Ed25519 signatures and the file format.
//
// A record holds a kind, the seat that signs, a body and a signature. The
// signature covers a domain, the match id, the hash of the previous record
// and all of the record but itself, so a record can stand in one place of one
// match only. The package says what bytes mean, not whether they are true:
// that is protocol.Match's business.
package transcript

import (
	"crypto/ed25519"
	"crypto/sha512"
	"errors"
	"fmt"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Version is the protocol version that Terms carry. Peers of different
// versions can't play each other.
const Version = 1

// MaxBody is the largest body in bytes of any record but a Fault; a Layout's
// comes closest. It bounds what a peer can make us buffer.
const MaxBody = 1 << 15

// MaxFault is the largest body in bytes of a Fault: a hash and any two other
// records. So there is no false record that is too large to be evidence.
const MaxFault = 32 + 2*(3+recordOverhead+MaxBody)

// recordOverhead is a record's size beyond its body: kind, seat, u24 length
// and signature.
const recordOverhead = 1 + 1 + 3 + ed25519.SignatureSize

// MaxRecord is the largest encoded record in bytes.
const MaxRecord = recordOverhead + MaxFault

// Hash is a SHA-512/256 digest: of a record, or the match id.
type Hash [32]byte

// Kind says what a record does. See docs/spec.md for the order of kinds.
type Kind uint8

// The kinds of records, in the order in which a match may use them.
const (
	Terms      Kind = 1  // host: version, rules, resolver, key, nonce
	Join       Kind = 2  // guest: key, nonce, the invite's signature
	Commit     Kind = 3  // hash of the Layout that follows
	Layout     Kind = 4  // encrypted layout with its proof
	Move       Kind = 5  // onto an empty node, or onto an enemy with the clash proof
	Step       Kind = 6  // a message of an audited resolver
	Answer     Kind = 7  // the announcement
	Show       Kind = 8  // the fallen commander's owner shows its flag
	Pass       Kind = 9  // a time-out
	NoMove     Kind = 10 // the seat to move has no legal move
	Resign     Kind = 11 // by the seat to move
	AcceptDraw Kind = 12 // in place of a move
	Resigned   Kind = 13 // the waiting seat's signed request, appended by the seat to move
	Dispute    Kind = 14 // a message of an audited resolver is wrong, by what only this seat can see
	Reveal     Kind = 15 // the seat's keys, after the end (or after the Layouts in open mode)
	Fault      Kind = 16 // a seal that holds the evidence against a cheat
	Claim      Kind = 17 // a signed statement outside the chain, of silence
)

var kindNames = map[Kind]string{
	Terms: "Terms", Join: "Join", Commit: "Commit", Layout: "Layout", Move: "Move", Step: "Step",
	Answer: "Answer", Show: "Show", Pass: "Pass", NoMove: "NoMove", Resign: "Resign",
	AcceptDraw: "AcceptDraw", Resigned: "Resigned", Dispute: "Dispute", Reveal: "Reveal",
	Fault: "Fault", Claim: "Claim",
}

func (k Kind) String() string {
	if name, ok := kindNames[k]; ok {
		return name
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Extra reports whether records of this kind may stand outside the linear
// chain: Reveals after the end, the sealing Fault, Claims.
func (k Kind) Extra() bool { return k == Reveal || k == Fault || k == Claim }

// domain separates the signatures of chained records from those of records
// that stand outside the chain, so that none can be taken for another.
func (k Kind) domain() string {
	switch k {
	case Reveal:
		return "darkjunqi/v1/reveal"
	case Fault:
		return "darkjunqi/v1/fault"
	case Claim:
		return "darkjunqi/v1/claim"
	}
	return "darkjunqi/v1/record"
}

// Record is one signed entry of a match.
type Record struct {
	Kind      Kind
	Seat      engine.Seat
	Body      []byte
	Signature [ed25519.SignatureSize]byte
}

// ErrMalformed is wrapped by every error about bytes that are no canonical
// encoding.
var ErrMalformed = errors.New("malformed")

// Marshal returns the canonical encoding:
//
//	u8 kind, u8 seat, u24 length, body, 64-byte signature
func (r *Record) Marshal() []byte {
	b := cryptobyte.NewFixedBuilder(make([]byte, 0, recordOverhead+len(r.Body)))
	r.addUnsigned(b)
	b.AddBytes(r.Signature[:])
	return b.BytesOrPanic()
}

func (r *Record) addUnsigned(b *cryptobyte.Builder) {
	b.AddUint8(uint8(r.Kind))
	b.AddUint8(uint8(r.Seat))
	b.AddUint24LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(r.Body) })
}

// maxBody is the largest body in bytes of a record of this kind.
func (k Kind) maxBody() int {
	if k == Fault {
		return MaxFault
	}
	return MaxBody
}

// Parse decodes one record. Unknown kinds and seats, bodies longer than MaxBody (a
// Fault's: MaxFault) and trailing bytes are refused, so what parses marshals back
// to the same bytes. The body is copied.
func Parse(raw []byte) (Record, error) {
	s := cryptobyte.String(raw)
	var kind, seat uint8
	var body cryptobyte.String
	var r Record
	if !s.ReadUint8(&kind) || !s.ReadUint8(&seat) || !s.ReadUint24LengthPrefixed(&body) ||
		!s.CopyBytes(r.Signature[:]) || !s.Empty() {
		return Record{}, fmt.Errorf("%w record: wrong length", ErrMalformed)
	}
	r.Kind, r.Seat = Kind(kind), engine.Seat(seat)
	if _, ok := kindNames[r.Kind]; !ok {
		return Record{}, fmt.Errorf("%w record: unknown kind %d", ErrMalformed, kind)
	}
	if r.Seat != engine.Red && r.Seat != engine.Blue {
		return Record{}, fmt.Errorf("%w record: unknown seat %d", ErrMalformed, seat)
	}
	if most := r.Kind.maxBody(); len(body) > most {
		return Record{}, fmt.Errorf("%w record: a body of %d bytes, at most %d are allowed", ErrMalformed, len(body), most)
	}
	r.Body = append([]byte{}, body...)
	return r, nil
}

// HashRecord is SHA-512/256 of a whole encoded record, signature included.
func HashRecord(raw []byte) Hash { return sha512.Sum512_256(raw) }

// Link is the place in a chain that a signature binds.
type Link struct {
	Match Hash // match id; zero for Terms and Join
	Prev  Hash // hash of the previous record; zero for Terms
}

// signed returns the bytes that the signature covers:
//
//	u8-prefixed domain, match id, previous hash, kind, seat, u24-prefixed body
func (r *Record) signed(at Link) []byte {
	b := cryptobyte.NewBuilder(nil)
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(r.Kind.domain())) })
	b.AddBytes(at.Match[:])
	b.AddBytes(at.Prev[:])
	r.addUnsigned(b)
	return b.BytesOrPanic()
}

// Sign makes the record of a seat at a place of the chain.
func Sign(key ed25519.PrivateKey, at Link, kind Kind, seat engine.Seat, body []byte) Record {
	r := Record{Kind: kind, Seat: seat, Body: body}
	copy(r.Signature[:], ed25519.Sign(key, r.signed(at)))
	return r
}

// Verify reports whether key signed this record at this place.
func (r *Record) Verify(key PublicKey, at Link) bool {
	return key.verify(r.signed(at), r.Signature[:])
}
