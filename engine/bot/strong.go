package bot

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// strong guesses the enemy's layout many times over, by what it knows and what is
// likely, looks some plies ahead on each board as if all were open, and plays what is
// best on average.
type strong struct{}

const (
	guesses = 12 // how many layouts are guessed
	// finalists is how many moves, after a look two plies ahead, are looked at closer.
	finalists = 5
)

func (strong) Layout(rs *engine.Ruleset, rng *rand.Rand) engine.Layout {
	return variedLayout(rs, rng)
}

func (strong) Move(v View, rng *rand.Rand) engine.Move {
	moves := v.LegalMoves()
	t := think(v)
	besides := make([]float64, len(moves))
	for i, m := range moves {
		const whim = 0.5 // keeps games from being all the same
		besides[i] = t.besides(m) + whim*rng.Float64()
	}
	guesser := newGuesser(v, t.known, rng)
	var layouts [guesses]engine.Layout
	for i := range layouts {
		layouts[i] = guesser.next()
	}
	w := newWorld(v)
	left := make([]int, len(moves)) // indices of the moves that are still considered
	for i := range left {
		left[i] = i
	}
	scores := make([]float64, len(moves))
	for w.plies = 2; w.plies <= pliesAhead && len(left) > 1; w.plies++ {
		copy(scores, besides)
		for i := range layouts {
			w.guess(v, &layouts[i], t.haste)
			for _, i := range left {
				scores[i] += w.tryOut(0, v.Seat, moves[i], math.Inf(-1), math.Inf(1)) / guesses
			}
		}
		slices.SortFunc(left, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
		left = left[:min(len(left), finalists)]
	}
	return moves[left[0]]
}

// AcceptDraw takes a draw when behind.
func (strong) AcceptDraw(v View) bool { return sensible{}.AcceptDraw(v) }

// besides is what speaks for a move apart from the boards that it leads to.
func (t *thought) besides(m engine.Move) float64 {
	score := 0.0
	if m.From == t.last.To && m.To == t.last.From {
		score -= repeatPrice
	}
	piece := t.Position.At(m.From)
	if t.toHome != nil && t.Position.Carrier(t.Seat.Other()) == piece {
		score += carryHomeReward * (t.toHome[m.From] - t.toHome[m.To])
	}
	if enemy := t.Position.At(m.To); enemy != engine.NoPiece && t.Position.Carrier(t.Seat) == enemy {
		score += exposedFlag
	}
	return score
}
