package engine

import (
	"math/bits"
	"reflect"
	"slices"
)

// tally is a position of which all types are known, made for counting: it holds no more
// than moves depend on, and a set of nodes in one word. It serves games of two seats, on a
// board of up to 64 nodes, in which who loses its flag or can't move has lost.
//
// What stands on lines is held a second time as the lines lie side by side in a word
// ([lanes]), so that all pieces that ride them go a step together.
type tally struct {
	lanes *lanes
	turn  Seat

	occupied [2]uint64 // by seat
	free     uint64    // pieces that may move
	together uint64    // the ones of them that are counted together
	busy     [2]uint64 // occupied, on the lanes
	riders   uint64    // together, on the lanes
	at       [64]Type  // types of the occupied nodes
}

// lanes holds what a tally needs to know about rules, in words. A lane is a line laid out in
// consecutive bits; a bit is left out between two lanes. A node has a bit in the lane of
// each line on which it lies.
type lanes struct {
	rules    *Ruleset
	clash    *clashTable
	mobile   TypeSet
	straight TypeSet // types that take one step or go along a line; they are counted together
	fliers   TypeSet // types that take one step or go along any number of rails

	adjacent [64]uint64
	edges    []heading           // roads and rails
	rails    []heading           //
	ends     [MaxTypes][2]uint64 // nodes where pieces of a type and a seat may end, except for pieces
	safe     uint64
	calm     uint64
	locked   uint64
	apart    uint64 // where pieces are not counted as elsewhere: calm and locked places
	closed   [2]uint64

	bits       [64]uint64 // of a node, on the lanes
	nodes      [64]uint64 // the node of a bit on the lanes
	laneEnds   [2]uint64  // as ends of straight
	lanePasses [2]uint64  // nodes that a seat's pieces may pass, except for pieces
	laneSafe   uint64
}

// heading is the edges whose ends are the same number of nodes apart, by their lower
// ends: so a whole set of nodes takes one step along them in two shifts. On a grid that
// is numbered line by line there are few.
type heading struct {
	by   uint8
	from uint64
}

// newLanes returns what a tally needs to know of rules; nil if it does not serve them, such as those
// with an ending or an effect of an announcement that is not named here.
func newLanes(rs *Ruleset) *lanes {
	b := rs.board
	e := &rs.rules.Ends
	plain := EndRule{Flag: e.Flag, Shaken: e.Shaken, LastBoth: LastBothAttacker, Quiet: e.Quiet, Timeouts: e.Timeouts, ResignFrom: e.ResignFrom, Counts: []CountRule{}}
	if rs.numSeats != 2 || b.NumNodes() > 64 || rs.places != nil || !reflect.DeepEqual(*e, plain) || slices.ContainsFunc(rs.clash.codes, notCounted) {
		return nil
	}
	l := &lanes{
		rules: rs, clash: rs.clash, mobile: rs.mobile, safe: b.safe.a, calm: b.calm.a, locked: b.locked.a, apart: b.calm.a | b.locked.a,
		closed: [2]uint64{b.closed[Red].a, b.closed[Blue].a},
	}
	for i := range rs.gaits {
		g := &rs.gaits[i]
		if g.jumps() {
			return nil
		}
		for _, t := range g.types.Types() {
			for seat, closed := range l.closed {
				l.ends[t][seat] = b.Nodes().Minus(g.barred).a &^ closed
			}
		}
		if g.step && g.line == stays && g.rail == anyReach {
			l.fliers |= g.types
		}
	}
	var rails [64]uint64
	for n := range b.NumNodes() {
		l.adjacent[n], rails[n] = b.adjacent[n].a, b.rails[n].a
	}
	l.edges, l.rails = newHeadings(&l.adjacent), newHeadings(&rails)
	if g := rs.straightGait(); g != nil && l.layOut(b) {
		l.straight = g.types
		l.noteLanes(g.types.First())
	}
	return l
}

// notCounted reports whether an announcement has an effect that a tally does not know.
func notCounted(a Announcement) bool {
	return a != Announcement{
		AttackerLeaves: a.AttackerLeaves, DefenderLeaves: a.DefenderLeaves, FlagTaken: a.FlagTaken, Repelled: a.Repelled,
		AttackerShowsFlag: a.AttackerShowsFlag, DefenderShowsFlag: a.DefenderShowsFlag, AttackerSeen: a.AttackerSeen, DefenderSeen: a.DefenderSeen,
	}
}

// straightGait returns a gait of one step or any way along a line; nil if no type moves so.
func (rs *Ruleset) straightGait() *gait {
	for i := range rs.gaits {
		if g := &rs.gaits[i]; g.step && g.line == anyReach && g.rail == stays {
			return g
		}
	}
	return nil
}

