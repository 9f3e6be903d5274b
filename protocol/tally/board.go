package tally

import (
	"crypto/ed25519"
	"maps"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Labels of what is hashed and signed.
const (
	termsLabel  = "darkjunqi/v1/tally/terms"
	columnLabel = "darkjunqi/v1/tally/column"
	recordLabel = "darkjunqi/v1/tally/record"
)

// Rules determine what is announced.
type Rules uint8

// The rules: how often each value was given; the highest, for the price that was bid; the
// highest, for the price that the next lower bidder gave.
const (
	Vote Rules = iota
	FirstPrice
	SecondPrice
)

// Terms are agreed on by all parties beforehand.
type Terms struct {
	Session  [32]byte // never used twice by the same parties: ballots could be played again
	Rules    Rules
	Values   int                 // 2 to onehot.MaxValues
	Trustees int                 // the first of the parties
	Quorum   int                 // the fewest ballots that are counted, 1 at least
	Parties  []ed25519.PublicKey // at most 255
}

// ID returns the SHA-512/256 hash of the terms.
func (t Terms) ID() [32]byte {
	return chain.ID(termsLabel, t.encode())
}

// encode returns the terms as they appear in their id and in files.
func (t Terms) encode() []byte {
	b := append(t.Session[:], byte(t.Rules), byte(t.Values), byte(t.Trustees), byte(t.Quorum))
	for _, key := range t.Parties {
		b = append(b, key...)
	}
	return b
}

// Errors of this package.
var (
	// ErrTerms says that the terms have values, trustees, parties or a quorum out of range,
	// the same key twice, or one that transcript.NewPublicKey refuses.
	ErrTerms = coded.Errorf("tally.terms", "not valid terms for a vote or an auction")
	// ErrRecord says that a record is not from a party, or has a wrong signature: it blames
	// nobody.
	ErrRecord = chain.ErrRecord
	// ErrFalse says that a record which its party signed in its place is false, or is not
	// due, as a second ballot.
	ErrFalse = chain.ErrFalse
	// ErrDue says that a record is not due, and was not made.
	ErrDue   = chain.ErrDue
	errCount = coded.Errorf("tally.count", "more than there are ballots")
)

// Kind identifies the content of a record. Its number is the first byte of the record; the second
// is the party's.
type Kind uint8

// The kinds: a trustee's keys, a ballot, the end of ballots, a trustee's shares of what is
// opened.
const (
	Keys Kind = iota
	Ballot
	Close
	Shares
)

// A Count is what the trustees opened: how many of some parties gave a value.
type Count struct {
	Value int
	Of    []int // the parties, in ascending order
	N     int
}

// A Result is what is announced.
type Result struct {
	// Counts holds, for a Vote, how many parties gave each value.
	Counts []int
	// Highest is the highest bid, 0 if there is none, Winners are those who made it, and
	// Price is what is to be paid.
	Highest, Price int
	Winners        []int
}

// A Board is a chain of records that were verified. It holds no secret.
type Board struct {
	terms   Terms
	chain   chain.Chain
	keys    [][]*group.Base // by trustee, then by column
	joint   []*group.Base   // by column, when all keys are there
	ballots map[int]*onehot.Row
	closed  bool
	column  int             // of an auction: the one being opened
	won     bool            // its bidders are being opened
	outcome *Result         // what is known, while the second price is being opened
	shares  [][]*group.Base // of this round, by trustee
	opened  []Count
	result  *Result
}

// NewBoard returns an empty board. The error is ErrTerms.
func NewBoard(t Terms) (*Board, error) {
	if t.Rules > SecondPrice || t.Values < 2 || t.Values > onehot.MaxValues ||
		t.Trustees < 1 || t.Trustees > len(t.Parties) || t.Quorum < 1 || t.Quorum > len(t.Parties) {
		return nil, ErrTerms
	}
	c, err := chain.New(recordLabel, t.ID(), t.Parties)
	if err != nil {
		return nil, ErrTerms
	}
	return &Board{terms: t, chain: c, ballots: map[int]*onehot.Row{}, column: t.Values - 1}, nil
}

// ID returns the id of the terms.
func (b *Board) ID() [32]byte { return b.chain.ID() }

// Result returns what is announced, nil if not all is opened.
func (b *Board) Result() *Result { return b.result }

// Opened returns what the trustees have opened: all that the records show about ballots.
func (b *Board) Opened() []Count { return slices.Clone(b.opened) }

// Ballots returns how many parties gave a ballot.
func (b *Board) Ballots() int { return len(b.ballots) }

// Voted reports whether a party gave a ballot.
func (b *Board) Voted(party int) bool { return b.ballots[party] != nil }

func (b *Board) columns() int { return b.terms.Values - 1 }

func (b *Board) due(k Kind, party int) bool {
	switch {
	case b.result != nil:
		return false
	case b.joint == nil:
		return k == Keys && party == len(b.keys)
	case !b.closed:
		return k == Ballot && b.ballots[party] == nil ||
			k == Close && party == 0 && len(b.ballots) >= b.terms.Quorum
	}
	return k == Shares && party == len(b.shares)
}

// place returns the place of the proofs in the next record.
func (b *Board) place(k Kind, party, index int) sigma.Place {
	return b.chain.Place(byte(k), party, index)
}

// asked returns what the trustees open in this round, as cards: the sum of each column of
// all ballots, in an auction from the highest on and one at a time. When it holds bids they
// open that column of each ballot, then perhaps the sums of the others' lower ones.
// The counts are without N.
func (b *Board) asked() (cards []deck.Card, counts []Count) {
	sum := func(column int, parties ...int) {
		u, v := group.NewElement(), group.NewElement()
		for _, party := range parties {
			u.Add(u, b.ballots[party].Y().Element())
			v.Add(v, b.ballots[party].V(column).Element())
		}
		cards = append(cards, deck.Card{U: group.NewBase(u), V: group.NewBase(v)})
		counts = append(counts, Count{Value: column, Of: parties})
	}
	voters := b.voters()
	switch {
	case b.terms.Rules == Vote:
		for column := 1; column < b.terms.Values; column++ {
			sum(column, voters...)
		}
	case b.won:
		for _, party := range voters {
			sum(b.column, party)
		}
	case b.outcome != nil:
		sum(b.column, slices.DeleteFunc(voters, func(p int) bool { return p == b.outcome.Winners[0] })...)
	default:
		sum(b.column, voters...)
	}
	return cards, counts
}

// voters returns those who gave a ballot, in ascending order.
func (b *Board) voters() (list []int) {
	for party := range b.terms.Parties {
		if b.ballots[party] != nil {
			list = append(list, party)
		}
	}
	return list
}

// Append verifies the next record and appends it. If it is refused nothing changes. The error
// is ErrRecord, or ErrFalse: with the records before it such a record convicts its party.
func (b *Board) Append(raw []byte) error { return chain.Append(b, &b.chain, raw, (*Board).take) }

// take verifies what a record says, and changes b, which is a copy.
func (b *Board) take(kind byte, party int, body []byte) error {
	k := Kind(kind)
	if !b.due(k, party) {
		return ErrDue
	}
	var batch sigma.Batch
	switch k {
	case Keys:
		if len(body) != deck.KeySize*b.columns() {
			return group.ErrLength
		}
		var keys []*group.Base
		for body := range slices.Chunk(body, deck.KeySize) {
			y, err := deck.CheckKey(b.place(k, party, 0).Context, body, &batch)
			if err != nil {
				return err
			}
			keys = append(keys, y)
		}
		b.keys = append(slices.Clone(b.keys), keys)
		if len(b.keys) == b.terms.Trustees {
			for column := range b.columns() {
				var list []*group.Base
				for _, keys := range b.keys {
					list = append(list, keys[column])
				}
				b.joint = append(b.joint, deck.Joint(list...))
			}
		}
		return batch.Verify()
	case Ballot:
		row, err := onehot.Check(b.place(k, party, 0), b.joint, body, &batch)
		if err != nil {
			return err
		}
		ballots := map[int]*onehot.Row{party: row}
		maps.Copy(ballots, b.ballots)
		b.ballots = ballots
		return batch.Verify()
	case Close:
		b.closed = true
		if len(body) != 0 {
			return group.ErrLength
		}
		return nil
	}
	cards, counts := b.asked()
	if len(body) != deck.ShareSize*len(cards) {
		return group.ErrLength
	}
	var shares []*group.Base
	for i, card := range cards {
		share, err := deck.CheckShare(
			b.place(k, party, i), b.keys[party][counts[i].Value-1], card, body[deck.ShareSize*i:][:deck.ShareSize], &batch)
		if err != nil {
			return err
		}
		shares = append(shares, share)
	}
	if err := batch.Verify(); err != nil {
		return err
	}
	b.shares = append(slices.Clone(b.shares), shares)
	if len(b.shares) == b.terms.Trustees {
		return b.finish(cards, counts)
	}
	return nil
}

// finish ends a round: all shares of its cards are there.
func (b *Board) finish(cards []deck.Card, counts []Count) error {
	for i, card := range cards {
		for _, shares := range b.shares {
			card = card.Without(shares[i])
		}
		most := len(counts[i].Of)
		e := group.NewElement()
		for counts[i].N <= most && card.V.Element().Equal(e) == 0 {
			e.Add(e, group.B().Element())
			counts[i].N++
		}
		if counts[i].N > most { // can't be: ballots and shares were proven
			return errCount
		}
	}
	b.shares, b.opened = nil, append(slices.Clone(b.opened), counts...)
	switch {
	case b.terms.Rules == Vote:
		b.result = &Result{Counts: []int{len(b.ballots)}}
		for _, count := range counts {
			b.result.Counts[0] -= count.N
			b.result.Counts = append(b.result.Counts, count.N)
		}
	case b.won:
		b.won, b.outcome = false, &Result{Highest: b.column, Price: b.column}
		for _, count := range counts {
			if count.N == 1 {
				b.outcome.Winners = append(b.outcome.Winners, count.Of...)
			}
		}
		if b.terms.Rules == FirstPrice || len(b.outcome.Winners) > 1 {
			b.result = b.outcome
			return nil
		}
		b.lower()
	case counts[0].N == 0:
		b.lower()
	case b.outcome != nil:
		b.outcome.Price, b.result = b.column, b.outcome
	default:
		b.won = true
	}
	return nil
}

// lower goes on to the next lower column. If there is none, nobody bid, or nobody else did.
func (b *Board) lower() {
	b.column--
	if b.column > 0 {
		return
	}
	b.result = &Result{}
	if b.outcome != nil {
		b.result = b.outcome
		b.result.Price = 0
	}
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

// Verify folds records on a new board and returns the result, nil if the records end before.
// A stranger needs no more than this. The error is one of NewBoard or Append.
func Verify(t Terms, records [][]byte) (*Result, error) {
	b, err := NewBoard(t)
	if b, err = chain.Verify(b, err, records); err != nil {
		return nil, err
	}
	return b.Result(), nil
}

// Magic is the first line of the file of a board. Its last number is the version of the
// file format.
const Magic = "darkjunqi tally 1\n"

// ErrForeign says that a file doesn't begin with Magic.
var ErrForeign = chain.ErrForeign

// termsSize is the size of encoded terms without parties: session, rules, values,
// trustees, quorum.
const termsSize = 32 + 4

// MarshalFile returns the file of a board: Magic, then the terms and each record in frames.
func MarshalFile(t Terms, records [][]byte) []byte {
	return chain.MarshalFile(Magic, t.encode(), records)
}

// ParseFile takes a file apart. It verifies nothing: Verify does. The error is ErrForeign,
// ErrTerms, transcript.ErrTorn or transcript.ErrOversized.
func ParseFile(file []byte) (t Terms, records [][]byte, err error) {
	terms, records, err := chain.ParseFile(Magic, file)
	switch {
	case err != nil:
		return t, nil, err
	case len(terms) < termsSize:
		return t, nil, ErrTerms
	}
	keys, whole := chain.Keys(terms[termsSize:])
	if !whole {
		return t, nil, ErrTerms
	}
	t = Terms{
		Session: [32]byte(terms), Rules: Rules(terms[32]), Values: int(terms[33]), Trustees: int(terms[34]),
		Quorum: int(terms[35]), Parties: keys,
	}
	return t, records, nil
}
