package main

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
)

// boardText draws the board with the panel beside it, so that it fits the terminal.
func boardText(env *cli.Env, s *viewmodel.Scene) string {
	view, style := s.View(), style(env)
	lines := textboard.Board(view, style)
	if len(lines)+promptLines > env.Height() {
		style.Low = true
		lines = textboard.Board(view, style)
	}
	lines = textboard.Beside(lines, textboard.Columns(view.Rules, style), panel(env.Lang, s, style.Low), env.Width())
	return strings.Join(lines, "\n") + "\n"
}

// promptLines is what a board leaves free below it: the question, and what is typed.
const promptLines = 4

func sayBoard(env *cli.Env, s *viewmodel.Scene) { _, _ = env.Out.Write([]byte(boardText(env, s))) }
