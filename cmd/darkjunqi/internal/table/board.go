// Package table draws the board for terminals. It knows no rules: what it shows of a piece is what it's told.
package table

import (
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// View is what one drawing shows.
type View struct {
	Rules    *engine.Ruleset
	Position *engine.Position
	Near     engine.Seat // the seat whose back row is drawn at the bottom
	// Own gives the type of a piece whose owner lets the viewer see it, else NoType.
	Own func(engine.Piece) engine.Type
	// Possible gives what the viewer knows a piece may be.
	Possible func(engine.Piece) engine.TypeSet
	// Last is the move to mark; nothing is marked if both its ends are the same.
	Last engine.Move
}

// Style is how it's drawn.
type Style struct {
	Lang   words.Lang
	Colour bool
}

// A drawing is made of cells with gaps between them. A Chinese name takes four columns, a letter one.
const gap = 3

func (s Style) cellWidth() int {
	if s.Lang == words.Chinese {
		return 6
	}
	return 5
}

// The terminal colours (ECMA-48, select graphic rendition).
const (
	plain    = ""
	dim      = "2"
	redSeat  = "1;31"
	blueSeat = "1;36"
	marked   = "1;33"
)

func (s Style) paint(code, text string) string {
	if !s.Colour || code == plain || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func seatColour(seat engine.Seat) string {
	if seat == engine.Red {
		return redSeat
	}
	return blueSeat
}

// place is a point of the drawing: file 0 is the left one, row 0 the top one, as the viewer sees them.
type place struct{ file, row int }

// grid lays the nodes of a two-player board out for one viewer. Mountains (bm, dm) stand between the rows 6 and 7 and have the
// row -1 here: they are drawn in the front line.
type grid struct {
	near  engine.Seat
	board *engine.Board
	at    map[place]engine.Node
	of    map[engine.Node]place
}

const (
	files     = 5
	rows      = 12
	frontLine = -1
)

func newGrid(board *engine.Board, near engine.Seat) grid {
	g := grid{near: near, board: board, at: map[place]engine.Node{}, of: map[engine.Node]place{}}
	for n := range engine.Node(board.NumNodes()) {
		name := board.Name(n)
		p := place{file: int(name[0] - 'a'), row: frontLine}
		if row, err := strconv.Atoi(name[1:]); err == nil {
			p.row = rows - row
		}
		if near == engine.Blue {
			p.file = files - 1 - p.file
			if p.row != frontLine {
				p.row = rows - 1 - p.row
			}
		}
		g.at[p] = n
		g.of[n] = p
	}
	return g
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

// Board draws the board: 25 lines, all of the same number of columns.
func Board(v View, s Style) []string {
	g := newGrid(v.Rules.Board(), v.Near)
	lines := []string{g.fileNames(s)}
	for row := range rows {
		lines = append(lines, g.row(v, s, row))
		if row+1 < rows {
			lines = append(lines, g.between(v, s, row))
		}
	}
	return append(lines, g.fileNames(s))
}

// Columns is the width of a drawn board.
func Columns(s Style) int { return files*s.cellWidth() + (files-1)*gap + 2*margin }

const margin = 3

func (g grid) fileNames(s Style) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", margin))
	for file := range files {
		name := string(rune('a' + file))
		if g.near == engine.Blue {
			name = string(rune('a' + files - 1 - file))
		}
		left := (s.cellWidth() - 1) / 2
		b.WriteString(strings.Repeat(" ", left) + s.paint(dim, name) + strings.Repeat(" ", s.cellWidth()-1-left))
		if file+1 < files {
			b.WriteString(strings.Repeat(" ", gap))
		}
	}
	b.WriteString(strings.Repeat(" ", margin))
	return b.String()
}

func (g grid) row(v View, s Style, row int) string {
	label := strconv.Itoa(rows - row)
	if g.near == engine.Blue {
		label = strconv.Itoa(row + 1)
	}
	var b strings.Builder
	b.WriteString(s.paint(dim, strings.Repeat(" ", 2-len(label))+label) + " ")
	for file := range files {
		p := place{file, row}
		b.WriteString(g.cell(v, s, p))
		if file+1 < files {
			b.WriteString(s.horizontal(g.link(p, place{file + 1, row}), gap))
		}
	}
	b.WriteString(" " + s.paint(dim, label) + strings.Repeat(" ", 2-len(label)))
	return b.String()
}

func (s Style) horizontal(l link, n int) string {
	switch l {
	case rail:
		return strings.Repeat("═", n)
	case road:
		return s.paint(dim, strings.Repeat("─", n))
	}
	return strings.Repeat(" ", n)
}

// junctions holds the box-drawing character of an empty post, by the style of its vertical lines, that of its horizontal ones,
// and which of up, down, left, right are there (bits 8, 4, 2, 1).
var junctions = map[[2]link][16]rune{
	{road, road}: junctionRow(" ╶╴─╷┌┐┬╵└┘┴│├┤┼"),
	{road, rail}: junctionRow(" ═══╷╒╕╤╵╘╛╧│╞╡╪"),
	{rail, road}: junctionRow(" ╶╴─║╓╖╥║╙╜╨║╟╢╫"),
	{rail, rail}: junctionRow(" ═══║╔╗╦║╚╝╩║╠╣╬"),
}

func junctionRow(s string) (row [16]rune) {
	for i, r := range []rune(s) {
		row[i] = r
	}
	return row
}

func (g grid) junction(s Style, p place) string {
	up, down := g.link(p, place{p.file, p.row - 1}), g.link(p, place{p.file, p.row + 1})
	left, right := g.link(p, place{p.file - 1, p.row}), g.link(p, place{p.file + 1, p.row})
	which := 0
	for _, l := range []link{up, down, left, right} {
		which <<= 1
		if l != none {
			which |= 1
		}
	}
	vertical, horizontal := max(up, down, road), max(left, right, road)
	middle := string(junctions[[2]link{vertical, horizontal}][which])
	if vertical == road && horizontal == road {
		middle = s.paint(dim, middle)
	}
	centre := (s.cellWidth() - 1) / 2
	return s.horizontal(left, centre) + middle + s.horizontal(right, s.cellWidth()-1-centre)
}

// cell draws one node with what stands on it.
func (g grid) cell(v View, s Style, p place) string {
	n := g.at[p]
	piece := v.Position.At(n)
	mark := v.Last.From != v.Last.To && (n == v.Last.From || n == v.Last.To)
	left, right := g.fences(n)
	inner := s.cellWidth() - 2
	if piece == engine.NoPiece {
		switch {
		case v.Position.FlagLies(engine.Red) == n:
			return s.lying(engine.Red, left, right)
		case v.Position.FlagLies(engine.Blue) == n:
			return s.lying(engine.Blue, left, right)
		case mark && left == "":
			return s.paint(marked, ">"+words.Centre("·", inner)+"<")
		case mark:
			return s.paint(marked, ">"+strings.Repeat(" ", inner)+"<")
		case left == "":
			return g.junction(s, p)
		}
		return s.paint(dim, left) + strings.Repeat(" ", inner) + s.paint(dim, right)
	}
	body, own := s.body(v, piece)
	colour := seatColour(piece.Seat())
	switch {
	case mark:
		left, right = s.paint(marked, ">"), s.paint(marked, "<")
	case left != "":
		left, right = s.paint(colour, left), s.paint(colour, right)
	case own:
		left, right = s.paint(colour, "["), s.paint(colour, "]")
	default:
		left, right = s.paint(colour, shade(v, piece)), s.paint(colour, shade(v, piece))
	}
	return left + s.paint(colour, body) + right
}

// lying draws a flag that nobody carries (option carry).
func (s Style) lying(seat engine.Seat, left, right string) string {
	if left == "" {
		left, right = " ", " "
	}
	return s.paint(dim, left) + s.paint(seatColour(seat), words.Centre(Short(s.Lang, engine.Flag), s.cellWidth()-2)) + s.paint(dim, right)
}

// fences are what shows the kind of a node: camps are round, headquarters braced, mountains pointed, posts bare.
func (g grid) fences(n engine.Node) (left, right string) {
	switch g.board.Kind(n) {
	case engine.Camp:
		return "(", ")"
	case engine.Headquarters:
		return "{", "}"
	case engine.Mountain:
		return "/", "\\"
	}
	return "", ""
}

// shade fills the blocks of pieces that the viewer doesn't see: light for the far army, dark for the near one.
func shade(v View, piece engine.Piece) string {
	if piece.Seat() == v.Near {
		return "▓"
	}
	return "░"
}

// body is the inside of a cell with a piece: its name where the viewer sees it; else a block, with the type where it's
// known all the same and a dot where it has moved.
func (s Style) body(v View, piece engine.Piece) (body string, own bool) {
	inner := s.cellWidth() - 2
	fill := shade(v, piece)
	if t := v.Own(piece); t != engine.NoType {
		if piece.Seat() == v.Near {
			return words.Centre(Name(s.Lang, t), inner), true
		}
		return surround(Short(s.Lang, t), fill, inner), false
	}
	possible := v.Possible(piece)
	switch {
	case possible.Len() == 1:
		return surround(Short(s.Lang, possible.First()), fill, inner), false
	case v.Position.Moved(piece):
		return surround("•", fill, inner), false
	}
	return strings.Repeat(fill, inner), false
}

// surround puts a name in the middle of a block.
func surround(name, fill string, columns int) string {
	n := columns - words.Width(name)
	return strings.Repeat(fill, n/2) + name + strings.Repeat(fill, n-n/2)
}

// between draws the line between a row and the one below it: vertical links, diagonal ones, and in the middle of the board the
// mountains.
func (g grid) between(v View, s Style, row int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", margin))
	middle := row == rows/2-1
	centre := (s.cellWidth() - 1) / 2
	for file := range files {
		upper, lower := place{file, row}, place{file, row + 1}
		before, after := strings.Repeat(" ", centre), strings.Repeat(" ", s.cellWidth()-1-centre)
		switch l := g.link(upper, lower); {
		case l == rail:
			b.WriteString(before + "║" + after)
		case l == road:
			b.WriteString(before + s.paint(dim, "│") + after)
		case middle:
			b.WriteString(g.mountain(v, s, file))
		default:
			b.WriteString(strings.Repeat(" ", s.cellWidth()))
		}
		if file+1 < files {
			down := g.link(upper, place{file + 1, row + 1})
			up := g.link(lower, place{file + 1, row})
			b.WriteString(" " + s.diagonal(down, up) + " ")
		}
	}
	b.WriteString(strings.Repeat(" ", margin))
	return b.String()
}

func (s Style) diagonal(down, up link) string {
	switch {
	case down != none && up != none:
		return s.paint(dim, "╳")
	case down != none:
		return s.paint(dim, "╲")
	case up != none:
		return s.paint(dim, "╱")
	}
	return " "
}

// mountain draws what closes the files b and d: a node where the rules let pieces stand there, else only a mountain.
func (g grid) mountain(v View, s Style, file int) string {
	p := place{file, frontLine}
	if _, ok := g.at[p]; !ok {
		return s.paint(dim, words.Centre(words.Mountain.In(s.Lang), s.cellWidth()))
	}
	return g.cell(v, s, p)
}

// Half draws the near half of the board: 12 lines.
func Half(v View, s Style) []string {
	lines := Board(v, s)
	return lines[len(lines)-rows:]
}

// Beside puts panel on the right of a drawing; it's wrapped to the room that the columns leave, and goes below where they
// leave too little.
func Beside(lines []string, s Style, panel []string, columns int) []string {
	const least = 24
	room := columns - Columns(s) - 2
	if room < least {
		return append(append(lines, ""), panel...)
	}
	var wrapped []string
	for _, p := range panel {
		wrapped = append(wrapped, words.Wrap(p, room)...)
	}
	out := make([]string, 0, max(len(lines), len(wrapped)))
	for i := range max(len(lines), len(wrapped)) {
		line := strings.Repeat(" ", Columns(s))
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
