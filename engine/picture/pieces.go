package picture

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// weaves distinguish the backs of the seats without colour: the size of a square, and what
// is drawn in it.
var weaves = [engine.MaxSeats]struct {
	size int
	d    string
}{
	engine.Red:    {7, "M-1 1l2-2M0 7l7-7M6 8l2-2"},
	engine.Blue:   {7, "M0 3.5h7M3.5 0v7"},
	engine.Amber:  {8, "M0 5l4-4 4 4"},
	engine.Teal:   {6, "M0 2h6M0 5h6"},
	engine.Violet: {8, "M4 1l3 3-3 3-3-3z"},
	engine.Slate:  {6, "M2 0v6M5 0v6"},
}

// tile is the outline of a piece. Where nobody is attacked it is narrower and round, so that
// the camp is to be seen below it.
type tile struct {
	name         string
	width, round int
}

func (d *drawing) tileOn(n engine.Node) tile {
	if d.board.KindRule(n).Safe {
		return tile{"camp-", d.tile * 39 / 50, 14}
	}
	return tile{"", d.tile, 6}
}

// tiles defines the tiles of each seat around the point 0, 0: the back, as others see it; the
// own, from the front; and the planted, which never moves.
func (d *drawing) tiles() {
	shapes := map[tile]bool{}
	d.printf("<defs>\n")
	for _, seat := range d.rules.Seats() {
		weave := weaves[seat]
		d.printf(`<pattern id="weave-%s" width="%d" height="%d" patternUnits="userSpaceOnUse"><path class="thread %s" d="%s"/></pattern>`+"\n", seat, weave.size, weave.size, seat, weave.d)
	}
	for i := range d.at {
		t := d.tileOn(engine.Node(i))
		if shapes[t] {
			continue
		}
		shapes[t] = true
		for _, seat := range d.rules.Seats() {
			woven := tile{"", t.width - 6, t.round - 2}.box("", 0, 6)
			d.printf(`<g id="%sback-%s">%s%s<g fill="url(#weave-%s)">%s</g></g>`+"\n", t.name, seat, t.box("lip "+seat.String(), 3, 0), t.box("solid "+seat.String(), 0, 0), seat, woven)
			d.printf(`<g id="%sown-%s">%s%s</g>`+"\n", t.name, seat, t.box("lip own "+seat.String(), 3, 0), t.box("ivory "+seat.String(), 0, 0))
			d.printf(`<g id="%splanted-%s">%s</g>`+"\n", t.name, seat, t.box("planted "+seat.String(), 0, 0))
		}
	}
	if len(d.view.Down) > 0 {
		t := tile{"", d.tile, 6}
		d.printf(`<g id="down">%s%s</g>`+"\n", t.box("lip down", 3, 0), t.box("solid down", 0, 0))
	}
	d.printf("</defs>\n")
}

// box returns the outline, so far below its place and so much less high.
func (t tile) box(class string, below, less int) string {
	return fmt.Sprintf(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, class, -t.width/2, below-(tileHeight-less)/2, t.width, tileHeight-less, t.round)
}

func (d *drawing) pieces() {
	for _, n := range d.view.Down {
		if d.board.Has(n) {
			at := d.at[n]
			d.printf(`<use href="#down" x="%d" y="%d"/>`+"\n", at.x, at.y)
		}
	}
	for _, p := range d.view.Pieces {
		if !d.board.Has(p.Node) || !d.rules.HasSeat(p.Seat) {
			continue
		}
		d.piece(p, d.at[p.Node])
	}
}

// piece draws a piece: the near seat's own ones from the front, on ivory; of others the
// back, with what is known of them.
func (d *drawing) piece(p Piece, at point) {
	known := d.rules.Types().Has(p.Type)
	own := known && p.Seen && p.Seat == d.view.Near
	look := "back"
	switch {
	case own && len(d.rules.TypeRule(p.Type).Ways) == 0:
		look = "planted"
	case own:
		look = "own"
	}
	t := d.tileOn(p.Node)
	d.printf(`<use href="#%s%s-%s" x="%d" y="%d"/>`+"\n", t.name, look, p.Seat, at.x, at.y)
	switch {
	case own:
		d.face(t, p, at, "ink "+p.Seat.String())
	case known:
		band := "band " + p.Seat.String()
		if !p.Seen {
			band += " concluded"
		}
		d.printf(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="4"/>`+"\n", band, at.x-t.width/2+6, at.y-13, t.width-12, 26)
		d.face(t, p, at, "on "+p.Seat.String())
	case p.Moved:
		d.printf(`<circle class="moved %s" cx="%d" cy="%d" r="4"/>`+"\n", p.Seat, at.x, at.y)
	}
}

// face writes what a piece is: its Chinese name, or its letter above its English one, or
// where there is no room, as on a band, the sign or the letter alone.
func (d *drawing) face(t tile, p Piece, at point, class string) {
	typ := d.rules.TypeRule(p.Type)
	room := t.width - 12
	short, long := typ.Letter, typ.EN
	if d.style.Chinese {
		short, long = typ.SignOf(p.Seat), typ.ZH
		if short != typ.Sign {
			long = short
		}
	}
	small := d.tile <= cellHeight || !d.style.Chinese && (!p.Seen || p.Seat != d.view.Near)
	size := min(22, 2*room/max(columns(long), 1))
	switch {
	case d.style.Chinese && !small && size >= 12:
		d.text(class, at, size, long)
	case d.style.Chinese || small || 9*columns(long) > 2*t.width-8:
		d.text(class, at, 22, short)
	default:
		d.text(class, point{at.x, at.y - 5}, 17, short)
		d.text(class, point{at.x, at.y + 9}, 8, long)
	}
}

func (d *drawing) flags() {
	for _, f := range d.view.Flags {
		if d.board.Has(f.Node) && d.rules.HasSeat(f.Seat) && !d.full[f.Node] {
			p := d.at[f.Node]
			d.printf(`<path class="flag %s" d="M%d %dv26M%d %dl16 6-16 6z"/>`+"\n", f.Seat, p.x-7, p.y-13, p.x-7, p.y-12)
		}
	}
}

func (d *drawing) moved() bool {
	m := d.view.Last
	return m.From != m.To && d.board.Has(m.From) && d.board.Has(m.To)
}

// way marks the way of the last move.
func (d *drawing) way() {
	if d.moved() {
		d.printf(`<path class="way" d="%s"/>`+"\n", d.wayOf(d.view.Last))
	}
}

// ends marks where the last move began and ended.
func (d *drawing) ends() {
	if !d.moved() {
		return
	}
	for _, end := range []struct {
		class string
		node  engine.Node
	}{{"from", d.view.Last.From}, {"to", d.view.Last.To}} {
		p := d.at[end.node]
		d.printf(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="8"/>`+"\n", end.class, p.x-d.tile/2-4, p.y-tileHeight/2-4, d.tile+8, tileHeight+11)
	}
}

// wayOf returns the way that the view gives for a move if the board has it, else straight.
func (d *drawing) wayOf(m engine.Move) string {
	way := d.view.Way
	for i, n := range way {
		if !d.board.Has(n) || i > 0 && !d.board.Adjacent(way[i-1]).Has(n) {
			way = nil
			break
		}
	}
	if len(way) < 2 || way[0] != m.From || way[len(way)-1] != m.To {
		way = []engine.Node{m.From, m.To}
	}
	bends := d.bends()
	var b strings.Builder
	fmt.Fprintf(&b, "M%d %d", d.at[m.From].x, d.at[m.From].y)
	for i, n := range way[1:] {
		b.WriteString(d.edge(way[i], n, bends))
	}
	return b.String()
}
