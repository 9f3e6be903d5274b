// Package textboard lays boards out for terminals, and names what stands on them.
package textboard

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
)

// Place is a point of a drawing in half cells, from the top left as the viewer sees it.
type Place struct{ X, Y int }

// Grid lays the nodes of a board out for one viewer.
type Grid struct {
	rules         *engine.Ruleset
	board         *engine.Board
	At            map[Place]engine.Node
	Of            map[engine.Node]Place
	Width, Height int // the greatest x and y
	Step          int // the least distance of two nodes in a row, in half cells
}

// NewGrid turns the board so that the near seat sits at the bottom.
func NewGrid(rs *engine.Ruleset, near engine.Seat) Grid {
	g := Grid{rules: rs, board: rs.Board(), At: map[Place]engine.Node{}, Of: map[engine.Node]Place{}, Step: 2}
	plan := boardplan.Of(rs)
	for i, at := range plan.Turned(plan.Facing(near)).Half {
		p, n := Place{at.X, at.Y}, engine.Node(i)
		g.At[p], g.Of[n] = n, p
		g.Width, g.Height = max(g.Width, p.X), max(g.Height, p.Y)
	}
	for p := range g.At {
		if _, close := g.At[Place{p.X + 1, p.Y}]; close {
			g.Step = 1
		}
	}
	return g
}

// Around is the part of a grid where a seat's pieces start.
func (g Grid) Around(seat engine.Seat) Grid {
	least, most := Place{g.Width, g.Height}, Place{}
	for number := range g.rules.ArmySize() {
		p := g.Of[g.rules.Start(seat, number)]
		least = Place{min(least.X, p.X), min(least.Y, p.Y)}
		most = Place{max(most.X, p.X), max(most.Y, p.Y)}
	}
	part := Grid{
		rules: g.rules, board: g.board, At: map[Place]engine.Node{}, Of: map[engine.Node]Place{},
		Width: most.X - least.X, Height: most.Y - least.Y, Step: g.Step,
	}
	for p, n := range g.At {
		if least.X <= p.X && p.X <= most.X && least.Y <= p.Y && p.Y <= most.Y {
			at := Place{p.X - least.X, p.Y - least.Y}
			part.At[at], part.Of[n] = n, at
		}
	}
	return part
}

// Link is what joins two places.
type Link uint8

// The links.
const (
	None Link = iota
	Road
	Rail
)

// Link is what joins two places: what joins their nodes; None if one has none.
func (g Grid) Link(p, q Place) Link {
	m, ok := g.At[p]
	n, ok2 := g.At[q]
	switch {
	case !ok || !ok2:
		return None
	case g.board.Rails(m).Has(n):
		return Rail
	case g.board.Roads(m).Has(n):
		return Road
	}
	return None
}

// File is the name that all nodes of a column share, as "a"; "" if they share none.
func (g Grid) File(x int) string {
	return g.shared(func(p Place) bool { return p.X == x }, func(name string) string { return name[:1] })
}

// Row is the name that all nodes of a row share, as "12"; "" if they share none.
func (g Grid) Row(y int) string {
	return g.shared(func(p Place) bool { return p.Y == y }, func(name string) string { return name[1:] })
}

func (g Grid) shared(in func(Place) bool, part func(string) string) (name string) {
	for p, n := range g.At {
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

// IsHomeBase reports whether a flag may start on a node, and others may not: a headquarters, even where it is left freely.
func (g Grid) IsHomeBase(n engine.Node) bool {
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
