package deck

import (
	"crypto/sha512"
	"slices"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ErrCards says that a deck has no card or more than group.MaxCards.
var ErrCards = coded.Errorf("deck.cards", "a deck has from 1 to %d cards", group.MaxCards)

// A Card is an encryption (U, V) of a token under the joint key.
type Card struct{ U, V *group.Base }

// cardSize is the number of bytes of a card: U, then V.
const cardSize = 2 * group.ElementSize

// Without returns what is left of the card when these shares are taken from it: an
// encryption under the sum of the keys that have not shared.
func (c Card) Without(shares ...*group.Base) Card {
	v := c.V.Element()
	for _, d := range shares {
		v.Subtract(v, d.Element())
	}
	return Card{c.U, group.NewBase(v)}
}

// A Deck is a list of cards and the tokens that they hold, in unknown order.
type Deck struct {
	cards  []Card
	tokens []uint8 // ascending
}

// New returns the first deck of these tokens, which may repeat: card i openly holds the
// i-th smallest token. The error is ErrCards.
func New(tokens []uint8) (*Deck, error) {
	if len(tokens) == 0 || len(tokens) > group.MaxCards {
		return nil, ErrCards
	}
	d := &Deck{tokens: slices.Sorted(slices.Values(tokens))}
	zero := group.NewBase(group.NewElement())
	for _, t := range d.tokens {
		d.cards = append(d.cards, Card{zero, group.NewBase(element(t))})
	}
	return d, nil
}

// elements holds (τ+1)B for all tokens.
var elements = sync.OnceValue(func() (list [256]*group.Element) {
	e := group.B().Element()
	for i := range list {
		list[i] = new(group.Element).Set(e)
		e.Add(e, group.B().Element())
	}
	return list
})

// element returns (τ+1)B, which must not be changed.
func element(token uint8) *group.Element { return elements()[token] }

// Len returns the number of cards, m.
func (d *Deck) Len() int { return len(d.cards) }

// Card returns card i, from 0 on.
func (d *Deck) Card(i int) Card { return d.cards[i] }

// Tokens returns the tokens in ascending order.
func (d *Deck) Tokens() []uint8 { return slices.Clone(d.tokens) }

// hash returns the SHA-512/256 hash of the cards.
func (d *Deck) hash() [32]byte {
	b := make([]byte, 0, cardSize*len(d.cards))
	for _, c := range d.cards {
		u, v := c.U.Bytes(), c.V.Bytes()
		b = append(append(b, u[:]...), v[:]...)
	}
	return sha512.Sum512_256(b)
}

func absorb(s *sigma.Sponge, bases ...*group.Base) {
	for _, b := range bases {
		e := b.Bytes()
		s.Absorb(e[:])
	}
}
