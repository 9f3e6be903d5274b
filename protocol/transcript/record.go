// Package transcript is the signed log of one match: records, their canonical
// encoding, the hash chain, strict Ed25519 signatures and the file format.
//
// A record holds a kind, the seat that signs, a body and a signature. The signature covers a
// domain, the match id, the hash of the previous record and everything in the record except itself,
// so a record is valid in only one place of one match. The package says what bytes mean, not
// whether they are true: that is protocol.Match's business.
package transcript

import (
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Version is the protocol version that Terms carry. Peers of different
// versions can't play each other.
const Version = 1

// MaxBody is the largest body in bytes of any record except a Fault; Terms, which hold the text of
// a ruleset, come closest. It bounds what a peer can make us buffer.
const MaxBody = engine.MaxRulesText + 1<<10

// MaxFault is the largest body in bytes of a Fault: a hash and any two other records. So no false
// record is too large to be evidence.
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

// The kinds of records. SignOut and what leads to it are for games of more than two, those after it
// for games with a deck; all others of the chain are in the order in which a match may use them.
const (
	Terms      Kind = 1  // host: version, rules, resolver, key, nonce, invite keys
	Join       Kind = 2  // guest: key, nonce, the invite's signature
	Commit     Kind = 3  // hash of the Layout that follows
	Layout     Kind = 4  // encrypted layout with its proof
	Move       Kind = 5  // onto an empty node, or onto an enemy with the clash proof
	Step       Kind = 6  // a message of an audited resolver
	Answer     Kind = 7  // the announcement
	Show       Kind = 8  // the attacker shows its flag, as the announcement asks
	Pass       Kind = 9  // a time-out
	NoMove     Kind = 10 // the seat to move has no legal move
	Resign     Kind = 11 // by the seat to move
	AcceptDraw Kind = 12 // instead of a move
	Resigned   Kind = 13 // a waiting seat's signed request, appended by the seat to move
	Dispute    Kind = 14 // a message of an audited resolver is wrong, by what only this seat can see
	Seen       Kind = 15 // the seat holds a record; in a file, the last one
	Reveal     Kind = 16 // the seat's keys, after the end (or after the Layouts in open mode)
	Claim      Kind = 17 // a signed statement of silence
	Fault      Kind = 18 // the evidence against a cheat
	SignOut    Kind = 19 // all others put a seat out of the game
	Vote       Kind = 20 // a seat's word that another be put out; appears in no file
	State      Kind = 21 // what a seat has chosen on a base, if anything; appears in no file
	Key        Kind = 22 // with a deck, instead of Layout: a seat's part of the joint key
	Shuffle    Kind = 23 // the deck, shuffled by one seat, with its proof
	Flip       Kind = 24 // instead of a move: turns up a piece, with the seat's share of its card
	Share      Kind = 25 // another seat's share of the card
	Face       Kind = 26 // what the card holds, by the last seat
	Lots       Kind = 27 // where layouts are drawn by lot: a seat's shares of all others' cards
	Arrive     Kind = 30 // instead of a move: a piece on a goal is of the type that wins there
)

// kinds is the one table of what there is to know of each kind: its name; the domain
// that separates the signatures of records which may stand outside the chain from those
// of chained ones, so that none can be taken for another; and how large its body may be.
var kinds = map[Kind]struct {
	name    string
	domain  string // "" for chainDomain
	maxBody int
}{
	Terms:      {"Terms", "", MaxBody},
	Join:       {"Join", "", MaxBody},
	Commit:     {"Commit", "", MaxBody},
	Layout:     {"Layout", "", MaxBody},
	Move:       {"Move", "", MaxBody},
	Step:       {"Step", "", MaxBody},
	Answer:     {"Answer", "", MaxBody},
	Show:       {"Show", "", MaxBody},
	Pass:       {"Pass", "", MaxBody},
	NoMove:     {"NoMove", "", MaxBody},
	Resign:     {"Resign", "", MaxBody},
	AcceptDraw: {"AcceptDraw", "", MaxBody},
	Resigned:   {"Resigned", "", MaxBody},
	Dispute:    {"Dispute", "", MaxBody},
	Seen:       {"Seen", "darkjunqi/v1/seen", MaxBody},
	Reveal:     {"Reveal", "darkjunqi/v1/reveal", MaxBody},
	Claim:      {"Claim", "darkjunqi/v1/claim", MaxBody},
	Fault:      {"Fault", "darkjunqi/v1/fault", MaxFault},
	SignOut:    {"SignOut", "", MaxBody},
	Vote:       {"Vote", "darkjunqi/v1/vote", MaxBody},
	State:      {"State", "darkjunqi/v1/state", MaxBody},
	Key:        {"Key", "", MaxBody},
	Shuffle:    {"Shuffle", "", MaxBody},
	Flip:       {"Flip", "", MaxBody},
	Share:      {"Share", "", MaxBody},
	Face:       {"Face", "", MaxBody},
	Lots:       {"Lots", "", MaxBody},
	Arrive:     {"Arrive", "", MaxBody},
}

// chainDomain is the domain of records that belong in the chain only.
const chainDomain = "darkjunqi/v1/record"

// Valid reports whether there is such a kind.
func (k Kind) Valid() bool { return kinds[k].name != "" }

func (k Kind) String() string {
	if k.Valid() {
		return kinds[k].name
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Extra reports whether records of this kind may stand outside the linear chain: Seen,
// Reveals after the end, Claims, Faults, and what only travels.
func (k Kind) Extra() bool { return kinds[k].domain != "" }

// Travels reports whether records of this kind only go from program to program, and appear in no
// file.
func (k Kind) Travels() bool { return k == Vote || k == State }

func (k Kind) domain() string {
	if k.Extra() {
		return kinds[k].domain
	}
	return chainDomain
}

// Record is one signed entry of a match.
type Record struct {
	Kind      Kind
	Seat      engine.Seat
	Body      []byte
	Signature [ed25519.SignatureSize]byte
}

// ErrMalformed is wrapped by every error about bytes that are not a canonical
// encoding.
var ErrMalformed = coded.Errorf("transcript.malformed", "malformed")

// Malformed returns the error for bytes of the named thing that are not what they should be: why
// says so in lower case.
func Malformed(what any, why *coded.Error) error {
	return coded.Errorf("transcript.malformed-what", "%w %v: %w", ErrMalformed, what, why)
}

// What is wrong with bytes.
var (
	errTooShort = coded.Errorf("transcript.too-short", "too short")
	errLength   = coded.Errorf("transcript.wrong-length", "wrong length")
)

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
		return Record{}, Malformed("record", errLength)
	}
	r.Kind, r.Seat = Kind(kind), engine.Seat(seat)
	if !r.Kind.Valid() {
		return Record{}, coded.Errorf("transcript.unknown-kind", "%w record: unknown kind %d", ErrMalformed, kind)
	}
	if seat >= engine.MaxSeats {
		return Record{}, coded.Errorf("transcript.unknown-seat", "%w record: unknown seat %d", ErrMalformed, seat)
	}
	if most := kinds[r.Kind].maxBody; len(body) > most {
		return Record{}, coded.Errorf("transcript.body-too-long", "%w record: a body of %d bytes, at most %d are allowed", ErrMalformed, len(body), most)
	}
	r.Body = append([]byte{}, body...)
	return r, nil
}

// HashRecord is SHA-512/256 of a whole encoded record, signature included.
func HashRecord(raw []byte) Hash { return sha512.Sum512_256(raw) }

// Link is the place in a chain that a signature binds.
type Link struct {
	Match Hash // match id; zero for Terms and Joins
	Prev  Hash // hash of the previous record; zero for Terms, the hash of Terms for every Join, the match id for the first Commit
}

// signed returns the bytes that the signature covers:
//
//	u8-prefixed domain, match id, previous hash, kind, seat, u24-prefixed body
func (r *Record) signed(at Link) []byte {
	domain := r.Kind.domain()
	b := cryptobyte.NewBuilder(make([]byte, 0, 1+len(domain)+len(at.Match)+len(at.Prev)+recordOverhead+len(r.Body)))
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(domain)) })
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
	return key.Verify(r.signed(at), r.Signature[:])
}

// VerifyLater is Verify, with the equation left to a batch: if it returns true, and the
// batch verifies, so does the record.
func (r *Record) VerifyLater(key PublicKey, at Link, batch *sigma.Batch) bool {
	return key.verifyLater(r.signed(at), r.Signature[:], batch)
}
