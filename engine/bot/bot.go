// Package bot holds players that choose by themselves. A bot sees what its player
// sees: the public game, its own layout, the enemy's layout where it lies open, and
// nothing else.
package bot

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// View is what a seat sees when it has to decide.
type View struct {
	Rules    *engine.Ruleset
	Position engine.Position
	Seat     engine.Seat
	Layout   engine.Layout
	Enemy    *engine.Layout // the other seat's, where it lies open (mode=open); nil while it is hidden
	History  []engine.Event // everything that happened, from the start
}

// Bot decides for a seat. A bot keeps nothing between calls: the same arguments, with
// the same state of rng, give the same decision.
type Bot interface {
	// Layout is a legal layout to start with.
	Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout
	// Move is a legal move. The view's seat is to move and must have one: a seat that
	// has none owes engine.EventNoMove, and no decision.
	Move(v View, rng *rand.Rand) engine.Move
	// AcceptDraw says whether to take the draw that was offered.
	AcceptDraw(v View) bool
}

// bots are the bots there are.
var bots = []struct {
	name string
	bot  Bot
}{
	{"strong", strong{}},
	{"sensible", sensible{}},
	{"random", random{}},
}

// Names lists the bots there are, the strongest first.
func Names() []string {
	var names []string
	for _, b := range bots {
		names = append(names, b.name)
	}
	return names
}

// New is the bot of that name.
func New(name string) (Bot, error) {
	for _, b := range bots {
		if b.name == name {
			return b.bot, nil
		}
	}
	return nil, fmt.Errorf("unknown bot %q: there are %s", name, strings.Join(Names(), ", "))
}

// LegalMoves lists the moves that the seat may make.
func (v View) LegalMoves() []engine.Move { return v.Position.LegalMoves(v.Seat, v.Layout) }

// random plays any legal move from any legal layout.
type random struct{}

func (random) Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	return engine.RandomLayout(rs, rng)
}

func (random) Move(v View, rng *rand.Rand) engine.Move {
	moves := v.LegalMoves()
	return moves[rng.IntN(len(moves))]
}

// AcceptDraw takes every other offer, by the count of plies.
func (random) AcceptDraw(v View) bool { return v.Position.Ply()%2 == 0 }
