package protocol

import (
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// What a seat makes with a deck follows from the match and the seat's secret alone: a program that
// was killed makes the same record again.

// dealt reports whether pieces come from a deck or from lots, so that no seat chooses a layout.
func (p *Player) dealt() bool { return p.match.rules.Deck() != nil || p.match.rules.Drawn() }

// deckNonces returns the source of the secret scalars of all records about the deck.
func (p *Player) deckNonces() sigma.Nonces { return p.secret.Nonces(p.secret.Fresh) }

// keyBody makes the body of the seat's Key.
func (p *Player) keyBody() []byte {
	body := transcript.KeyBody{
		Nonce: p.secret.Nonce,
		Proof: p.secret.Deck.Prove(p.match.contexts[p.Seat()], p.deckNonces()),
	}
	return body.Marshal()
}

func (p *Player) giveKey(io.Reader) error { return p.sign(transcript.Key, p.keyBody()) }

func (p *Player) shuffle(io.Reader) error {
	if p.match.rules.Drawn() {
		return p.shuffleLots()
	}
	c, at := p.match.cards, p.match.proofPlace(transcript.Shuffle, p.Seat(), nil, 0)
	return p.sign(transcript.Shuffle, c.deck.Shuffle(at, c.joint, p.deckNonces()))
}

// shareOf makes the seat's share of the card of a piece.
func (p *Player) shareOf(node engine.Node, kind transcript.Kind, head []byte) []byte {
	at := p.match.proofPlace(kind, p.Seat(), head, 0)
	return p.secret.Deck.Share(at, p.match.lying(node), p.deckNonces())
}

func (p *Player) share(io.Reader) error {
	return p.sign(transcript.Share, p.shareOf(p.match.position.Flipping(), transcript.Share, nil))
}

func (p *Player) face(io.Reader) error {
	m := p.match
	at := func(token uint8) sigma.Place {
		body := transcript.FaceBody{Token: token}
		return m.proofPlace(transcript.Face, p.Seat(), body.Head(), 0)
	}
	body, err := p.secret.Deck.Face(at, m.rest(), m.cards.deck.Tokens(), p.deckNonces())
	if err != nil {
		return err
	}
	return p.sign(transcript.Face, body)
}

// Flip turns up a piece that lies face down, and may offer a draw with it. Its type is known when
// the last of the others has answered. The error is ErrNotYourTurn, ErrDecided, ErrNoMove, or an
// *engine.RuleError if no piece lies there face down.
func (p *Player) Flip(node engine.Node, offer bool) error {
	if err := p.checkTurn(); err != nil {
		return err
	}
	position := p.match.position
	if err := position.Apply(engine.FlipEvent(p.Seat(), node, offer)); err != nil {
		return err
	}
	body := transcript.FlipBody{Node: node, Offer: offer}
	body.Proof = p.shareOf(node, transcript.Flip, body.Head())
	return p.sign(transcript.Flip, body.Marshal())
}
