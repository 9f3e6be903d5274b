package engine

import (
	"cmp"
	"slices"
)

// gait is a way of moving, and the types that move so.
type gait struct {
	gaitRules
	types TypeSet
}

// gaitRules distinguishes gaits.
type gaitRules struct {
	step   bool    // takes one step along a road or a rail
	line   reach   // how far it rides along a line
	rail   reach   // how far it rides along rails, turning at will
	walk   bool    // takes one step onto an empty node
	over   reach   // how far it goes along a line to take what is behind one piece
	leap   bool    // takes the board's leaps
	barred NodeSet // nodes that it may pass, but not enter
}

// jumps reports whether a gait has ways that depend on where pieces stand in another manner than
// that they end there.
func (g *gaitRules) jumps() bool { return g.walk || g.leap || g.over > stays }

// reach is the maximum number of edges a piece rides.
type reach int

// Reaches that are not a number of edges.
const (
	stays    reach = 0
	anyReach reach = MaxNodes
)

// newGaits groups the types by how they move.
func newGaits(r *Rules, b *Board) []gait {
	var gaits []gait
	for t, rule := range r.Types {
		if len(rule.Ways) == 0 {
			continue
		}
		rules := newGaitRules(rule)
		rules.barred = b.barredTo(rule.ID)
		i := slices.IndexFunc(gaits, func(g gait) bool { return g.gaitRules == rules })
		if i < 0 {
			i = len(gaits)
			gaits = append(gaits, gait{gaitRules: rules})
		}
		gaits[i].types = gaits[i].types.Add(Type(t))
	}
	return gaits
}

// newGaitRules returns how a type moves.
func newGaitRules(rule TypeRule) gaitRules {
	var g gaitRules
	for _, way := range rule.Ways {
		most := reach(way.Most)
		if most == 0 {
			most = anyReach
		}
		switch way.Along {
		case AlongEdge:
			g.step = true
		case AlongLine:
			g.line = max(g.line, most)
		case AlongRail:
			g.rail = max(g.rail, most)
		case AlongWalk:
			g.walk = true
		case AlongOver:
			g.over = most
		case AlongLeap:
			g.leap = true
		}
	}
	return g
}

// barredTo returns the set of the nodes that a type may not enter.
func (b *Board) barredTo(id string) NodeSet {
	var barred NodeSet
	for n := range b.Nodes().All() {
		if enter := b.kinds[b.kind[n]].Enter; enter != nil && !slices.Contains(enter, id) {
			barred = barred.Add(n)
		}
	}
	return barred
}

// occupancy holds where the pieces stand as one seat sees it.
type occupancy struct {
	own, enemy NodeSet // own: also its partner's, which it attacks as little
	closed     NodeSet // nodes that the seat may neither enter nor pass
}

// targets returns the set of nodes that a piece at from can move to by a gait, whether
// they are empty or hold an enemy. It leaves aside whether the piece is locked in.
func (b *Board) targets(g *gait, from Node, c occupancy) NodeSet {
	blocked := c.own.Union(c.enemy).Union(c.closed)
	var to NodeSet
	if g.step {
		to = b.adjacent[from]
	}
	if g.line > stays {
		to = to.Union(b.alongLines(from, blocked, g.line))
	}
	if g.rail > stays {
		to = to.Union(b.alongRails(from, blocked, g.rail))
	}
	if g.jumps() {
		to = to.Union(b.jumps(g, from, c))
	}
	safe := b.safe
	if b.calm.Has(from) {
		safe = c.enemy
	}
	return to.Minus(c.own).Minus(c.closed).Minus(g.barred).Minus(c.enemy.Intersect(safe))
}

// alongLines returns the set of nodes that can be reached along one line, passing no blocked
// node, in at most so many edges. It includes the blocked nodes at which a ride ends.
func (b *Board) alongLines(from Node, blocked NodeSet, most reach) NodeSet {
	// Words in an array, as the nodes of a line lie anywhere.
	stop := [4]uint64{blocked.a, blocked.b, blocked.c}
	var to [4]uint64
	for _, ride := range b.rides[from] {
		for _, n := range ride[:min(int(most), len(ride))] {
			word, bit := n>>6, uint64(1)<<(n&63)
			to[word] |= bit
			if stop[word]&bit != 0 {
				break
			}
		}
	}
	return NodeSet{to[0], to[1], to[2]}
}

// alongRails returns the set of nodes that can be reached along rails, turning at will and
// passing no blocked node, in at most so many edges. It includes the blocked nodes at
// which a ride ends.
func (b *Board) alongRails(from Node, blocked NodeSet, most reach) NodeSet {
	reached := b.rails[from]
	front := reached.Minus(blocked)
	for edges := reach(1); edges < most && !front.Empty(); edges++ {
		var next NodeSet
		for ; !front.Empty(); front = front.rest() {
			next = next.Union(b.rails[front.First()])
		}
		front = next.Minus(reached).Minus(blocked)
		reached = reached.Union(next)
	}
	return reached
}

// leap holds the end of a leap, and the nodes over which it goes.
type leap struct {
	over NodeSet
	to   Node
}

