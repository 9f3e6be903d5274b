package transcript

import (
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// maxResolver is the longest name of a resolver in bytes.
const maxResolver = 32

// TermsBody holds what the host decides before anyone joins.
//
//	u16 version, u24-prefixed rules, u8-prefixed resolver, key, box key, nonce, u8-prefixed invite keys,
//	u8 seat and u8 player of each computer, by seat
type TermsBody struct {
	Rules     []byte      // the canonical text of the ruleset
	Resolver  string      // "elgamal", …
	Key       PublicKey   // the host's seat key
	Box       [32]byte    // its X25519 key, for what only it may read
	Nonce     [32]byte    // fresh
	Invites   []PublicKey // of each other seat, in turn order: anyone who can sign under it may take the seat
	Computers Computers
}

// Computers are the seats of a match that the program of another seat plays too, each with that other
// seat. That program could look into their layouts.
type Computers map[engine.Seat]engine.Seat

// Has reports whether a computer plays the seat.
func (c Computers) Has(seat engine.Seat) bool {
	_, has := c[seat]
	return has
}

// Each yields the computers in ascending order, each with the seat whose program plays it.
func (c Computers) Each() iter.Seq2[engine.Seat, engine.Seat] {
	return func(yield func(seat, player engine.Seat) bool) {
		for _, seat := range slices.Sorted(maps.Keys(c)) {
			if !yield(seat, c[seat]) {
				return
			}
		}
	}
}

// VersionError is returned for Terms of another protocol version.
type VersionError struct{ Theirs uint16 }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the match is of protocol version %d, this program speaks version %d: both sides need the same", e.Theirs, Version)
}

// Marshal returns the body's canonical encoding.
func (t *TermsBody) Marshal() []byte {
	b := cryptobyte.NewBuilder(nil)
	b.AddUint16(Version)
	b.AddUint24LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(t.Rules) })
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(t.Resolver)) })
	b.AddBytes(t.Key.key[:])
	b.AddBytes(t.Box[:])
	b.AddBytes(t.Nonce[:])
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) {
		for _, k := range t.Invites {
			b.AddBytes(k.key[:])
		}
	})
	for seat, player := range t.Computers.Each() {
		b.AddBytes([]byte{byte(seat), byte(player)})
	}
	return b.BytesOrPanic()
}

// ParseTerms decodes the body of a Terms record. Terms of another version
// yield a *VersionError. It does not check whether the rules can be played.
func ParseTerms(body []byte) (TermsBody, error) {
	var t TermsBody
	s := cryptobyte.String(body)
	var version uint16
	if !s.ReadUint16(&version) {
		return t, Malformed(Terms, errTooShort)
	}
	if version != Version {
		return t, &VersionError{version}
	}
	var rules, resolver, invites cryptobyte.String
	var key [32]byte
	if !s.ReadUint24LengthPrefixed(&rules) || !s.ReadUint8LengthPrefixed(&resolver) || !s.CopyBytes(key[:]) ||
		!s.CopyBytes(t.Box[:]) || !s.CopyBytes(t.Nonce[:]) || !s.ReadUint8LengthPrefixed(&invites) || len(s)%2 != 0 || len(invites)%len(key) != 0 {
		return t, Malformed(Terms, errLength)
	}
	for pair := range slices.Chunk(s, 2) {
		if t.Computers == nil {
			t.Computers = Computers{}
		} else if pair[0] <= s[0] {
			return t, Malformed(Terms, coded.Errorf("transcript.computers", "the computers are not in the order of their seats"))
		}
		t.Computers[engine.Seat(pair[0])] = engine.Seat(pair[1])
		s = pair
	}
	if len(rules) > engine.MaxRulesText || len(resolver) > maxResolver {
		return t, Malformed(Terms, coded.Errorf("transcript.terms-too-long", "rules or resolver too long"))
	}
	t.Rules, t.Resolver = append([]byte{}, rules...), string(resolver)
	var err error
	if t.Key, err = NewPublicKey(key[:]); err != nil {
		return t, Malformed(Terms, coded.Errorf("transcript.seat-key", "seat key: %w", err))
	}
	for !invites.Empty() {
		invites.CopyBytes(key[:])
		invite, err := NewPublicKey(key[:])
		if err != nil {
			return t, Malformed(Terms, coded.Errorf("transcript.invite-key", "invite key: %w", err))
		}
		t.Invites = append(t.Invites, invite)
	}
	return t, nil
}

