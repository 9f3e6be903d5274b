package play

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// showTerms says in words what the guest is asked to agree to.
func showTerms(env *cli.Env, m *protocol.Match, guest engine.Seat) {
	env.Under(m.Rules())
	env.Say(messages.JoinYouWouldBe, guest)
	env.Paragraphs(env.T(messages.JoinTerms, rulestext.Name(env.Lang, m.Rules()), m.Terms().Resolver))
	listTerms(env, m.Rules(), m.Terms().Resolver)
	sayComputers(env, m, guest)
}

// sayComputers says which seats the programs of players play too.
func sayComputers(env *cli.Env, m *protocol.Match, guest engine.Seat) {
	for _, player := range m.Rules().Seats() {
		var seats []engine.Seat
		for _, seat := range m.Rules().Seats() {
			if by, ok := m.Computers()[seat]; ok && by == player {
				seats = append(seats, seat)
			}
		}
		switch {
		case len(seats) == 0:
		case player == guest:
			env.Paragraphs(env.T(messages.JoinComputersYours, env.Lang.Seats(seats)))
		case player == m.Host():
			env.Paragraphs(env.T(messages.JoinComputers, env.Lang.Seats(seats)))
		default:
			env.Paragraphs(env.T(messages.JoinComputersOf, player, env.Lang.Seats(seats)))
		}
	}
}

func listTerms(env *cli.Env, rs *engine.Ruleset, resolver string) {
	for _, line := range rulestext.Terms(env.Lang, rs) {
		env.Bullet(line)
	}
	if !rs.Open() { // where nothing has to be worked out
		env.Bullet(rulestext.Resolver(env.Lang, resolver))
	}
	if _, ours := junqi.Known(rs); !ours {
		return // all of it was said
	}
	usual := rulestext.Usual(rs)
	if rs.Digest() == usual.Digest() {
		env.Paragraphs(env.T(messages.JoinStandard, rulestext.Name(env.Lang, usual)))
	} else {
		env.Paragraphs(env.T(messages.JoinRest, rulestext.Name(env.Lang, usual)))
	}
}

// sayPhrase prints the verification words of a match, and what they are for. They come from the Terms,
// so the host has them with the invite, and a guest before agreeing to anything. The Terms name the key
// of every invite, so a guest who has joined them is in the host's match.
func sayPhrase(env *cli.Env, terms transcript.Hash) {
	fmt.Fprintln(env.Out)
	env.Paragraphs(env.T(messages.PhraseSay, env.Lang.Phrase(terms)))
}
