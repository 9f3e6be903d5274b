package intersect

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/chain"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Names of a party's secrets, and the domain of the elements that fill a list.
const (
	keyLabel    = "darkjunqi/v1/intersect/key"
	fillerLabel = "darkjunqi/v1/intersect/filler"
)

// A Party makes records: a Board with the secrets of one of its parties. Printing it shows no
// secret. It must be the only one with these secrets.
type Party struct {
	secret.Hidden
	*Board
	number int
	key    ed25519.PrivateKey
	nonces sigma.Nonces
	secret *deck.Key
	list   []entry  // by encoding
	others [][]byte // product, as far as it was needed
}

// An entry is an element of the list, and its item; nil for a filler.
type entry struct {
	encoding, item []byte
}

// NewParty returns the party whose key this is, with its set and random nonces. The error is
// ErrTerms if the terms are invalid or lack the key, or ErrItems.
func NewParty(t Terms, key ed25519.PrivateKey, items [][]byte, n sigma.Nonces) (*Party, error) {
	b, err := NewBoard(t)
	if err != nil {
		return nil, err
	}
	number, is := b.chain.Number(key)
	if !is {
		return nil, ErrTerms
	}
	if len(items) > t.Sizes[number] {
		return nil, ErrItems
	}
	p := &Party{
		Board: b, number: number, key: key, nonces: n, secret: deck.NewKey(chain.ID(keyLabel, idOf(b)), n),
	}
	seen := map[string]bool{}
	var hashes []*group.Base
	for _, item := range items {
		if len(item) > MaxItem || seen[string(item)] {
			return nil, ErrItems
		}
		seen[string(item)] = true
		hashes = append(hashes, b.hash(item))
	}
	for i := len(items); i < t.Sizes[number]; i++ {
		filler := n.Scalar(fillerLabel, uint32(i), b.chain.ID()).Bytes()
		hashes = append(hashes, group.NewBase(group.HashToElement(fillerLabel, filler)))
	}
	for i, encoding := range p.times(hashes) {
		e := entry{encoding: encoding}
		if i < len(items) {
			e.item = append([]byte{}, items[i]...)
		}
		p.list = append(p.list, e)
	}
	slices.SortFunc(p.list, func(a, b entry) int { return bytes.Compare(a.encoding, b.encoding) })
	return p, nil
}

func idOf(b *Board) []byte {
	id := b.chain.ID()
	return id[:]
}

// times multiplies elements by the party's secret.
func (p *Party) times(list []*group.Base) [][]byte {
	return elements(p.secret.Deal(p.chain.Place(byte(Multiples), p.number, 0), cards(list), p.nonces))
}

func (p *Party) append(k Kind, body []byte) ([]byte, error) {
	raw := p.chain.Sign(p.key, byte(k), p.number, body)
	if err := p.Append(raw); err != nil {
		return nil, err
	}
	return raw, nil
}

// Proceed makes the record that the party owes and appends it. It returns nil if none is
// due.
func (p *Party) Proceed() ([]byte, error) {
	k, party, n, done := p.due()
	if done || party != p.number {
		return nil, nil
	}
	at := p.chain.Place(byte(k), p.number, 0)
	other := 1 - p.number
	switch k {
	case Key:
		return p.append(k, p.secret.Prove(at.Context, p.nonces))
	case List:
		var body []byte
		for _, e := range p.list[len(p.lists[p.number]):][:n] {
			body = append(body, e.encoding...)
		}
		return p.append(k, body)
	}
	have := len(p.multiples[other])
	if p.terms.Output == Size {
		all := slices.Clone(p.product())
		slices.SortFunc(all, bytes.Compare)
		return p.append(k, bytes.Join(all[have:][:n], nil))
	}
	body := p.secret.Deal(at, cards(p.lists[other][have:][:n]), p.nonces)
	p.others = append(p.others, elements(body)...)
	return p.append(k, body)
}

func elements(body []byte) [][]byte {
	return slices.Collect(slices.Chunk(body[:len(body)-proofSize], group.ElementSize))
}

// product returns the other's list, multiplied by the party's secret.
func (p *Party) product() [][]byte {
	if p.others == nil {
		p.others = p.times(p.lists[1-p.number])
	}
	return p.others
}

// Learned returns what the party has learned: the common items, in the order of its list, and
// how many there are. It is not known before Done, nor to a party that does not learn it.
func (p *Party) Learned() (items [][]byte, n int, known bool) {
	if !p.terms.Learns[p.number] || !p.Done() {
		return nil, 0, false
	}
	theirs := map[string]bool{}
	for _, e := range p.product() {
		theirs[string(e)] = true
	}
	for i, m := range p.multiples[p.number] {
		e := m.Bytes()
		if !theirs[string(e[:])] {
			continue
		}
		n++
		if p.terms.Output == Items {
			items = append(items, p.list[i].item)
		}
	}
	return items, n, true
}

// Show proves that items are in the party's list, to everybody. They must be in it, and after
// those that it has shown, in the order of the list, and fit in a record: about 100 kB. The
// error is ErrItems, or ErrDue before the end and where only the size is learned.
func (p *Party) Show(items ...[]byte) ([]byte, error) {
	if !p.Done() || p.terms.Output != Items {
		return nil, ErrDue
	}
	next := 0
	if shown := p.shown[p.number]; len(shown) > 0 {
		next = shown[len(shown)-1].Index + 1
	}
	asked := map[string]bool{}
	for _, item := range items {
		asked[string(item)] = true
	}
	var body []byte
	var hashes []*group.Base
	for i, e := range p.list {
		if i >= next && e.item != nil && asked[string(e.item)] {
			body = binary.BigEndian.AppendUint16(body, uint16(i))
			body = append(append(body, byte(len(e.item))), e.item...)
			hashes = append(hashes, p.hash(e.item))
		}
	}
	if len(hashes) != len(items) || len(body) > Chunk*group.ElementSize {
		return nil, ErrItems
	}
	deal := p.secret.Deal(p.chain.Place(byte(Shown), p.number, 0), cards(hashes), p.nonces)
	return p.append(Shown, append(body, deal[group.ElementSize*len(hashes):]...))
}
