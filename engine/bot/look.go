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

// look returns how good the board at a level is for the side of the seat to move, when all look
// w.plies ahead from the first board, and then at clashes only. What lies outside of alpha
// and beta need not be exact (alpha-beta search). When w.tries run out, it goes by the
// moves that it has tried, clashes before others.
func (w *world) look(level int, seat engine.Seat, alpha, beta float64) float64 {
	b := &w.boards[level]
	if w.limit > 0 && b.quiet >= w.limit {
		return 0 // a draw
	}
	best := math.Inf(-1)
	clashesOnly := level >= w.plies
	if clashesOnly || w.tries <= 0 { // nobody has to attack
		best = w.standing(b, seat)
		if best >= beta || level == w.plies+clashesAhead || w.tries <= 0 {
			return best
		}
		alpha = max(alpha, best)
	}
	own, enemies := w.sides(b, seat)
	moves := w.moves(w.room[level][:0], b, seat, own, enemies, clashesOnly)
	if len(moves) == 0 && !clashesOnly {
		return w.stuck(level, b, seat)
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
	for _, attack := range [...]bool{true, false} { // clashes first
		for _, from := range moves {
			which := from.to.Intersect(enemies)
			if !attack {
				which = from.to.Minus(enemies)
			}
			for to := range which.All() {
				if alpha >= beta || w.tries <= 0 {
					break
				}
				if clashesOnly && w.loses(b, from.node, to) {
					continue
				}
				try(engine.Move{From: from.node, To: to})
			}
		}
	}
	return best
}

// standing returns how good a board is for the side of a seat as it stands.
func (w *world) standing(b *imagined, seat engine.Seat) float64 {
	if w.friends[seat] {
		return bounded(b.score)
	}
	return -bounded(b.score)
}

// stuck returns what it means that a seat has no move: with two seats that it has lost, with
// more that it is out.
func (w *world) stuck(level int, b *imagined, seat engine.Seat) float64 {
	if len(w.order) == 2 {
		return float64(level) - win
	}
	const lost = win / 2
	return max(w.standing(b, seat)-lost, lost-win)
}

// bounded returns a score, compressed where it is large so that it stays below a win.
func bounded(score float64) float64 {
	const free, most = 500, win - 50
	if large := math.Abs(score); large > free {
		return math.Copysign(most-(most-free)*free/large, score)
	}
	return score
}

// tryOut returns how good a move at a level is for the side of the seat that makes it.
func (w *world) tryOut(level int, seat engine.Seat, m engine.Move, alpha, beta float64) float64 {
	w.tries--
	next := &w.boards[level+1]
	*next = w.boards[level]
	if w.play(next, seat, m.From, m.To) {
		return win - float64(level) // the sooner, the better
	}
	after := w.next[seat]
	if w.friends[after] == w.friends[seat] {
		return w.look(level+1, after, alpha, beta)
	}
	return -w.look(level+1, after, -beta, -alpha)
}

// loses reports whether an attack costs the attacker alone.
func (w *world) loses(b *imagined, from, to engine.Node) bool {
	out := w.traits.outcomes[b.at[from]][b.at[to]]
	return out.attackerLeaves && !out.defenderLeaves
}

// origin is a node with the nodes where its piece may go.
type origin struct {
	node engine.Node
	to   engine.NodeSet
}

// moves appends a seat's moves to a list, or only those onto an enemy.
func (w *world) moves(list []origin, b *imagined, seat engine.Seat, own, enemies engine.NodeSet, clashesOnly bool) []origin {
	board := w.rules.Board()
	for from := range b.occupied[seat].All() {
		t := b.at[from]
		if clashesOnly && !(w.rides[t] && w.ridden.Has(from)) && board.Adjacent(from).Intersect(enemies).Empty() {
			continue // it can't reach an enemy: spare the work
		}
		to := w.rules.Reach(seat, t, from, own, enemies)
		if clashesOnly {
			to = to.Intersect(enemies)
		}
		if !to.Empty() {
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
