package engine

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
)

// Node is a place on a board: its index in the rules' list of nodes. The [Board]
// knows its name.
type Node uint8

// NoNode means no place.
const NoNode Node = 0xff

// String returns "node 17"; "nowhere" for NoNode. For its name see [Board.Name].
func (n Node) String() string {
	if n == NoNode {
		return "nowhere"
	}
	return fmt.Sprintf("node %d", uint8(n))
}

// NodeSet is a set of nodes. It is a value: the zero value is empty, and sets are equal
// (==) if they hold the same nodes.
type NodeSet struct {
	a, b, c uint64 // one bit each: nodes 0 to 63, 64 to 127, 128 to 191
}

// NodesOf returns the set of the given nodes.
func NodesOf(nodes ...Node) NodeSet {
	var s NodeSet
	for _, n := range nodes {
		s = s.Add(n)
	}
	return s
}

// firstNodes returns the set of the nodes below n.
func firstNodes(n int) NodeSet {
	word := func(n int) uint64 {
		switch {
		case n <= 0:
			return 0
		case n >= 64:
			return ^uint64(0)
		}
		return 1<<n - 1
	}
	return NodeSet{word(n), word(n - 64), word(n - 128)}
}

// bit returns the set that holds n alone; empty if n is no node.
func bit(n Node) NodeSet {
	b := uint64(1) << (n & 63)
	switch n >> 6 {
	case 0:
		return NodeSet{a: b}
	case 1:
		return NodeSet{b: b}
	case 2:
		return NodeSet{c: b}
	}
	return NodeSet{}
}

// Has reports whether n is in s.
func (s NodeSet) Has(n Node) bool {
	word := s.a
	switch n >> 6 {
	case 0:
	case 1:
		word = s.b
	case 2:
		word = s.c
	default:
		return false
	}
	return word>>(n&63)&1 != 0
}

// Add returns s with n.
func (s NodeSet) Add(n Node) NodeSet { return s.Union(bit(n)) }

// Remove returns s without n.
func (s NodeSet) Remove(n Node) NodeSet { return s.Minus(bit(n)) }

// Union returns all nodes of s and of o.
func (s NodeSet) Union(o NodeSet) NodeSet { return NodeSet{s.a | o.a, s.b | o.b, s.c | o.c} }

// Minus returns the nodes of s that are not in o.
func (s NodeSet) Minus(o NodeSet) NodeSet { return NodeSet{s.a &^ o.a, s.b &^ o.b, s.c &^ o.c} }

// Intersect returns the nodes that are in s and in o.
func (s NodeSet) Intersect(o NodeSet) NodeSet { return NodeSet{s.a & o.a, s.b & o.b, s.c & o.c} }

// Empty reports whether there is no node in s.
func (s NodeSet) Empty() bool { return s.a|s.b|s.c == 0 }

// Within reports whether every node of s is in o too.
func (s NodeSet) Within(o NodeSet) bool { return s.Minus(o).Empty() }

// Len returns the number of nodes in s.
func (s NodeSet) Len() int {
	return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) + bits.OnesCount64(s.c)
}

// First returns the lowest node of s, NoNode if s is empty.
func (s NodeSet) First() Node {
	switch {
	case s.a != 0:
		return Node(bits.TrailingZeros64(s.a))
	case s.b != 0:
		return Node(64 + bits.TrailingZeros64(s.b))
	case s.c != 0:
		return Node(128 + bits.TrailingZeros64(s.c))
	}
	return NoNode
}

// rest is s without its first node.
func (s NodeSet) rest() NodeSet {
	switch {
	case s.a != 0:
		s.a &= s.a - 1
	case s.b != 0:
		s.b &= s.b - 1
	default:
		s.c &= s.c - 1
	}
	return s
}

// All yields the nodes of s in ascending order.
func (s NodeSet) All() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for ; !s.Empty(); s = s.rest() {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// Nodes lists s in ascending order.
func (s NodeSet) Nodes() []Node { return slices.AppendSeq(make([]Node, 0, s.Len()), s.All()) }
