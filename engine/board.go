package engine

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// Node is a place on the board. Nodes are numbered file by file from red's left,
// each file from red's back row: a1, a2 … a12, b1 … e12, and then, on boards
// that have them, the mountains bm and dm.
type Node uint8

// The size of the board. Its 60 nodes are 5 files of 12 rows; two mountains may
// be added to them.
const (
	numFiles  = 5
	numRows   = 12
	rowsASide = numRows / 2
	gridNodes = numFiles * numRows

	mountainB Node = gridNodes
	mountainD Node = gridNodes + 1

	// MaxNodes is the number of nodes of the largest board.
	MaxNodes = gridNodes + 2
	// NoNode stands for no place.
	NoNode Node = 0xff
)

// String is the node's name, as "a1" or "bm".
func (n Node) String() string {
	switch {
	case n < gridNodes:
		return string(rune('a'+n/numRows)) + strconv.Itoa(int(n%numRows)+1)
	case n == mountainB:
		return "bm"
	case n == mountainD:
		return "dm"
	case n == NoNode:
		return "nowhere"
	}
	return fmt.Sprintf("node %d", uint8(n))
}

// Place is where a node lies on the board, for who measures distances: its file from 0
// (a) to 4 (e) and its row from 0 (red's back row) to 11. Mountains lie between the rows
// of the fronts: bm at (1, 5.5), dm at (3, 5.5). Both are NaN for what is no node.
func (n Node) Place() (file, row float64) {
	switch {
	case n < gridNodes:
		return float64(n / numRows), float64(n % numRows)
	case n == mountainB:
		return 1, rowsASide - 0.5
	case n == mountainD:
		return 3, rowsASide - 0.5
	}
	return math.NaN(), math.NaN()
}

// ParseNode reads a node's name. Not every board has the mountains bm and dm: ask
// [Board.Node] where it matters.
func ParseNode(name string) (Node, error) {
	for n := Node(0); n < MaxNodes; n++ {
		if n.String() == name {
			return n, nil
		}
	}
	return NoNode, fmt.Errorf("unknown node %q: files are a to e and rows 1 to 12, as in c7", name)
}

// grid is the node on a file (0 to 4) and a row (1 to 12).
func grid(file, row int) Node { return Node(file*numRows + row - 1) }

// NodeSet is a set of nodes, one bit each.
type NodeSet uint64

// NodesOf is the set of the nodes named.
func NodesOf(nodes ...Node) NodeSet {
	var s NodeSet
	for _, n := range nodes {
		s = s.Add(n)
	}
	return s
}

// bit is the set that holds n alone.
func bit(n Node) NodeSet { return 1 << (n & 63) }

// Has reports whether n is in s.
func (s NodeSet) Has(n Node) bool { return n < MaxNodes && s&bit(n) != 0 }

// Add is s with n.
func (s NodeSet) Add(n Node) NodeSet {
	if n >= MaxNodes {
		return s
	}
	return s | bit(n)
}

// Remove is s without n.
func (s NodeSet) Remove(n Node) NodeSet {
	if n >= MaxNodes {
		return s
	}
	return s &^ bit(n)
}

// Len is the number of nodes in s.
func (s NodeSet) Len() int { return bits.OnesCount64(uint64(s)) }

// First is the lowest node of s, NoNode if s is empty.
func (s NodeSet) First() Node {
	if s == 0 {
		return NoNode
	}
	return s.first()
}

// first is the lowest node of a set that is not empty.
func (s NodeSet) first() Node { return Node(bits.TrailingZeros64(uint64(s))) }

// All yields the nodes of s in ascending order.
func (s NodeSet) All() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.first()) {
				return
			}
		}
	}
}

// Nodes lists s in ascending order.
func (s NodeSet) Nodes() []Node { return slices.AppendSeq(make([]Node, 0, s.Len()), s.All()) }

// Kind is what a node is.
type Kind uint8

// The kinds of nodes: 兵站, 行营, 大本营, 山界.
const (
	Post Kind = iota
	Camp
	Headquarters
	Mountain
)

