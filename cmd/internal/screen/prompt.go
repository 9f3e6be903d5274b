package screen

import (
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// prompt is a line that is being typed.
type prompt struct {
	label string
	text  []rune
	most  int // bytes that it may have
	done  func(text string) tea.Cmd
}

// longest is more than any name of a file, or a layout in letters, takes.
const longest = 400

func (p *prompt) add(text string) {
	for _, r := range text {
		if unicode.IsPrint(r) && r != utf8.RuneError && len(string(p.text))+len(string(r)) <= p.most {
			p.text = append(p.text, r)
		}
	}
}

// shown returns the end of the line that has room, with its label.
func (p *prompt) shown(columns int) string {
	text := plain(string(p.text))
	room := max(columns-messages.Width(plain(p.label))-2, 1)
	for messages.Width(text) > room {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return p.label + " " + text
}

// draw draws the line, with a cursor behind it.
func (p *prompt) draw(c canvas, l look) {
	x := c.put(0, 0, l.strong, p.shown(c.w))
	c.put(x, 0, l.cursorInk, " ")
}

// column returns where the terminal's own cursor stands.
func (p *prompt) column(columns int) int { return messages.Width(plain(p.shown(columns))) }
