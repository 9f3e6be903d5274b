package bot

import (
	"math"

	"github.com/darkjunqi/darkjunqi/engine"
)

// distances says how far each node is from the nearest goal, in moves or so.
type distances [engine.MaxNodes]float64

// The price of one edge, and of a piece in the way.
const (
	roadPrice  = 1
	railPrice  = 0.4
	ownPrice   = 0.8
	enemyPrice = 1.5
)

// measure works out the distances to a set of goals, each with what reaching it is
// short of the best, by Dijkstra's way. Nobody passes through a headquarters.
func measure(v View, goals map[engine.Node]float64) *distances {
	board := v.Rules.Board()
	var d distances
	for n := range d {
		d[n] = math.Inf(1)
	}
	for n, handicap := range goals {
		d[n] = handicap
	}
	left := board.Nodes()
	for left != 0 {
		near := engine.NoNode
		for n := range left.All() {
			if near == engine.NoNode || d[n] < d[near] {
				near = n
			}
		}
		left = left.Remove(near)
		if _, goal := goals[near]; board.Kind(near) == engine.Headquarters && !goal {
			continue
		}
		price := 0.0
		if piece := v.Position.At(near); piece != engine.NoPiece {
			price = enemyPrice
			if piece.Seat() == v.Seat {
				price = ownPrice
			}
		}
		for n := range board.Roads(near).All() {
			d[n] = min(d[n], d[near]+price+roadPrice)
		}
		for n := range board.Rails(near).All() {
			d[n] = min(d[n], d[near]+price+railPrice)
		}
	}
	return &d
}