// JoinBody holds a guest's keys and nonce, and the proof that it has the invite to its seat.
//
//	key, box key, nonce, invite signature
type JoinBody struct {
	Key       PublicKey
	Box       [32]byte // X25519, for what only this seat may read
	Nonce     [32]byte
	Signature [ed25519.SignatureSize]byte // by the invite key of the seat
}

// Marshal returns the body's canonical encoding.
func (j *JoinBody) Marshal() []byte {
	b := append([]byte{}, j.Key.key[:]...)
	b = append(b, j.Box[:]...)
	b = append(b, j.Nonce[:]...)
	return append(b, j.Signature[:]...)
}

// ParseJoin decodes the body of a Join record.
func ParseJoin(body []byte) (JoinBody, error) {
	var j JoinBody
	var key [32]byte
	s := cryptobyte.String(body)
	if !s.CopyBytes(key[:]) || !s.CopyBytes(j.Box[:]) || !s.CopyBytes(j.Nonce[:]) || !s.CopyBytes(j.Signature[:]) || !s.Empty() {
		return j, Malformed(Join, errLength)
	}
	var err error
	if j.Key, err = NewPublicKey(key[:]); err != nil {
		return j, Malformed(Join, coded.Errorf("transcript.seat-key", "seat key: %w", err))
	}
	return j, nil
}

// invited returns what the invite key signs: domain, hash of Terms, seat, guest's key and
// nonce.
func (j *JoinBody) invited(terms Hash, seat engine.Seat) []byte {
	b := append([]byte("darkjunqi/v1/invite"), terms[:]...)
	b = append(b, uint8(seat))
	b = append(b, j.Key.key[:]...)
	return append(b, j.Nonce[:]...)
}

// SignInvite fills Signature with the invite key's signature over the Terms'
// hash, the seat, the guest's key and nonce.
func (j *JoinBody) SignInvite(invite ed25519.PrivateKey, terms Hash, seat engine.Seat) {
	copy(j.Signature[:], ed25519.Sign(invite, j.invited(terms, seat)))
}

// VerifyInvite reports whether the invite key of the seat signed this Join.
func (j *JoinBody) VerifyInvite(invite PublicKey, terms Hash, seat engine.Seat) bool {
	return invite.Verify(j.invited(terms, seat), j.Signature[:])
}

// MatchID names a match: SHA-512/256 over the number of seats and the hashes of Terms
// and of all Joins in seat order, each of which holds a fresh nonce.
func MatchID(terms Hash, joins []Hash) Hash {
	b := append([]byte("darkjunqi/v1/match"), uint8(len(joins)+1))
	b = append(b, terms[:]...)
	for _, join := range joins {
		b = append(b, join[:]...)
	}
	return sha512.Sum512_256(b)
}

// Commitment returns the body of a Commit record: SHA-512/256 over the match id, the seat, its key and
// the body of the Layout, or with a deck the Key, that will follow. Binding seat and key keeps a
// copied commitment worthless.
func Commitment(match Hash, seat engine.Seat, key PublicKey, body []byte) Hash {
	b := append([]byte("darkjunqi/v1/commit"), match[:]...)
	b = append(b, uint8(seat))
	b = append(b, key.key[:]...)
	return sha512.Sum512_256(append(b, body...))
}

