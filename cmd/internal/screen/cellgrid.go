package screen

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/engine"
)

// scale is how large a board is drawn. A node takes one line.
type scale struct {
	cell int  // columns of a node
	gap  int  // columns between nodes
	tall bool // a line between the rows shows what joins them
}

// scales are tried in this order: the first that leaves room for the panel is taken.
var scales = []scale{{6, 2, true}, {6, 2, false}, {4, 1, true}, {4, 1, false}, {3, 0, false}}

// margin is the room on the left of a board for the names of its rows.
const margin = 3

// cellGrid is a board laid out on the screen.
type cellGrid struct {
	textboard.Grid
	scale
	board *engine.Board
	rows  []int // the lines of the grid on which nodes stand
	w, h  int   // with the names at the edges
}

func newCellGrid(rs *engine.Ruleset, g textboard.Grid, s scale) cellGrid {
	c := cellGrid{Grid: g, scale: s, board: rs.Board()}
	for p := range g.At {
		if !slices.Contains(c.rows, p.Y) {
			c.rows = append(c.rows, p.Y)
		}
	}
	slices.Sort(c.rows)
	c.w, c.h = margin+c.column(g.Width)+s.cell+1, c.row(g.Height)+2
	return c
}

// fitting is the board as large as the room allows; perhaps larger than it.
func fitting(rs *engine.Ruleset, g textboard.Grid, w, h int) cellGrid {
	var c cellGrid
	for _, s := range scales {
		if c = newCellGrid(rs, g, s); c.w <= w && c.h <= h {
			break
		}
	}
	return c
}

// column is where a node begins, behind the margin.
func (c cellGrid) column(x int) int { return x * (c.cell + c.gap) / c.Step }

// row is the line of a node.
func (c cellGrid) row(y int) int {
	i, _ := slices.BinarySearch(c.rows, y)
	if c.tall {
		return 2 * i
	}
	return i
}

// corner is where a node is drawn.
func (c cellGrid) corner(n engine.Node) (x, y int) {
	p := c.Of[n]
	return margin + c.column(p.X), c.row(p.Y)
}

// hit is the node that is drawn at a place.
func (c cellGrid) hit(x, y int) (engine.Node, bool) {
	for n := range c.Of {
		if left, line := c.corner(n); line == y && left <= x && x < left+c.cell {
			return n, true
		}
	}
	return engine.NoNode, false
}

// beside is the node that an arrow leads to: the nearest in its direction, of which those
// straight ahead are preferred. It is the same node if there is none.
func (c cellGrid) beside(from engine.Node, dx, dy int) engine.Node {
	best, least := from, 0
	at, ok := c.Of[from]
	if !ok {
		return from
	}
	for n, p := range c.Of {
		ahead := (p.X-at.X)*dx + (p.Y-at.Y)*dy
		aside := (p.X-at.X)*dy + (p.Y-at.Y)*dx
		far := ahead + 3*max(aside, -aside)
		if ahead > 0 && (best == from || far < least || far == least && n < best) {
			best, least = n, far
		}
	}
	return best
}

// first is the node at which a cursor begins: the middle of the lowest row.
func (c cellGrid) first() engine.Node {
	best, least := engine.NoNode, 0
	for n, p := range c.Of {
		away := 4*(c.Height-p.Y) + max(2*p.X-c.Width, c.Width-2*p.X)
		if best == engine.NoNode || away < least || away == least && n < best {
			best, least = n, away
		}
	}
	return best
}
