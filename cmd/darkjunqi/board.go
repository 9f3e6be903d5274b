package main

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
)

// board draws the board with the panel beside it, so that it fits the terminal.
func (a *env) board(s *viewmodel.Scene) string {
	view, style := s.View(), a.style()
	lines := textboard.Board(view, style)
	if len(lines)+promptLines > a.height() {
		style.Low = true
		lines = textboard.Board(view, style)
	}
	lines = textboard.Beside(lines, textboard.Columns(view.Rules, style), a.panel(s, style.Low), a.width())
	return strings.Join(lines, "\n") + "\n"
}

// promptLines is what a board leaves free below it: the question, and what is typed.
const promptLines = 4

func (a *env) sayBoard(s *viewmodel.Scene) { _, _ = a.out.Write([]byte(a.board(s))) }