// String is "post", "camp", "headquarters" or "mountain".
func (k Kind) String() string {
	names := [...]string{"post", "camp", "headquarters", "mountain"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// Edge joins two nodes, the lower one first.
type Edge struct{ A, B Node }

// Board is the playing surface: nodes, roads, rails and rail lines. It never
// changes once made, and is safe to share.
type Board struct {
	size         int
	kind         [MaxNodes]Kind
	roads, rails [MaxNodes]NodeSet
	lines        [][]Node
	camps        [NumSeats]NodeSet
	headquarters [NumSeats]NodeSet
	mountains    NodeSet

	adjacent [MaxNodes]NodeSet // roads and rails
	shifts   []railShift
}

// railShift holds the rail edges whose ends are the same number of nodes apart:
// from holds the lower ends. So a whole set of nodes takes one step along the
// rails in a few shifts.
type railShift struct {
	by   uint8
	from NodeSet
}

// halfNode is the node of a seat's half at a row, counted from the front (1, 前锋线)
// to the back (6, 生命线), and a column, counted from its owner's left.
func halfNode(seat Seat, row, column int) Node {
	if seat == Red {
		return grid(column-1, rowsASide+1-row)
	}
	return grid(numFiles-column, rowsASide+row)
}

// The camps and headquarters of a half, as (row, column).
var (
	campPlaces         = [][2]int{{2, 2}, {2, 4}, {3, 3}, {4, 2}, {4, 4}}
	headquartersPlaces = [][2]int{{6, 2}, {6, 4}}
)

// startNodes are the posts and headquarters of each seat in the order of the
// layout text.
var startNodes = func() (start [NumSeats][ArmySize]Node) {
	for seat := Red; seat.Valid(); seat++ {
		number := 0
		for row := 1; row <= rowsASide; row++ {
			for column := 1; column <= numFiles; column++ {
				if !slices.Contains(campPlaces, [2]int{row, column}) {
					start[seat][number] = halfNode(seat, row, column)
					number++
				}
			}
		}
	}
	return start
}()

// newBoard builds the two-player board, with the two mountains between the halves
// and the extra rails where a ruleset asks for them.
//
// In a half all orthogonal neighbours are joined: by rail where both stand in row
// 1, both in row 5, or both in column 1 or both in column 5 of rows 1 to 5; else by
// road. Each camp is joined by road to its four diagonal neighbours too. The halves
// meet by rail on files a, c and e.
func newBoard(mountains bool, extraRails []Edge) *Board {
	b := &Board{size: gridNodes}
	for seat := Red; seat.Valid(); seat++ {
		b.addHalf(seat)
	}
	const front = rowsASide
	for _, file := range []int{0, 2, 4} {
		b.join(&b.rails, grid(file, front), grid(file, front+1))
	}
	for _, file := range []int{0, 4} {
		b.addLine(grid(file, 2), grid(file, 11))
	}
	b.addLine(grid(2, front), grid(2, front+1))
	for _, row := range []int{2, 6, 7, 11} {
		b.addLine(grid(0, row), grid(numFiles-1, row))
	}
	if mountains {
		b.size = MaxNodes
		b.addMountain(mountainB, 1)
		b.addMountain(mountainD, 3)
	}
	for _, e := range extraRails {
		b.part(&b.roads, e.A, e.B) // an edge is a road or a rail, never both
		b.join(&b.rails, e.A, e.B)
		b.lines = append(b.lines, []Node{e.A, e.B})
	}
	b.index()
	return b
}

// addHalf lays the nodes, roads and rails of one half.
func (b *Board) addHalf(seat Seat) {
	for _, at := range campPlaces {
		n := halfNode(seat, at[0], at[1])
		b.kind[n] = Camp
		b.camps[seat] |= bit(n)
	}
	for _, at := range headquartersPlaces {
		n := halfNode(seat, at[0], at[1])
		b.kind[n] = Headquarters
		b.headquarters[seat] |= bit(n)
	}
	for row := 1; row <= rowsASide; row++ {
		for column := 1; column <= numFiles; column++ {
			n := halfNode(seat, row, column)
			if column < numFiles {
				edges := &b.roads
				if row == 1 || row == 5 {
					edges = &b.rails
				}
				b.join(edges, n, halfNode(seat, row, column+1))
			}
			if row < rowsASide {
				edges := &b.roads
				if (column == 1 || column == numFiles) && row < 5 {
					edges = &b.rails
				}
				b.join(edges, n, halfNode(seat, row+1, column))
			}
		}
	}
	for _, at := range campPlaces {
		for _, dr := range []int{-1, 1} {
			for _, dc := range []int{-1, 1} {
				b.join(&b.roads, halfNode(seat, at[0], at[1]), halfNode(seat, at[0]+dr, at[1]+dc))
			}
		}
	}
}

// addMountain adds a mountain on a file between the halves, joined by road to the
// six nodes around it.
func (b *Board) addMountain(n Node, file int) {
	b.kind[n] = Mountain
	b.mountains |= bit(n)
	for f := file - 1; f <= file+1; f++ {
		b.join(&b.roads, n, grid(f, rowsASide))
		b.join(&b.roads, n, grid(f, rowsASide+1))
	}
}

// addLine adds the straight rail line between two nodes of one file or one row.
func (b *Board) addLine(from, to Node) {
	step := Node(1)
	if from%numRows == to%numRows {
		step = numRows
	}
	var line []Node
	for n := from; n <= to; n += step {
		line = append(line, n)
	}
	b.lines = append(b.lines, line)
}

func (b *Board) join(edges *[MaxNodes]NodeSet, m, n Node) {
	edges[m] |= bit(n)
	edges[n] |= bit(m)
}

func (b *Board) part(edges *[MaxNodes]NodeSet, m, n Node) {
	edges[m] &^= bit(n)
	edges[n] &^= bit(m)
}

// index fills in what is derived from roads and rails.
func (b *Board) index() {
	var from [MaxNodes]NodeSet
	for n := Node(0); n < Node(b.size); n++ {
		b.adjacent[n] = b.roads[n] | b.rails[n]
		for m := range b.rails[n].All() {
			if m > n {
				from[m-n] |= bit(n)
			}
		}
	}
	for by, set := range from {
		if set != 0 {
			b.shifts = append(b.shifts, railShift{uint8(by), set})
		}
	}
}

// NumNodes is the number of nodes: 60, or 62 with mountains.
func (b *Board) NumNodes() int { return b.size }

// Nodes is the set of all nodes.
func (b *Board) Nodes() NodeSet { return 1<<b.size - 1 }

// Name is the name of n, as "a1".
func (b *Board) Name(n Node) string { return n.String() }

// Node is the node of that name, and whether this board has it.
func (b *Board) Node(name string) (Node, bool) {
	n, err := ParseNode(name)
	if err != nil || !b.Has(n) {
		return NoNode, false
	}
	return n, true
}

// Has reports whether n is a node of this board.
func (b *Board) Has(n Node) bool { return int(n) < b.size }

// Kind is what n is; Post if n is not a node of this board.
func (b *Board) Kind(n Node) Kind {
	if !b.Has(n) {
		return Post
	}
	return b.kind[n]
}

// Roads is the set of nodes joined to n by road.
func (b *Board) Roads(n Node) NodeSet {
	if !b.Has(n) {
		return 0
	}
	return b.roads[n]
}

// Rails is the set of nodes joined to n by rail.
func (b *Board) Rails(n Node) NodeSet {
	if !b.Has(n) {
		return 0
	}
	return b.rails[n]
}

// RoadEdges lists the roads in ascending order.
func (b *Board) RoadEdges() []Edge { return b.edges(&b.roads) }

// RailEdges lists the rails in ascending order.
func (b *Board) RailEdges() []Edge { return b.edges(&b.rails) }

func (b *Board) edges(of *[MaxNodes]NodeSet) []Edge {
	var list []Edge
	for n := Node(0); n < Node(b.size); n++ {
		for m := range of[n].All() {
			if m > n {
				list = append(list, Edge{n, m})
			}
		}
	}
	return list
}

// Start is the node where the piece of that seat and number (0 to 24) starts;
// NoNode if either is out of range.
func (b *Board) Start(seat Seat, number int) Node {
	if !seat.Valid() || number < 0 || number >= ArmySize {
		return NoNode
	}
	return startNodes[seat][number]
}

// Starter is the number of the seat's piece that starts on a node, and whether there
// is one.
func (b *Board) Starter(seat Seat, n Node) (number int, ok bool) {
	if !seat.Valid() {
		return 0, false
	}
	number = slices.Index(startNodes[seat][:], n)
	return number, number >= 0
}

// Headquarters is the set of a seat's two headquarters.
func (b *Board) Headquarters(seat Seat) NodeSet { return b.headquarters[seat] }

// Half is the set of the nodes of a seat's half. Mountains are in neither.
func (b *Board) Half(seat Seat) NodeSet { return halves[seat] }

var halves = func() (half [NumSeats]NodeSet) {
	for seat := Red; seat.Valid(); seat++ {
		for row := 1; row <= rowsASide; row++ {
			for column := 1; column <= numFiles; column++ {
				half[seat] |= bit(halfNode(seat, row, column))
			}
		}
	}
	return half
}()
