package transcript

import (
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Limits of the variable parts of Terms, in bytes.
const (
	maxRules    = 4096
	maxResolver = 32
)

// TermsBody is what the host settles before anyone joins.
//
//	u16 version, u16-prefixed rules, digest, u8-prefixed resolver, key, nonce, invite key
type TermsBody struct {
	Rules     string    // canonical form of the ruleset, all options
	Digest    [32]byte  // of the ruleset
	Resolver  string    // "elgamal", …
	Key       PublicKey // the host's seat key
	Nonce     [32]byte
	InviteKey PublicKey // whoever can sign under it may join
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
	b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(t.Rules)) })
	b.AddBytes(t.Digest[:])
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(t.Resolver)) })
	b.AddBytes(t.Key.key[:])
	b.AddBytes(t.Nonce[:])
	b.AddBytes(t.InviteKey.key[:])
	return b.BytesOrPanic()
}

// ParseTerms decodes the body of a Terms record. Terms of another version
// yield a *VersionError.
func ParseTerms(body []byte) (TermsBody, error) {
	var t TermsBody
	s := cryptobyte.String(body)
	var version uint16
	if !s.ReadUint16(&version) {
		return t, fmt.Errorf("%w Terms: too short", ErrMalformed)
	}
	if version != Version {
		return t, &VersionError{version}
	}
	var rules, resolver cryptobyte.String
	var key, invite [32]byte
	if !s.ReadUint16LengthPrefixed(&rules) || !s.CopyBytes(t.Digest[:]) || !s.ReadUint8LengthPrefixed(&resolver) ||
		!s.CopyBytes(key[:]) || !s.CopyBytes(t.Nonce[:]) || !s.CopyBytes(invite[:]) || !s.Empty() {
		return t, fmt.Errorf("%w Terms: wrong length", ErrMalformed)
	}
	if len(rules) > maxRules || len(resolver) > maxResolver {
		return t, fmt.Errorf("%w Terms: rules or resolver too long", ErrMalformed)
	}
	t.Rules, t.Resolver = string(rules), string(resolver)
	var err error
	if t.Key, err = NewPublicKey(key[:]); err != nil {
		return t, fmt.Errorf("%w Terms: seat key: %w", ErrMalformed, err)
	}
	if t.InviteKey, err = NewPublicKey(invite[:]); err != nil {
		return t, fmt.Errorf("%w Terms: invite key: %w", ErrMalformed, err)
	}
	return t, nil
}

// JoinBody is the guest's: its key, its nonce, and the proof that it holds
// the invite.
//
//	key, nonce, invite signature
type JoinBody struct {
	Key       PublicKey
	Nonce     [32]byte
	Signature [ed25519.SignatureSize]byte // by the invite key
}

// Marshal returns the body's canonical encoding.
func (j *JoinBody) Marshal() []byte {
	b := append([]byte{}, j.Key.key[:]...)
	b = append(b, j.Nonce[:]...)
	return append(b, j.Signature[:]...)
}

// ParseJoin decodes the body of a Join record.
func ParseJoin(body []byte) (JoinBody, error) {
	var j JoinBody
	var key [32]byte
	s := cryptobyte.String(body)
	if !s.CopyBytes(key[:]) || !s.CopyBytes(j.Nonce[:]) || !s.CopyBytes(j.Signature[:]) || !s.Empty() {
		return j, fmt.Errorf("%w Join: wrong length", ErrMalformed)
	}
	var err error
	if j.Key, err = NewPublicKey(key[:]); err != nil {
		return j, fmt.Errorf("%w Join: seat key: %w", ErrMalformed, err)
	}
	return j, nil
}

// invited is what the invite key signs: domain, hash of Terms, guest's key
// and nonce.
func (j *JoinBody) invited(terms Hash) []byte {
	b := append([]byte("darkjunqi/v1/invite"), terms[:]...)
	b = append(b, j.Key.key[:]...)
	return append(b, j.Nonce[:]...)
}

