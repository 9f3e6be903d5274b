package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// panel puts the state of a game into short lines; without those that only explain where
// there is little room.
func (a *app) panel(s *scene, short bool) []string {
	var lines []string
	if s.Result != nil {
		lines = append(lines, a.result(s))
	} else {
		lines = append(lines, a.t(words.PanelTurn, s.Ply+1, a.seatName(s, s.ToMove)))
	}
	if n := s.rules.QuietDraw(); n > 0 {
		lines = append(lines, a.t(words.PanelQuiet, s.Quiet, n))
	}
	lines = append(lines, a.clockLines(s)...)
	for _, at := range s.seatsFromAfar() {
		if !short || s.rules.NumSeats() == 2 {
			lines = append(lines, "")
		}
		lines = append(lines, a.army(s, at)...)
	}
	if s.Last != nil {
		lines = append(lines, "", a.t(words.PanelLast, a.turnInWords(s, s.Last)))
	}
	if short {
		return lines
	}
	return append(append(lines, "", a.signs(s.rules)), a.letters(s.rules, 2)...)
}

// seatsFromAfar lists the seats, the near one last.
func (s *scene) seatsFromAfar() []*seat.Seating {
	near := int(s.near())
	var list []*seat.Seating
	for i := range s.Seats {
		list = append(list, &s.Seats[(near+1+i)%len(s.Seats)])
	}
	return list
}

// clockLines says how much time there is, and how many time-outs there were; nothing
// without a clock.
func (a *app) clockLines(s *scene) []string {
	whole := seconds(s.rules.Clock())
	if whole == 0 {
		return nil
	}
	line := a.t(words.PanelClock, whole)
	var outs []string
	for _, c := range s.Clocks {
		outs = append(outs, a.t(words.PanelTimeoutsOf, seatOf(c.Seat), c.Timeouts))
		if c.Deadline != 0 {
			line = a.t(words.PanelClockRuns, a.seatName(s, c.Seat), a.timeLeft(c), whole)
		}
	}
	if len(outs) == 0 { // a replay has no clocks
		return []string{line}
	}
	return []string{line, a.t(words.PanelTimeouts, strings.Join(outs, a.t(words.ListSeparator)), s.rules.Timeouts())}
}

// running is the clock that runs; nil if none does.
func (s *scene) running() *seat.Clock {
	i := slices.IndexFunc(s.Clocks, func(c seat.Clock) bool { return c.Deadline != 0 })
	if i < 0 {
		return nil
	}
	return &s.Clocks[i]
}

// timeLeft says how much time a running clock leaves, or by how much it is overdrawn.
func (a *app) timeLeft(c seat.Clock) string {
	left := time.Until(moment(c.Deadline))
	if left < 0 {
		return a.t(words.PanelOverdrawn, seconds(-left))
	}
	return a.t(words.PanelSeconds, seconds(left))
}

func seconds(d time.Duration) int { return int(d.Round(time.Second) / time.Second) }

// moment is a moment of a view; zero for none.
func moment(m seat.Millis) time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(m))
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
	for some := range slices.Chunk(strongest(rs.Types()), perLine) {
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
func (a *app) army(s *scene, at *seat.Seating) []string {
	lines := []string{a.t(words.PanelArmy, a.seatName(s, at.Seat), a.n(words.PanelPieces, at.Left), at.Lost)}
	if at.Out != "" && s.Result == nil {
		return []string{a.t(words.PanelOut, a.seatName(s, at.Seat), a.t(words.OutReasons[at.Out]))}
	}
	switch {
	case !at.Taken || s.Result != nil:
	case at.Carrier != nil:
		lines = append(lines, "  "+a.t(words.PanelCarried, s.piece(at.Carrier).Node))
	default:
		lines = append(lines, "  "+a.t(words.PanelLies, at.Flag))
	}
	var names []string
	for _, t := range s.rules.Types().Types() {
		switch n := at.LostTypes[s.rules.TypeID(t)]; {
		case n > 1:
			names = append(names, fmt.Sprintf("%s×%d", table.Word(a.lang, s.rules, t), n))
		case n == 1:
			names = append(names, table.Word(a.lang, s.rules, t))
		}
	}
	if len(names) > 0 {
		lines = append(lines, "  "+strings.Join(names, " "))
	}
	return lines
}