// newHeadings groups edges.
func newHeadings(edges *[64]uint64) (list []heading) {
	var from [64]uint64
	for n, joined := range edges {
		for m := range n {
			if joined>>m&1 != 0 {
				from[n-m] |= 1 << m
			}
		}
	}
	for by, set := range from {
		if set != 0 {
			list = append(list, heading{uint8(by), set})
		}
	}
	return list
}

// layOut lays out the lines. It reports whether they fit into a word, and no node can be
// reached from another in two ways, of which each is a step or along a line: then the
// moves of pieces that go so add up, way by way.
func (l *lanes) layOut(b *Board) bool {
	used := 0
	reached := l.adjacent
	for _, line := range b.lines {
		if used+len(line) > 64 {
			return false
		}
		for i, n := range line {
			l.bits[n] |= 1 << (used + i)
			l.nodes[used+i] = 1 << n
			for j, m := range line {
				switch {
				case max(i-j, j-i) < 2: // the same node, or a step
				case reached[n]>>m&1 != 0:
					return false
				default:
					reached[n] |= 1 << m
				}
			}
		}
		used += len(line) + 1
	}
	return true
}

// noteLanes notes where pieces of a type may end and pass, on the lanes.
func (l *lanes) noteLanes(t Type) {
	l.laneSafe = l.onLanes(l.safe)
	for seat, closed := range l.closed {
		l.laneEnds[seat] = l.onLanes(l.ends[t][seat])
		l.lanePasses[seat] = l.onLanes(^closed)
	}
}

// onLanes returns a set of nodes as it lies on the lanes.
func (l *lanes) onLanes(set uint64) (lanes uint64) {
	for ; set != 0; set &= set - 1 {
		lanes |= l.bits[bits.TrailingZeros64(set)]
	}
	return lanes
}

// newTally returns the position at the start of a game by rules that lanes can count.
func newTally(l *lanes, r *Referee) *tally {
	t := &tally{lanes: l, turn: r.position.turn}
	for seat := range Seat(2) {
		for n := range r.position.Occupied(seat).All() {
			t.put(seat, n, r.Type(r.position.At(n)))
		}
	}
	return t
}

// put stands a piece on a node where no piece of the other seat stands.
func (t *tally) put(seat Seat, n Node, piece Type) {
	l, bit := t.lanes, uint64(1)<<(n&63)
	t.at[n&63] = piece
	t.occupied[seat] |= bit
	t.busy[seat] |= l.bits[n&63]
	if !l.mobile.Has(piece) || l.locked&bit != 0 {
		return
	}
	t.free |= bit
	if l.straight.Has(piece) && l.calm&bit == 0 {
		t.together |= bit
		t.riders |= l.bits[n&63]
	}
}

// clear empties a node of a seat's piece.
func (t *tally) clear(seat Seat, n Node) {
	lanes, bit := t.lanes.bits[n&63], uint64(1)<<(n&63)
	t.occupied[seat] &^= bit
	t.free &^= bit
	t.together &^= bit
	t.busy[seat] &^= lanes
	t.riders &^= lanes
}

// targets returns the set of nodes that the piece on from, of the seat to move, may move to.
func (t *tally) targets(from Node) uint64 {
	l, seat, piece := t.lanes, t.turn&1, t.at[from&63]
	own, enemy := t.occupied[seat], t.occupied[seat^1]
	to := l.adjacent[from&63]
	switch {
	case l.straight.Has(piece):
		to |= t.ride(from)
	case l.fliers.Has(piece):
		to |= l.flood(from, own|enemy|l.closed[seat])
	default:
		return l.rules.board.targets(l.rules.gaitOf(piece), from,
			occupancy{own: NodeSet{a: own}, enemy: NodeSet{a: enemy}, closed: NodeSet{a: l.closed[seat]}}).a
	}
	safe := l.safe
	if l.calm>>(from&63)&1 != 0 {
		safe = enemy
	}
	return to & l.ends[piece&(MaxTypes-1)][seat] &^ (own | enemy&safe)
}

// ride returns the set of nodes that can be reached along lines, in two edges or more, by a
// piece of the seat to move. It includes the occupied nodes at which a ride ends.
func (t *tally) ride(from Node) (to uint64) {
	l, seat := t.lanes, t.turn&1
	passes := l.lanePasses[seat] &^ (t.busy[seat] | t.busy[seat^1])
	start, far := l.bits[from&63], uint64(0)
	for ride := start << 1 & passes; ride != 0; ride &= passes {
		ride <<= 1
		far |= ride
	}
	for ride := start >> 1 & passes; ride != 0; ride &= passes {
		ride >>= 1
		far |= ride
	}
	for ; far != 0; far &= far - 1 {
		to |= l.nodes[bits.TrailingZeros64(far)]
	}
	return to
}

