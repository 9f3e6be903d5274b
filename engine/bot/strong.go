package bot

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// strong guesses the hidden layouts many times over, by what it knows and what is likely,
// looks some plies ahead on each board as if all were open, and plays what is best on
// average. With more than two seats it takes all that are not of its side for one side.
type strong struct{}

const (
	guesses = 12 // how many layouts are guessed
	// finalists is the number of moves that, after a look two plies ahead, are examined more closely.
	finalists = 5
	// patience is the number of moves that are tried in each of the two looks, on all boards
	// together, with two seats; more share what two have. It bounds the time for which a player
	// waits under rules that allow very many moves; under the standard rules it all but never
	// runs out.
	patience = 250_000
)

func (strong) Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	return likelyLayout(rs, rng)
}

func (strong) Move(v View, rng *rand.Rand) engine.Move {
	if v.Rules.Deck() != nil {
		return turnUpOrMove(v, 3, rng)
	}
	m, _ := choose(v, rng)
	return m
}

// choose returns the move that is best on average, with how many moves were tried out to
// find it.
func choose(v View, rng *rand.Rand) (best engine.Move, tried int) {
	moves := v.LegalMoves()
	t := think(v)
	besides := make([]float64, len(moves))
	for i, m := range moves {
		const whim = 0.5 // keeps games from being all the same
		besides[i] = t.besides(m) + whim*rng.Float64()
	}
	layouts := t.guessAll(rng)
	w := newWorld(v, t.traits)
	left := make([]int, len(moves)) // indices of the moves that are still considered
	for i := range left {
		left[i] = i
	}
	scores, patience := make([]float64, len(moves)), 2*patience/len(v.Rules.Seats())
	for w.plies = 2; w.plies <= pliesAhead && len(left) > 1; w.plies++ {
		copy(scores, besides)
		tries, searches := patience, len(layouts)*len(left)
		for i := range layouts {
			w.guess(v, layouts[i], t.haste)
			for _, i := range left {
				// A search may take twice an even share of the tries that are left.
				share := min(tries, 2*tries/searches)
				w.tries = share
				scores[i] += w.tryOut(0, v.Seat, moves[i], math.Inf(-1), math.Inf(1)) / float64(len(layouts))
				tries -= share - w.tries
				searches--
			}
		}
		tried += patience - tries
		slices.SortFunc(left, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
		left = left[:min(len(left), finalists)]
	}
	return moves[left[0]], tried
}

// guessAll returns the layouts of all seats that are reckoned with: some guesses, or one if
// all lie open.
func (t *thought) guessAll(rng *rand.Rand) [][engine.MaxSeats]engine.Layout {
	var seen [engine.MaxSeats]engine.Layout
	var guessers []*guesser
	for _, seat := range t.Rules.Seats() {
		if seen[seat] = t.seen(seat); seen[seat] == nil {
			guessers = append(guessers, newGuesser(t.Rules, t.traits, seat, func(number int) odds {
				return priors(t.View, t.traits, t.known, engine.PieceOf(seat, number))
			}, rng))
		}
	}
	if len(guessers) == 0 {
		return [][engine.MaxSeats]engine.Layout{seen}
	}
	list := make([][engine.MaxSeats]engine.Layout, guesses)
	for i := range list {
		list[i] = seen
		for _, g := range guessers {
			list[i][g.seat] = g.next()
		}
	}
	return list
}

// AcceptDraw takes a draw when behind.
func (strong) AcceptDraw(v View) bool { return sensible{}.AcceptDraw(v) }

// besides returns what speaks for a move apart from the boards that it leads to.
func (t *thought) besides(m engine.Move) float64 {
	score := 0.0
	if m.From == t.last.To && m.To == t.last.From {
		score -= repeatPrice
	}
	piece := t.Position.At(m.From)
	if t.toHome != nil && t.carriesEnemys(piece) {
		score += carryHomeReward * (t.toHome[m.From] - t.toHome[m.To])
	}
	if enemy := t.Position.At(m.To); enemy != engine.NoPiece && t.carriesOurs(enemy) {
		score += exposedFlag
	}
	return score
}
