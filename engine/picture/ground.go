package picture

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// ground draws the land, the hills and the ways.
func (d *drawing) ground() {
	d.printf(`<rect class="paper" x="1" y="1" width="%d" height="%d" rx="10"/>`+"\n", d.width-2, d.height-2)
	for _, seat := range d.rules.Seats() {
		d.land(seat)
	}
	for _, h := range d.hills() {
		for ring := range 4 {
			class := "contour"
			if ring == 0 {
				class = "hill"
			}
			d.printf(`<ellipse class="%s" cx="%d" cy="%d" rx="%d" ry="%d"/>`+"\n", class, h.at.x-ring, h.at.y-ring, h.rx-ring*min(h.rx, 60)/5, h.ry-ring*min(h.ry, 30)/5)
		}
	}
	if d.named {
		d.edgeNames()
	}
	bends := d.bends()
	roads, rails := d.ways(d.board.RoadEdges(), bends), d.ways(d.board.RailEdges(), bends)
	for _, way := range []struct{ class, d string }{{"road", roads}, {"rail", rails}, {"ties", rails}} {
		if way.d != "" {
			d.printf(`<path class="%s" d="%s"/>`+"\n", way.class, way.d)
		}
	}
}

// land draws the ground behind a seat's home.
func (d *drawing) land(seat engine.Seat) {
	var own []point
	for i, p := range d.at {
		if home, is := d.board.Home(engine.Node(i)); is && home == seat {
			own = append(own, p)
		}
	}
	if len(own) == 0 {
		return
	}
	least, most := box(own)
	d.printf(`<rect class="land %s" x="%d" y="%d" width="%d" height="%d" rx="8"/>`+"\n", seat,
		least.x-d.cell/2+1, least.y-cellHeight/2+1, most.x-least.x+d.cell-2, most.y-least.y+cellHeight-2)
}

func (d *drawing) edgeNames() {
	across, down := map[string]int{}, map[string]int{}
	for i, p := range d.at {
		if letter, number, ok := fileAndRow(d.board.Name(engine.Node(i))); ok {
			across[letter], down[number] = p.x, p.y
		}
	}
	for _, letter := range slices.Sorted(maps.Keys(across)) {
		d.text("mark", point{across[letter], d.height - names/2}, 11, letter)
	}
	for _, number := range slices.Sorted(maps.Keys(down)) {
		d.text("mark", point{names / 2, down[number]}, 11, number)
	}
}

// ways is the path of some edges.
func (d *drawing) ways(edges []engine.Edge, bends map[engine.Edge]int) string {
	var b strings.Builder
	for _, e := range edges {
		p := d.at[e.A]
		fmt.Fprintf(&b, "M%d %d", p.x, p.y)
		b.WriteString(d.edge(e.A, e.B, bends))
	}
	return b.String()
}

// edge goes on from one node to the next.
func (d *drawing) edge(from, to engine.Node, bends map[engine.Edge]int) string {
	a, b := d.at[from], d.at[to]
	if sweep, bent := bends[engine.Edge{A: from, B: to}]; bent {
		return fmt.Sprintf("A%d %d 0 0 %d %d %d", abs(b.x-a.x), abs(b.y-a.y), sweep, b.x, b.y)
	}
	return fmt.Sprintf("L%d %d", b.x, b.y)
}

// bends are the edges that are drawn as quarters of an ellipse, with the sweep of the arc
// from A to B (0 or 1): the slanting edges of a line that it meets straight on at both ends,
// at right angles.
func (d *drawing) bends() map[engine.Edge]int {
	bends := map[engine.Edge]int{}
	for _, line := range d.board.Lines() {
		for i := 1; i+2 < len(line); i++ {
			before, a, b, after := d.at[line[i-1]], d.at[line[i]], d.at[line[i+1]], d.at[line[i+2]]
			level := before.y == a.y && b.x == after.x
			upright := before.x == a.x && b.y == after.y
			if a.x == b.x || a.y == b.y || !level && !upright {
				continue
			}
			sweep := 0
			if ((b.x-a.x)*(b.y-a.y) > 0) == level {
				sweep = 1
			}
			bends[engine.Edge{A: line[i], B: line[i+1]}] = sweep
			bends[engine.Edge{A: line[i+1], B: line[i]}] = 1 - sweep
		}
	}
	return bends
}

// hill is land that keeps armies out: mountains, lakes.
type hill struct {
	at     point
	rx, ry int
}

// hills are where there could be nodes, none is, and no way leads: with nodes above and
// below, and on both sides. A wide mesh on nobody's land has none.
func (d *drawing) hills() (hills []hill) {
	homes := d.homes()
	for _, group := range grouped(d.wild(), d.cell) {
		if homes && !slices.ContainsFunc(group, d.nearHome) {
			continue
		}
		least, most := box(group)
		hills = append(hills, hill{
			point{(least.x + most.x) / 2, (least.y + most.y) / 2},
			(most.x-least.x)/2 + d.cell*2/5, (most.y-least.y)/2 + cellHeight*2/5,
		})
	}
	return hills
}

// nearHome reports whether a node of somebody's home is next to a point.
func (d *drawing) nearHome(p point) bool {
	for i, q := range d.at {
		if _, is := d.board.Home(engine.Node(i)); is && 2*abs(q.x-p.x) <= 3*d.cell && 2*abs(q.y-p.y) <= 3*cellHeight {
			return true
		}
	}
	return false
}

