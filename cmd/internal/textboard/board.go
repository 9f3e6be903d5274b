// Package textboard draws the board for terminals. It knows no rules: what it shows of a piece is what it's told.
package textboard

import (
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// Style is how it's drawn.
type Style struct {
	Lang   messages.Lang
	Colour bool
	// Low leaves out the lines between the rows, so that the drawing is half as high.
	Low bool
}

// pen is a style with the measures that a board leaves it. A cell is what a node takes; gaps stand between cells.
type pen struct {
	Style
	Grid
	view  picture.View
	on    map[engine.Node]picture.Piece
	cell  int // columns
	gap   int
	names bool // there is room for whole names
}

// wideBoard is the width in half steps from which on pieces are drawn small.
const wideBoard = 12

func newPen(v picture.View, s Style) pen {
	p := pen{Style: s, Grid: NewGrid(v.Rules, v.Near), view: v, on: map[engine.Node]picture.Piece{}, cell: 5, gap: 3, names: true}
	for _, piece := range v.Pieces {
		p.on[piece.Node] = piece
	}
	switch wide := 2*p.Width/p.Step >= wideBoard; {
	case wide && s.Lang.WritesHan():
		p.cell, p.gap, p.names = 4, 0, false
	case wide:
		p.cell, p.gap, p.names = 3, 1, false
	case s.Lang.WritesHan():
		p.cell = 6
	}
	return p
}

// The terminal colours (ECMA-48, select graphic rendition).
const (
	plain  = ""
	dim    = "2"
	marked = "1;33"
)

// seatColours are bold red, cyan, magenta and green: amber would be the colour of marks.
var seatColours = [engine.MaxSeats]string{"1;31", "1;36", "1;35", "1;32"}

func (s Style) paint(code, text string) string {
	if !s.Colour || code == plain || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

const margin = 3

// Board draws the board: lines that all have the same number of columns.
func Board(v picture.View, s Style) []string { return newPen(v, s).draw() }

// Home draws the part of the board where the near seat's pieces start.
func Home(v picture.View, s Style) []string {
	p := newPen(v, s)
	p.Grid = p.Grid.Around(v.Near)
	return p.draw()
}

func (p pen) draw() []string {
	files := p.fileNames()
	lines := []string{files}
	for y := 0; y <= p.Height; y++ {
		switch {
		case p.isRow(y):
			lines = append(lines, p.rowLine(y))
		case !p.Low && y%2 == 1:
			lines = append(lines, p.betweenLine(y))
		}
	}
	return append(lines, files)
}

// Columns is the width of a drawn board.
func Columns(v picture.View, s Style) int { return newPen(v, s).columns() }

func (p pen) columns() int { return p.column(p.Width) + p.cell + 2*margin }

// column is where the cell of a node begins, behind the margin.
func (p pen) column(x int) int { return x * (p.cell + p.gap) / p.Step }

func (p pen) isNode(at Place) bool { _, ok := p.At[at]; return ok }

// isRow reports whether whole rows of nodes stand at y. What stands alone between two rows is drawn between them, where
// there is a line for it.
func (p pen) isRow(y int) bool {
	if y%2 == 0 || p.Low {
		for at := range p.At {
			if at.Y == y {
				return true
			}
		}
	}
	return false
}

func (p pen) fileNames() string {
	line := p.blank()
	for x := 0; x <= p.Width; x++ {
		if name := p.File(x); name != "" {
			line[p.column(x)+(p.cell-1)/2] = p.paint(dim, name)
		}
	}
	return strings.Repeat(" ", margin) + strings.Join(line, "") + strings.Repeat(" ", margin)
}

// blank is an empty line of the board, by columns.
func (p pen) blank() []string { return slices.Repeat([]string{" "}, p.column(p.Width)+p.cell) }

// set draws a whole cell on a line.
func (p pen) set(line []string, x int, cell string) {
	at := p.column(x)
	clear(line[at : at+p.cell])
	line[at] = cell
}

func (p pen) rowLine(y int) string {
	label := p.Row(y)
	if len(label) > 2 {
		label = ""
	}
	line := p.blank()
	for x := 0; x <= p.Width; x++ {
		at, next := Place{x, y}, Place{x + p.Step, y}
		if !p.isNode(at) {
			continue
		}
		p.set(line, x, p.node(at))
		if p.isNode(next) && p.gap > 0 {
			gap := p.column(x) + p.cell
			clear(line[gap:p.column(next.X)])
			line[gap] = p.horizontal(p.Link(at, next), p.column(next.X)-gap)
		}
	}
	return p.paint(dim, strings.Repeat(" ", 2-len(label))+label) + " " + strings.Join(line, "") +
		" " + p.paint(dim, label) + strings.Repeat(" ", 2-len(label))
}

func (p pen) horizontal(l Link, n int) string {
	switch l {
	case Rail:
		return strings.Repeat("═", n)
	case Road:
		return p.paint(dim, strings.Repeat("─", n))
	}
	return strings.Repeat(" ", n)
}

// junctions holds the box-drawing character of an empty post, by the style of its vertical lines, that of its horizontal ones,
// and which of up, down, left, right are there (bits 8, 4, 2, 1).
var junctions = map[[2]Link][16]rune{
	{Road, Road}: junctionRow("·╶╴─╷┌┐┬╵└┘┴│├┤┼"),
	{Road, Rail}: junctionRow("·═══╷╒╕╤╵╘╛╧│╞╡╪"),
	{Rail, Road}: junctionRow("·╶╴─║╓╖╥║╙╜╨║╟╢╫"),
	{Rail, Rail}: junctionRow("·═══║╔╗╦║╚╝╩║╠╣╬"),
}

func junctionRow(s string) (row [16]rune) {
	for i, r := range []rune(s) {
		row[i] = r
	}
	return row
}

func (p pen) junction(at Place) string {
	up, down := p.Link(at, Place{at.X, at.Y - 2}), p.Link(at, Place{at.X, at.Y + 2})
	left, right := p.Link(at, Place{at.X - p.Step, at.Y}), p.Link(at, Place{at.X + p.Step, at.Y})
	which := 0
	for _, l := range []Link{up, down, left, right} {
		which <<= 1
		if l != None {
			which |= 1
		}
	}
	vertical, horizontal := max(up, down, Road), max(left, right, Road)
	middle := string(junctions[[2]Link{vertical, horizontal}][which])
	if vertical == Road && horizontal == Road {
		middle = p.paint(dim, middle)
	}
	centre := (p.cell - 1) / 2
	return p.horizontal(left, centre) + middle + p.horizontal(right, p.cell-1-centre)
}

// node draws one node with what stands on it, or the empty land where there is none.
func (p pen) node(at Place) string {
	n, ok := p.At[at]
	if !ok {
		return strings.Repeat(" ", p.cell)
	}
	piece, stands := p.on[n]
	mark := p.view.Last.From != p.view.Last.To && (n == p.view.Last.From || n == p.view.Last.To)
	left, right := p.fences(n)
	inner := p.cell - 2
	if !stands {
		switch flag, lies := p.lying(n); {
		case lies:
			return p.lyingFlag(flag, left, right)
		case mark && left == "":
			return p.paint(marked, ">"+messages.Centre("·", inner)+"<")
		case mark:
			return p.paint(marked, ">"+strings.Repeat(" ", inner)+"<")
		case left == "":
			return p.junction(at)
		}
		return p.paint(dim, left) + strings.Repeat(" ", inner) + p.paint(dim, right)
	}
	body, own := p.body(piece)
	colour := seatColours[piece.Seat]
	switch {
	case mark:
		left, right = p.paint(marked, ">"), p.paint(marked, "<")
	case left != "":
		left, right = p.paint(colour, left), p.paint(colour, right)
	case own:
		left, right = p.paint(colour, "["), p.paint(colour, "]")
	default:
		left, right = p.paint(colour, p.shade(piece)), p.paint(colour, p.shade(piece))
	}
	return left + p.paint(colour, body) + right
}

// lying finds the seat whose flag lies on a node, carried by nobody.
func (p pen) lying(n engine.Node) (engine.Seat, bool) {
	for _, flag := range p.view.Flags {
		if flag.Node == n {
			return flag.Seat, true
		}
	}
	return 0, false
}

func (p pen) lyingFlag(seat engine.Seat, left, right string) string {
	if left == "" {
		left, right = " ", " "
	}
	flag := messages.Centre(Short(p.Lang, p.rules, p.rules.Flag()), p.cell-2)
	return p.paint(dim, left) + p.paint(seatColours[seat], flag) + p.paint(dim, right)
}

// fences are what shows what it means to stand on a node: round where nobody is attacked, pointed where nobody attacks from
// either, braced where nobody leaves again, bare elsewhere.
func (p pen) fences(n engine.Node) (left, right string) {
	switch kind := p.board.KindRule(n); {
	case kind.Calm:
		return "/", "\\"
	case kind.Safe:
		return "(", ")"
	case kind.Locked || p.IsHomeBase(n):
		return "{", "}"
	}
	return "", ""
}

// shade fills the blocks of pieces that the viewer doesn't see: light for other armies, dark for the near one.
func (p pen) shade(piece picture.Piece) string {
	if piece.Seat == p.view.Near {
		return "▓"
	}
	return "░"
}

// body is the inside of a cell with a piece: its name where the viewer sees it; else a block, with the type where it's
// known all the same and a dot where it has moved.
func (p pen) body(piece picture.Piece) (body string, own bool) {
	inner := p.cell - 2
	fill := p.shade(piece)
	switch {
	case piece.Seen && piece.Seat == p.view.Near && p.names:
		return messages.Centre(fitting(Name(p.Lang, p.rules, piece.Type), Short(p.Lang, p.rules, piece.Type), inner), inner), true
	case piece.Seen && piece.Seat == p.view.Near:
		return messages.Centre(Short(p.Lang, p.rules, piece.Type), inner), true
	case piece.Type != engine.NoType:
		return surround(Short(p.Lang, p.rules, piece.Type), fill, inner), false
	case piece.Moved:
		return surround("•", fill, inner), false
	}
	return strings.Repeat(fill, inner), false
}

// fitting is the long text if it has room, else the short one.
func fitting(long, short string, columns int) string {
	if messages.Width(long) <= columns {
		return long
	}
	return short
}

// surround puts a name in the middle of a block.
func surround(name, fill string, columns int) string {
	n := max(columns-messages.Width(name), 0)
	return strings.Repeat(fill, n/2) + name + strings.Repeat(fill, n-n/2)
}

// betweenLine draws what lies between two rows: vertical links, diagonal ones, and nodes that stand there.
func (p pen) betweenLine(y int) string {
	line := p.blank()
	for x := 0; x <= p.Width; x++ {
		upper, lower := Place{x, y - 1}, Place{x, y + 1}
		centre := p.column(x) + (p.cell-1)/2
		switch p.Link(upper, lower) {
		case Rail:
			line[centre] = "║"
		case Road:
			line[centre] = p.paint(dim, "│")
		}
		for _, right := range []int{x + 1, x + 2} {
			if right > p.Width {
				break
			}
			down := p.Link(upper, Place{right, y + 1})
			up := p.Link(lower, Place{right, y - 1})
			if sign := p.diagonal(down, up); sign != "" {
				line[(p.column(x)+p.cell+p.column(right)-1)/2] = sign
			}
		}
	}
	for x := 0; x <= p.Width; x++ {
		if at := (Place{x, y}); p.isNode(at) {
			p.set(line, x, p.node(at))
		}
	}
	return strings.Repeat(" ", margin) + strings.Join(line, "") + strings.Repeat(" ", margin)
}

func (p pen) diagonal(down, up Link) string {
	switch {
	case down != None && up != None:
		return p.paint(dim, "╳")
	case down != None:
		return p.paint(dim, "╲")
	case up != None:
		return p.paint(dim, "╱")
	}
	return ""
}

// Beside puts panel on the right of a drawing; it's wrapped to the room that the columns leave, and goes below where they
// leave too little.
func Beside(lines []string, width int, panel []string, columns int) []string {
	const least = 24
	room := columns - width - 2
	if room < least {
		return append(append(lines, ""), panel...)
	}
	var wrapped []string
	for _, p := range panel {
		wrapped = append(wrapped, messages.Wrap(p, room)...)
	}
	out := make([]string, 0, max(len(lines), len(wrapped)))
	for i := range max(len(lines), len(wrapped)) {
		line := strings.Repeat(" ", width)
		if i < len(lines) {
			line = lines[i]
		}
		if i < len(wrapped) {
			line += "  " + wrapped[i]
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return out
}
