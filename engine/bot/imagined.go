package bot

import (
	"math"

	"github.com/darkjunqi/darkjunqi/engine"
)

// imagined is a board on which the player imagines to know every type. It is copied
// for every move that is tried.
type imagined struct {
	occupied [engine.NumSeats]engine.NodeSet
	at       [engine.MaxNodes]engine.Type // of the occupied nodes
	score    float64                      // by how much the one who thinks is better off
	quiet    int
}

// outcome is what comes of a clash.
type outcome struct{ attackerLeaves, defenderLeaves, flagTaken bool }

// world is what holds for all boards that are imagined in one guess.
type world struct {
	rules    *engine.Ruleset
	seat     engine.Seat // who thinks
	safe     engine.NodeSet
	outcomes [engine.NumTypes][engine.NumTypes]outcome
	limit    int // of plies without a clash; 0 if there is none
	// value is what a piece is worth to its owner on each node.
	value [engine.NumSeats][engine.NumTypes][engine.MaxNodes]float64
	// boards are those on the way that is looked at, the root first.
	boards [1 + pliesAhead + clashesAhead]imagined
}

// flagTaken is what taking the flag is worth.
const flagTaken = 1000

// win is a value no less than any other.
const win = flagTaken

func newWorld(v View) *world {
	w := &world{rules: v.Rules, seat: v.Seat, limit: v.Rules.QuietDraw()}
	for a := range w.outcomes {
		for d := range w.outcomes[a] {
			said, ok := v.Rules.Announcement(v.Rules.Clash(engine.Type(a), engine.Type(d)))
			if ok {
				w.outcomes[a][d] = outcome{said.AttackerLeaves, said.DefenderLeaves, said.FlagTaken}
			}
		}
	}
	return w
}

// imagine sets up the board of a position with both layouts.
func (w *world) imagine(p *engine.Position, layouts *[engine.NumSeats]engine.Layout) {
	b := &w.boards[0]
	*b = imagined{quiet: p.Quiet()}
	for piece := range engine.Piece(engine.NumPieces) {
		n := p.Where(piece)
		if n == engine.NoNode {
			continue
		}
		b.occupied[piece.Seat()] = b.occupied[piece.Seat()].Add(n)
		b.at[n] = layouts[piece.Seat()][piece.Number()]
	}
	for seat, nodes := range b.occupied {
		for n := range nodes.All() {
			w.add(b, engine.Seat(seat), b.at[n], n)
		}
	}
}

// add counts a piece on a node.
func (w *world) add(b *imagined, seat engine.Seat, t engine.Type, n engine.Node) {
	if seat == w.seat {
		b.score += w.value[seat][t][n]
	} else {
		b.score -= w.value[seat][t][n]
	}
}

// drop no longer counts a piece on a node.
func (w *world) drop(b *imagined, seat engine.Seat, t engine.Type, n engine.Node) {
	if seat == w.seat {
		b.score -= w.value[seat][t][n]
	} else {
		b.score += w.value[seat][t][n]
	}
}

// play makes a seat's move and reports whether that takes the flag.
func (w *world) play(b *imagined, seat engine.Seat, from, to engine.Node) bool {
	t := b.at[from]
	enemy := seat.Other()
	b.quiet++
	if b.occupied[enemy].Has(to) {
		d := b.at[to]
		out := w.outcomes[t][d]
		if out.flagTaken {
			return true
		}
		if !out.attackerLeaves && !out.defenderLeaves {
			return false // repelled
		}
		b.quiet = 0
		if out.defenderLeaves {
			b.occupied[enemy] = b.occupied[enemy].Remove(to)
			w.drop(b, enemy, d, to)
		}
		if out.attackerLeaves {
			b.occupied[seat] = b.occupied[seat].Remove(from)
			w.drop(b, seat, t, from)
			return false
		}
	}
	b.occupied[seat] = b.occupied[seat].Remove(from).Add(to)
	b.at[to] = t
	w.drop(b, seat, t, from)
	w.add(b, seat, t, to)
	return false
}

// look is how good the board at a level is for the seat to move, when both look a
// number of plies ahead, and then at clashes only. What lies outside of alpha and beta
// need not be exact (alpha-beta search).
func (w *world) look(level int, seat engine.Seat, alpha, beta float64) float64 {
	b := &w.boards[level]
	stand := b.score
	if seat != w.seat {
		stand = -stand
	}
	if w.limit > 0 && b.quiet >= w.limit {
		return 0
	}
	best := math.Inf(-1)
	clashesOnly := level >= pliesAhead
	if clashesOnly {
		if stand >= beta || level+1 == len(w.boards) {
			return stand
		}
		best = stand
		alpha = max(alpha, stand)
	}
	var moves [engine.ArmySize]struct {
		from engine.Node
		to   engine.NodeSet
	}
	count := 0
	enemies := b.occupied[seat.Other()]
	for own := b.occupied[seat]; own != 0; own &= own - 1 {
		from := own.First()
		to := w.rules.Reach(seat, b.at[from], from, b.occupied[seat], enemies)
		if clashesOnly {
			to &= enemies
		}
		if to != 0 {
			moves[count].from, moves[count].to = from, to
			count++
		}
	}
	if count == 0 && !clashesOnly {
		return -win
	}
	next := &w.boards[level+1]
	for _, which := range [2]engine.NodeSet{enemies, ^enemies} { // clashes first
		for i := range moves[:count] {
			for to := moves[i].to & which; to != 0; to &= to - 1 {
				*next = *b
				if w.play(next, seat, moves[i].from, to.First()) {
					return win
				}
				value := -w.look(level+1, seat.Other(), -beta, -alpha)
				if value > best {
					best = value
					alpha = max(alpha, value)
					if alpha >= beta {
						return best
					}
				}
			}
		}
	}
	return best
}

// clashesAhead is how many clashes are followed up when the plies are counted.
const clashesAhead = 2
