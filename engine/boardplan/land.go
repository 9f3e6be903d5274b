package boardplan

import (
	"maps"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// bends are the slanting edges of a line that it meets straight on at both ends, at right
// angles.
func (d *draft) bends() {
	for _, line := range d.board.Lines() {
		for i := 1; i+2 < len(line); i++ {
			nodes := d.plan.Nodes
			before, a, b, after := nodes[line[i-1]], nodes[line[i]], nodes[line[i+1]], nodes[line[i+2]]
			level := before.Y == a.Y && b.X == after.X
			upright := before.X == a.X && b.Y == after.Y
			if a.X == b.X || a.Y == b.Y || !level && !upright {
				continue
			}
			sweep := 0
			if ((b.X-a.X)*(b.Y-a.Y) > 0) == level {
				sweep = 1
			}
			d.plan.Bends = append(d.plan.Bends, Bend{line[i], line[i+1], sweep})
		}
	}
}

// hills marks where there could be nodes, none is, and no way leads: with nodes above and
// below, and on both sides. A wide mesh on nobody's land has none.
func (d *draft) hills() {
	if d.leans() {
		return
	}
	for _, group := range d.grouped(d.wild()) {
		if d.hasHomes() && !slices.ContainsFunc(group, d.nearHome) {
			continue
		}
		least, most := box(group)
		middle := Point{(least.X + most.X) / 2, (least.Y + most.Y) / 2}
		d.plan.Hills = append(d.plan.Hills, Hill{middle, (most.X - least.X) / 2, (most.Y - least.Y) / 2})
	}
}

// leans reports whether ways within a home lean, so that its nodes are on no grid.
func (d *draft) leans() bool {
	return slices.ContainsFunc(d.edges(), func(e engine.Edge) bool {
		of, is := d.board.Home(e.A)
		also, too := d.board.Home(e.B)
		a, b := d.plan.Half[e.A], d.plan.Half[e.B]
		x, y := abs(a.X-b.X), abs(a.Y-b.Y)
		return is && too && of == also && x != y && x*y != 0
	})
}

// hasHomes reports whether anything is anybody's home.
func (d *draft) hasHomes() bool {
	for i := range d.plan.Nodes {
		if _, is := d.board.Home(engine.Node(i)); is {
			return true
		}
	}
	return false
}

// nearHome reports whether a node of somebody's home is next to a point.
func (d *draft) nearHome(p Point) bool {
	for i, q := range d.plan.Nodes {
		_, is := d.board.Home(engine.Node(i))
		if is && 2*abs(q.X-p.X) <= 3*d.plan.Cell && 2*abs(q.Y-p.Y) <= 3*d.plan.Cell {
			return true
		}
	}
	return false
}

// wild returns the cells without a node among nodes.
func (d *draft) wild() (wild []Point) {
	across, down := map[int]bool{}, map[int]bool{}
	for _, p := range d.plan.Nodes {
		across[p.X], down[p.Y] = true, true
	}
	rows := slices.Sorted(maps.Keys(down))
	for i := len(rows) - 1; i > 0; i-- {
		// Between two rows that are further apart than a cell lies a row without nodes.
		if 5*(rows[i]-rows[i-1]) >= 7*d.plan.Cell {
			rows = slices.Insert(rows, i, (rows[i]+rows[i-1])/2)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(across)) {
		for _, y := range rows {
			if p := (Point{x, y}); d.surrounded(p) && !d.reached(p) {
				wild = append(wild, p)
			}
		}
	}
	return wild
}

// surrounded reports whether there is no node at a point, but nodes are on all four sides.
func (d *draft) surrounded(p Point) bool {
	cell := d.plan.Cell
	var above, below, left, right bool
	for _, q := range d.plan.Nodes {
		dx, dy := q.X-p.X, q.Y-p.Y
		if 4*abs(dx) <= 3*cell && 4*abs(dy) <= 3*cell {
			return false
		}
		above = above || dx == 0 && dy < 0 && dy >= -6*cell
		below = below || dx == 0 && dy > 0 && dy <= 6*cell
		left = left || dx < 0 && 2*abs(dy) <= 3*cell
		right = right || dx > 0 && 2*abs(dy) <= 3*cell
	}
	return above && below && left && right
}

// reached reports whether a way passes within two fifths of a cell of a point.
func (d *draft) reached(p Point) bool {
	return slices.ContainsFunc(d.edges(), func(e engine.Edge) bool {
		// In cells, times 1,000.
		scale := func(q Point) (x, y int) {
			return 1000 * (q.X - p.X) / d.plan.Cell, 1000 * (q.Y - p.Y) / d.plan.Cell
		}
		ax, ay := scale(d.plan.Nodes[e.A])
		bx, by := scale(d.plan.Nodes[e.B])
		dx, dy := bx-ax, by-ay
		length := dx*dx + dy*dy
		along := min(max(-(ax*dx+ay*dy), 0), length)
		x, y := ax+dx*along/length, ay+dy*along/length
		return x*x+y*y < 400*400
	})
}

// grouped puts points together that lie next to each other, down or across.
func (d *draft) grouped(points []Point) (groups [][]Point) {
	touch := func(p, q Point) bool { return abs(p.X-q.X)+abs(p.Y-q.Y) <= d.plan.Cell }
	for _, p := range points {
		joined := []Point{p}
		groups = slices.DeleteFunc(groups, func(g []Point) bool {
			near := slices.ContainsFunc(g, func(q Point) bool { return touch(p, q) })
			if near {
				joined = append(joined, g...)
			}
			return near
		})
		groups = append(groups, joined)
	}
	return groups
}
