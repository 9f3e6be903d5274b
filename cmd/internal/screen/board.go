package screen

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// position holds what is drawn on a board.
type position struct {
	picture.View
	marks  map[engine.Node]string // notes on pieces that the viewer doesn't see
	cursor engine.Node
	picked engine.Node    // the piece that is to move; NoNode if none is
	goes   engine.NodeSet // where it can go
	wrong  engine.NodeSet // what may not stand where it does
}

type boardPainter struct {
	cellGrid
	palette
	lang    messages.Lang
	letters bool // pieces are letters in all languages
	position
	on   map[engine.Node]picture.Piece
	down engine.NodeSet // where pieces lie face down that nobody knows
}

func (l look) boardPainter(c cellGrid, p position) boardPainter {
	b := boardPainter{cellGrid: c, palette: l.palette, lang: l.lang, letters: l.letters, position: p, on: map[engine.Node]picture.Piece{}}
	for _, piece := range p.Pieces {
		b.on[piece.Node] = piece
	}
	for _, n := range p.Down {
		b.down = b.down.Add(n)
	}
	return b
}

// draw draws the board, from the place of its upper left corner on.
func (b boardPainter) draw(on canvas, x, y int) {
	on.window(x+margin, y, b.w-margin, b.h-1).fill(b.ground)
	for n := range b.of {
		b.links(on, x, y, n)
	}
	for n := range b.of {
		b.node(on, x, y, n)
	}
	b.names(on, x, y)
}

// names writes the names of files and rows at the edges, where all nodes of one share them.
func (b boardPainter) names(on canvas, x, y int) {
	if !b.named {
		return
	}
	for i := 0; i <= b.width; i++ {
		name := b.shared(func(p place) bool { return p.x == i }, func(name string) string { return name[:1] })
		if name != "" {
			on.put(x+margin+b.column(i)+(b.cell-1)/2, y+b.h-1, b.dim, name)
		}
	}
	for _, row := range b.rows {
		name := b.shared(func(p place) bool { return p.y == row }, func(name string) string { return name[1:] })
		if name != "" && len(name) < margin {
			on.put(x+margin-1-len(name), y+b.row(row), b.dim, name)
		}
	}
}

