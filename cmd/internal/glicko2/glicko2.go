// Package glicko2 rates players by the results of their games, as Mark Glickman's Glicko-2 does
// ("Example of the Glicko-2 system", 2022, glicko.net/glicko/glicko2.pdf; steps are numbered as there).
package glicko2

import "math"

// Rating estimates a player's strength, on Glicko's scale.
type Rating struct {
	Value      float64 // the rating itself
	Deviation  float64 // how unsure it is: the true one is within two deviations, most of the time
	Volatility float64 // how much it is expected to change
}

// Start is the rating of a player of whom nothing is known.
var Start = Rating{Value: 1500, Deviation: 350, Volatility: 0.06}

// Game is one result against an opponent, whose Rating is from before the period.
type Game struct {
	Opponent Rating
	Score    float64 // 1 won, 0.5 drawn, 0 lost
}

const (
	scale     = 173.7178 // of a Glicko-2 unit
	tau       = 0.5      // how fast volatility may change
	tolerance = 1e-6
)

// g returns how much an opponent's result counts, by its deviation (step 3).
func g(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// After returns the rating after a period with these games, which may be none.
func (r Rating) After(games []Game) Rating {
	mu, phi := (r.Value-1500)/scale, r.Deviation/scale // step 2
	if len(games) == 0 {
		return Rating{r.Value, scale * math.Sqrt(phi*phi+r.Volatility*r.Volatility), r.Volatility}
	}
	var information, gain float64
	for _, game := range games { // steps 3 and 4
		weight := g(game.Opponent.Deviation / scale)
		expected := 1 / (1 + math.Exp(-weight*(mu-(game.Opponent.Value-1500)/scale)))
		information += weight * weight * expected * (1 - expected)
		gain += weight * (game.Score - expected)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, v*gain)
	before := phi*phi + sigma*sigma // step 6
	phi = 1 / math.Sqrt(1/before+1/v)
	return Rating{scale*(mu+phi*phi*gain) + 1500, scale * phi, sigma}
}

// volatility returns that after the period (step 5, by the Illinois algorithm).
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(math.Max(delta*delta-phi*phi-v, 0))
	if delta*delta <= phi*phi+v {
		high = a - tau
		for f(high) < 0 {
			high -= tau
		}
	}
	fl, fh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		next := low + (low-high)*fl/(fh-fl)
		fn := f(next)
		if fn*fh <= 0 {
			low, fl = high, fh
		} else {
			fl /= 2
		}
		high, fh = next, fn
	}
	return math.Exp(low / 2)
}
