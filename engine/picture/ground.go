package picture

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
)

// ground draws the land, the hills and the ways.
func (d *drawing) ground() {
	d.printf(`<rect class="paper" x="1" y="1" width="%d" height="%d" rx="10"/>`+"\n", d.width-2, d.height-2)
	for _, l := range d.plan.Lands {
		d.land(l)
	}
	for _, h := range d.plan.Hills {
		at := d.place(h.Point)
		rx, ry := d.across(h.RX)+d.cell*2/5, d.down(h.RY)+cellHeight*2/5
		for ring := range 4 {
			class := "contour"
			if ring == 0 {
				class = "hill"
			}
			d.printf(`<ellipse class="%s" cx="%d" cy="%d" rx="%d" ry="%d"/>`+"\n", class,
				at.x-ring, at.y-ring, rx-ring*min(rx, 60)/5, ry-ring*min(ry, 30)/5)
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
func (d *drawing) land(l boardplan.Land) {
	var corners []string
	for _, p := range l.Outline {
		at := d.place(p)
		corners = append(corners, fmt.Sprintf("%d,%d", at.x, at.y))
	}
	d.printf(`<polygon class="land %s" points="%s"/>`+"\n", l.Seat, strings.Join(corners, " "))
}

func (d *drawing) edgeNames() {
	for _, m := range d.plan.Files {
		d.text("mark", point{d.left + d.across(m.At), d.height - names/2}, 11, m.Text)
	}
	for _, m := range d.plan.Rows {
		d.text("mark", point{names / 2, d.top + d.down(m.At)}, 11, m.Text)
	}
}

// ways returns the path of some edges.
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

// bends returns the sweeps of the arcs from A to B, for the edges that are drawn as such.
func (d *drawing) bends() map[engine.Edge]int {
	bends := map[engine.Edge]int{}
	for _, b := range d.plan.Bends {
		bends[engine.Edge{A: b.A, B: b.B}] = b.Sweep
		bends[engine.Edge{A: b.B, B: b.A}] = 1 - b.Sweep
	}
	return bends
}

// nodes draws the nodes: those on nobody's land, safe ones and locked ones each in their
// own shape.
func (d *drawing) nodes() {
	homes := len(d.plan.Lands) > 0
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

// fort returns a rectangle of half a width and half a height with its corners cut.
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
