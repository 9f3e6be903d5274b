package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/scene"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
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
	lines = append(lines, a.clockLines(s)...)
	for _, at := range s.SeatsFromAfar() {
		if !short || s.Rules.NumSeats() == 2 {
			lines = append(lines, "")
		}
		lines = append(lines, a.army(s, at)...)
	}
	if s.Last != nil {
		lines = append(lines, "", a.t(words.PanelLast, s.TurnInWords(a.lang, s.Last)))
	}
	if short {
		return lines
	}
	return append(append(lines, "", a.signs(s.Rules)), a.letters(s.Rules, 2)...)
}

// clockLines says how much time there is, and how many time-outs there were; nothing
// without a clock.
func (a *app) clockLines(s *scene.Scene) []string {
	whole := scene.Seconds(s.Rules.Clock())
	if whole == 0 {
		return nil
	}
	line := a.t(words.PanelClock, whole)
	var outs []string
	for _, c := range s.Clocks {
		outs = append(outs, a.t(words.PanelTimeoutsOf, scene.SeatOf(c.Seat), c.Timeouts))
		if c.Deadline != 0 {
			line = a.t(words.PanelClockRuns, s.SeatName(a.lang, c.Seat), scene.TimeLeft(a.lang, &c, time.Now()), whole)
		}
	}
	if len(outs) == 0 { // a replay has no clocks
		return []string{line}
	}
	return []string{line, a.t(words.PanelTimeouts, strings.Join(outs, a.t(words.ListSeparator)), s.Rules.Timeouts())}
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

// army counts what a seat has on the board and what it has lost, by type where the viewer
// sees the types.
func (a *app) army(s *scene.Scene, at *seat.Seating) []string {
	lines := []string{a.t(words.PanelArmy, s.SeatName(a.lang, at.Seat), at.Left, at.Lost)}
	if at.Out != "" && s.Result == nil {
		return []string{a.t(words.PanelOut, s.SeatName(a.lang, at.Seat), a.t(words.OutReasons[at.Out]))}
	}
	switch {
	case !at.Taken || s.Result != nil:
	case at.Carrier != nil:
		lines = append(lines, "  "+a.t(words.PanelCarried, s.Piece(at.Carrier).Node))
	default:
		lines = append(lines, "  "+a.t(words.PanelLies, at.Flag))
	}
	var names []string
	for _, t := range s.Rules.Types().Types() {
		switch n := at.LostTypes[s.Rules.TypeID(t)]; {
		case n > 1:
			names = append(names, fmt.Sprintf("%s×%d", table.Word(a.lang, s.Rules, t), n))
		case n == 1:
			names = append(names, table.Word(a.lang, s.Rules, t))
		}
	}
	if len(names) > 0 {
		lines = append(lines, "  "+strings.Join(names, " "))
	}
	return lines
}
