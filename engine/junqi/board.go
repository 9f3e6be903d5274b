package junqi

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Boards are laid out on a grid of cells, x to the right and y down, from 0. A node is
// named by the letter of its file and by its row, counted from 1 at the bottom.

// cell is a place on the grid.
type cell struct{ x, y int }

// half is a place in the half, or the arm, of a seat: the row from 1 in front to 6, and
// the column from 1 at its owner's left to 5.
type half struct{ row, column int }

// The size of a half.
const (
	halfRows    = 6
	halfColumns = 5
)

// The places of the camps and headquarters in a half.
var (
	campPlaces         = []half{{2, 2}, {2, 4}, {3, 3}, {4, 2}, {4, 4}}
	headquartersPlaces = []half{{6, 2}, {6, 4}}
)

// halfPlaces are all places of a half, the front row first.
var halfPlaces = func() (list []half) {
	for row := 1; row <= halfRows; row++ {
		for column := 1; column <= halfColumns; column++ {
			list = append(list, half{row, column})
		}
	}
	return list
}()

// startPlaces are the places where pieces start, in the order of their numbers.
var startPlaces = slices.DeleteFunc(slices.Clone(halfPlaces), func(at half) bool {
	return slices.Contains(campPlaces, at)
})

// arm says where a seat's half lies on the grid.
type arm func(half) cell

// The kinds of nodes.
const (
	post         = "post"
	camp         = "camp"
	headquarters = "headquarters"
	mountain     = "mountain"
	palace       = "palace"
	plain        = "plain"
	square       = "square"
)

// board is a board that is being built.
type board struct {
	unit  int // half cells from one cell to the next
	name  func(cell) string
	nodes map[cell]engine.NodeRule
	rails map[edge]bool
	roads map[edge]bool
	lines [][]cell
	extra []extraNode // nodes between the cells, after the others
}

// edge joins two cells, the lower one in the order of nodes first.
type edge struct{ a, b cell }

// extraNode is a node between cells, with the cells that roads join it to.
type extraNode struct {
	engine.NodeRule
	beside []cell
}

// newBoard begins a board on a grid of so many rows.
func newBoard(height int) *board {
	return newBoardNamed(2, func(at cell) string { return nodeName(at, height) })
}

func newBoardNamed(unit int, name func(cell) string) *board {
	return &board{unit: unit, name: name, nodes: map[cell]engine.NodeRule{}, rails: map[edge]bool{}, roads: map[edge]bool{}}
}

// compareCells returns the order of nodes: file by file from the left, each from the bottom.
func compareCells(a, b cell) int {
	return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.y, a.y))
}

func compareEdges(a, b edge) int {
	return cmp.Or(compareCells(a.a, b.a), compareCells(a.b, b.b))
}

func edgeOf(a, b cell) edge {
	if compareCells(a, b) > 0 {
		a, b = b, a
	}
	return edge{a, b}
}

// add puts a node of a kind on a cell.
func (b *board) add(at cell, kind, home string) {
	b.nodes[at] = engine.NodeRule{
		Name: b.name(at),
		Kind: kind, X: b.unit * at.x, Y: b.unit * at.y, Home: home,
	}
}

// nodeName returns the name of a cell of a grid of so many rows.
func nodeName(at cell, height int) string {
	return string(rune('a'+at.x)) + strconv.Itoa(height-at.y)
}

// addArm lays the nodes of a half.
func (b *board) addArm(of arm, home string) {
	for _, at := range halfPlaces {
		kind := post
		switch {
		case slices.Contains(campPlaces, at):
			kind = camp
		case slices.Contains(headquartersPlaces, at):
			kind = headquarters
		}
		b.add(of(at), kind, home)
	}
}

// addLine lays rails along a line of cells, of which those without a node are skipped.
func (b *board) addLine(cells ...cell) {
	line := slices.DeleteFunc(slices.Clone(cells), func(at cell) bool { return b.nodes[at].Name == "" })
	for i := range len(line) - 1 {
		b.rails[edgeOf(line[i], line[i+1])] = true
	}
	if len(line) > 1 {
		b.lines = append(b.lines, line)
	}
}

