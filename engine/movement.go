package engine

import "math/bits"

// gait is a way of moving, and the types that move so. Everybody takes one step
// along a road or a rail; gaits differ in how they ride the rails and in what they
// may not enter.
type gait struct {
	gaitRules
	types TypeSet
	rays  [MaxNodes][]ray // the straight rides from each node, unless turns
}

// gaitRules is what tells gaits apart.
type gaitRules struct {
	turns  bool    // may turn from line to line
	reach  int     // how many edges at most; 0: any number
	barred NodeSet // nodes that may not be entered
}

// ray is a straight ride along a rail line in one direction: the nodes of the line
// beyond its start, up (towards higher nodes) or down.
type ray struct {
	nodes NodeSet
	up    bool
}

// newGaits groups the types by how the options let them move.
func newGaits(s *settings, b *Board) []gait {
	var gaits []gait
	for _, t := range Mobile.Types() {
		rules := gaitOf(s, b, t)
		i := 0
		for i < len(gaits) && gaits[i].gaitRules != rules {
			i++
		}
		if i == len(gaits) {
			gaits = append(gaits, gait{gaitRules: rules, rays: newRays(b, rules)})
		}
		gaits[i].types = gaits[i].types.Add(t)
	}
	return gaits
}

// gaitOf says how a type moves.
func gaitOf(s *settings, b *Board, t Type) gaitRules {
	var g gaitRules
	if s.is(optMountains, "engineers") && t != Engineer {
		g.barred = b.mountains
	}
	if t == Engineer || t == Bomb && s.is(optBombsFly, "on") {
		g.turns = true
		return g
	}
	switch s.get(optRail) {
	case "corners":
		g.turns = true
	case "three":
		g.reach = 3
	case "three-corners":
		g.turns, g.reach = true, 3
	}
	return g
}

// newRays lists the straight rides from every node.
func newRays(b *Board, rules gaitRules) (rays [MaxNodes][]ray) {
	if rules.turns {
		return rays
	}
	for _, line := range b.lines {
		for i, from := range line {
			ahead, behind := line[i+1:], line[:i]
			if r := rules.reach; r > 0 {
				ahead = ahead[:min(r, len(ahead))]
				behind = behind[max(0, len(behind)-r):]
			}
			if len(ahead) > 0 {
				rays[from] = append(rays[from], ray{NodesOf(ahead...), true})
			}
			if len(behind) > 0 {
				rays[from] = append(rays[from], ray{NodesOf(behind...), false})
			}
		}
	}
	return rays
}

// crowd is where the pieces stand as one seat sees it.
type crowd struct {
	own, enemy NodeSet
	closed     NodeSet // nodes that the seat may not enter or pass (option camps)
}

// targets is the set of nodes that a piece at from can move to by a gait, whether
// they are empty or hold an enemy. It leaves aside whether the piece is locked in.
func (b *Board) targets(g *gait, from Node, c crowd) NodeSet {
	blocked := c.own | c.enemy | c.closed
	to := b.adjacent[from]
	if b.rails[from] != 0 {
		if g.turns {
			to |= b.flood(from, blocked, g.reach)
		} else {
			for _, r := range g.rays[from] {
				to |= r.until(blocked)
			}
		}
	}
	safe := b.camps[Red] | b.camps[Blue] | b.mountains
	if b.mountains.Has(from) {
		safe = b.Nodes() // a mountain is left only onto an empty node
	}
	return to &^ (c.own | c.closed | g.barred | c.enemy&safe)
}

// until is the part of a ray up to and including the first blocked node.
func (r ray) until(blocked NodeSet) NodeSet {
	stop := r.nodes & blocked
	switch {
	case stop == 0:
		return r.nodes
	case r.up:
		return r.nodes & (stop ^ (stop - 1))
	}
	last := NodeSet(1) << (63 - bits.LeadingZeros64(uint64(stop)))
	return r.nodes &^ (last - 1)
}

// flood is the set of nodes that can be reached along rails, turning at will and
// passing no blocked node, in at most reach edges (any number if reach is 0). It
// includes the blocked nodes at which a ride ends.
func (b *Board) flood(from Node, blocked NodeSet, reach int) NodeSet {
	var reached NodeSet
	front := bit(from)
	for edges := 1; front != 0; edges++ {
		next := b.alongRails(front) &^ reached
		reached |= next
		if edges == reach {
			break
		}
		front = next &^ blocked
	}
	return reached
}

// alongRails is the set of nodes one rail edge away from any node of the set.
func (b *Board) alongRails(set NodeSet) NodeSet {
	var next NodeSet
	for _, s := range b.shifts {
		next |= (set & s.from) << s.by
		next |= (set >> s.by) & s.from
	}
	return next
}
