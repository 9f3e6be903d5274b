package bot

import (
	"math/rand/v2"

	"github.com/darkjunqi/darkjunqi/engine"
)

// guesser draws a seat's layouts: each fits all that the player knows and the numbers of
// the army, and comes up about as often as it is likely. It walks from one such layout to
// the next by exchanging two pieces (Metropolis' way).
type guesser struct {
	rules  *engine.Ruleset
	traits *traits
	seat   engine.Seat
	weight []odds // of each piece; 0 for what it can't be
	guess  engine.Layout
	rng    *rand.Rand
}

// How many exchanges are tried before the first guess, and between two.
const (
	firstExchanges = 500
	moreExchanges  = 150
)

// newGuesser starts from any layout that fits. Of what a piece may be, weight says how
// likely it is.
func newGuesser(rs *engine.Ruleset, tr *traits, seat engine.Seat, weight func(number int) odds, rng *rand.Rand) *guesser {
	g := &guesser{rules: rs, traits: tr, seat: seat, rng: rng, weight: make([]odds, rs.ArmySize())}
	for number := range g.weight {
		g.weight[number] = weight(number)
	}
	var ok bool
	if g.guess, ok = g.fit(); !ok { // not this position's history: any layout will do
		for number := range g.weight {
			for _, t := range rs.Allowed(number).Types() {
				g.weight[number][t] = 1
			}
		}
		g.guess, _ = g.fit()
	}
	g.walk(firstExchanges)
	return g
}

// fit returns some layout in which every piece has a weight, and whether there is one.
func (g *guesser) fit() (engine.Layout, bool) {
	possible := make([]engine.TypeSet, len(g.weight))
	for number := range g.weight {
		for t, w := range g.weight[number] {
			if w > 0 {
				possible[number] = possible[number].Add(engine.Type(t))
			}
		}
	}
	return g.rules.Fit(possible)
}

// next returns another guess.
func (g *guesser) next() engine.Layout {
	g.walk(moreExchanges)
	return g.guess.Clone()
}

// walk tries a number of exchanges.
func (g *guesser) walk(exchanges int) {
	guards := g.traits.obstacles.Add(g.traits.flag)
	for range exchanges {
		i, j := g.rng.IntN(len(g.guess)), g.rng.IntN(len(g.guess))
		a, b := g.guess[i], g.guess[j]
		if a == b {
			continue
		}
		then := g.weight[i][b] * g.weight[j][a]
		if then == 0 {
			continue
		}
		now := g.weight[i][a] * g.weight[j][b]
		guarding := guards.Has(a) || guards.Has(b)
		if guarding {
			now *= g.guarded()
		}
		g.guess[i], g.guess[j] = b, a
		if guarding {
			then *= g.guarded()
		}
		if then < now && then < now*g.rng.Float64() {
			g.guess[i], g.guess[j] = a, b
		}
	}
}

// guarded returns how much more likely a layout is for the obstacles that stand beside its
// flag.
func (g *guesser) guarded() float64 {
	const mineBeside = 1.7
	weight := 1.0
	for number, t := range g.guess {
		if t != g.traits.flag {
			continue
		}
		for n := range g.rules.Board().Roads(g.rules.Start(g.seat, number)).All() {
			if beside, ok := g.rules.Starter(g.seat, n); ok && g.traits.obstacles.Has(g.guess[beside]) {
				weight *= mineBeside
			}
		}
	}
	return weight
}
