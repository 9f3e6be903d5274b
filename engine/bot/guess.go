package bot

import (
	"math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
)

// guesser draws the enemy's layouts: each fits all that the player knows and the
// numbers of the army, and comes up about as often as it is likely. It walks from one
// such layout to the next by exchanging two pieces (Metropolis' way).
type guesser struct {
	board  *engine.Board
	enemy  engine.Seat
	weight [engine.ArmySize][engine.NumTypes]float64 // 0 for what a piece can't be
	guess  engine.Layout
	rng    *rand.Rand
}

// How many exchanges are tried before the first guess, and between two.
const (
	firstExchanges = 500
	moreExchanges  = 150
)

// newGuesser starts from any layout that fits.
func newGuesser(v View, known knowledge, rng *rand.Rand) *guesser {
	g := &guesser{board: v.Rules.Board(), enemy: v.Seat.Other(), rng: rng}
	for number := range g.weight {
		g.weight[number] = priors(v, known, engine.PieceOf(g.enemy, number))
	}
	var ok bool
	if g.guess, ok = fit(v.Rules, &g.weight); !ok { // not this position's history: any layout will do
		for number := range g.weight {
			for _, t := range v.Rules.Allowed(number).Types() {
				g.weight[number][t] = 1
			}
		}
		g.guess, _ = fit(v.Rules, &g.weight)
	}
	g.walk(firstExchanges)
	return g
}

// next is another guess.
func (g *guesser) next() engine.Layout {
	g.walk(moreExchanges)
	return g.guess
}

// walk tries a number of exchanges.
func (g *guesser) walk(exchanges int) {
	for range exchanges {
		i, j := g.rng.IntN(engine.ArmySize), g.rng.IntN(engine.ArmySize)
		a, b := g.guess[i], g.guess[j]
		if a == b {
			continue
		}
		then := g.weight[i][b] * g.weight[j][a]
		if then == 0 {
			continue
		}
		now := g.weight[i][a] * g.weight[j][b]
		guards := a == engine.Flag || b == engine.Flag || a == engine.Mine || b == engine.Mine
		if guards {
			now *= g.guarded()
		}
		g.guess[i], g.guess[j] = b, a
		if guards {
			then *= g.guarded()
		}
		if then < now && then < now*g.rng.Float64() {
			g.guess[i], g.guess[j] = a, b
		}
	}
}

// guarded is how much more likely a layout is for the mines that stand beside its flag.
func (g *guesser) guarded() float64 {
	const mineBeside = 1.7
	weight := 1.0
	for number, t := range g.guess {
		if t != engine.Flag {
			continue
		}
		for n := range g.board.Roads(g.board.Start(g.enemy, number)).All() {
			if beside, ok := g.board.Starter(g.enemy, n); ok && g.guess[beside] == engine.Mine {
				weight *= mineBeside
			}
		}
	}
	return weight
}

// fit is some layout in which every piece has a weight, and whether there is one. Each
// piece in turn takes a type of which there is one left, if need be from a piece that
// can take another (augmenting paths).
func fit(rs *engine.Ruleset, weight *[engine.ArmySize][engine.NumTypes]float64) (engine.Layout, bool) {
	var l engine.Layout
	for i := range l {
		l[i] = engine.NoType
	}
	var left [engine.NumTypes]int
	for t := range left {
		left[t] = rs.Count(engine.Type(t))
	}
	var place func(number int, tried *[engine.NumTypes]bool) bool
	place = func(number int, tried *[engine.NumTypes]bool) bool {
		for t := range engine.Type(engine.NumTypes) {
			if weight[number][t] == 0 || tried[t] {
				continue
			}
			tried[t] = true
			if left[t] > 0 {
				left[t]--
				l[number] = t
				return true
			}
			for other, of := range l {
				if of == t && place(other, tried) {
					l[number] = t
					return true
				}
			}
		}
		return false
	}
	for number := range l {
		if !place(number, new([engine.NumTypes]bool)) {
			return l, false
		}
	}
	return l, true
}
