package adversary

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// flipScene returns a game with a deck in which red turns up a piece, and then blue.
func flipScene(liar engine.Seat, turns ...string) Scene {
	return Scene{Rules: "flip,first=red,clock=off,grace=10", Liar: liar, Turns: turns}
}

var cardKinds = []Kind{
	{"swapped-key", "once the other's part of the joint key is known, reveals a different part than it committed to",
		AtOnce, transcript.Key, flipScene(engine.Blue),
		lies{transcript.Key: swappedKey}},
	{"stacked-shuffle", "shuffles a deck in which an opposing piece has become its own commander",
		AtOnce, transcript.Shuffle, flipScene(engine.Red),
		lies{transcript.Shuffle: func(p *Player) []byte { return p.shuffleOf(p.stacked(), p.joint()) }}},
	{"private-shuffle", "shuffles under its own key alone, so that nobody else is needed to open the cards",
		AtOnce, transcript.Shuffle, flipScene(engine.Red),
		lies{transcript.Shuffle: func(p *Player) []byte {
			return p.shuffleOf(p.Match().Rules().Deck().Tokens(), p.secret.Deck.Public())
		}}},
	{"withheld-shuffle", "does not shuffle", Claimed, transcript.Shuffle, flipScene(engine.Red), lies{transcript.Shuffle: withhold}},
	{"peeked-card", "turns up one piece, and gives its share of the card of another",
		AtOnce, transcript.Flip, flipScene(engine.Red, "!flip:a1"),
		lies{transcript.Move: peekedCard}},
	{"two-flips", "turns up two pieces in a turn",
		AtOnce, transcript.Flip, flipScene(engine.Red, "!flip:a1"),
		lies{transcript.Move: func(p *Player) []byte {
			check(p.honest.Flip(p.node, false))
			return p.sign(transcript.Flip, append([]byte{uint8(p.otherNode()), 0}, make([]byte, deck.ShareSize)...))
		}}},
	{"false-face", "announces a different piece than was turned up",
		AtOnce, transcript.Face, flipScene(engine.Blue, "flip:a1"),
		lies{transcript.Face: falseFace}},
	{"withheld-face", "dislikes the piece that is turned up, and does not announce it",
		Claimed, transcript.Face, flipScene(engine.Blue, "flip:a1"), lies{transcript.Face: withhold}},
}

func swappedKey(p *Player) []byte {
	n := p.nonces()
	body := transcript.KeyBody{Nonce: p.secret.Nonce, Proof: deck.NewKey(p.Match().ID(), n).Prove(p.context(), n)}
	return p.sign(transcript.Key, body.Marshal())
}

// joint returns the sum of the keys of all seats.
func (p *Player) joint() *group.Base {
	var keys []*group.Base
	for _, raw := range p.Match().Records() {
		if transcript.Kind(raw[0]) == transcript.Key {
			keys = append(keys, must(group.DecodeBase(bodyOf(raw)[:group.ElementSize])))
		}
	}
	return deck.Joint(keys...)
}

// stacked lists the tokens, with one more commander of the liar for a piece of the other.
func (p *Player) stacked() []uint8 {
	rules := p.Match().Rules()
	tokens := rules.Deck().Tokens()
	commander := tokens[0]
	for _, token := range tokens {
		if colour, t, _ := rules.Face(token); colour == p.Seat() && rules.TypeRule(t).ID == "commander" {
			commander = token
		}
	}
	tokens[len(tokens)-1] = commander
	return tokens
}

// shuffleOf shuffles the first deck of some tokens.
func (p *Player) shuffleOf(tokens []uint8, joint *group.Base) []byte {
	first := must(deck.New(tokens))
	return p.sign(transcript.Shuffle, first.Shuffle(p.place(transcript.Shuffle, nil), joint, p.nonces()))
}

// otherNode returns where another piece lies face down than the one of the turn.
func (p *Player) otherNode() engine.Node {
	position := p.Match().Position()
	for _, node := range position.DownNodes() {
		if node != p.node {
			return node
		}
	}
	return p.node
}

func peekedCard(p *Player) []byte {
	other := bodyOf(p.honestly(p.Match().Len(), nil, func(q *protocol.Player) error { return q.Flip(p.otherNode(), false) }))
	body := transcript.FlipBody{Node: p.node, Proof: must(transcript.ParseFlip(other)).Proof}
	return p.sign(transcript.Flip, body.Marshal())
}

func falseFace(p *Player) []byte {
	body := bodyOf(p.truth())
	position := p.Match().Position()
	for _, token := range position.DownTokens() {
		if token != body[0] {
			body[0] = token
			break
		}
	}
	return p.sign(transcript.Face, body)
}
