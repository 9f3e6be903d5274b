package compare

import (
	"crypto/ed25519"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Labels of what is hashed and signed.
const (
	termsLabel  = "darkjunqi/v1/compare/terms"
	recordLabel = "darkjunqi/v1/compare/record"
)

// Terms are agreed on by both parties beforehand.
type Terms struct {
	Session [32]byte // never used twice by the same parties
	Values  int      // numbers are from 0 to Values-1; 2 to onehot.MaxValues
	Parties [2]ed25519.PublicKey
}

// ID returns the SHA-512/256 hash of the terms.
func (t Terms) ID() [32]byte { return chain.ID(termsLabel, t.encode()) }

// encode returns the terms as they appear in their id and in files.
func (t Terms) encode() []byte {
	b := append(t.Session[:], byte(t.Values))
	return append(append(b, t.Parties[0]...), t.Parties[1]...)
}

// Errors of this package.
var (
	// ErrTerms says that the terms have another number of values, the same key twice, or one
	// that transcript.NewPublicKey refuses.
	ErrTerms = coded.Errorf("compare.terms", "not valid terms for a comparison")
	// ErrRecord says that a record is not from a party, or has a wrong signature: it blames
	// nobody.
	ErrRecord = chain.ErrRecord
	// ErrFalse says that a record which its party signed in its place is false, or is not
	// due.
	ErrFalse = chain.ErrFalse
	// ErrDue says that a record is not due, and was not made.
	ErrDue = chain.ErrDue
)

// Kind identifies the content of a record. Its number is the first byte of the record; the second
// is the party's.
type Kind uint8

// The kinds: a party's number, the question of party 0, the answer of party 1.
const (
	Number Kind = iota
	Question
	Answer
)

// A Result says which number is larger.
type Result uint8

// The results.
const (
	Equal Result = iota
	First
	Second
)

// result returns the table of results.
func result(first, second int) uint8 {
	switch {
	case first > second:
		return uint8(First)
	case first < second:
		return uint8(Second)
	}
	return uint8(Equal)
}

// A Board is a chain of records that were verified. It holds no secret.
type Board struct {
	terms    Terms
	chain    chain.Chain
	x        []*group.Base
	rows     [2]*onehot.Row
	question *onehot.Question
	answered bool
	result   Result
}

// NewBoard returns an empty board. The error is ErrTerms.
func NewBoard(t Terms) (*Board, error) {
	x, err := onehot.Generators(t.Values)
	if err != nil {
		return nil, ErrTerms
	}
	c, err := chain.New(recordLabel, t.ID(), t.Parties[:])
	if err != nil {
		return nil, ErrTerms
	}
	return &Board{terms: t, chain: c, x: x}, nil
}

// Result returns which number is larger, when that is known.
func (b *Board) Result() (r Result, known bool) { return b.result, b.answered }

// due returns what is to come next, and by which party.
func (b *Board) due() (k Kind, party int, done bool) {
	switch {
	case b.rows[0] == nil:
		return Number, 0, false
	case b.rows[1] == nil:
		return Number, 1, false
	case b.question == nil:
		return Question, 0, false
	}
	return Answer, 1, b.answered
}

// place returns the place of the proof in the next record.
func (b *Board) place(k Kind, party int) sigma.Place { return b.chain.Place(byte(k), party, 0) }

// Append verifies the next record and appends it. If it is refused nothing changes. The error
// is ErrRecord, or ErrFalse: with the records before it such a record convicts its party.
func (b *Board) Append(raw []byte) error {
	return chain.Append(b, &b.chain, raw, func(next *Board, kind byte, party int, body []byte) error {
		var batch sigma.Batch
		if err := next.take(Kind(kind), party, body, &batch); err != nil {
			return err
		}
		return batch.Verify()
	})
}

// take reads what a record says, and changes b, which is a copy.
func (b *Board) take(k Kind, party int, body []byte, batch *sigma.Batch) (err error) {
	want, by, done := b.due()
	if done || k != want || party != by {
		return ErrDue
	}
	at := b.place(k, party)
	switch k {
	case Number:
		b.rows[party], err = onehot.Check(at, b.x, body, batch)
	case Question:
		b.question, err = onehot.CheckQuestion(at, b.rows[0], b.rows[1], result, body, batch)
	case Answer:
		if len(body) == 0 {
			return group.ErrLength
		}
		b.answered, b.result = true, Result(body[0]) // which the question holds, so there is one
		err = b.question.CheckAnswer(at, body[0], body[1:], batch)
	}
	return err
}

// Twice returns the party that signed two different records on one head, which an honest one
// never does. A head is the id of the terms, or the SHA-512/256 hash of a record.
func Twice(t Terms, head [32]byte, one, two []byte) (party int, convicted bool) {
	b, err := NewBoard(t)
	if err != nil {
		return 0, false
	}
	return b.chain.Twice(head, one, two)
}

// Verify folds records on a new board. A stranger needs no more than this. The error is one
// of NewBoard or Append.
func Verify(t Terms, records [][]byte) (*Board, error) {
	b, err := NewBoard(t)
	return chain.Verify(b, err, records)
}

// Magic begins the file of a board.
const Magic = "darkjunqi compare 1\n"

// ErrForeign says that a file doesn't begin with Magic.
var ErrForeign = chain.ErrForeign

// MarshalFile returns the file of a board: Magic, then the terms and each record in frames.
func MarshalFile(t Terms, records [][]byte) []byte {
	return chain.MarshalFile(Magic, t.encode(), records)
}

// ParseFile takes a file apart. It verifies nothing: Verify does. The error is ErrForeign,
// ErrTerms, transcript.ErrTorn or transcript.ErrOversized.
func ParseFile(file []byte) (t Terms, records [][]byte, err error) {
	b, records, err := chain.ParseFile(Magic, file)
	const head = 32 + 1
	switch {
	case err != nil:
		return t, nil, err
	case len(b) != head+2*ed25519.PublicKeySize:
		return t, nil, ErrTerms
	}
	keys, _ := chain.Keys(b[head:])
	return Terms{Session: [32]byte(b), Values: int(b[32]), Parties: [2]ed25519.PublicKey{keys[0], keys[1]}}, records, nil
}
