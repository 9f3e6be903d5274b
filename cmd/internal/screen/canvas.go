package screen

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// colour is a colour of 24 bits, which the terminal's is made of; 0 is the terminal's own.
type colour uint32

// rgb returns a colour as a page writes it: 0xrrggbb.
func rgb(hex uint32) colour { return colour(hex | 1<<24) }

// textStyle describes how characters are drawn.
type textStyle struct {
	fg, bg             colour
	bold, dim, reverse bool
}

// sequence selects a textStyle (ECMA-48, select graphic rendition).
func (i textStyle) sequence() string {
	codes := []string{"0"}
	add := func(on bool, code string) {
		if on {
			codes = append(codes, code)
		}
	}
	add(i.bold, "1")
	add(i.dim, "2")
	add(i.reverse, "7")
	for n, c := range []colour{i.fg, i.bg} {
		add(c != 0, fmt.Sprintf("%d;2;%d;%d;%d", 38+10*n, c>>16&0xff, c>>8&0xff, c&0xff))
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}

// cell is the content of one column of one line.
type cell struct {
	text      string // one character
	textStyle textStyle
	tail      bool // the second column of the character to the left
}

// canvas is a part of the screen that is drawn on. What goes over its edges is not drawn.
type canvas struct {
	sheet  []cell // of the whole screen
	stride int    // columns of the whole screen
	x, y   int    // of this part
	w, h   int
}

func newCanvas(w, h int) canvas {
	w, h = max(w, 0), max(h, 0)
	c := canvas{sheet: make([]cell, w*h), stride: w, w: w, h: h}
	for i := range c.sheet {
		c.sheet[i].text = " "
	}
	return c
}

func (c canvas) window(x, y, w, h int) canvas {
	left, top := min(max(x, 0), c.w), min(max(y, 0), c.h)
	c.w, c.h = max(min(x+w, c.w)-left, 0), max(min(y+h, c.h)-top, 0)
	c.x, c.y = c.x+left, c.y+top
	return c
}

// at returns one place of the sheet; nil outside the canvas.
func (c canvas) at(x, y int) *cell {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return nil
	}
	return &c.sheet[(c.y+y)*c.stride+c.x+x]
}

// put writes a text on one line, in plain characters, and gives the column behind it.
func (c canvas) put(x, y int, with textStyle, text string) int {
	for _, r := range plain(text) {
		width := messages.Width(string(r))
		if width == 2 && (c.at(x, y) == nil || c.at(x+1, y) == nil) {
			c.set(x, y, cell{" ", with, false})
			c.set(x+1, y, cell{" ", with, false})
		} else {
			c.set(x, y, cell{string(r), with, false})
			if width == 2 {
				c.set(x+1, y, cell{"", with, true})
			}
		}
		x += width
	}
	return x
}

// set fills one place; of a wide character that loses a half, the other is wiped.
func (c canvas) set(x, y int, with cell) {
	here := c.at(x, y)
	if here == nil {
		return
	}
	if left := c.at(x-1, y); here.tail && !with.tail && left != nil {
		left.text = " "
	}
	if right := c.at(x+1, y); right != nil && right.tail {
		right.text, right.tail = " ", false
	}
	*here = with
}

func (c canvas) fill(with textStyle) {
	for y := range c.h {
		for x := range c.w {
			c.set(x, y, cell{" ", with, false})
		}
	}
}

// block writes a paragraph, wrapped to the width of the canvas, from a line on; it gives the
// line behind it.
func (c canvas) block(y int, with textStyle, text string) int {
	for _, part := range wrapped(text, c.w) {
		c.put(0, y, with, part)
		y++
	}
	return y
}

// tabStop is the column of what follows a tab, also of its further lines.
const tabStop = 16

// wrapped returns the lines that a paragraph takes.
func wrapped(text string, columns int) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		head, rest, tabbed := strings.Cut(line, "\t")
		if !tabbed || columns < 2*tabStop {
			lines = append(lines, messages.Wrap(plain(line), max(columns, 1))...)
			continue
		}
		for i, part := range messages.Wrap(plain(rest), columns-tabStop) {
			lines = append(lines, messages.Pad(pick(i == 0, plain(head), ""), tabStop)+part)
		}
	}
	return lines
}

// lines returns the characters without their inks.
func (c canvas) lines() []string {
	list := make([]string, c.h)
	for y := range list {
		var b strings.Builder
		for x := range c.w {
			b.WriteString(c.at(x, y).text)
		}
		list[y] = b.String()
	}
	return list
}

// String returns the canvas for a terminal.
func (c canvas) String() string {
	var b strings.Builder
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		now := textStyle{}
		for x := range c.w {
			at := c.at(x, y)
			if at.textStyle != now {
				b.WriteString(at.textStyle.sequence())
				now = at.textStyle
			}
			b.WriteString(at.text)
		}
		if now != (textStyle{}) {
			b.WriteString("\x1b[0m")
		}
	}
	return b.String()
}

// inPlain are characters of our sentences that some terminals draw in one column and others
// in two (Unicode Standard Annex #11, ambiguous), in characters that all draw alike.
var inPlain = map[rune]string{
	'…': "...", '–': "-", '—': "-", '‘': "'", '’': "'", '“': `"`, '”': `"`, '×': "x", '•': "*", '●': "*", '·': ".", '→': "->", '\t': " ",
}

// plain returns a text in characters of which every terminal knows the width: one column, or two.
// Our own sentences have no others. Of what people typed the letters of European scripts
// stay, which old Chinese terminals draw wider.
func plain(s string) string {
	var b strings.Builder
	for _, r := range s {
		if instead, ok := inPlain[r]; ok {
			b.WriteString(instead)
			continue
		}
		if !isPlain(r) {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isPlain(r rune) bool {
	if r < 0x80 {
		return 0x20 <= r && r < 0x7f
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.P)
	}
	return unicode.IsLetter(r) && unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}