// flood returns the set of nodes that can be reached along rails, turning at will and passing
// no blocked node. It includes the blocked nodes at which a ride ends.
func (l *lanes) flood(from Node, blocked uint64) (reached uint64) {
	for front := uint64(1) << (from & 63); front != 0; {
		var next uint64
		for _, h := range l.rails {
			next |= front&h.from<<h.by | front>>h.by&h.from
		}
		next &^= reached
		reached |= next
		front = next &^ blocked
	}
	return reached
}

// countMoves returns the number of the legal moves of the seat to move.
func (t *tally) countMoves() int {
	n := 0
	for loners := t.occupied[t.turn&1] & t.free &^ t.together; loners != 0; loners &= loners - 1 {
		n += bits.OnesCount64(t.targets(Node(bits.TrailingZeros64(loners))))
	}
	return n + t.countTogether()
}

// countTogether returns the number of the legal moves of the pieces that are counted together:
// first the steps, then what is more than a step along a line.
func (t *tally) countTogether() (n int) {
	l, seat := t.lanes, t.turn&1
	own, enemy := t.occupied[seat], t.occupied[seat^1]
	movers := own & t.together
	ends := l.ends[l.straight.First()&(MaxTypes-1)][seat] &^ (own | enemy&l.safe)
	for _, h := range l.edges {
		n += bits.OnesCount64(movers & h.from << h.by & ends)
		n += bits.OnesCount64(movers >> h.by & h.from & ends)
	}
	own, enemy = t.busy[seat], t.busy[seat^1]
	riders := own & t.riders
	ends = l.laneEnds[seat] &^ (own | enemy&l.laneSafe)
	passes := l.lanePasses[seat] &^ (own | enemy)
	for ride := riders << 1 & passes; ride != 0; ride &= passes {
		ride <<= 1
		n += bits.OnesCount64(ride & ends)
	}
	for ride := riders >> 1 & passes; ride != 0; ride &= passes {
		ride >>= 1
		n += bits.OnesCount64(ride & ends)
	}
	return n
}

func (t *tally) count(depth int) uint64 {
	if depth == 1 {
		return uint64(t.countMoves())
	}
	var total uint64
	for movers := t.occupied[t.turn&1] & t.free; movers != 0; movers &= movers - 1 {
		from := Node(bits.TrailingZeros64(movers))
		for to := t.targets(from); to != 0; to &= to - 1 {
			total += t.after(Move{from, Node(bits.TrailingZeros64(to))}, depth)
		}
	}
	return total
}

func (t *tally) divide(depth int) []Branch {
	var list []Branch
	for movers := t.occupied[t.turn&1] & t.free; movers != 0; movers &= movers - 1 {
		from := Node(bits.TrailingZeros64(movers))
		for to := t.targets(from); to != 0; to &= to - 1 {
			b := Branch{Move{from, Node(bits.TrailingZeros64(to))}, 1}
			if depth > 1 {
				b.Count = t.after(b.Move, depth)
			}
			list = append(list, b)
		}
	}
	return list
}

// after returns the number of sequences of depth plies, at least 2, that begin with a move.
func (t *tally) after(m Move, depth int) uint64 {
	next := *t
	if !next.move(m) {
		return 0
	}
	return next.count(depth - 1)
}

// move makes a legal move; false if that took the flag and ended the game.
func (t *tally) move(m Move) bool {
	seat := t.turn & 1
	t.turn = seat ^ 1
	if t.occupied[seat^1]>>(m.To&63)&1 != 0 {
		clash := t.lanes.clash
		said := &clash.codes[clash.code[t.at[m.From&63]&(MaxTypes-1)][t.at[m.To&63]&(MaxTypes-1)]]
		switch {
		case said.FlagTaken:
			return false
		case said.Repelled:
			return true
		}
		if said.DefenderLeaves {
			t.clear(seat^1, m.To)
		}
		if said.AttackerLeaves {
			t.clear(seat, m.From)
			return true
		}
	}
	t.shift(seat, m)
	return true
}

// shift moves a piece of a seat to an empty node.
func (t *tally) shift(seat Seat, m Move) {
	l, piece := t.lanes, t.at[m.From&63]
	moved := uint64(1)<<(m.From&63) | uint64(1)<<(m.To&63)
	if moved&l.apart != 0 {
		t.clear(seat, m.From)
		t.put(seat, m.To, piece)
		return
	}
	lanes := l.bits[m.From&63] ^ l.bits[m.To&63]
	t.at[m.To&63] = piece
	t.occupied[seat] ^= moved
	t.free ^= moved
	t.busy[seat] ^= lanes
	if l.straight.Has(piece) {
		t.together ^= moved
		t.riders ^= lanes
	}
}
