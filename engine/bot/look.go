package bot

import (
	"math"

	"github.com/darkjunqi/darkjunqi/engine"
)

// How far strong looks ahead: plies of any kind at most, then clashes.
const (
	pliesAhead   = 3
	clashesAhead = 2
)

// look is how good the board at a level is for the seat to move, when both look w.plies
// ahead from the first board, and then at clashes only. What lies outside of alpha and
// beta need not be exact (alpha-beta search). When w.tries run out, it goes by the moves
// that it has tried, clashes before others.
func (w *world) look(level int, seat engine.Seat, alpha, beta float64) float64 {
	b := &w.boards[level]
	if w.limit > 0 && b.quiet >= w.limit {
		return 0 // a draw
	}
	best := math.Inf(-1)
	clashesOnly := level >= w.plies
	if clashesOnly || w.tries <= 0 { // nobody has to attack
		best = bounded(b.score)
		if seat != w.seat {
			best = -best
		}
		if best >= beta || level == w.plies+clashesAhead || w.tries <= 0 {
			return best
		}
		alpha = max(alpha, best)
	}
	var room [engine.ArmySize]origin
	moves := w.moves(room[:0], b, seat, clashesOnly)
	if len(moves) == 0 && !clashesOnly {
		return float64(level) - win
	}
	try := func(m engine.Move) {
		if value := w.tryOut(level, seat, m, alpha, beta); value > best {
			best = value
			alpha = max(alpha, value)
			w.replies[level] = m
		}
	}
	if reply := w.replies[level]; take(moves, reply) {
		try(reply)
	}
	enemies := b.occupied[seat.Other()]
	for _, which := range [...]engine.NodeSet{enemies, ^enemies} { // clashes first
		for _, from := range moves {
			for to := from.to & which; to != 0 && alpha < beta && w.tries > 0; to &= to - 1 {
				if clashesOnly && w.loses(b, from.node, to.First()) {
					continue
				}
				try(engine.Move{From: from.node, To: to.First()})
			}
		}
	}
	return best
}

// bounded is a score, drawn together where it is large so that it stays below a win.
func bounded(score float64) float64 {
	const free, most = 500, win - 50
	if large := math.Abs(score); large > free {
		return math.Copysign(most-(most-free)*free/large, score)
	}
	return score
}

// tryOut is how good a move at a level is for the seat that makes it.
func (w *world) tryOut(level int, seat engine.Seat, m engine.Move, alpha, beta float64) float64 {
	w.tries--
	next := &w.boards[level+1]
	*next = w.boards[level]
	if w.play(next, seat, m.From, m.To) {
		return win - float64(level) // the sooner, the better
	}
	return -w.look(level+1, seat.Other(), -beta, -alpha)
}

// loses reports whether an attack costs the attacker alone.
func (w *world) loses(b *imagined, from, to engine.Node) bool {
	out := w.outcomes[b.at[from]][b.at[to]]
	return out.attackerLeaves && !out.defenderLeaves
}

// origin is a node with the nodes where its piece may go.
type origin struct {
	node engine.Node
	to   engine.NodeSet
}

// moves appends a seat's moves to a list, or only those onto an enemy.
func (w *world) moves(list []origin, b *imagined, seat engine.Seat, clashesOnly bool) []origin {
	own, enemies := b.occupied[seat], b.occupied[seat.Other()]
	for rest := own; rest != 0; rest &= rest - 1 {
		from := rest.First()
		if clashesOnly && !w.railed.Has(from) && w.rules.Board().Roads(from)&enemies == 0 {
			continue // it can't reach an enemy: spare the work
		}
		to := w.rules.Reach(seat, b.at[from], from, own, enemies)
		if clashesOnly {
			to &= enemies
		}
		if to != 0 {
			list = append(list, origin{from, to})
		}
	}
	return list
}

// take takes a move off a list and reports whether it was there.
func take(list []origin, m engine.Move) bool {
	for i := range list {
		if from := &list[i]; from.node == m.From && from.to.Has(m.To) {
			from.to = from.to.Remove(m.To)
			return true
		}
	}
	return false
}
