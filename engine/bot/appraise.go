package bot

import (
	"math"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// guess sets up the first board for a view and guessed layouts of all seats.
func (w *world) guess(v View, layouts [engine.MaxSeats]engine.Layout, haste float64) {
	w.layouts = layouts
	w.appraise(&v.Position, haste)
	w.imagine(&v.Position)
}

// appraise works out what pieces are worth on each node: what they are worth anyway,
// and for their way to an enemy's flag.
func (w *world) appraise(p *engine.Position, haste float64) {
	board := w.rules.Board()
	for _, seat := range w.order {
		hurry := 1.0
		if seat == w.seat {
			hurry += 2 * haste
		}
		goals := w.goals(p, seat)
		var wanted engine.NodeSet
		for n := range goals {
			wanted = wanted.Add(n)
		}
		var plain, sapper, home *distances
		reacher, reach, reaches := w.rules.Reaches(seat)
		if reaches {
			ends := map[engine.Node]float64{}
			for n := range reach.All() {
				ends[n] = 0
			}
			home = measure(board, ends, func(n engine.Node) float64 { return w.price(p, seat, reach, n, minePrice) })
		}
		if len(goals) > 0 {
			plain = measure(board, goals, func(n engine.Node) float64 { return w.price(p, seat, wanted, n, minePrice) })
			sapper = measure(board, goals, func(n engine.Node) float64 { return w.price(p, seat, wanted, n, enemyPrice) })
		}
		for _, t := range w.rules.Types().Types() {
			way := plain
			if w.traits.sappers.Has(t) {
				way = sapper
			}
			for n := range board.Nodes().All() {
				value := w.traits.worth[t]
				if t == w.traits.flag {
					value = 0 // to lose it is to lose
				}
				if len(goals) > 0 && w.rules.Mobile().Has(t) && !math.IsInf(way[n], 1) {
					value += hurry*w.traits.drive[t]*(furthest-way[n]) + nearReward/(1+way[n])
				}
				if reaches && (reacher == engine.NoType || reacher == t) && !math.IsInf(home[n], 1) {
					value += hurry * reachReward / (1 + home[n])
				}
				if w.safe.Has(n) {
					value += campReward
				}
				if w.dead.Has(n) && !wanted.Has(n) {
					value -= lockedPrice
				}
				w.value[seat][t][n] = value
			}
		}
	}
}

// What places are worth, on the scale of worth.
const (
	reachReward = 60 // for what wins on a goal, there; less if further off
	nearReward  = 20 // for a piece where an enemy's flag is; less if further off
	lockedPrice = 20 // for a piece that may never leave
	furthest    = 10 // from where a way is worth nothing
)

// goals returns where a seat's pieces want to go: to the enemies' flags, or where there are
// none to the enemies' pieces.
func (w *world) goals(p *engine.Position, seat engine.Seat) map[engine.Node]float64 {
	goals := map[engine.Node]float64{}
	for _, enemy := range w.order {
		if w.rules.Partners(seat, enemy) {
			continue
		}
		if w.traits.flag == engine.NoType {
			for n := range p.Occupied(enemy).All() {
				goals[n] = 0
			}
			continue
		}
		if n := p.FlagLies(enemy); n != engine.NoNode {
			goals[n] = 0
			continue
		}
		if number := slices.Index(w.layouts[enemy], w.traits.flag); number >= 0 {
			if n := p.Where(engine.PieceOf(enemy, number)); n != engine.NoNode {
				goals[n] = 0
			}
		}
	}
	return goals
}

// price returns what it costs a seat's pieces to pass a node, in moves or so, where an obstacle
// costs mine.
func (w *world) price(p *engine.Position, seat engine.Seat, goals engine.NodeSet, n engine.Node, mine float64) float64 {
	piece := p.At(n)
	if goals.Has(n) || piece == engine.NoPiece {
		return 0
	}
	switch {
	case w.rules.Partners(piece.Seat(), seat):
		return ownPrice
	case w.traits.obstacles.Has(w.layouts[piece.Seat()][piece.Number()]):
		return mine
	}
	return enemyPrice
}
