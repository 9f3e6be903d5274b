package engine

import "fmt"

// Branch is a first move and the number of sequences that begin with it.
type Branch struct {
	Move  Move
	Count uint64
}

// Perft counts the legal sequences of exactly depth plies from the start, red to
// move, under the standard rules with both layouts known. A move is a pair of nodes:
// routes are not counted apart. A finished game has no continuation. Depth 0 has one
// sequence, the empty one. (No game of fewer than 70 plies is drawn as quiet, so that
// rule plays no part at any depth that can be counted.)
func Perft(red, blue Layout, depth int) (uint64, error) {
	t, err := newTally(red, blue, depth)
	switch {
	case err != nil:
		return 0, err
	case depth == 0:
		return 1, nil
	}
	return t.count(Red, depth), nil
}

// Divide is Perft by first moves, in the order of [Position.LegalMoves] by node; the
// counts add up to that of Perft. Depth must be at least 1.
func Divide(red, blue Layout, depth int) ([]Branch, error) {
	t, err := newTally(red, blue, depth)
	switch {
	case err != nil:
		return nil, err
	case depth == 0:
		return nil, fmt.Errorf("perft: depth 0 has no first move to divide by")
	}
	var list []Branch
	for from := range t.movers(Red).All() {
		for to := range t.targets(Red, from).All() {
			b := Branch{Move{from, to}, 1}
			if depth > 1 {
				b.Count = t.after(Red, from, to, depth)
			}
			list = append(list, b)
		}
	}
	return list, nil
}

// tally is a position of which all types are known, made for counting: it holds no
// more than moves depend on.
type tally struct {
	occupied  [NumSeats]NodeSet
	free      NodeSet // pieces that may move
	engineers NodeSet
	at        [gridNodes]Type // types of the occupied nodes
}

// The gaits of the standard rules.
var (
	engineerGait = standard.gaitOf(Engineer)
	lineGait     = standard.gaitOf(Commander)
)

func newTally(red, blue Layout, depth int) (*tally, error) {
	if depth < 0 {
		return nil, fmt.Errorf("perft: depth %d is negative", depth)
	}
	t := &tally{}
	for seat, l := range [NumSeats]Layout{red, blue} {
		if err := standard.CheckLayout(l); err != nil {
			return nil, fmt.Errorf("perft: %s: %w", Seat(seat), err)
		}
		for number, n := range startNodes[seat] {
			t.put(Seat(seat), n, l[number])
		}
	}
	return t, nil
}

// put stands a piece on a node where no piece of the other seat stands.
func (t *tally) put(seat Seat, n Node, piece Type) {
	t.occupied[seat] |= bit(n)
	t.at[n] = piece
	if Mobile.Has(piece) && !standard.lockedIn.Has(n) {
		t.free |= bit(n)
	}
	if piece == Engineer {
		t.engineers |= bit(n)
	}
}

// clear empties a node of a seat's piece.
func (t *tally) clear(seat Seat, n Node) {
	t.occupied[seat] &^= bit(n)
	t.free &^= bit(n)
	t.engineers &^= bit(n)
}

// movers is the set of a seat's pieces that may move.
func (t *tally) movers(seat Seat) NodeSet { return t.occupied[seat] & t.free }

// targets is the set of nodes that the seat's piece on from may move to.
func (t *tally) targets(seat Seat, from Node) NodeSet {
	g := lineGait
	if t.engineers.Has(from) {
		g = engineerGait
	}
	return standardBoard.targets(g, from, crowd{own: t.occupied[seat], enemy: t.occupied[seat.Other()]})
}

// count is the number of sequences of depth plies, at least 1, with seat to move.
func (t *tally) count(seat Seat, depth int) uint64 {
	if depth == 1 {
		return uint64(t.countMoves(seat))
	}
	var total uint64
	for movers := t.movers(seat); movers != 0; movers &= movers - 1 {
		from := movers.first()
		for targets := t.targets(seat, from); targets != 0; targets &= targets - 1 {
			total += t.after(seat, from, targets.first(), depth)
		}
	}
	return total
}

// countMoves is the number of a seat's legal moves. All pieces but engineers step and
// ride together, heading by heading: no two of them arrive at one node from the same
// side.
func (t *tally) countMoves(seat Seat) int {
	own, enemy := t.occupied[seat], t.occupied[seat.Other()]
	empty := ^(own | enemy)
	ends := ^(own | enemy&allCamps) // where a move may end
	n := 0
	engineers := t.movers(seat) & t.engineers
	for e := engineers; e != 0; e &= e - 1 {
		n += t.targets(seat, e.first()).Len()
	}
	others := t.movers(seat) &^ engineers
	for i := range headings {
		h := &headings[i]
		n += ((others & h.edges) << h.by & ends).Len()
		n += (others >> h.by & h.edges & ends).Len()
		for ride := (others & h.rails) << h.by & empty & h.rails; ride != 0; ride &= empty & h.rails {
			ride <<= h.by
			n += (ride & ends).Len()
		}
		for ride := others >> h.by & h.rails & empty; ride != 0; ride &= empty {
			ride = ride >> h.by & h.rails
			n += (ride & ends).Len()
		}
	}
	return n
}

// heading is a direction on the board and its opposite: the edges whose ends are the
// same number of nodes apart, by their lower ends. On the standard board the rails of
// a heading that follow each other are one line.
type heading struct {
	by           uint8
	edges, rails NodeSet
}

var allCamps = standardBoard.camps[Red] | standardBoard.camps[Blue]

var headings = func() (list []heading) {
	var edges, rails [gridNodes]NodeSet
	for _, e := range append(standardBoard.RoadEdges(), standardBoard.RailEdges()...) {
		edges[e.B-e.A] |= bit(e.A)
		if standardBoard.rails[e.A].Has(e.B) {
			rails[e.B-e.A] |= bit(e.A)
		}
	}
	for by, set := range edges {
		if set != 0 {
			list = append(list, heading{uint8(by), set, rails[by]})
		}
	}
	return list
}()

// after is the number of sequences of depth plies, at least 2, that begin with a
// move.
func (t *tally) after(seat Seat, from, to Node, depth int) uint64 {
	next := *t
	if !next.move(seat, from, to) {
		return 0
	}
	return next.count(seat.Other(), depth-1)
}

// move makes a seat's legal move; false if that took the flag and ended the game.
func (t *tally) move(seat Seat, from, to Node) bool {
	piece := t.at[from]
	t.clear(seat, from)
	if t.occupied[seat.Other()].Has(to) {
		said := &standard.clash.codes[standard.clash.code[piece][t.at[to]]]
		if said.FlagTaken {
			return false
		}
		if said.DefenderLeaves {
			t.clear(seat.Other(), to)
		}
		if said.AttackerLeaves {
			return true
		}
	}
	t.put(seat, to, piece)
	return true
}
