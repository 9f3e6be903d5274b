package boardplan

import (
	"cmp"
	"maps"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// draft is a plan in the making.
type draft struct {
	board *engine.Board
	plan  *Plan
}

// parted returns the places of the nodes in tenths of a half cell. Where the lands of two
// enemies touch and not every file crosses, the front between them is drawn wider, so that
// mountains or a border can be seen there.
func (d *draft) parted() (places []Point) {
	for _, at := range d.plan.Half {
		places = append(places, Point{10 * at.X, 10 * at.Y})
	}
	if f, ok := d.findFront(places); ok {
		for i, p := range places {
			if p.Y > f.top {
				places[i].Y += f.row * 9 / 10 * min(p.Y-f.top, f.bottom-f.top) / (f.bottom - f.top)
			}
		}
	}
	return places
}

// front is between two rows, next to each other among those with homes. Such rows are at
// least row apart.
type front struct{ top, bottom, row int }

// findFront finds a front: each of its rows is the home of one seat, not of the same, and
// they are not joined on every file.
func (d *draft) findFront(places []Point) (f front, ok bool) {
	homes := map[int]engine.SeatSet{}
	files := map[int]int{}
	for i, p := range places {
		files[p.Y]++
		if home, is := d.board.Home(engine.Node(i)); is {
			homes[p.Y] = homes[p.Y].Add(home)
		}
	}
	rows := slices.Sorted(maps.Keys(homes))
	for i := 1; i < len(rows); i++ {
		top, bottom := rows[i-1], rows[i]
		if f.row == 0 || bottom-top < f.row {
			f.row = bottom - top
		}
		if ok || homes[top].Len() != 1 || homes[bottom].Len() != 1 || homes[top] == homes[bottom] {
			continue
		}
		crossing := 0
		for _, e := range d.edges() {
			if a, b := places[e.A].Y, places[e.B].Y; min(a, b) == top && max(a, b) == bottom {
				crossing++
			}
		}
		if crossing < files[bottom] {
			f.top, f.bottom, ok = top, bottom, true
		}
	}
	return f, ok
}

func (d *draft) edges() []engine.Edge { return append(d.board.RoadEdges(), d.board.RailEdges()...) }

// spacing returns the least distance between two of the points, the greater of that across and
// that down: a cell of the drawing.
func spacing(places []Point) int {
	least := 0
	for i, p := range places {
		for _, q := range places[i+1:] {
			if d := max(abs(p.X-q.X), abs(p.Y-q.Y)); least == 0 || d < least {
				least = d
			}
		}
	}
	return max(least, 1)
}

// settle moves the nodes so that the leftmost and topmost have an x and y of 0.
func (p *Plan) settle() {
	least, most := box(p.Nodes)
	for i := range p.Nodes {
		p.Nodes[i].X -= least.X
		p.Nodes[i].Y -= least.Y
	}
	p.Width, p.Height = most.X-least.X, most.Y-least.Y
	least, _ = box(p.Half)
	for i := range p.Half {
		p.Half[i].X -= least.X
		p.Half[i].Y -= least.Y
	}
}

// cornered reports whether no node is within two cells of a corner.
func (d *draft) cornered() bool {
	p := d.plan
	for _, corner := range []Point{{0, 0}, {p.Width, 0}, {0, p.Height}, {p.Width, p.Height}} {
		for _, at := range p.Nodes {
			if abs(at.X-corner.X) < 2*p.Cell && abs(at.Y-corner.Y) < 2*p.Cell {
				return false
			}
		}
	}
	return true
}

// lands are the grounds of the seats' homes.
func (d *draft) lands(rs *engine.Ruleset) {
	for _, seat := range rs.Seats() {
		var own []Point
		for i, at := range d.plan.Nodes {
			if home, is := d.board.Home(engine.Node(i)); is && home == seat {
				r := 2 * d.plan.Cell / 5
				own = append(own, Point{at.X - r, at.Y - r}, Point{at.X + r, at.Y - r}, Point{at.X + r, at.Y + r}, Point{at.X - r, at.Y + r})
			}
		}
		if len(own) > 0 {
			d.plan.Lands = append(d.plan.Lands, Land{seat, hull(own)})
		}
	}
}

// hull returns the corners of the convex hull of some points, clockwise (Andrew's monotone chain).
func hull(points []Point) (corners []Point) {
	slices.SortFunc(points, func(p, q Point) int { return cmp.Or(p.X-q.X, p.Y-q.Y) })
	points = slices.Compact(points)
	for range 2 {
		side := len(corners)
		for _, p := range points {
			for n := len(corners); n-side >= 2; n = len(corners) {
				a, b := corners[n-2], corners[n-1]
				if (b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X) > 0 {
					break
				}
				corners = corners[:n-1]
			}
			corners = append(corners, p)
		}
		corners = corners[:len(corners)-1] // where the other side begins
		slices.Reverse(points)
	}
	return corners
}

// marks names files and rows where the names of the nodes follow their places.
func (d *draft) marks() {
	across, down := map[string]int{}, map[string]int{}
	for i, at := range d.plan.Nodes {
		letter, number, ok := fileAndRow(d.board.Name(engine.Node(i)))
		if !ok {
			continue
		}
		if x, known := across[letter]; known && x != at.X {
			return
		}
		if y, known := down[number]; known && y != at.Y {
			return
		}
		across[letter], down[number] = at.X, at.Y
	}
	if len(across) < 2 || len(down) < 2 {
		return
	}
	for _, letter := range slices.Sorted(maps.Keys(across)) {
		d.plan.Files = append(d.plan.Files, Mark{letter, across[letter]})
	}
	for _, number := range slices.Sorted(maps.Keys(down)) {
		d.plan.Rows = append(d.plan.Rows, Mark{number, down[number]})
	}
}

// fileAndRow splits a name such as "a12".
func fileAndRow(name string) (letter, number string, ok bool) {
	letter, number = name[:1], name[1:]
	if letter < "a" || letter > "z" || number == "" {
		return "", "", false
	}
	for _, c := range []byte(number) {
		if c < '0' || c > '9' {
			return "", "", false
		}
	}
	return letter, number, true
}

// turns returns the quarter turns clockwise after which a seat's pieces, or with a deck its home, are
// as far down as they can be.
func turns(rs *engine.Ruleset, seat engine.Seat) (turns int) {
	var sum, all Point
	own, nodes := 0, rs.Board().NumNodes()
	for n := range rs.Board().Nodes().All() {
		x, y := rs.Board().XY(n)
		all.X, all.Y = all.X+x, all.Y+y
		_, starts := rs.Starter(seat, n)
		home, is := rs.Board().Home(n)
		if starts || rs.Deck() != nil && is && home == seat {
			sum.X, sum.Y, own = sum.X+x, sum.Y+y, own+1
		}
	}
	dx, dy := sum.X*nodes-all.X*own, sum.Y*nodes-all.Y*own // from the middle
	best := dy
	for t, down := range []int{dy, dx, -dy, -dx} {
		if down > best {
			turns, best = t, down
		}
	}
	return turns
}

// box returns the least and the greatest coordinates of some points.
func box(points []Point) (least, most Point) {
	least, most = points[0], points[0]
	for _, p := range points {
		least = Point{min(least.X, p.X), min(least.Y, p.Y)}
		most = Point{max(most.X, p.X), max(most.Y, p.Y)}
	}
	return least, most
}

func abs(n int) int { return max(n, -n) }

// Of plans the board of a ruleset.
func Of(rs *engine.Ruleset) *Plan {
	d := &draft{board: rs.Board(), plan: &Plan{Bends: []Bend{}, Hills: []Hill{}, Lands: []Land{}, Files: []Mark{}, Rows: []Mark{}}}
	for n := range d.board.Nodes().All() {
		x, y := d.board.XY(n)
		d.plan.Half = append(d.plan.Half, Point{x, y})
	}
	d.plan.Nodes = d.parted()
	d.plan.Cell = spacing(d.plan.Nodes)
	d.plan.settle()
	d.bends()
	d.hills()
	d.lands(rs)
	d.marks()
	d.plan.Cornered = d.cornered()
	for _, seat := range rs.Seats() {
		d.plan.Turns = append(d.plan.Turns, turns(rs, seat))
	}
	return d.plan
}
