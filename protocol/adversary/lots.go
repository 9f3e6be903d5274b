package adversary

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/deck"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// drawnScene returns a match whose layouts are drawn by lot.
func drawnScene(liar engine.Seat) Scene {
	return Scene{Rules: "drawn,first=red,clock=off,grace=10", Liar: liar}
}

var lotKinds = []Kind{
	{"stacked-lots", "shuffles its own deck of lots with a second commander in it",
		AtOnce, transcript.Shuffle, drawnScene(engine.Red),
		lies{transcript.Shuffle: stackedLots}},
	{"false-lots", "gives shares of two of the other's cards the wrong way round, so that they read as something else",
		AtOnce, transcript.Lots, drawnScene(engine.Red),
		lies{transcript.Lots: func(p *Player) []byte {
			body := bodyOf(p.truth())
			first := slices.Clone(body[:group.ElementSize])
			copy(body, body[group.ElementSize:][:group.ElementSize])
			copy(body[group.ElementSize:], first)
			return p.sign(transcript.Lots, body)
		}}},
	{"withheld-lots", "does not give its shares of the other's cards", Claimed, transcript.Lots, drawnScene(engine.Red),
		lies{transcript.Lots: withhold}},
	{"chosen-layout", "a legal layout, proven, that is not the one it has drawn",
		AtOnce, transcript.Layout, drawnScene(engine.Blue),
		lies{transcript.Layout: func(p *Player) []byte {
			body, s := p.chosenLayout()
			c := must(layout.Verify(p.context(), p.Match().Rules(), body))
			lot := must(c.ProveLot(p.place(transcript.Layout, nil), p.secret.Deck, p.drawnCards(), s, p.nonces()))
			return p.sign(transcript.Layout, append(body, lot...))
		}}},
	{"forged-lot", "a legal layout that it has not drawn, with the proof of the one that it has",
		AtOnce, transcript.Layout, drawnScene(engine.Red),
		lies{transcript.Layout: func(p *Player) []byte {
			body, _ := p.chosenLayout()
			return p.sign(transcript.Layout, append(body, bodyOf(p.truth())[len(body):]...))
		}}},
}

// lotTokens returns the tokens of each seat's deck.
func (p *Player) lotTokens() (tokens []uint8) {
	rules := p.Match().Rules()
	for _, t := range rules.Types().Types() {
		tokens = append(tokens, slices.Repeat([]uint8{uint8(t)}, rules.Count(t))...)
	}
	return tokens
}

// stackedLots shuffles both decks; in its own the first platoon leader has become a commander.
func stackedLots(p *Player) []byte {
	rules := p.Match().Rules()
	var body []byte
	for _, seat := range rules.Seats() {
		tokens := p.lotTokens()
		if seat == p.Seat() {
			tokens[slices.Index(tokens, uint8(typeNamed(rules, "platoon")))] = uint8(typeNamed(rules, "commander"))
		}
		at := p.place(transcript.Shuffle, nil)
		at.Index = uint8(seat)
		body = append(body, must(deck.New(tokens)).Shuffle(at, p.joint(), p.nonces())...)
	}
	return p.sign(transcript.Shuffle, body)
}

// chosenLayout proves another legal layout than the one that was drawn.
func (p *Player) chosenLayout() ([]byte, *layout.Secret) {
	s := p.secret.LayoutSecret()
	s.Layout = nil
	for _, card := range p.drawnCards() {
		s.Layout = append(s.Layout, engine.Type(must(p.secret.Deck.Token(card, p.lotTokens()))))
	}
	other := slices.IndexFunc(s.Layout, func(t engine.Type) bool { return t != s.Layout[0] })
	s.Layout[0], s.Layout[other] = s.Layout[other], s.Layout[0]
	return must(layout.Prove(p.context(), p.Match().Rules(), s)), s
}

// drawnCards returns the seat's cards without the other's shares of them.
func (p *Player) drawnCards() []deck.Card {
	m := p.Match()
	var shuffled, lots []byte
	for _, raw := range m.Records() {
		switch r := must(transcript.Parse(raw)); {
		case r.Kind == transcript.Shuffle: // the last one
			half := len(r.Body) / m.Rules().NumSeats()
			shuffled = r.Body[half*int(p.Seat()):]
		case r.Kind == transcript.Lots && r.Seat != p.Seat():
			lots = r.Body
		}
	}
	cards := make([]deck.Card, m.Rules().ArmySize())
	for i := range cards {
		c := must(group.DecodeCiphertext(shuffled[group.CiphertextSize*i:][:group.CiphertextSize]))
		share := must(group.DecodeBase(lots[group.ElementSize*i:][:group.ElementSize]))
		cards[i] = deck.Card{U: group.NewBase(c.U), V: group.NewBase(c.V)}.Without(share)
	}
	return cards
}

func typeNamed(rules *engine.Ruleset, id string) engine.Type {
	return engine.Type(slices.IndexFunc(rules.Rules().Types, func(t engine.TypeRule) bool { return t.ID == id }))
}
