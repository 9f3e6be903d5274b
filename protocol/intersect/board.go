package intersect

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Labels of what is hashed and signed.
const (
	termsLabel  = "darkjunqi/v1/intersect/terms"
	recordLabel = "darkjunqi/v1/intersect/record"
	itemDomain  = "darkjunqi/v1/intersect/item"
)

// Limits: the largest list, the longest item in bytes, and how many elements a record holds.
const (
	MaxList = 10_000
	MaxItem = 255
	Chunk   = 4096
)

// Output states what is learned.
type Output uint8

// The outputs: the common items, or only their number.
const (
	Items Output = iota
	Size
)

// Terms are agreed on by both parties beforehand.
type Terms struct {
	Session [32]byte // never used twice by the same parties
	Output  Output
	Learns  [2]bool // one of the parties, or both
	Sizes   [2]int  // of the lists, 1 to MaxList
	Parties [2]ed25519.PublicKey
}

// encode returns the terms as they appear in their id and in files.
func (t Terms) encode() []byte {
	learns := byte(0)
	for party, is := range t.Learns {
		if is {
			learns |= 1 << party
		}
	}
	b := append(t.Session[:], byte(t.Output), learns)
	for _, size := range t.Sizes {
		b = binary.BigEndian.AppendUint16(b, uint16(size))
	}
	return append(append(b, t.Parties[0]...), t.Parties[1]...)
}

// ID returns the SHA-512/256 hash of the terms.
func (t Terms) ID() [32]byte { return chain.ID(termsLabel, t.encode()) }

// Errors of this package.
var (
	// ErrTerms says that the terms have outputs, sizes or parties out of range, the same key
	// twice, or one that transcript.NewPublicKey refuses.
	ErrTerms = coded.Errorf("intersect.terms", "not valid terms for an intersection")
	// ErrItems says that there are more items than the terms allow, the same twice, or one
	// that is too long.
	ErrItems = coded.Errorf("intersect.items", "too many items, one twice, or one too long")
	// ErrRecord says that a record is not from a party, or has a wrong signature: it blames
	// nobody.
	ErrRecord = chain.ErrRecord
	// ErrFalse says that a record which its party signed in its place is false, or is not
	// due.
	ErrFalse = chain.ErrFalse
	// ErrDue says that a record is not due, and was not made.
	ErrDue   = chain.ErrDue
	errOrder = coded.Errorf("intersect.order", "elements or items are not in ascending order, or zero")
)

// Kind identifies the content of a record. Its number is the first byte of the record; the second
// is the party's.
type Kind uint8

// The kinds: a party's key, a part of its list, a part of the other's list multiplied by its
// secret, and items that it shows to be in its list.
const (
	Key Kind = iota
	List
	Multiples
	Shown
)

// A Board is a chain of records that were verified. It holds no secret.
type Board struct {
	terms     Terms
	chain     chain.Chain
	keys      []*group.Base
	lists     [2][]*group.Base // by owner
	multiples [2][]*group.Base // of that party's list, by the other's secret
	shown     [2][]Item
}

// An Item is in a list at an index.
type Item struct {
	Index int
	Item  []byte
}

// NewBoard returns an empty board. The error is ErrTerms.
func NewBoard(t Terms) (*Board, error) {
	if t.Output > Size || !t.Learns[0] && !t.Learns[1] {
		return nil, ErrTerms
	}
	for _, size := range t.Sizes {
		if size < 1 || size > MaxList {
			return nil, ErrTerms
		}
	}
	c, err := chain.New(recordLabel, t.ID(), t.Parties[:])
	if err != nil {
		return nil, ErrTerms
	}
	return &Board{terms: t, chain: c}, nil
}

// due returns what is to come next: which kind, by which party, and of how many elements.
// What is shown comes at the end, by any party: then done is true.
func (b *Board) due() (k Kind, party, n int, done bool) {
	if len(b.keys) < 2 {
		return Key, len(b.keys), 1, false
	}
	missing := func(list []*group.Base, owner int) int { return min(b.terms.Sizes[owner]-len(list), Chunk) }
	for owner := range b.lists {
		if n := missing(b.lists[owner], owner); n > 0 {
			return List, owner, n, false
		}
	}
	for owner := range b.multiples {
		if n := missing(b.multiples[owner], owner); n > 0 && b.terms.Learns[owner] {
			return Multiples, 1 - owner, n, false
		}
	}
	return Shown, 0, 0, true
}

// Done reports whether each party that is to learn something has all it needs.
func (b *Board) Done() bool {
	_, _, _, done := b.due()
	return done
}

// Common returns the places of both lists, ascending in the first, that hold the same item, if both
// parties learn the Items and have done so: then everybody sees them.
func (b *Board) Common() (places [][2]int) {
	if b.terms.Output != Items {
		return nil
	}
	return b.pairs()
}

// Size returns how many items are common, if both parties learn it and have done so: then everybody
// sees it.
func (b *Board) Size() (n int, known bool) {
	return len(b.pairs()), b.Done() && b.terms.Learns == [2]bool{true, true}
}

