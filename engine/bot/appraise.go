package bot

import (
	"math"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// guess sets up the first board for a view and a guessed layout of the enemy.
func (w *world) guess(v View, enemy *engine.Layout, haste float64) {
	w.layouts[v.Seat], w.layouts[v.Seat.Other()] = v.Layout, *enemy
	w.appraise(&v.Position, haste)
	w.imagine(&v.Position)
}

// appraise works out what pieces are worth on each node: what they are worth anyway,
// and for their way to the enemy's flag.
func (w *world) appraise(p *engine.Position, haste float64) {
	for seat := engine.Red; seat.Valid(); seat++ {
		hurry := 1.0
		if seat == w.seat {
			hurry += 2 * haste
		}
		goal := w.goal(p, seat)
		var plain, sapper distances
		if goal != engine.NoNode {
			plain = w.ways(p, seat, goal, minePrice)
			sapper = w.ways(p, seat, goal, enemyPrice)
		}
		for t := range engine.Type(engine.NumTypes) {
			way := &plain
			if !w.outcomes[t][engine.Mine].attackerLeaves {
				way = &sapper
			}
			for n := range w.rules.Board().Nodes().All() {
				value := worth[t]
				if t == engine.Flag {
					value = 0 // to lose it is to lose
				}
				if goal != engine.NoNode && engine.Mobile.Has(t) && !math.IsInf(way[n], 1) {
					value += hurry*drive[t]*(furthest-way[n]) + nearReward/(1+way[n])
				}
				if w.safe.Has(n) {
					value += campReward
				}
				if w.dead.Has(n) && n != goal {
					value -= lockedPrice
				}
				w.value[seat][t][n] = value
			}
		}
	}
}

// What places are worth, on the scale of worth.
const (
	nearReward  = 20 // for who stands where the enemy's flag is; less if further off
	lockedPrice = 20 // for who may never leave
	furthest    = 10 // from where a way is worth nothing
)

// goal is where a seat's pieces want to go: to the enemy's flag. NoNode if that is
// nowhere to be taken.
func (w *world) goal(p *engine.Position, seat engine.Seat) engine.Node {
	enemy := seat.Other()
	if n := p.FlagLies(enemy); n != engine.NoNode {
		return n
	}
	return p.Where(engine.PieceOf(enemy, slices.Index(w.layouts[enemy][:], engine.Flag)))
}

// minePrice is the price of a mine in the way of who can't clear it.
const minePrice = 5

// ways is how far each node is from a goal for a seat's pieces, in moves or so, by
// Dijkstra's way.
func (w *world) ways(p *engine.Position, seat engine.Seat, goal engine.Node, mine float64) distances {
	board := w.rules.Board()
	var d distances
	for n := range d {
		d[n] = math.Inf(1)
	}
	d[goal] = 0
	left := board.Nodes()
	for left != 0 {
		near := engine.NoNode
		for rest := left; rest != 0; rest &= rest - 1 {
			if n := rest.First(); near == engine.NoNode || d[n] < d[near] {
				near = n
			}
		}
		left = left.Remove(near)
		if board.Kind(near) == engine.Headquarters && near != goal {
			continue
		}
		price := 0.0
		if piece := p.At(near); piece != engine.NoPiece && near != goal {
			switch {
			case piece.Seat() == seat:
				price = ownPrice
			case w.layouts[piece.Seat()][piece.Number()] == engine.Mine:
				price = mine
			default:
				price = enemyPrice
			}
		}
		for to := board.Roads(near); to != 0; to &= to - 1 {
			n := to.First()
			d[n] = min(d[n], d[near]+price+roadPrice)
		}
		for to := board.Rails(near); to != 0; to &= to - 1 {
			n := to.First()
			d[n] = min(d[n], d[near]+price+railPrice)
		}
	}
	return d
}