// straight returns the cells from one to another in the same file or row.
func straight(from, to cell) []cell {
	step := cell{cmp.Compare(to.x, from.x), cmp.Compare(to.y, from.y)}
	list := []cell{from}
	for at := from; at != to; {
		at = cell{at.x + step.x, at.y + step.y}
		list = append(list, at)
	}
	return list
}

// addArmRows lays the two rails across a half: rows 1 and 5.
func (b *board) addArmRows(of arm) {
	for _, row := range []int{1, 5} {
		var cells []cell
		for column := 1; column <= halfColumns; column++ {
			cells = append(cells, of(half{row, column}))
		}
		b.addLine(cells...)
	}
}

// addArmRoads joins the nodes of a half that no rail joins: neighbours in a row or a
// column, and camps with their four diagonal neighbours too.
func (b *board) addArmRoads(of arm) {
	road := func(p, q half) {
		if e := edgeOf(of(p), of(q)); !b.rails[e] {
			b.roads[e] = true
		}
	}
	for _, at := range halfPlaces {
		if at.column < halfColumns {
			road(at, half{at.row, at.column + 1})
		}
		if at.row < halfRows {
			road(at, half{at.row + 1, at.column})
		}
		if slices.Contains(campPlaces, at) {
			for _, d := range []half{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
				road(at, half{at.row + d.row, at.column + d.column})
			}
		}
	}
}

// start returns where the pieces of a half start, in rows.
func (b *board) start(of arm) [][]string {
	rows := make([][]string, halfRows)
	for _, at := range halfPlaces {
		name := ""
		if !slices.Contains(campPlaces, at) {
			name = b.nodes[of(at)].Name
		}
		rows[at.row-1] = append(rows[at.row-1], name)
	}
	return rows
}

// cells lists the cells that hold a node, in the order of nodes.
func (b *board) cells() []cell {
	var list []cell
	for at := range b.nodes {
		list = append(list, at)
	}
	slices.SortFunc(list, compareCells)
	return list
}

func (b *board) write(r *engine.Rules) {
	for _, at := range b.cells() {
		r.Nodes = append(r.Nodes, b.nodes[at])
	}
	r.Roads, r.Rails = b.edges(b.roads), b.edges(b.rails)
	for _, n := range b.extra {
		r.Nodes = append(r.Nodes, n.NodeRule)
		for _, at := range n.beside {
			r.Roads = append(r.Roads, [2]string{b.nodes[at].Name, n.Name})
		}
	}
	for _, cells := range b.lines {
		var line []string
		for _, at := range cells {
			line = append(line, b.nodes[at].Name)
		}
		r.Lines = append(r.Lines, line)
	}
}

func (b *board) edges(of map[edge]bool) [][2]string {
	var list []edge
	for e := range of {
		list = append(list, e)
	}
	slices.SortFunc(list, compareEdges)
	pairs := [][2]string{}
	for _, e := range list {
		pairs = append(pairs, [2]string{b.nodes[e.a].Name, b.nodes[e.b].Name})
	}
	return pairs
}

// kinds says what the kinds of nodes mean; palaces and mountains only where the board has
// them.
func (s *settings) kinds() []engine.KindRule {
	list := []engine.KindRule{
		{ID: post, EN: "post", ZH: "兵站"},
		{ID: camp, EN: "camp", ZH: "行营", Safe: true, HomeOnly: s.is("camps", "own")},
		{ID: headquarters, EN: "headquarters", ZH: "大本营", Locked: s.is("hq", "locked")},
	}
	switch {
	case s.cross():
		k := engine.KindRule{ID: palace, EN: "palace", ZH: "九宫"}
		if s.is("palace", "pass") {
			k.Enter = []string{}
		}
		list = append(list, k)
	case s.seats() > 2:
		list = append(list, engine.KindRule{ID: plain, EN: "plain", ZH: "中原"})
	case !s.is("mountains", "none"):
		k := engine.KindRule{ID: mountain, EN: "mountain", ZH: "山界", Safe: true, Calm: true}
		if s.is("mountains", "engineers") {
			k.Enter = []string{types[Engineer].id}
		}
		list = append(list, k)
	}
	return list
}