func (b *Board) pairs() (places [][2]int) {
	if _, _, _, done := b.due(); !done {
		return nil
	}
	at := map[[group.ElementSize]byte]int{}
	for j, m := range b.multiples[1] {
		at[m.Bytes()] = j
	}
	for i, m := range b.multiples[0] {
		if j, is := at[m.Bytes()]; is {
			places = append(places, [2]int{i, j})
		}
	}
	return places
}

// Shown returns the items that a party has proven to be in its list, ascending by place.
func (b *Board) Shown(party int) []Item { return slices.Clone(b.shown[party]) }

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
func (b *Board) take(k Kind, party int, body []byte, batch *sigma.Batch) error {
	want, by, n, done := b.due()
	switch {
	case done && k == Shown && b.terms.Output == Items:
		return b.show(party, body, batch)
	case done || k != want || party != by:
		return ErrDue
	}
	at := b.chain.Place(byte(k), party, 0)
	switch k {
	case Key:
		y, err := deck.CheckKey(at.Context, body, batch)
		b.keys = append(slices.Clone(b.keys), y)
		return err
	case List:
		list, err := ascending(b.lists[party], body, n)
		b.lists[party] = list
		return err
	}
	owner := 1 - party
	have := b.multiples[owner]
	if b.terms.Output == Size {
		list, err := ascending(have, body, n)
		b.multiples[owner] = list
		return err
	}
	more, err := deck.CheckDeal(at, b.keys[party], cards(b.lists[owner][len(have):][:n]), body, batch)
	b.multiples[owner] = slices.Concat(have, more)
	return err
}

// ascending reads n elements, which continue a list. None is zero, and their encodings ascend,
// so that their order says nothing and none appears twice.
func ascending(list []*group.Base, body []byte, n int) ([]*group.Base, error) {
	if len(body) != n*group.ElementSize {
		return nil, group.ErrLength
	}
	var last [group.ElementSize]byte // zero
	if len(list) > 0 {
		last = list[len(list)-1].Bytes()
	}
	list = slices.Clone(list)
	for raw := range slices.Chunk(body, group.ElementSize) {
		if bytes.Compare(raw, last[:]) <= 0 {
			return nil, errOrder
		}
		e, err := group.DecodeBase(raw)
		if err != nil {
			return nil, err
		}
		list, last = append(list, e), [group.ElementSize]byte(raw)
	}
	return list, nil
}

// cards are elements as package deck multiplies them by a secret, with a proof.
func cards(list []*group.Base) []deck.Card {
	cards := make([]deck.Card, len(list))
	for i, e := range list {
		cards[i] = deck.Card{U: e, V: e}
	}
	return cards
}

// hash returns H of an item, which no other session has.
func (b *Board) hash(item []byte) *group.Base {
	id := b.chain.ID()
	return group.NewBase(group.HashToElement(itemDomain, append(id[:], item...)))
}

// proofSize is the size of what follows the elements in a deal.
var proofSize = deck.DealSize(0)

// show reads items with the proof that they are in the list of a party.
func (b *Board) show(party int, body []byte, batch *sigma.Batch) error {
	if len(body) < proofSize {
		return group.ErrLength
	}
	rest, proof := body[:len(body)-proofSize], body[len(body)-proofSize:]
	all := slices.Clone(b.shown[party])
	var hashes []*group.Base
	var multiples []byte
	for len(rest) > 0 {
		if len(rest) < 3 || len(rest) < 3+int(rest[2]) {
			return group.ErrLength
		}
		item := Item{int(binary.BigEndian.Uint16(rest)), rest[3:][:rest[2]]}
		rest = rest[3+len(item.Item):]
		if item.Index >= b.terms.Sizes[party] || len(all) > 0 && item.Index <= all[len(all)-1].Index {
			return errOrder
		}
		all = append(all, item)
		hashes = append(hashes, b.hash(item.Item))
		e := b.lists[party][item.Index].Bytes()
		multiples = append(multiples, e[:]...)
	}
	if len(hashes) == 0 {
		return group.ErrLength
	}
	b.shown[party] = all
	at := b.chain.Place(byte(Shown), party, 0)
	_, err := deck.CheckDeal(at, b.keys[party], cards(hashes), append(multiples, proof...), batch)
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
const Magic = "darkjunqi intersect 1\n"

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
	const head = 32 + 6
	if len(b) < head || b[33] > 3 {
		return t, nil, ErrTerms
	}
	keys, whole := chain.Keys(b[head:])
	if !whole || len(keys) != len(t.Parties) {
		return t, nil, ErrTerms
	}
	t = Terms{
		Session: [32]byte(b), Output: Output(b[32]), Learns: [2]bool{b[33]&1 != 0, b[33]&2 != 0},
		Sizes:   [2]int{int(binary.BigEndian.Uint16(b[34:])), int(binary.BigEndian.Uint16(b[36:]))},
		Parties: [2]ed25519.PublicKey{keys[0], keys[1]},
	}
	return t, records, nil
}
