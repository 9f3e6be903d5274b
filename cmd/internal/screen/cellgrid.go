package screen

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
)

// place is a point of a drawing in half cells, from the top left as the viewer sees it.
type place struct{ x, y int }

// grid is the nodes of a board, or of a part of it, as one viewer sees them.
type grid struct {
	rules         *engine.Ruleset
	board         *engine.Board
	at            map[place]engine.Node
	of            map[engine.Node]place
	width, height int  // the greatest x and y
	step          int  // the least distance of two nodes in a row, in half cells
	named         bool // names of nodes are files and rows
}

// newGrid turns the board so that the near seat sits at the bottom.
func newGrid(rs *engine.Ruleset, near engine.Seat) grid {
	g := grid{rules: rs, board: rs.Board(), at: map[place]engine.Node{}, of: map[engine.Node]place{}, step: 2}
	plan := boardplan.Of(rs)
	g.named = len(plan.Files) > 0
	for i, at := range plan.Turned(plan.Facing(near)).Half {
		g.add(engine.Node(i), place{at.X, at.Y})
	}
	for p := range g.at {
		if _, close := g.at[place{p.x + 1, p.y}]; close {
			g.step = 1
		}
	}
	return g
}

func (g *grid) add(n engine.Node, p place) {
	g.at[p], g.of[n] = n, p
	g.width, g.height = max(g.width, p.x), max(g.height, p.y)
}

// around returns the part of a grid where a seat's pieces start.
func (g grid) around(seat engine.Seat) grid {
	least, most := place{g.width, g.height}, place{}
	for number := range g.rules.ArmySize() {
		p := g.of[g.rules.Start(seat, number)]
		least = place{min(least.x, p.x), min(least.y, p.y)}
		most = place{max(most.x, p.x), max(most.y, p.y)}
	}
	part := grid{rules: g.rules, board: g.board, at: map[place]engine.Node{}, of: map[engine.Node]place{}, step: g.step, named: g.named}
	for p, n := range g.at {
		if least.x <= p.x && p.x <= most.x && least.y <= p.y && p.y <= most.y {
			part.add(n, place{p.x - least.x, p.y - least.y})
		}
	}
	return part
}

// joined reports whether a line joins two places.
func (g grid) joined(p, q place) bool {
	m, ok := g.at[p]
	n, also := g.at[q]
	return ok && also && g.board.Adjacent(m).Has(n)
}

// shared returns the part of a name, such as the file "a" or the row "12", that all nodes of a line
// share; "" if they share none.
func (g grid) shared(in func(place) bool, part func(string) string) (name string) {
	for p, n := range g.at {
		if !in(p) {
			continue
		}
		this := part(g.board.Name(n))
		if name != "" && this != name {
			return ""
		}
		name = this
	}
	return name
}

// isHomeBase reports whether a flag may start on a node, and others may not: a headquarters, even where it is left freely.
func (g grid) isHomeBase(n engine.Node) bool {
	home, ok := g.board.Home(n)
	if !ok || g.rules.Flag() == engine.NoType {
		return false
	}
	number, starts := g.rules.Starter(home, n)
	if !starts || !g.rules.Allowed(number).Has(g.rules.Flag()) {
		return false
	}
	cells := 0
	for number := range g.rules.ArmySize() {
		if g.rules.Allowed(number).Has(g.rules.Flag()) {
			cells++
		}
	}
	return cells < g.rules.ArmySize()/4
}

// scale is the size in which a board is drawn. A node takes one line.
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
	grid
	scale
	rows []int // the lines of the grid on which nodes stand
	w, h int   // with the names at the edges
}

func newCellGrid(g grid, s scale) cellGrid {
	c := cellGrid{grid: g, scale: s}
	for p := range g.at {
		if !slices.Contains(c.rows, p.y) {
			c.rows = append(c.rows, p.y)
		}
	}
	slices.Sort(c.rows)
	c.w, c.h = margin+c.column(g.width)+s.cell+1, c.row(g.height)+2
	return c
}

// fitting returns the board as large as the room allows; perhaps larger than it.
func fitting(g grid, w, h int) cellGrid {
	var c cellGrid
	for _, s := range scales {
		if c = newCellGrid(g, s); c.w <= w && c.h <= h {
			break
		}
	}
	return c
}

// column returns where a node begins, behind the margin.
func (c cellGrid) column(x int) int { return x * (c.cell + c.gap) / c.step }

// row returns the line of a node.
func (c cellGrid) row(y int) int {
	i, _ := slices.BinarySearch(c.rows, y)
	if c.tall {
		return 2 * i
	}
	return i
}

// corner returns where a node is drawn.
func (c cellGrid) corner(n engine.Node) (x, y int) {
	p := c.of[n]
	return margin + c.column(p.x), c.row(p.y)
}

// hit returns the node that is drawn at a place.
func (c cellGrid) hit(x, y int) (engine.Node, bool) {
	for n := range c.of {
		if left, line := c.corner(n); line == y && left <= x && x < left+c.cell {
			return n, true
		}
	}
	return engine.NoNode, false
}

// beside returns the node that an arrow leads to: the nearest in its direction, of which those
// straight ahead are preferred. It is the same node if there is none.
func (c cellGrid) beside(from engine.Node, dx, dy int) engine.Node {
	best, least := from, 0
	at, ok := c.of[from]
	if !ok {
		return from
	}
	for n, p := range c.of {
		ahead := (p.x-at.x)*dx + (p.y-at.y)*dy
		aside := (p.x-at.x)*dy + (p.y-at.y)*dx
		far := ahead + 3*max(aside, -aside)
		if ahead > 0 && (best == from || far < least || far == least && n < best) {
			best, least = n, far
		}
	}
	return best
}

// first returns the node at which a cursor begins: the middle of the lowest row.
func (c cellGrid) first() engine.Node {
	best, least := engine.NoNode, 0
	for n, p := range c.of {
		away := 4*(c.height-p.y) + max(2*p.x-c.width, c.width-2*p.x)
		if best == engine.NoNode || away < least || away == least && n < best {
			best, least = n, away
		}
	}
	return best
}
