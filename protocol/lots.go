package protocol

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Where layouts are drawn by lot, each seat's army is a deck, which all seats shuffle. Card p is
// then the piece p. All others give their shares of it in public, so that only its owner's key is
// left on it: the owner alone reads it, and proves that its Layout holds what the cards do.

// lots is the decks of a match whose layouts are drawn. It is immutable.
type lots struct {
	joint *group.Base
	decks []*deck.Deck  // by seat
	rest  [][]deck.Card // by seat, what is left of its cards when the shares so far are taken
}

// drawLots begins the draw when all Keys are there.
func (m *Match) drawLots() error {
	next := &lots{joint: deck.Joint(m.cards.keys[:m.rules.NumSeats()]...)}
	var tokens []uint8
	for _, t := range m.rules.Types().Types() {
		tokens = append(tokens, slices.Repeat([]uint8{uint8(t)}, m.rules.Count(t))...)
	}
	for range m.rules.Seats() {
		d, err := deck.New(tokens)
		if err != nil {
			return err // can't be: rules bound an army
		}
		next.decks = append(next.decks, d)
	}
	m.lots = next
	return nil
}

// verifyLotShuffle takes a seat's shuffles of all decks, by seat.
func (m *Match) verifyLotShuffle(r transcript.Record) error {
	n := m.rules.NumSeats()
	if len(r.Body)%n != 0 {
		return malformedLength(r.Kind)
	}
	size, next := len(r.Body)/n, *m.lots
	next.decks = slices.Clone(next.decks)
	if err := m.proven(provesShuffle, func(b *sigma.Batch) (err error) {
		for i, d := range m.lots.decks {
			at := m.proofPlace(r.Kind, r.Seat, nil, uint8(i))
			if next.decks[i], err = d.CheckShuffle(at, next.joint, r.Body[size*i:][:size], b); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	next.rest = nil
	for _, d := range next.decks {
		cards := make([]deck.Card, d.Len())
		for i := range cards {
			cards[i] = d.Card(i)
		}
		next.rest = append(next.rest, cards)
	}
	m.lots = &next
	return nil
}

// othersCards returns the cards of all other seats as they were shuffled, by seat.
func (m *Match) othersCards(seat engine.Seat) (cards []deck.Card) {
	for s, d := range m.lots.decks {
		if engine.Seat(s) == seat {
			continue
		}
		for i := range d.Len() {
			cards = append(cards, d.Card(i))
		}
	}
	return cards
}

// verifyLots takes a seat's shares of the cards of all others.
func (m *Match) verifyLots(r transcript.Record) error {
	at := m.proofPlace(r.Kind, r.Seat, nil, 0)
	var shares []*group.Base
	if err := m.proven(provesShare, func(b *sigma.Batch) (err error) {
		shares, err = deck.CheckDeal(at, m.cards.keys[r.Seat], m.othersCards(r.Seat), r.Body, b)
		return err
	}); err != nil {
		return err
	}
	next := *m.lots
	next.rest = slices.Clone(next.rest)
	for s, cards := range next.rest {
		if engine.Seat(s) == r.Seat {
			continue
		}
		cards = slices.Clone(cards)
		for i := range cards {
			cards[i] = cards[i].Without(shares[0])
			shares = shares[1:]
		}
		next.rest[s] = cards
	}
	m.lots = &next
	return nil
}

// verifyDrawn takes a Layout that was drawn: of the cards of its seat, which it is proven to hold.
func (m *Match) verifyDrawn(r transcript.Record) error {
	size, err := layout.BodySize(m.rules)
	if err != nil {
		return err
	}
	if len(r.Body) < size {
		return malformedLength(r.Kind)
	}
	at := m.proofPlace(r.Kind, r.Seat, nil, 0)
	if err := m.proven(provesLayout, func(b *sigma.Batch) (err error) {
		if m.layouts[r.Seat], err = layout.VerifyLater(m.contexts[r.Seat], m.rules, r.Body[:size], b); err != nil {
			return err
		}
		return m.layouts[r.Seat].VerifyLot(at, m.cards.keys[r.Seat], m.lots.rest[r.Seat], r.Body[size:], b)
	}); err != nil {
		m.layouts[r.Seat] = nil
		return err
	}
	if m.laidOut() {
		m.position = engine.Start(m.rules, m.FirstMover())
	}
	return nil
}

// drawn reports whether all lots are drawn, so that each seat can read its layout off its cards.
func (m *Match) drawn() bool {
	n := m.rules.NumSeats()
	return m.rules.Drawn() && m.Joined() && len(m.chain) >= len(m.setup)-n
}

// readLots reads the seat's layout off its cards, once all others have given their shares.
func (p *Player) readLots() error {
	m := p.match
	if m.rules == nil || !m.drawn() || p.secret.Layout != nil {
		return nil
	}
	tokens := m.lots.decks[p.Seat()].Tokens()
	l := make(engine.Layout, 0, len(tokens))
	for _, card := range m.lots.rest[p.Seat()] {
		token, err := p.secret.Deck.Token(card, tokens)
		if err != nil {
			return err
		}
		l = append(l, engine.Type(token))
	}
	if err := m.rules.CheckLayout(l); err != nil {
		return coded.Errorf("protocol.lots", "the cards make no layout: %w", err) // can't be: shuffles are proven
	}
	p.secret.Layout = l
	p.startLayout()
	return nil
}

// shuffleLots shuffles all decks.
func (p *Player) shuffleLots() error {
	m := p.match
	var body []byte
	for i, d := range m.lots.decks {
		at := m.proofPlace(transcript.Shuffle, p.Seat(), nil, uint8(i))
		body = append(body, d.Shuffle(at, m.lots.joint, p.deckNonces())...)
	}
	return p.sign(transcript.Shuffle, body)
}

// giveLots gives the seat's shares of the cards of all others.
func (p *Player) giveLots() error {
	at := p.match.proofPlace(transcript.Lots, p.Seat(), nil, 0)
	return p.sign(transcript.Lots, p.secret.Deck.Deal(at, p.match.othersCards(p.Seat()), p.deckNonces()))
}

// showDrawn makes the Layout of what was drawn.
func (p *Player) showDrawn() error {
	body, err := p.own.prove()
	if err != nil {
		return err
	}
	commitment, err := p.own.check()
	if err != nil {
		return err
	}
	m := p.match
	at := m.proofPlace(transcript.Layout, p.Seat(), nil, 0)
	proof, err := commitment.ProveLot(at, p.secret.Deck, m.lots.rest[p.Seat()], p.secret.LayoutSecret(), p.deckNonces())
	if err != nil {
		return err
	}
	if err := p.sign(transcript.Layout, append(slices.Clone(body), proof...)); err != nil {
		return err
	}
	p.own = nil
	return nil
}
