// Package bot holds computer players for games of any rules. A bot sees what a player in
// its seat sees: the public game, its own layout, the layouts that are open to it, and
// nothing else. It derives the value of pieces from the rules.
package bot

import (
	"math/rand/v2"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// View holds what a seat sees when it has to decide.
type View struct {
	Rules    *engine.Ruleset
	Position engine.Position
	Seat     engine.Seat
	Layout   engine.Layout
	Open     [engine.MaxSeats]engine.Layout // the other layouts that the seat may see; nil while hidden
	History  []engine.Event                 // all events of the game, from the start
}

// Bot decides for a seat. A bot keeps nothing between calls: the same arguments, with
// the same state of rng, give the same decision.
//
// The rng of its methods is from math/rand/v2.
type Bot interface {
	// Layout returns a legal layout to start with.
	Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout
	// Move returns a legal move, or one that flips (engine.Move.Flips) a piece that lies face down. The
	// view's seat must be to move and have one: a seat that has none owes engine.EventNoMove, which is
	// not a decision.
	Move(v View, rng *rand.Rand) engine.Move
	// AcceptDraw reports whether to take the draw that was offered.
	AcceptDraw(v View) bool
}

var bots = []struct {
	name string
	bot  Bot
}{
	{"strong", strong{}},
	{"sensible", sensible{}},
	{"random", random{}},
}

// Names lists the bots, the strongest first.
func Names() []string {
	var names []string
	for _, b := range bots {
		names = append(names, b.name)
	}
	return names
}

// New returns the bot of that name.
func New(name string) (Bot, error) {
	for _, b := range bots {
		if b.name == name {
			return b.bot, nil
		}
	}
	return nil, coded.Errorf("engine.unknown-bot", "unknown bot %q: expected one of %s", name, strings.Join(Names(), ", "))
}

// LegalMoves lists the moves that the seat may make, and after them what it may turn up.
func (v View) LegalMoves() []engine.Move {
	moves := v.Position.LegalMoves(v.Seat, v.Layout)
	for n := range v.Position.Flips(v.Seat).All() {
		moves = append(moves, engine.Move{From: n, To: n})
	}
	return moves
}

// seen returns a seat's layout as far as the view shows it; nil if it is hidden.
func (v View) seen(seat engine.Seat) engine.Layout {
	if seat == v.Seat {
		return v.Layout
	}
	return v.Open[seat]
}

// lastMove returns the last move of the view's seat.
func (v View) lastMove() engine.Move {
	for i := len(v.History) - 1; i >= 0; i-- {
		if e := v.History[i]; e.Kind == engine.EventMove && e.Seat == v.Seat {
			return e.Move
		}
	}
	return engine.Move{From: engine.NoNode, To: engine.NoNode}
}

// enemies lists the seats that play against the view's and are not out.
func (v View) enemies() []engine.Seat {
	return (v.Position.Living() &^ v.Rules.Allies(v.Seat)).Seats()
}

// random plays any legal move from any legal layout.
type random struct{}

func (random) Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout { return rs.RandomLayout(rng) }

func (random) Move(v View, rng *rand.Rand) engine.Move {
	moves := v.LegalMoves()
	return moves[rng.IntN(len(moves))]
}

// AcceptDraw takes every other offer, by the count of plies.
func (random) AcceptDraw(v View) bool { return v.Position.Ply()%2 == 0 }