// Coin returns the seat that moves first where the rules leave it to chance: SHA-512/256 over the
// match id and the nonces of all Layouts in seat order, as a big-endian number, modulo the number
// of seats.
func Coin(match Hash, nonces [][32]byte) engine.Seat {
	b := append([]byte("darkjunqi/v1/coin"), match[:]...)
	for _, n := range nonces {
		b = append(b, n[:]...)
	}
	sum := sha512.Sum512_256(b)
	toss := new(big.Int).SetBytes(sum[:])
	return engine.Seat(toss.Mod(toss, big.NewInt(int64(len(nonces)))).Int64())
}

// Every record body that carries proofs is a fixed-size head, which says what
// is done, and the proofs' bytes behind it. Proofs bind the head.

// MoveBody is a move, with the proofs that it needs.
//
//	u8 from, u8 to, u8 flags (bit 0: offers a draw), proof
type MoveBody struct {
	Move  engine.Move
	Offer bool
	Proof []byte // opening, clash message or nothing
}

// Head returns the body without its proof: what the proof binds.
func (m *MoveBody) Head() []byte {
	var flags byte
	if m.Offer {
		flags = 1
	}
	return []byte{uint8(m.Move.From), uint8(m.Move.To), flags}
}

// Marshal returns the body's canonical encoding.
func (m *MoveBody) Marshal() []byte { return append(m.Head(), m.Proof...) }

// ParseMove decodes the body of a Move record. Whether the nodes exist and
// which proof is due is the Match's to say.
func ParseMove(body []byte) (MoveBody, error) {
	if len(body) < 3 || body[2] > 1 {
		return MoveBody{}, Malformed(Move, errTooShort)
	}
	return MoveBody{
		Move:  engine.Move{From: engine.Node(body[0]), To: engine.Node(body[1])},
		Offer: body[2] == 1,
		Proof: body[3:],
	}, nil
}

// AnswerBody is an announcement with its proof and, where the defender's
// commander fell, its flag's node with an opening.
//
//	u8 code, u8 flag node (255: none), proof [opening]
type AnswerBody struct {
	Code  engine.Code
	Flag  engine.Node
	Proof []byte
}

// Head returns the body without its proofs.
func (a *AnswerBody) Head() []byte { return []byte{uint8(a.Code), uint8(a.Flag)} }

// Marshal returns the body's canonical encoding.
func (a *AnswerBody) Marshal() []byte { return append(a.Head(), a.Proof...) }

// ParseAnswer decodes the body of an Answer record.
func ParseAnswer(body []byte) (AnswerBody, error) {
	if len(body) < 2 {
		return AnswerBody{}, Malformed(Answer, errTooShort)
	}
	return AnswerBody{Code: engine.Code(body[0]), Flag: engine.Node(body[1]), Proof: body[2:]}, nil
}

// ShowBody shows the flag of a seat whose commander fell while attacking.
//
//	u8 flag node, opening
type ShowBody struct {
	Flag  engine.Node
	Proof []byte
}

// Head returns the body without its proof.
func (s *ShowBody) Head() []byte { return []byte{uint8(s.Flag)} }

// Marshal returns the body's canonical encoding.
func (s *ShowBody) Marshal() []byte { return append(s.Head(), s.Proof...) }

// ParseShow decodes the body of a Show record.
func ParseShow(body []byte) (ShowBody, error) {
	if len(body) < 1 {
		return ShowBody{}, Malformed(Show, errTooShort)
	}
	return ShowBody{Flag: engine.Node(body[0]), Proof: body[1:]}, nil
}

// RevealBody holds what a seat publishes at the end: its ElGamal key k, with
// which anyone can open its layout, and its tape seed.
//
//	32-byte k, 32-byte tape seed
type RevealBody struct {
	Key  [32]byte
	Tape [32]byte
}

// Marshal returns the body's canonical encoding.
func (r *RevealBody) Marshal() []byte { return append(append([]byte{}, r.Key[:]...), r.Tape[:]...) }

