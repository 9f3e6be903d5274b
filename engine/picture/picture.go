// Package picture draws a board and the pieces on it as SVG. Everything it draws follows from the
// data of the ruleset: where the nodes lie and what joins them, what kind they are and whose home,
// what the types are called. It knows no game by name, and only what its [View] says about a piece.
package picture

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/engine"
)

// View holds what one drawing shows.
type View struct {
	Rules  *engine.Ruleset
	Near   engine.Seat   // whose side is at the bottom
	Pieces []Piece       // on the board
	Flags  []Flag        // on the board, carried by nobody
	Down   []engine.Node // where pieces lie face down that nobody knows
	Last   engine.Move   // to mark; nothing is marked if both its ends are the same
	Way    []engine.Node // the way of the last move, both ends included; may be left out
}

// Piece is a piece where it stands, as far as the viewer knows it.
type Piece struct {
	Node  engine.Node
	Seat  engine.Seat
	Type  engine.Type // NoType if it is not known
	Seen  bool        // its owner lets the viewer see it; otherwise Type is a conclusion
	Moved bool
}

// Flag is a flag that lies on a node.
type Flag struct {
	Seat engine.Seat
	Node engine.Node
}

// Of returns a position as it looks to those who see some of the layouts, by seat; nil
// means a layout that they don't see. Of other pieces they know what possible returns,
// which is [engine.Position.Known], or the Possible of [engine.Facts] or
// [engine.Knowledge].
func Of(p *engine.Position, near engine.Seat, layouts [engine.MaxSeats]engine.Layout, possible func(engine.Piece) engine.TypeSet) View {
	rs := p.Rules()
	v := View{Rules: rs, Near: near}
	for n := range rs.Board().Nodes().All() {
		at := p.At(n)
		if at == engine.NoPiece {
			continue
		}
		piece := Piece{Node: n, Seat: at.Seat(), Type: engine.NoType, Moved: p.Moved(at)}
		if own := layouts[at.Seat()]; own != nil {
			piece.Type, piece.Seen = own[at.Number()], true
		} else if types := possible(at); n == p.FlagShown(at.Seat()) {
			piece.Type = rs.Flag()
		} else if types.Len() == 1 {
			piece.Type = types.First()
		}
		v.Pieces = append(v.Pieces, piece)
	}
	for _, seat := range rs.Seats() {
		if n := p.FlagLies(seat); n != engine.NoNode {
			v.Flags = append(v.Flags, Flag{Seat: seat, Node: n})
		}
	}
	return v
}

// Style describes how the picture is drawn.
type Style struct {
	Chinese bool // the names of types and nodes; otherwise letters and English
	Theme   Theme
}

// Theme is the background that a picture is made for.
type Theme uint8

const (
	Auto  Theme = iota // as the reader's screen is set (prefers-color-scheme)
	Light              // by day
	Dark               // by night
)

var themes = [...]string{Auto: "auto", Light: "light", Dark: "dark"}

// String returns the name of the theme, such as "dark".
func (t Theme) String() string {
	if int(t) < len(themes) {
		return themes[t]
	}
	return fmt.Sprintf("theme %d", uint8(t))
}

// ParseTheme returns the theme with this name, and whether there is one.
func ParseTheme(name string) (Theme, bool) {
	for t, known := range themes {
		if name == known {
			return Theme(t), true
		}
	}
	return Auto, false
}

// SVG draws a view as a whole file; the same view gives the same file. Names from the ruleset
// appear in it as text, whatever characters they have.
func SVG(v View, s Style) []byte {
	d := &drawing{sheet: newSheet(v.Rules, v.Near), view: v, style: s, full: map[engine.Node]bool{}}
	for _, p := range v.Pieces {
		d.full[p.Node] = true
	}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", d.width, d.height, d.width, d.height)
	d.printf("<title>%s</title>\n", escaped(s.name(v.Rules.Name().EN, v.Rules.Name().ZH)))
	d.printf("<style>\n%s</style>\n", s.Theme.css(d.rules))
	d.tiles()
	d.ground()
	d.way()
	d.nodes()
	d.ends()
	d.flags()
	d.pieces()
	d.printf("</svg>\n")
	return d.out.Bytes()
}

// drawing is an SVG file that is being written.
type drawing struct {
	*sheet
	view  View
	style Style
	full  map[engine.Node]bool // nodes with a piece
	out   bytes.Buffer
}

// printf writes markup. Callers escape text from outside.
func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }

// text writes a text around a point.
func (d *drawing) text(class string, at point, size int, text string) {
	d.printf(`<text class="%s" x="%d" y="%d" font-size="%d">%s</text>`+"\n", class, at.x, at.y, size, escaped(text))
}

// name returns the name in the language of the picture.
func (s Style) name(en, zh string) string {
	if s.Chinese {
		return zh
	}
	return en
}

// escaped returns a text in which nothing is markup, and no character that XML does not have.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune(`<>&"'`, r):
			fmt.Fprintf(&b, "&#%d;", r)
		case unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF':
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
