package statistics

import (
	"crypto/ed25519"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Labels of what is hashed and signed.
const (
	termsLabel  = "darkjunqi/v1/statistics/terms"
	recordLabel = "darkjunqi/v1/statistics/record"
)

// Limits: numbers in a vector, how far apart their bounds are, how large they are, and how
// many parties there are.
const (
	MaxEntries = 64
	MaxSpan    = 1<<maxBits - 1
	MaxNumber  = 1 << 30
	MaxParties = 16
)

// Terms are agreed on by all parties beforehand.
type Terms struct {
	Session  [32]byte // never used twice by the same parties
	Entries  int      // numbers in a vector, 1 to MaxEntries
	Min, Max int      // bounds of each number, at most MaxSpan apart
	Quorum   int      // of how many vectors a sum may be, 2 at least
	Parties  []ed25519.PublicKey
}

// encode returns the terms as they appear in their id and in files.
func (t Terms) encode() []byte {
	b := append(t.Session[:], byte(t.Entries), byte(t.Quorum))
	b = binary.BigEndian.AppendUint32(b, uint32(t.Min))
	b = binary.BigEndian.AppendUint32(b, uint32(t.Max))
	for _, key := range t.Parties {
		b = append(b, key...)
	}
	return b
}

// ID returns the SHA-512/256 hash of the terms.
func (t Terms) ID() [32]byte { return chain.ID(termsLabel, t.encode()) }

// Errors of this package.
var (
	// ErrTerms says that the terms have entries, bounds, quorum or parties out of range, the
	// same key twice, or one that transcript.NewPublicKey refuses.
	ErrTerms = coded.Errorf("statistics.terms", "not valid terms for a sum")
	// ErrNumbers says that a vector has another length, or a number out of its bounds.
	ErrNumbers = coded.Errorf("statistics.numbers", "the wrong number of entries, or one out of bounds")
	// ErrRecord says that a record is not from a party, or has a wrong signature: it blames
	// nobody.
	ErrRecord = chain.ErrRecord
	// ErrFalse says that a record which its party signed in its place is false, or is not
	// due.
	ErrFalse = chain.ErrFalse
	// ErrDue says that a record is not due, and was not made.
	ErrDue = chain.ErrDue
	errSum = coded.Errorf("statistics.sum", "the sum is out of its bounds")
)

// Kind identifies the content of a record. Its number is the first byte of the record; the second
// is the party's.
type Kind uint8

// The kinds: a party's key, its vector, the list of those who count, a share of the sum.
const (
	Key Kind = iota
	Input
	Ready
	Share
)

// A Set is parties: bit p is party p.
type Set uint16

// Has reports whether a party is in the set.
func (s Set) Has(party int) bool { return s>>party&1 == 1 }

// Len returns how many parties are in the set.
func (s Set) Len() int { return bits.OnesCount16(uint16(s)) }

// Parties returns the parties of the set, ascending.
func (s Set) Parties() (list []int) {
	for party := range MaxParties {
		if s.Has(party) {
			list = append(list, party)
		}
	}
	return list
}

// A Result is what is announced.
type Result struct {
	Of   Set   // whose vectors count
	Sums []int // by entry
}

// Mean returns the mean of an entry.
func (r *Result) Mean(entry int) float64 { return float64(r.Sums[entry]) / float64(r.Of.Len()) }

// A Board is a chain of records that were verified. It holds no secret.
type Board struct {
	terms    Terms
	chain    chain.Chain
	keys     []*group.Base
	joint    *group.Base
	inputs   [MaxParties]encrypted
	list     Set // of those who count, 0 before the first Ready
	ready    Set // who of the list has signed it
	released [MaxParties][]*group.Base
	shares   [MaxParties][]*group.Base
	shared   Set
	result   *Result
}

// NewBoard returns an empty board. The error is ErrTerms.
func NewBoard(t Terms) (*Board, error) {
	if t.Entries < 1 || t.Entries > MaxEntries || t.Min < -MaxNumber || t.Max > MaxNumber ||
		t.Max <= t.Min || t.Max-t.Min > MaxSpan ||
		len(t.Parties) > MaxParties || t.Quorum < 2 || t.Quorum > len(t.Parties) {
		return nil, ErrTerms
	}
	c, err := chain.New(recordLabel, t.ID(), t.Parties)
	if err != nil {
		return nil, ErrTerms
	}
	return &Board{terms: t, chain: c}, nil
}

// Result returns what is announced, nil if not all is opened.
func (b *Board) Result() *Result { return b.result }

// Given returns the parties that gave a vector.
func (b *Board) Given() (s Set) {
	for party, v := range b.inputs {
		if v != nil {
			s |= 1 << party
		}
	}
	return s
}

// List returns the parties that count, as the last Ready says: none before the first.
func (b *Board) List() Set { return b.list }

// Missing returns the parties of the list whose record is due now: their Ready, or their share.
func (b *Board) Missing() Set {
	switch {
	case b.result != nil:
		return 0
	case b.ready != b.list:
		return b.list &^ b.ready
	}
	return b.list &^ b.shared
}

func (b *Board) bounds() bounds {
	return bounds{key: b.joint, entries: b.terms.Entries, weights: weights(b.terms.Max - b.terms.Min)}
}

func (b *Board) due(k Kind, party int) bool {
	switch {
	case b.result != nil:
		return false
	case b.joint == nil:
		return k == Key && party == len(b.keys)
	case k == Input:
		return b.list == 0 && b.inputs[party] == nil
	case k == Ready:
		return b.inputs[party] != nil && (b.list == 0 || b.ready != b.list)
	}
	return k == Share && b.list != 0 && b.ready == b.list && b.list.Has(party) && !b.shared.Has(party)
}

// lists says whether a party may sign this list: the last one, once, or a shorter one.
func (b *Board) lists(party int, list Set) bool {
	switch {
	case !list.Has(party) || list.Len() < b.terms.Quorum || list&^b.Given() != 0:
		return false
	case b.list == 0 || list != b.list && list&^b.list == 0:
		return true
	}
	return list == b.list && !b.ready.Has(party)
}

// missing returns the sum of the keys of those who are not on a list.
func (b *Board) missing(list Set) *group.Base {
	var keys []*group.Base
	for party, y := range b.keys {
		if !list.Has(party) {
			keys = append(keys, y)
		}
	}
	return deck.Joint(keys...)
}

func (b *Board) all(list Set) bool { return list.Len() == len(b.keys) }

// Append verifies the next record and appends it. If it is refused nothing changes. The error
// is ErrRecord, or ErrFalse: with the records before it such a record convicts its party.
func (b *Board) Append(raw []byte) error { return chain.Append(b, &b.chain, raw, (*Board).take) }

// take verifies what a record says, and changes b, which is a copy.
func (b *Board) take(kind byte, party int, body []byte) (err error) {
	k := Kind(kind)
	if !b.due(k, party) {
		return ErrDue
	}
	var batch sigma.Batch
	at := b.chain.Place(kind, party, 0)
	switch k {
	case Key:
		var y *group.Base
		if y, err = deck.CheckKey(at.Context, body, &batch); err == nil {
			b.keys = append(slices.Clone(b.keys), y)
		}
		if len(b.keys) == len(b.terms.Parties) {
			b.joint = deck.Joint(b.keys...)
		}
	case Input:
		b.inputs[party], err = b.bounds().check(at, body, &batch)
	case Ready:
		err = b.takeReady(at, party, body, &batch)
	case Share:
		b.shares[party], err = deck.CheckDeal(at, b.keys[party], b.sum(), body, &batch)
		b.shared |= 1 << party
	}
	if err != nil {
		return err
	}
	if err := batch.Verify(); err != nil {
		return err
	}
	if b.list != 0 && b.shared == b.list {
		return b.open()
	}
	return nil
}

// takeReady reads the list that a party signs, and what it takes from its ciphertexts.
func (b *Board) takeReady(at sigma.Place, party int, body []byte, batch *sigma.Batch) (err error) {
	if len(body) < 2 {
		return group.ErrLength
	}
	list := Set(binary.BigEndian.Uint16(body))
	if !b.lists(party, list) {
		return ErrDue
	}
	if list != b.list {
		b.list, b.ready, b.released = list, 0, [MaxParties][]*group.Base{}
	}
	b.ready |= 1 << party
	if b.all(list) {
		if len(body) != 2 {
			return group.ErrLength
		}
		return nil
	}
	b.released[party], err = checkRelease(at, b.missing(list), b.inputs[party], body[2:], batch)
	return err
}

// sum returns the encrypted sum of the vectors that count, under the keys of their parties.
func (b *Board) sum() []deck.Card {
	cards := make([]deck.Card, b.terms.Entries)
	for e := range cards {
		u, v := group.NewElement(), group.NewElement()
		for _, party := range b.list.Parties() {
			u.Add(u, b.inputs[party][e].U)
			v.Add(v, b.inputs[party][e].V)
			if d := b.released[party]; d != nil {
				v.Subtract(v, d[e].Element())
			}
		}
		cards[e] = deck.Card{U: group.NewBase(u), V: group.NewBase(v)}
	}
	return cards
}

// open decrypts the sum: all shares are there.
func (b *Board) open() error {
	b.result = &Result{Of: b.list}
	n := b.list.Len()
	for e, card := range b.sum() {
		for _, party := range b.list.Parties() {
			card = card.Without(b.shares[party][e])
		}
		sum, is := logarithm(card.V.Element(), n*(b.terms.Max-b.terms.Min))
		if !is { // can't be: bounds and shares were proven
			return errSum
		}
		b.result.Sums = append(b.result.Sums, sum+n*b.terms.Min)
	}
	return nil
}

// step is the number of multiples of B in the table.
const step = 1 << 10

// multiples has m for each encoded m B below step.
var multiples = sync.OnceValue(func() map[[group.ElementSize]byte]int {
	table := map[[group.ElementSize]byte]int{}
	e := group.NewElement()
	for m := range step {
		table[[group.ElementSize]byte(e.Bytes())] = m
		e.Add(e, group.B().Element())
	}
	return table
})

// logarithm returns the m from 0 to most with e = m B (Shanks, "Class Number, a Theory of
// Factorization, and Genera", 1971).
func logarithm(e *group.Element, most int) (m int, is bool) {
	giant := group.B().Mult(group.IntScalar(step))
	e = group.NewElement().Set(e)
	for ; m <= most; m += step {
		if i, is := multiples()[[group.ElementSize]byte(e.Bytes())]; is {
			return m + i, true
		}
		e.Subtract(e, giant)
	}
	return 0, false
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
const Magic = "darkjunqi statistics 1\n"

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
	if err != nil {
		return t, nil, err
	}
	const head = 32 + 2 + 8
	if len(b) < head {
		return t, nil, ErrTerms
	}
	keys, whole := chain.Keys(b[head:])
	if !whole {
		return t, nil, ErrTerms
	}
	number := func(b []byte) int { return int(int32(binary.BigEndian.Uint32(b))) }
	t = Terms{
		Session: [32]byte(b), Entries: int(b[32]), Quorum: int(b[33]),
		Min: number(b[34:]), Max: number(b[38:]), Parties: keys,
	}
	return t, records, nil
}
