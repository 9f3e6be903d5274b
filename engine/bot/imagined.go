package bot

import "github.com/darkjunqi/darkjunqi/engine"

// imagined is a board on which the player imagines to know every type. It is copied
// for every move that is tried.
type imagined struct {
	occupied [engine.MaxSeats]engine.NodeSet
	at       [engine.MaxNodes]engine.Type // of the occupied nodes
	score    float64                      // by how much the thinking side is better off
	quiet    int                          // plies in a row without a clash
}

// world holds what is common to all boards that are imagined in one guess.
type world struct {
	rules   *engine.Ruleset
	traits  *traits
	seat    engine.Seat                    // the seat that thinks
	order   []engine.Seat                  // the seats that play, in turn order from the one that thinks
	next    [engine.MaxSeats]engine.Seat   // whose turn comes after each seat's
	friends [engine.MaxSeats]bool          // the seats on the thinking side
	safe    engine.NodeSet                 // where nobody is attacked
	ridden  engine.NodeSet                 // where rails and lines begin
	dead    engine.NodeSet                 // what nobody leaves
	limit   int                            // of plies without a clash; 0 if there is none
	layouts [engine.MaxSeats]engine.Layout // as guessed
	rides   [engine.MaxTypes]bool          // who goes further than a step
	// value is the worth of a piece to its owner on each node.
	value [engine.MaxSeats][engine.MaxTypes][engine.MaxNodes]float64
	// boards are those on the way that is looked at, the root first.
	boards [1 + pliesAhead + clashesAhead]imagined
	// room holds the moves of each level.
	room  [1 + pliesAhead + clashesAhead][engine.MaxArmy]origin
	plies int // how many plies are looked ahead before clashes only
	tries int // how many more moves may be tried
	// replies are the moves that were last found best at each level: likely good again.
	replies [1 + pliesAhead + clashesAhead]engine.Move
}

// win is the worth of taking a flag, and of a move when the enemy has none: more than
// anything else.
const win = 1000

// newWorld returns the world of a view, in which nothing has a value yet.
func newWorld(v View, tr *traits) *world {
	w := &world{rules: v.Rules, traits: tr, seat: v.Seat, limit: v.Rules.QuietDraw()}
	for i := range v.Rules.NumSeats() {
		seat := (v.Seat + engine.Seat(i)) % engine.Seat(v.Rules.NumSeats())
		if v.Position.Out(seat) == engine.NotOver {
			w.order = append(w.order, seat)
		}
		w.friends[seat] = v.Rules.Partners(seat, v.Seat)
	}
	for i, seat := range w.order {
		w.next[seat] = w.order[(i+1)%len(w.order)]
	}
	for _, t := range v.Rules.Mobile().Types() {
		for _, way := range v.Rules.TypeRule(t).Ways {
			w.rides[t] = w.rides[t] || way.Along != engine.AlongEdge
		}
	}
	board := v.Rules.Board()
	for _, line := range board.Lines() {
		w.ridden = w.ridden.Union(engine.NodesOf(line...))
	}
	for n := range board.Nodes().All() {
		if board.KindRule(n).Safe {
			w.safe = w.safe.Add(n)
		}
		if !board.Rails(n).Empty() {
			w.ridden = w.ridden.Add(n)
		}
		if board.KindRule(n).Locked {
			w.dead = w.dead.Add(n)
		}
	}
	return w
}

// sides returns where the pieces of a seat and its side stand, and where its enemies' do. In a
// game of each against all, the thinking seat treats all others as one side.
func (w *world) sides(b *imagined, seat engine.Seat) (own, enemies engine.NodeSet) {
	for _, other := range w.order {
		if w.friends[other] == w.friends[seat] {
			own = own.Union(b.occupied[other])
		} else {
			enemies = enemies.Union(b.occupied[other])
		}
	}
	return own, enemies
}

// owner is whose piece stands on a node, and whether there is one.
func (w *world) owner(b *imagined, n engine.Node) (engine.Seat, bool) {
	for _, seat := range w.order {
		if b.occupied[seat].Has(n) {
			return seat, true
		}
	}
	return 0, false
}

// imagine sets up the first board, of a position with all layouts.
func (w *world) imagine(p *engine.Position) {
	b := &w.boards[0]
	*b = imagined{quiet: p.Quiet()}
	for _, seat := range w.order {
		b.occupied[seat] = p.Occupied(seat)
		for n := range b.occupied[seat].All() {
			b.at[n] = w.layouts[seat][p.At(n).Number()]
			w.add(b, seat, b.at[n], n, 1)
		}
	}
}

// add counts a piece on a node: by 1, or by -1 no longer.
func (w *world) add(b *imagined, seat engine.Seat, t engine.Type, n engine.Node, by float64) {
	if !w.friends[seat] {
		by = -by
	}
	b.score += by * w.value[seat][t][n]
}

// play makes a seat's move and reports whether that takes a flag.
func (w *world) play(b *imagined, seat engine.Seat, from, to engine.Node) bool {
	t := b.at[from]
	b.quiet++
	if enemy, attacks := w.owner(b, to); attacks {
		d := b.at[to]
		out := w.traits.outcomes[t][d]
		if out.flagTaken {
			return true
		}
		if !out.attackerLeaves && !out.defenderLeaves {
			return false // repelled
		}
		b.quiet = 0
		if out.defenderLeaves {
			b.occupied[enemy] = b.occupied[enemy].Remove(to)
			w.add(b, enemy, d, to, -1)
		}
		if out.attackerLeaves {
			b.occupied[seat] = b.occupied[seat].Remove(from)
			w.add(b, seat, t, from, -1)
			return false
		}
	}
	b.occupied[seat] = b.occupied[seat].Remove(from).Add(to)
	b.at[to] = t
	w.add(b, seat, t, from, -1)
	w.add(b, seat, t, to, 1)
	return false
}
