package table

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// place is a point of a drawing in half cells, from the top left as the viewer sees it.
type place struct{ x, y int }

// grid lays the nodes of a board out for one viewer.
type grid struct {
	rules         *engine.Ruleset
	board         *engine.Board
	at            map[place]engine.Node
	of            map[engine.Node]place
	width, height int // the greatest x and y
}

// newGrid turns the board so that the near seat sits at the bottom.
func newGrid(rs *engine.Ruleset, near engine.Seat) grid {
	g := grid{rules: rs, board: rs.Board(), at: map[place]engine.Node{}, of: map[engine.Node]place{}}
	turns := picture.Turns(rs, near)
	var places []place
	for n := range g.board.Nodes().All() {
		x, y := g.board.XY(n)
		p := place{x, y}
		for range turns {
			p = place{-p.y, p.x}
		}
		places = append(places, p)
	}
	least := slices.MinFunc(places, func(p, q place) int { return p.x - q.x }).x
	top := slices.MinFunc(places, func(p, q place) int { return p.y - q.y }).y
	i := 0
	for n := range g.board.Nodes().All() {
		p := place{places[i].x - least, places[i].y - top}
		g.at[p], g.of[n] = n, p
		g.width, g.height = max(g.width, p.x), max(g.height, p.y)
		i++
	}
	return g
}

// around is the part of a grid where a seat's pieces start.
func (g grid) around(seat engine.Seat) grid {
	least, most := place{g.width, g.height}, place{}
	for number := range g.rules.ArmySize() {
		p := g.of[g.rules.Start(seat, number)]
		least = place{min(least.x, p.x), min(least.y, p.y)}
		most = place{max(most.x, p.x), max(most.y, p.y)}
	}
	part := grid{
		rules: g.rules, board: g.board, at: map[place]engine.Node{}, of: map[engine.Node]place{},
		width: most.x - least.x, height: most.y - least.y,
	}
	for p, n := range g.at {
		if least.x <= p.x && p.x <= most.x && least.y <= p.y && p.y <= most.y {
			at := place{p.x - least.x, p.y - least.y}
			part.at[at], part.of[n] = n, at
		}
	}
	return part
}

// link is what joins two places.
type link uint8

const (
	none link = iota
	road
	rail
)

func (g grid) link(p, q place) link {
	m, ok := g.at[p]
	n, ok2 := g.at[q]
	switch {
	case !ok || !ok2:
		return none
	case g.board.Rails(m).Has(n):
		return rail
	case g.board.Roads(m).Has(n):
		return road
	}
	return none
}

// file is the name that all nodes of a column share, as "a"; "" if they share none.
func (g grid) file(x int) string {
	return g.shared(func(p place) bool { return p.x == x }, func(name string) string { return name[:1] })
}

// row is the name that all nodes of a row share, as "12"; "" if they share none.
func (g grid) row(y int) string {
	return g.shared(func(p place) bool { return p.y == y }, func(name string) string { return name[1:] })
}

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
