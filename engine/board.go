package engine

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Edge joins two nodes, the lower one first.
type Edge struct{ A, B Node }

// Board is the playing surface: nodes of several kinds, roads, rails and straight
// lines. It never changes once made, and is safe to share.
type Board struct {
	nodes []NodeRule
	kinds []KindRule
	named map[string]Node

	kind         [MaxNodes]uint8 // index into kinds
	home         [MaxNodes]Seat  // not valid where it is nobody's
	roads, rails [MaxNodes]NodeSet
	lines        [][]Node

	adjacent [MaxNodes]NodeSet  // roads and rails
	rides    [MaxNodes][][]Node // straight rides along lines, the nearest node first
	leaps    [MaxNodes][]leap
	safe     NodeSet           // where nobody is attacked
	calm     NodeSet           // from where nobody attacks
	locked   NodeSet           // what only a carrier leaves
	closed   [MaxSeats]NodeSet // what a seat may neither enter nor pass
}

// nobody is the home of a node that is not a seat's.
const nobody Seat = 0xff

// newBoard builds the board of checked rules.
func newBoard(r *Rules, x *index) *Board {
	b := &Board{nodes: r.Nodes, kinds: r.Kinds, named: x.nodes}
	for n, node := range r.Nodes {
		b.addNode(Node(n), x.kinds[node.Kind], x.home(node))
	}
	for _, pair := range r.Roads {
		b.join(&b.roads, x.nodes[pair[0]], x.nodes[pair[1]])
	}
	for _, pair := range r.Rails {
		b.join(&b.rails, x.nodes[pair[0]], x.nodes[pair[1]])
	}
	for _, names := range r.Lines {
		line := make([]Node, len(names))
		for i, name := range names {
			line[i] = x.nodes[name]
		}
		b.lines = append(b.lines, line)
		b.addRides(line)
	}
	for _, names := range r.Leaps {
		last := len(names) - 1
		from := x.nodes[names[0]]
		b.leaps[from] = append(b.leaps[from], leap{x.nodeSet(names[1:last]), x.nodes[names[last]]})
	}
	return b
}

// home returns the seat whose home a node is, or nobody.
func (x *index) home(n NodeRule) Seat {
	if seat, ok := x.seats[n.Home]; ok {
		return seat
	}
	return nobody
}

// addNode lays a node and notes what its kind means.
func (b *Board) addNode(n Node, kind int, home Seat) {
	b.kind[n], b.home[n] = uint8(kind), home
	k := &b.kinds[kind]
	for _, mark := range []struct {
		set   *NodeSet
		marks bool
	}{{&b.safe, k.Safe}, {&b.calm, k.Calm}, {&b.locked, k.Locked}} {
		if mark.marks {
			*mark.set = mark.set.Add(n)
		}
	}
	for seat := range b.closed {
		if k.HomeOnly && Seat(seat) != home {
			b.closed[seat] = b.closed[seat].Add(n)
		}
	}
}

// join lays a road or a rail between two nodes.
func (b *Board) join(edges *[MaxNodes]NodeSet, m, n Node) {
	for _, of := range []*[MaxNodes]NodeSet{edges, &b.adjacent} {
		of[m], of[n] = of[m].Add(n), of[n].Add(m)
	}
}

// NumNodes returns the number of nodes, at most MaxNodes.
func (b *Board) NumNodes() int { return len(b.nodes) }

// Nodes returns the set of all nodes.
func (b *Board) Nodes() NodeSet { return firstNodes(len(b.nodes)) }

// Name returns the name of n, such as "a1"; the result of [Node.String] if this board has
// no such node.
func (b *Board) Name(n Node) string {
	if !b.Has(n) {
		return n.String()
	}
	return b.nodes[n].Name
}

// Names lists the names of nodes in ascending order of the nodes.
func (b *Board) Names(nodes NodeSet) []string {
	list := make([]string, 0, nodes.Len())
	for n := range nodes.All() {
		list = append(list, b.Name(n))
	}
	return list
}

// Node returns the node of that name, and whether this board has it.
func (b *Board) Node(name string) (Node, bool) {
	n, ok := b.named[name]
	if !ok {
		return NoNode, false
	}
	return n, true
}

// Has reports whether n is a node of this board.
func (b *Board) Has(n Node) bool { return int(n) < len(b.nodes) }

// Kind returns what n is, as an index into [Board.Kinds]; -1 if n is not a node of this board.
func (b *Board) Kind(n Node) int {
	if !b.Has(n) {
		return -1
	}
	return int(b.kind[n])
}

// KindRule returns the kind of n; it is empty if n is not a node of this board.
func (b *Board) KindRule(n Node) KindRule {
	if !b.Has(n) {
		return KindRule{}
	}
	return b.kinds[b.kind[n]]
}

// Kinds lists the kinds of nodes that the rules name.
func (b *Board) Kinds() []KindRule { return slices.Clone(b.kinds) }

// Home returns the seat whose home n is, and whether it is any seat's.
func (b *Board) Home(n Node) (Seat, bool) {
	if !b.Has(n) || !b.home[n].Valid() {
		return 0, false
	}
	return b.home[n], true
}

// XY returns where n is drawn, in half cells from the top left as red sees the board; -1, -1
// if n is not a node of this board.
func (b *Board) XY(n Node) (x, y int) {
	if !b.Has(n) {
		return -1, -1
	}
	return b.nodes[n].X, b.nodes[n].Y
}

// Roads returns the set of nodes joined to n by road.
func (b *Board) Roads(n Node) NodeSet { return b.joined(&b.roads, n) }

// Rails returns the set of nodes joined to n by rail.
func (b *Board) Rails(n Node) NodeSet { return b.joined(&b.rails, n) }

// Adjacent returns the set of nodes joined to n by road or rail.
func (b *Board) Adjacent(n Node) NodeSet { return b.joined(&b.adjacent, n) }

func (b *Board) joined(edges *[MaxNodes]NodeSet, n Node) NodeSet {
	if !b.Has(n) {
		return NodeSet{}
	}
	return edges[n]
}

// RoadEdges lists the roads in ascending order.
func (b *Board) RoadEdges() []Edge { return b.edges(&b.roads) }

// RailEdges lists the rails in ascending order.
func (b *Board) RailEdges() []Edge { return b.edges(&b.rails) }

func (b *Board) edges(of *[MaxNodes]NodeSet) []Edge {
	var list []Edge
	for n := range b.Nodes().All() {
		for m := range of[n].All() {
			if m > n {
				list = append(list, Edge{n, m})
			}
		}
	}
	return list
}

// Lines lists the straight ways, each as its nodes in order.
func (b *Board) Lines() [][]Node {
	lines := make([][]Node, len(b.lines))
	for i, line := range b.lines {
		lines[i] = slices.Clone(line)
	}
	return lines
}

// FormatMove writes a move as "a6-a7", whether or not it attacks.
func (b *Board) FormatMove(m Move) string { return b.Name(m.From) + "-" + b.Name(m.To) }

// ParseMove reads a move, "a6-a7" or "a6xa7". It does not check that the move is legal.
func (b *Board) ParseMove(text string) (Move, error) {
	from, to, _, err := cutMove(text)
	if err != nil {
		return Move{NoNode, NoNode}, coded.Errorf("engine.bad-move", "move %q: %w", text, err)
	}
	m := Move{NoNode, NoNode}
	if m.From, err = b.parseNode(from); err == nil {
		m.To, err = b.parseNode(to)
	}
	if err != nil {
		return Move{NoNode, NoNode}, coded.Errorf("engine.bad-move", "move %q: %w", text, err)
	}
	return m, nil
}
