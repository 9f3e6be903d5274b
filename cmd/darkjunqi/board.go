package main

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/scene"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
)

// board draws the board with the panel beside it, so that it fits the terminal.
func (a *app) board(s *scene.Scene) string {
	view, style := s.View(), a.style()
	lines := table.Board(view, style)
	if len(lines)+promptLines > a.height() {
		style.Low = true
		lines = table.Board(view, style)
	}
	lines = table.Beside(lines, table.Columns(view.Rules, style), a.panel(s, style.Low), a.width())
	return strings.Join(lines, "\n") + "\n"
}

// promptLines is what a board leaves free below it: the question, and what is typed.
const promptLines = 4

func (a *app) sayBoard(s *scene.Scene) { _, _ = a.out.Write([]byte(a.board(s))) }
