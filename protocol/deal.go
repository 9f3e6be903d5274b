package protocol

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// cards is the deck of a match as everybody sees it. It is immutable: a record makes another one.
type cards struct {
	keys   [engine.MaxSeats]*group.Base // of each seat, nil before its Key
	nonces [engine.MaxSeats][32]byte    // their shares of the coin

	// The last deal, or the one in progress.
	joint *group.Base   // the sum of the keys of the seats that lived
	deck  *deck.Deck    // in the order that the last Shuffle gave it
	nodes []engine.Node // where its cards lie

	shares []*group.Base // of the card that is being opened
}

// recard changes the cards of the match.
func (m *Match) recard(change func(*cards)) {
	next := *m.cards
	change(&next)
	m.cards = &next
}

// publicTypes reports whether everybody knows the type of every piece on the board: with a deck, or
// in open mode.
func (m *Match) publicTypes() bool { return m.rules.Open() || m.rules.Deck() != nil }

// verifyKey takes a seat's part of the joint key. After the last one the first deal is due.
func (m *Match) verifyKey(r transcript.Record) error {
	if transcript.Commitment(m.id, r.Seat, m.keys[r.Seat], r.Body) != m.commits[r.Seat] {
		return coded.Errorf("protocol.other-deck-key", "this is not the key that the Commit promised")
	}
	body, err := transcript.ParseKey(r.Body)
	if err != nil {
		return err
	}
	var y *group.Base
	if err := m.proven(provesKey, func(b *sigma.Batch) (err error) {
		y, err = deck.CheckKey(m.contexts[r.Seat], body.Proof, b)
		return err
	}); err != nil {
		return err
	}
	m.recard(func(c *cards) { c.keys[r.Seat], c.nonces[r.Seat] = y, body.Nonce })
	if slices.Contains(m.cards.keys[:m.rules.NumSeats()], nil) {
		return nil
	}
	if m.rules.Drawn() {
		return m.drawLots()
	}
	m.position = engine.Start(m.rules, m.FirstMover())
	return m.deal()
}

// deal begins a deal of what lies face down, by the seats that live.
func (m *Match) deal() error {
	first, err := deck.New(m.position.DownTokens())
	if err != nil {
		return err // can't be: the rules bound the deck, and nothing is dealt if nothing lies face down
	}
	var keys []*group.Base
	for _, seat := range m.living().Seats() {
		keys = append(keys, m.cards.keys[seat])
	}
	m.recard(func(c *cards) { c.joint, c.deck, c.nodes = deck.Joint(keys...), first, m.position.DownNodes() })
	return nil
}

// follow keeps the cards in step with the game after an event.
func (m *Match) follow(e engine.Event) error {
	if m.cards == nil || e.Kind == engine.EventShare {
		return nil
	}
	if m.cards.shares != nil {
		m.recard(func(c *cards) { c.shares = nil })
	}
	if m.position.Phase() == engine.PhaseDeal && e.Kind != engine.EventDeal {
		return m.deal()
	}
	return nil
}

// verifyShuffle takes a seat's shuffle, of the first deal or a later one.
func (m *Match) verifyShuffle(r transcript.Record) error {
	if m.rules.Drawn() {
		return m.verifyLotShuffle(r)
	}
	at := m.proofPlace(r.Kind, r.Seat, nil, 0)
	if m.course() == Play {
		if err := m.play(engine.DealEvent(r.Seat)); err != nil {
			return err
		}
	}
	before, after := m.cards, (*deck.Deck)(nil)
	if err := m.proven(provesShuffle, func(b *sigma.Batch) (err error) {
		after, err = before.deck.CheckShuffle(at, before.joint, r.Body, b)
		return err
	}); err != nil {
		return err
	}
	m.recard(func(c *cards) { c.deck = after })
	return nil
}

// lying returns the card of a piece that lies face down.
func (m *Match) lying(node engine.Node) deck.Card {
	return m.cards.deck.Card(slices.Index(m.cards.nodes, node))
}

// takeShare takes a share of the card that is being opened.
func (m *Match) takeShare(at sigma.Place, proof []byte) error {
	before, share := m.cards, (*group.Base)(nil)
	if err := m.proven(provesShare, func(b *sigma.Batch) (err error) {
		share, err = deck.CheckShare(at, before.keys[at.Seat], m.lying(m.position.Flipping()), proof, b)
		return err
	}); err != nil {
		return err
	}
	m.recard(func(c *cards) { c.shares = append(slices.Clip(c.shares), share) })
	return nil
}

func (m *Match) verifyFlip(r transcript.Record) error {
	body, err := transcript.ParseFlip(r.Body)
	if err != nil {
		return err
	}
	at := m.proofPlace(r.Kind, r.Seat, body.Head(), 0)
	if err := m.play(engine.FlipEvent(r.Seat, body.Node, body.Offer)); err != nil {
		return err
	}
	return m.takeShare(at, body.Proof)
}

func (m *Match) verifyShare(r transcript.Record) error {
	at := m.proofPlace(r.Kind, r.Seat, nil, 0)
	if err := m.play(engine.ShareEvent(r.Seat)); err != nil {
		return err
	}
	return m.takeShare(at, r.Body)
}

// rest returns what is left of the card that is being opened when the shares are taken from it.
func (m *Match) rest() deck.Card {
	return m.lying(m.position.Flipping()).Without(m.cards.shares...)
}

func (m *Match) verifyFace(r transcript.Record) error {
	body, err := transcript.ParseFace(r.Body)
	if err != nil {
		return err
	}
	at := m.proofPlace(r.Kind, r.Seat, body.Head(), 0)
	before, rest := m.cards, m.rest()
	if err := m.play(engine.FaceEvent(r.Seat, body.Token)); err != nil {
		return err
	}
	return m.proven(provesFace, func(b *sigma.Batch) error {
		_, err := deck.CheckFace(at, before.keys[r.Seat], rest, before.deck.Tokens(), r.Body, b)
		return err
	})
}