// SignInvite fills Signature with the invite key's signature over the Terms'
// hash, the guest's key and nonce.
func (j *JoinBody) SignInvite(invite ed25519.PrivateKey, terms Hash) {
	copy(j.Signature[:], ed25519.Sign(invite, j.invited(terms)))
}

// VerifyInvite reports whether the invite key of the Terms signed this Join.
func (j *JoinBody) VerifyInvite(invite PublicKey, terms Hash) bool {
	return invite.verify(j.invited(terms), j.Signature[:])
}

// MatchID names a match: SHA-512/256 over the hashes of Terms and Join, each
// of which holds a fresh nonce.
func MatchID(terms, join Hash) Hash {
	b := append([]byte("darkjunqi/v1/match"), terms[:]...)
	return sha512.Sum512_256(append(b, join[:]...))
}

// LayoutCommitment is the body of a Commit record: SHA-512/256 over the match
// id, the seat, its key and the Layout body that will follow. Binding seat
// and key keeps a copied commitment worthless.
func LayoutCommitment(match Hash, seat engine.Seat, key PublicKey, layout []byte) Hash {
	b := append([]byte("darkjunqi/v1/commit"), match[:]...)
	b = append(b, uint8(seat))
	b = append(b, key.key[:]...)
	return sha512.Sum512_256(append(b, layout...))
}

// Coin says who moves first where the rules leave it to chance: the lowest
// bit of SHA-512/256 over the match id and both Layouts' nonces in seat order.
func Coin(match Hash, red, blue [32]byte) engine.Seat {
	b := append([]byte("darkjunqi/v1/coin"), match[:]...)
	b = append(b, red[:]...)
	b = append(b, blue[:]...)
	sum := sha512.Sum512_256(b)
	return engine.Seat(sum[31] & 1)
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
		return MoveBody{}, fmt.Errorf("%w Move", ErrMalformed)
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
		return AnswerBody{}, fmt.Errorf("%w Answer", ErrMalformed)
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
		return ShowBody{}, fmt.Errorf("%w Show", ErrMalformed)
	}
	return ShowBody{Flag: engine.Node(body[0]), Proof: body[1:]}, nil
}

// RevealBody is what a seat publishes at the end: its ElGamal key k, with
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
		return r, fmt.Errorf("%w Reveal: wrong length", ErrMalformed)
	}
	return r, nil
}

// FaultBody is the evidence that seals a transcript: one validly signed false
// record on the hash At, or two different records of one seat on it.
//
//	32-byte hash, then one or two u24-prefixed records
type FaultBody struct {
	At      Hash
	Records [][]byte // one or two encoded records
}

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
		return f, fmt.Errorf("%w Fault: too short", ErrMalformed)
	}
	for !s.Empty() {
		var raw cryptobyte.String
		if len(f.Records) == 2 || !s.ReadUint24LengthPrefixed(&raw) {
			return f, fmt.Errorf("%w Fault: not one or two records", ErrMalformed)
		}
		r, err := Parse(raw)
		if err != nil {
			return f, fmt.Errorf("%w Fault: %w", ErrMalformed, err)
		}
		if r.Kind == Fault {
			return f, fmt.Errorf("%w Fault: it holds another Fault", ErrMalformed)
		}
		f.Records = append(f.Records, raw)
	}
	if len(f.Records) == 0 {
		return f, fmt.Errorf("%w Fault: no record", ErrMalformed)
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
		return ClaimBody{}, fmt.Errorf("%w Claim: wrong length", ErrMalformed)
	}
	return ClaimBody{Hash(body)}, nil
}

// ResignRequest is a waiting seat's signed wish to resign, good for one head
// only. It travels outside the chain; the seat to move may append its
// signature as a Resigned record directly on that head.
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
	return key.verify(q.signed(match), q.Signature[:])
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
	if !s.ReadUint8(&seat) || seat > uint8(engine.Blue) || !s.CopyBytes(q.Head[:]) || !s.CopyBytes(q.Signature[:]) || !s.Empty() {
		return q, fmt.Errorf("%w resign request", ErrMalformed)
	}
	q.Seat = engine.Seat(seat)
	return q, nil
}