// links draws what joins a node with those to its right and below it.
func (b boardPainter) links(on canvas, x, y int, n engine.Node) {
	p := b.of[n]
	left, line := b.corner(n)
	left, line = x+left, y+line
	middle := left + (b.cell-1)/2
	for m := range b.board.Adjacent(n).All() {
		q, here := b.of[m]
		if !here {
			continue
		}
		rail := b.board.Rails(n).Has(m)
		right, low := b.corner(m)
		right, low = x+right, y+low
		switch {
		case q.y == p.y && q.x > p.x && right-left <= b.cell+b.gap:
			on.put(left+b.cell, line, b.ground, strings.Repeat(pick(rail, "=", "-"), right-left-b.cell))
		case !b.tall || low <= line:
		case q.x == p.x:
			for at := line + 1; at < low; at++ {
				on.put(middle, at, b.ground, pick(rail, "||", "|"))
			}
		case low == line+2 && right > left:
			on.put((left+right+b.cell-1)/2, line+1, b.ground, `\`)
		case low == line+2:
			at := (left + right + b.cell - 1) / 2
			on.put(at, line+1, b.ground, pick(b.joined(place{q.x, p.y}, place{p.x, q.y}), "X", "/"))
		}
	}
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// node draws a node with what stands on it: a body between two signs that say what is to be
// said of the node. Where it is narrow there is only the left sign.
func (b boardPainter) node(on canvas, x, y int, n engine.Node) {
	left, line := b.corner(n)
	room := b.cell - 2
	if b.cell < 4 {
		room = b.cell - 1
	}
	signs, body, with := b.drawn(n, room)
	at := on.put(x+left, y+line, with, signs[:1])
	at = on.put(at, y+line, with, messages.Pad(body, room))
	if b.cell >= 4 {
		on.put(at, y+line, with, signs[1:])
	}
}

// drawn returns how a node is drawn in so many columns.
func (b boardPainter) drawn(n engine.Node, room int) (signs, body string, with textStyle) {
	piece, stands := b.on[n]
	signs, with = b.land(n)
	switch {
	case stands:
		signs, body, with = b.piece(piece, signs, room)
	case b.down.Has(n):
		body, with = strings.Repeat("?", room), b.dim
	case b.lies(n) >= 0:
		body, with = messages.Centre(b.short(b.Rules.Flag(), engine.Red), room), b.near[b.lies(n)]
	case b.cell < 4:
		body = "."
	case strings.TrimSpace(signs) == "":
		body = messages.Centre(pick(b.board.Rails(n).Len() > 0, "+", "."), room)
	}
	from, to := b.Last.From, b.Last.To
	switch {
	case n == b.picked:
		signs, with = "**", b.pickedInk
	case b.goes.Has(n) && stands:
		signs, with = "xx", b.hitInk
	case b.goes.Has(n):
		body, with = messages.Centre("o", room), b.goesInk
	case b.wrong.Has(n):
		signs, with = "!!", b.hitInk
	case from != to && (n == from || n == to):
		signs = "~~"
		if !stands {
			with = b.lastInk
		}
	}
	if n == b.cursor {
		signs, with = pick(n == b.picked, "**", "><"), b.cursorInk
	}
	return signs, body, with
}

// land returns how a node by itself is drawn.
func (b boardPainter) land(n engine.Node) (signs string, with textStyle) {
	kind := b.board.KindRule(n)
	if b.isHomeBase(n) {
		kind.Locked = true
	}
	switch signs = landSigns(kind); {
	case kind.Calm:
		return signs, b.post
	case kind.Safe:
		return signs, b.camp
	case kind.Locked:
		return signs, b.base
	case b.board.Rails(n).Len() > 0:
		return signs, b.rail
	}
	return signs, b.post
}

// landSigns go around a node and what stands on it: round where nobody is attacked, braced where
// nobody leaves again, pointed where nobody attacks from either.
func landSigns(kind engine.KindRule) string {
	switch {
	case kind.Calm:
		return `/\`
	case kind.Safe:
		return "()"
	case kind.Locked:
		return "{}"
	}
	return "  "
}

// piece returns how a piece is drawn.
func (b boardPainter) piece(p picture.Piece, land string, room int) (signs, body string, with textStyle) {
	own := p.Seat == b.Near
	signs, with = land, b.hidden[ink(b.Rules, p.Seat)]
	if p.Seen {
		with = b.near[ink(b.Rules, p.Seat)]
	}
	switch bare := strings.TrimSpace(land) == ""; {
	case own && bare:
		signs = "[]"
	case !own && !b.colours && (bare || b.cell < 4):
		signs = b.initial(p.Seat) + land[1:]
	case !own && !b.colours: // a brace stays
		return signs, b.initial(p.Seat) + b.body(p, room-1), with
	}
	return signs, b.body(p, room), with
}

// ink returns the seat in whose colours a seat's things are drawn.
func ink(rs *engine.Ruleset, seat engine.Seat) engine.Seat {
	if rs.Black(seat) {
		return engine.Slate
	}
	return seat
}

// initial stands for an army where there are no colours.
func (b boardPainter) initial(seat engine.Seat) string { return seat.String()[:1] }

// body returns the inside of a piece: its name where the viewer sees it; otherwise its type where that
// is known all the same, with a question mark if that is a conclusion; otherwise the note, and an
// apostrophe where it has moved.
func (b boardPainter) body(p picture.Piece, room int) string {
	switch {
	case p.Seen:
		return messages.Centre(b.name(p, room), room)
	case p.Type != engine.NoType:
		return messages.Centre(messages.Cut(b.short(p.Type, p.Seat)+"?", room), room)
	}
	moved := pick(p.Moved, "'", "")
	note := messages.Cut(b.marks[p.Node], room-len(moved))
	if note == "" {
		note = strings.Repeat("#", room-len(moved))
	}
	return messages.Pad(note, room-len(moved)) + moved
}

// name returns the longest name of a type that has room: letters have no longer one.
func (b boardPainter) name(p picture.Piece, room int) string {
	if long := b.tongue().Piece(b.Rules, p.Type, p.Seat); b.tongue().WritesHan() && messages.Width(long) <= room {
		return long
	}
	return b.short(p.Type, p.Seat)
}

func (b boardPainter) short(t engine.Type, seat engine.Seat) string {
	return b.tongue().Sign(b.Rules.TypeRule(t), seat)
}

func (b boardPainter) tongue() messages.Lang {
	if b.letters {
		return messages.English
	}
	return b.lang
}

// lies returns the seat whose flag lies on a node, carried by nobody; -1 if none does.
func (b boardPainter) lies(n engine.Node) int {
	for _, flag := range b.Flags {
		if flag.Node == n {
			return int(flag.Seat)
		}
	}
	return -1
}
