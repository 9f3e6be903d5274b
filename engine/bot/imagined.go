package bot

import "github.com/darkjunqi/darkjunqi/engine"

// imagined is a board on which the player imagines to know every type. It is copied
// for every move that is tried.
type imagined struct {
	occupied [engine.NumSeats]engine.NodeSet
	at       [engine.MaxNodes]engine.Type // of the occupied nodes
	score    float64                      // by how much the one who thinks is better off
	quiet    int                          // plies in a row without a clash
}

// outcome is what comes of a clash.
type outcome struct{ attackerLeaves, defenderLeaves, flagTaken bool }

// world is what holds for all boards that are imagined in one guess.
type world struct {
	rules    *engine.Ruleset
	seat     engine.Seat    // who thinks
	safe     engine.NodeSet // where nobody is attacked
	railed   engine.NodeSet // where rails begin
	dead     engine.NodeSet // what nobody leaves
	outcomes [engine.NumTypes][engine.NumTypes]outcome
	limit    int                            // of plies without a clash; 0 if there is none
	layouts  [engine.NumSeats]engine.Layout // as guessed
	// value is what a piece is worth to its owner on each node.
	value [engine.NumSeats][engine.NumTypes][engine.MaxNodes]float64
	// boards are those on the way that is looked at, the root first.
	boards [1 + pliesAhead + clashesAhead]imagined
	plies  int // how many plies are looked ahead before clashes only
	tries  int // how many more moves may be tried
	// replies are the moves that were last found best at each level: likely good again.
	replies [1 + pliesAhead + clashesAhead]engine.Move
}

// win is what taking the flag is worth, and a move when the enemy has none: more than
// anything else.
const win = 1000

// newWorld is the world of a view, in which nothing has a value yet.
func newWorld(v View) *world {
	w := &world{rules: v.Rules, seat: v.Seat, limit: v.Rules.QuietDraw()}
	board := v.Rules.Board()
	for n := range board.Nodes().All() {
		if k := board.Kind(n); k == engine.Camp || k == engine.Mountain {
			w.safe = w.safe.Add(n)
		}
		if board.Rails(n) != 0 {
			w.railed = w.railed.Add(n)
		}
		if v.Rules.Reach(v.Seat, engine.Engineer, n, 0, 0) == 0 {
			w.dead = w.dead.Add(n)
		}
	}
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

// imagine sets up the first board: that of a position, with both layouts.
func (w *world) imagine(p *engine.Position) {
	b := &w.boards[0]
	*b = imagined{quiet: p.Quiet()}
	for piece := range engine.Piece(engine.NumPieces) {
		n := p.Where(piece)
		if n == engine.NoNode {
			continue
		}
		b.occupied[piece.Seat()] = b.occupied[piece.Seat()].Add(n)
		b.at[n] = w.layouts[piece.Seat()][piece.Number()]
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
