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
	minePrice  = 5 // an obstacle for a piece that can't clear it
)

// measure works out the distances to a set of goals, each with what reaching it is short
// of the best, by Dijkstra's way. Price is what it costs to pass a node. Nobody passes
// through a node that nobody leaves.
func measure(board *engine.Board, goals map[engine.Node]float64, price func(engine.Node) float64) *distances {
	var d distances
	for n := range d {
		d[n] = math.Inf(1)
	}
	for n, handicap := range goals {
		d[n] = handicap
	}
	for left := board.Nodes(); !left.Empty(); {
		near := engine.NoNode
		for n := range left.All() {
			if near == engine.NoNode || d[n] < d[near] {
				near = n
			}
		}
		left = left.Remove(near)
		if _, goal := goals[near]; board.KindRule(near).Locked && !goal {
			continue
		}
		reached := d[near] + price(near)
		for n := range board.Roads(near).All() {
			d[n] = min(d[n], reached+roadPrice)
		}
		for n := range board.Rails(near).All() {
			d[n] = min(d[n], reached+railPrice)
		}
	}
	return &d
}

// inTheWay returns the price of what stands on a node for the view's seat.
func (v View) inTheWay(n engine.Node) float64 {
	switch piece := v.Position.At(n); {
	case piece == engine.NoPiece:
		return 0
	case v.Rules.Partners(piece.Seat(), v.Seat):
		return ownPrice
	}
	return enemyPrice
}
