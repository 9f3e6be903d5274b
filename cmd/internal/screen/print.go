package screen

import (
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// Print draws a match as text, in so many columns and lines as far as the board allows: the board,
// with how the game stands beside it.
func Print(o Options, s *viewmodel.Scene, columns, lines int) string {
	l := newRenderer(o).look
	var panel []line
	if s.Result != nil {
		panel = append(panel, line{l.strong, s.ResultInWords(o.Lang)})
	}
	panel = append(panel, standing(l, s, time.Now())...)
	if s.Last != nil {
		panel = append(panel, line{}, line{l.text, l.t(messages.PanelLast, s.TurnInWords(o.Lang, s.Last))})
	}
	drawn := l.printed(s.View(), newGrid(s.Rules, s.Near()), columns-leastPanel-2, lines)
	whole := append(append(panel, line{}), signs(l, s.Rules)...)
	if height(whole, max(columns-drawn.w-2, leastPanel)) <= lines {
		panel = whole
	}
	return l.beside(drawn, panel, columns)
}

// PrintLayout draws a layout as text, as its owner sees it.
func PrintLayout(o Options, rs *engine.Ruleset, seat engine.Seat, layout engine.Layout, columns int) string {
	l, e := newRenderer(o).look, editor{rules: rs, seat: seat, layout: layout}
	return l.beside(l.printed(e.view(), newGrid(rs, seat).around(seat), columns, 1<<20), nil, columns)
}

// PrintSigns explains the signs on a board and its pieces.
func PrintSigns(o Options, rs *engine.Ruleset) (lines []string) {
	for _, l := range signs(newRenderer(o).look, rs) {
		lines = append(lines, l.text)
	}
	return lines
}

// printed returns a board to be printed, as large as so many columns and lines allow.
func (l look) printed(v picture.View, g grid, columns, lines int) boardPainter {
	return l.boardPainter(fitting(g, columns, lines), position{View: v, cursor: engine.NoNode, picked: engine.NoNode})
}

// beside returns a board with a panel on its right, or below it where too little room is left there.
func (l look) beside(b boardPainter, panel []line, columns int) string {
	x, y, w := b.w+2, 0, columns-b.w-2
	if w < leastPanel {
		x, y, w = 0, b.h+1, columns
	}
	c := newCanvas(max(columns, b.w), max(b.h, y+height(panel, w)))
	b.draw(c, 0, 0)
	write(c.window(x, y, w, c.h-y), panel, 0)
	text := c.String()
	if !l.colours {
		text = strings.Join(c.lines(), "\n")
	}
	var printed strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		printed.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return printed.String()
}