// wild are the cells without a node among nodes.
func (d *drawing) wild() (wild []point) {
	across, down := map[int]bool{}, map[int]bool{}
	for _, p := range d.at {
		across[p.x], down[p.y] = true, true
	}
	rows := slices.Sorted(maps.Keys(down))
	for i := len(rows) - 1; i > 0; i-- {
		// Between two rows that are further apart than a cell lies a row without nodes.
		if 5*(rows[i]-rows[i-1]) >= 7*cellHeight {
			rows = slices.Insert(rows, i, (rows[i]+rows[i-1])/2)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(across)) {
		for _, y := range rows {
			if p := (point{x, y}); d.surrounded(p) && !d.reached(p) {
				wild = append(wild, p)
			}
		}
	}
	return wild
}

// surrounded reports whether there is no node at a point, but nodes are on all four sides.
func (d *drawing) surrounded(p point) bool {
	const far = 6 * cellHeight
	var above, below, left, right bool
	for _, q := range d.at {
		dx, dy := q.x-p.x, q.y-p.y
		if 4*abs(dx) <= 3*d.cell && 4*abs(dy) <= 3*cellHeight {
			return false
		}
		above = above || dx == 0 && dy < 0 && dy >= -far
		below = below || dx == 0 && dy > 0 && dy <= far
		left = left || dx < 0 && 2*abs(dy) <= 3*cellHeight
		right = right || dx > 0 && 2*abs(dy) <= 3*cellHeight
	}
	return above && below && left && right
}

// reached reports whether a way passes within two fifths of a cell of a point.
func (d *drawing) reached(p point) bool {
	return slices.ContainsFunc(edges(d.board), func(e engine.Edge) bool {
		// In cells, times 1,000.
		scale := func(q point) (x, y int) { return 1000 * (q.x - p.x) / d.cell, 1000 * (q.y - p.y) / cellHeight }
		ax, ay := scale(d.at[e.A])
		bx, by := scale(d.at[e.B])
		dx, dy := bx-ax, by-ay
		length := dx*dx + dy*dy
		along := min(max(-(ax*dx+ay*dy), 0), length)
		x, y := ax+dx*along/length, ay+dy*along/length
		return x*x+y*y < 400*400
	})
}

// grouped puts points together that lie next to each other, down or across.
func grouped(points []point, cell int) (groups [][]point) {
	touch := func(p, q point) bool { return 10*abs(p.x-q.x)/cell+10*abs(p.y-q.y)/cellHeight <= 10 }
	for _, p := range points {
		joined := []point{p}
		groups = slices.DeleteFunc(groups, func(g []point) bool {
			near := slices.ContainsFunc(g, func(q point) bool { return touch(p, q) })
			if near {
				joined = append(joined, g...)
			}
			return near
		})
		groups = append(groups, joined)
	}
	return groups
}

// nodes draws what stands on nobody's land otherwise than on somebody's, and what is safe
// or not left again otherwise than the rest.
func (d *drawing) nodes() {
	homes := d.homes()
	for i, p := range d.at {
		n := engine.Node(i)
		kind := d.board.KindRule(n)
		_, home := d.board.Home(n)
		switch w := d.tile / 2; {
		case kind.Safe:
			d.printf(`<ellipse class="safe" cx="%d" cy="%d" rx="%d" ry="23"/><ellipse class="safe inner" cx="%d" cy="%d" rx="%d" ry="20"/>`+"\n", p.x, p.y, max(d.tile*2/5+5, 23), p.x, p.y, max(d.tile*2/5+2, 20))
		case kind.Locked:
			d.printf(`<path class="fort" d="%s"/>`+"\n", fort(p, w+3, tileHeight/2+4))
		case kind.Calm:
			d.printf(`<path class="calm" d="M%d %dl%d %dh%dz"/>`+"\n", p.x, p.y-20, w, 38, -2*w)
		case homes && !home:
			d.printf(`<circle class="stop" cx="%d" cy="%d" r="13"/><circle class="stop inner" cx="%d" cy="%d" r="8"/>`+"\n", p.x, p.y, p.x, p.y)
		default:
			d.printf(`<rect class="post" x="%d" y="%d" width="%d" height="%d" rx="5"/>`+"\n", p.x-w+2, p.y-tileHeight/2+2, 2*w-4, tileHeight-4)
		}
		name := d.style.name(kind.EN, kind.ZH)
		if (kind.Safe || kind.Locked) && !d.full[n] && columns(name)*6 < d.tile-4 {
			d.text("place", p, 11, name)
		}
	}
}

// homes reports whether anything is anybody's home.
func (d *drawing) homes() bool {
	for i := range d.at {
		if _, is := d.board.Home(engine.Node(i)); is {
			return true
		}
	}
	return false
}

// fort is a rectangle of half a width and half a height with its corners cut.
func fort(p point, w, h int) string {
	const cut = 9
	return fmt.Sprintf("M%d %dh%dl%d %dv%dl%d %dh%dl%d %dv%dz", p.x-w+cut, p.y-h, 2*(w-cut), cut, cut, 2*(h-cut), -cut, cut, -2*(w-cut), -cut, -cut, -2*(h-cut))
}

// columns is about how wide a text is, in half widths of a Chinese character.
func columns(text string) (n int) {
	for _, r := range text {
		n++
		if r >= 0x1100 {
			n++
		}
	}
	return n
}
