package boardprint

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
)

// Text draws the board with the panel beside it, in the size of the terminal.
func Text(env *cli.Env, s *viewmodel.Scene) string {
	view, style := s.View(), style(env)
	lines := textboard.Board(view, style)
	if len(lines)+promptLines > env.Height() {
		style.Low = true
		lines = textboard.Board(view, style)
	}
	lines = textboard.Beside(lines, textboard.Columns(view, style), panel(env.Lang, s, style.Low), env.Width())
	return strings.Join(lines, "\n") + "\n"
}

// promptLines is how many lines a board leaves free below it, for the question and the answer.
const promptLines = 4

// Print prints the board with the panel beside it.
func Print(env *cli.Env, s *viewmodel.Scene) { _, _ = env.Out.Write([]byte(Text(env, s))) }

// PrintLayout prints a layout as its owner sees it.
func PrintLayout(env *cli.Env, rs *engine.Ruleset, seat engine.Seat, l engine.Layout) {
	v := picture.View{Rules: rs, Near: seat}
	for number, t := range l {
		v.Pieces = append(v.Pieces, picture.Piece{Node: rs.Start(seat, number), Seat: seat, Type: t, Seen: true})
	}
	for _, line := range textboard.Home(v, style(env)) {
		fmt.Fprintln(env.Out, strings.TrimRight(line, " "))
	}
}

func style(env *cli.Env) textboard.Style { return textboard.Style{Lang: env.Lang, Colour: env.Colour} }
