package engine

import "slices"

// gait is a way of moving, and the types that move so.
type gait struct {
	gaitRules
	types TypeSet
}

// gaitRules is what distinguishes gaits.
type gaitRules struct {
	step   bool    // takes one step along a road or a rail
	line   reach   // how far it rides along a line
	rail   reach   // how far it rides along rails, turning at will
	barred NodeSet // nodes that it may pass, but not enter
}

// reach is how many edges a piece rides at most.
type reach int

// Reaches that are no number of edges.
const (
	stays    reach = 0
	anyReach reach = MaxNodes
)

// newGaits groups the types by how they move.
func newGaits(r *Rules, x *index, b *Board) []gait {
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

// newGaitRules is how a type moves.
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
		}
	}
	return g
}

// barredTo is the set of the nodes that a type may not enter.
func (b *Board) barredTo(id string) NodeSet {
	var barred NodeSet
	for n := range b.Nodes().All() {
		if enter := b.kinds[b.kind[n]].Enter; enter != nil && !slices.Contains(enter, id) {
			barred = barred.Add(n)
		}
	}
	return barred
}

// occupancy is where the pieces stand as one seat sees it.
type occupancy struct {
	own, enemy NodeSet // own: also its partner's, which it attacks as little
	closed     NodeSet // nodes that the seat may neither enter nor pass
}

// targets is the set of nodes that a piece at from can move to by a gait, whether
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
	safe := b.safe
	if b.calm.Has(from) {
		safe = c.enemy
	}
	return to.Minus(c.own).Minus(c.closed).Minus(g.barred).Minus(c.enemy.Intersect(safe))
}

// alongLines is the set of nodes that can be reached along one line, passing no blocked
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

// alongRails is the set of nodes that can be reached along rails, turning at will and
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