// ParseReveal decodes the body of a Reveal record.
func ParseReveal(body []byte) (RevealBody, error) {
	var r RevealBody
	s := cryptobyte.String(body)
	if !s.CopyBytes(r.Key[:]) || !s.CopyBytes(r.Tape[:]) || !s.Empty() {
		return r, Malformed(Reveal, errLength)
	}
	return r, nil
}

// FaultBody is the evidence against a cheat: one validly signed false record on the hash At; or two
// branches from it, whose last records one seat has signed. A branch is one or more records, the
// first signed on At, each later one on the hash of the one before it.
//
//	32-byte hash, then 1 to 16 u24-prefixed records
type FaultBody struct {
	At      Hash
	Records [][]byte // encoded; of two branches, one after the other
}

// MaxEvidence is the maximum number of records a Fault holds.
const MaxEvidence = 16

// Marshal returns the body's canonical encoding.
func (f *FaultBody) Marshal() []byte {
	b := cryptobyte.NewBuilder(nil)
	b.AddBytes(f.At[:])
	for _, r := range f.Records {
		b.AddUint24LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(r) })
	}
	return b.BytesOrPanic()
}

// ParseFault decodes the body of a Fault record. A Fault inside a Fault is
// refused: evidence is not nested.
func ParseFault(body []byte) (FaultBody, error) {
	var f FaultBody
	s := cryptobyte.String(body)
	if !s.CopyBytes(f.At[:]) {
		return f, Malformed(Fault, errTooShort)
	}
	for !s.Empty() {
		var raw cryptobyte.String
		if len(f.Records) == MaxEvidence || !s.ReadUint24LengthPrefixed(&raw) {
			return f, Malformed(Fault, coded.Errorf("transcript.fault-records", "not 1 to 16 records"))
		}
		r, err := Parse(raw)
		if err != nil {
			return f, coded.Errorf("transcript.malformed-what", "%w %v: %w", ErrMalformed, Fault, err)
		}
		if r.Kind == Fault {
			return f, Malformed(Fault, coded.Errorf("transcript.fault-nested", "it holds another Fault"))
		}
		f.Records = append(f.Records, raw)
	}
	if len(f.Records) == 0 {
		return f, Malformed(Fault, coded.Errorf("transcript.fault-empty", "no record"))
	}
	return f, nil
}

// ClaimBody states that the other seat stayed silent after the record whose
// hash it names. It is a claim, never a proof.
//
//	32-byte hash
type ClaimBody struct{ At Hash }

// Marshal returns the body's canonical encoding.
func (c *ClaimBody) Marshal() []byte { return append([]byte{}, c.At[:]...) }

// ParseClaim decodes the body of a Claim record.
func ParseClaim(body []byte) (ClaimBody, error) {
	if len(body) != 32 {
		return ClaimBody{}, Malformed(Claim, errLength)
	}
	return ClaimBody{Hash(body)}, nil
}

// ResignRequest is a waiting seat's signed wish to resign, good for one head
// only. It travels outside the chain; the seat to move may append it as a
// Resigned record directly on that head.
//
//	u8 seat, 32-byte head, 64-byte signature
type ResignRequest struct {
	Seat      engine.Seat
	Head      Hash
	Signature [ed25519.SignatureSize]byte
}

func (q *ResignRequest) signed(match Hash) []byte {
	b := append([]byte("darkjunqi/v1/resign-request"), match[:]...)
	b = append(b, q.Head[:]...)
	return append(b, uint8(q.Seat))
}

// SignResignRequest makes the request of a seat at a head.
func SignResignRequest(key ed25519.PrivateKey, match Hash, seat engine.Seat, head Hash) ResignRequest {
	q := ResignRequest{Seat: seat, Head: head}
	copy(q.Signature[:], ed25519.Sign(key, q.signed(match)))
	return q
}

// Verify reports whether key signed this request in this match.
func (q *ResignRequest) Verify(key PublicKey, match Hash) bool {
	return key.Verify(q.signed(match), q.Signature[:])
}

// Marshal returns the canonical encoding.
func (q *ResignRequest) Marshal() []byte {
	b := append([]byte{uint8(q.Seat)}, q.Head[:]...)
	return append(b, q.Signature[:]...)
}

