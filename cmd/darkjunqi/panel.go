package main

import (
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/scene"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// panel puts the state of a game into short lines; without those that only explain where
// there is little room.
func (a *app) panel(s *scene.Scene, short bool) []string {
	var lines []string
	if s.Result != nil {
		lines = append(lines, s.ResultInWords(a.lang))
	} else {
		lines = append(lines, a.t(words.PanelTurn, s.Ply+1, s.SeatName(a.lang, s.ToMove)))
	}
	if n := s.Rules.QuietDraw(); n > 0 {
		lines = append(lines, a.t(words.PanelQuiet, s.Quiet, n))
	}
	lines = append(lines, s.ClockInWords(a.lang, time.Now())...)
	for _, at := range s.SeatsFromAfar() {
		if !short || s.Rules.NumSeats() == 2 {
			lines = append(lines, "")
		}
		lines = append(lines, s.ArmyInWords(a.lang, at)...)
	}
	if s.Last != nil {
		lines = append(lines, "", a.t(words.PanelLast, s.TurnInWords(a.lang, s.Last)))
	}
	if short {
		return lines
	}
	return append(append(lines, "", a.signs(s.Rules)), a.letters(s.Rules, 2)...)
}

// signs explains how nodes are fenced, and the dot.
func (a *app) signs(rs *engine.Ruleset) string {
	var list []string
	for _, kind := range rs.Board().Kinds() {
		name := kind.EN
		if a.lang == words.Chinese {
			name = kind.ZH
		}
		switch {
		case kind.Calm:
			list = append(list, "/ \\ "+name)
		case kind.Safe:
			list = append(list, "( ) "+name)
		case kind.Locked:
			list = append(list, "{ } "+name)
		}
	}
	return strings.Join(append(list, a.t(words.PanelMoved)), a.t(words.AnnSeparator))
}

// letters explains the signs on the pieces, the strongest first, so many to a line.
func (a *app) letters(rs *engine.Ruleset, perLine int) []string {
	if a.lang == words.Chinese { // where the pieces carry their names
		return nil
	}
	var lines []string
	for some := range slices.Chunk(scene.Strongest(rs.Types()), perLine) {
		line := ""
		for _, t := range some {
			line += words.Pad(string(rs.Letter(t))+" "+table.Word(a.lang, rs, t), 13)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}