// jumps returns the set of nodes that can be reached by the ways for which it matters what stands where:
// a step onto an empty node, a leap over empty ones, and along a line over exactly one piece.
func (b *Board) jumps(g *gait, from Node, c occupancy) (to NodeSet) {
	pieces := c.own.Union(c.enemy)
	if g.walk {
		to = b.adjacent[from].Minus(pieces)
	}
	if g.leap {
		for _, l := range b.leaps[from] {
			if l.over.Intersect(pieces.Union(c.closed)).Empty() {
				to = to.Add(l.to)
			}
		}
	}
	if g.over > stays {
		for _, ride := range b.rides[from] {
			if n := behindOne(ride[:min(int(g.over), len(ride))], pieces, c.closed); n != NoNode && c.enemy.Has(n) {
				to = to.Add(n)
			}
		}
	}
	return to
}

// behindOne returns where the second piece on a ride stands; NoNode if there is none, or a closed node
// before it.
func behindOne(ride []Node, pieces, closed NodeSet) Node {
	met := 0
	for _, n := range ride {
		if closed.Has(n) {
			break
		}
		if pieces.Has(n) {
			if met++; met == 2 {
				return n
			}
		}
	}
	return NoNode
}

// rider is a gait, and its place in a list.
type rider struct {
	*gait
	index int
}

// inOrder are gaits by their reach, the least first.
func inOrder(gaits []gait, of func(*gait) reach) (list []rider) {
	for i := range gaits {
		list = append(list, rider{&gaits[i], i})
	}
	slices.SortFunc(list, func(g, h rider) int { return cmp.Compare(of(g.gait), of(h.gait)) })
	return list
}

// addTargets adds the targets of some gaits, in two orders, to empty sets. All together take
// hardly longer than the one that rides farthest: rules may have a type for each way to be stuck.
func (b *Board) addTargets(to []NodeSet, byLine, byRail []rider, from Node, c occupancy) {
	blocked := c.own.Union(c.enemy).Union(c.closed)
	b.addLines(to, byLine, from, blocked)
	b.addRails(to, byRail, from, blocked)
	safe := b.safe
	if b.calm.Has(from) {
		safe = c.enemy
	}
	forbidden := c.own.Union(c.closed).Union(c.enemy.Intersect(safe))
	for _, g := range byLine {
		if g.step {
			to[g.index] = to[g.index].Union(b.adjacent[from])
		}
		if g.jumps() {
			to[g.index] = to[g.index].Union(b.jumps(g.gait, from, c))
		}
		to[g.index] = to[g.index].Minus(forbidden).Minus(g.barred)
	}
}

// addLines is alongLines for some gaits, those that ride least first.
func (b *Board) addLines(to []NodeSet, gaits []rider, from Node, blocked NodeSet) {
	for len(gaits) > 0 && gaits[0].line == stays {
		gaits = gaits[1:]
	}
	if len(gaits) == 0 {
		return
	}
	// Words in an array, as the nodes of a line lie anywhere.
	stop := [4]uint64{blocked.a, blocked.b, blocked.c}
	for _, ride := range b.rides[from] {
		var reached [4]uint64
		riding := gaits
		for i, n := range ride {
			for len(riding) > 0 && int(riding[0].line) == i {
				to[riding[0].index] = to[riding[0].index].Union(words(reached))
				riding = riding[1:]
			}
			if len(riding) == 0 {
				break
			}
			word, bit := n>>6, uint64(1)<<(n&63)
			reached[word] |= bit
			if stop[word]&bit != 0 {
				break
			}
		}
		if len(riding) > 0 { // all others ride farther
			to[riding[0].index] = to[riding[0].index].Union(words(reached))
		}
	}
	for i, g := range gaits[1:] {
		to[g.index] = to[g.index].Union(to[gaits[i].index])
	}
}

func words(w [4]uint64) NodeSet { return NodeSet{w[0], w[1], w[2]} }

// addRails is alongRails for some gaits, those that ride least first.
func (b *Board) addRails(to []NodeSet, gaits []rider, from Node, blocked NodeSet) {
	reached := b.rails[from]
	front, edges := reached.Minus(blocked), reach(1)
	for _, g := range gaits {
		if g.rail == stays {
			continue
		}
		for ; edges < g.rail && !front.Empty(); edges++ {
			var next NodeSet
			for ; !front.Empty(); front = front.rest() {
				next = next.Union(b.rails[front.First()])
			}
			front = next.Minus(reached).Minus(blocked)
			reached = reached.Union(next)
		}
		to[g.index] = to[g.index].Union(reached)
	}
}

// addRides notes the straight rides along a line: from each node of it, the nodes ahead
// and the nodes behind, the nearest first.
func (b *Board) addRides(line []Node) {
	back := slices.Clone(line)
	slices.Reverse(back)
	for i, n := range line {
		for _, ride := range [][]Node{line[i+1:], back[len(line)-i:]} {
			if len(ride) > 0 {
				b.rides[n] = append(b.rides[n], ride)
			}
		}
	}
}