// ParseResignRequest decodes a request.
func ParseResignRequest(raw []byte) (ResignRequest, error) {
	var q ResignRequest
	s := cryptobyte.String(raw)
	var seat uint8
	if !s.ReadUint8(&seat) || seat >= engine.MaxSeats || !s.CopyBytes(q.Head[:]) || !s.CopyBytes(q.Signature[:]) || !s.Empty() {
		return q, Malformed("resign request", errLength)
	}
	q.Seat = engine.Seat(seat)
	return q, nil
}

// ResignedBody is a waiting seat's request, which the seat to move appends on the head that it
// names.
//
//	u8 seat, 64-byte signature
type ResignedBody struct {
	Seat      engine.Seat
	Signature [ed25519.SignatureSize]byte
}

// Marshal returns the body's canonical encoding.
func (r *ResignedBody) Marshal() []byte { return append([]byte{uint8(r.Seat)}, r.Signature[:]...) }

// ParseResigned decodes the body of a Resigned record. Whether there is such a seat is
// the Match's to say.
func ParseResigned(body []byte) (ResignedBody, error) {
	var r ResignedBody
	s := cryptobyte.String(body)
	if !s.ReadUint8((*uint8)(&r.Seat)) || !s.CopyBytes(r.Signature[:]) || !s.Empty() {
		return r, Malformed(Resigned, errLength)
	}
	return r, nil
}

// ArriveBody shows that a piece that has come to one of its seat's goals is of the type that wins there.
//
//	u8 node, opening
type ArriveBody struct {
	Node  engine.Node
	Proof []byte
}

// Head returns the body without its proof.
func (a *ArriveBody) Head() []byte { return []byte{uint8(a.Node)} }

// Marshal returns the body's canonical encoding.
func (a *ArriveBody) Marshal() []byte { return append(a.Head(), a.Proof...) }

// ParseArrive decodes the body of an Arrive record.
func ParseArrive(body []byte) (ArriveBody, error) {
	if len(body) < 1 {
		return ArriveBody{}, Malformed(Arrive, errTooShort)
	}
	return ArriveBody{Node: engine.Node(body[0]), Proof: body[1:]}, nil
}

// Event returns the event of the game that a record claims; ok is false if its kind claims none, or
// it is malformed.
func (r Record) Event() (e engine.Event, ok bool) {
	switch r.Kind {
	case Move:
		body, err := ParseMove(r.Body)
		return engine.MoveEvent(r.Seat, body.Move, body.Offer), err == nil
	case Answer:
		body, err := ParseAnswer(r.Body)
		return engine.AnswerEvent(r.Seat, body.Code, body.Flag), err == nil
	case Show:
		body, err := ParseShow(r.Body)
		return engine.ShowEvent(r.Seat, body.Flag), err == nil
	case Resigned:
		body, err := ParseResigned(r.Body)
		return engine.ResignEvent(body.Seat), err == nil
	case SignOut:
		body, err := ParseSignOut(r.Body)
		return engine.AbsentEvent(body.Seat), err == nil
	case Arrive:
		body, err := ParseArrive(r.Body)
		return engine.ArriveEvent(r.Seat, body.Node), err == nil
	case Flip:
		body, err := ParseFlip(r.Body)
		return engine.FlipEvent(r.Seat, body.Node, body.Offer), err == nil
	case Face:
		body, err := ParseFace(r.Body)
		return engine.FaceEvent(r.Seat, body.Token), err == nil
	case Share:
		return engine.ShareEvent(r.Seat), true
	case Pass:
		return engine.PassEvent(r.Seat), true
	case NoMove:
		return engine.NoMoveEvent(r.Seat), true
	case Resign:
		return engine.ResignEvent(r.Seat), true
	case AcceptDraw:
		return engine.AcceptDrawEvent(r.Seat), true
	}
	return engine.Event{}, false
}
