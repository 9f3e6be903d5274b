package boardprint

import (
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
)

// panel describes the state of a game in short lines; short leaves out what only explains.
func panel(lang messages.Lang, s *viewmodel.Scene, short bool) []string {
	var lines []string
	if s.Result != nil {
		lines = append(lines, s.ResultInWords(lang))
	} else {
		lines = append(lines, messages.PanelTurn.In(lang, s.Ply+1, s.SeatName(lang, s.ToMove)))
	}
	if n := s.Rules.QuietDraw(); n > 0 {
		lines = append(lines, messages.PanelQuiet.In(lang, s.Quiet, n))
	}
	lines = append(lines, s.ClockInWords(lang, time.Now())...)
	for _, at := range s.SeatsFromAfar() {
		if !short || s.Rules.NumSeats() == 2 {
			lines = append(lines, "")
		}
		lines = append(lines, s.ArmyInWords(lang, at)...)
	}
	if s.Last != nil {
		lines = append(lines, "", messages.PanelLast.In(lang, s.TurnInWords(lang, s.Last)))
	}
	if short {
		return lines
	}
	return append(append(lines, "", Signs(lang, s.Rules)), Letters(lang, s.Rules, 2)...)
}

// Signs explains the signs around nodes, and the dot.
func Signs(lang messages.Lang, rs *engine.Ruleset) string {
	var list []string
	for _, kind := range rs.Board().Kinds() {
		name := lang.Name(kind.EN, kind.ZH)
		switch {
		case kind.Calm:
			list = append(list, "/ \\ "+name)
		case kind.Safe:
			list = append(list, "( ) "+name)
		case kind.Locked:
			list = append(list, "{ } "+name)
		}
	}
	return strings.Join(append(list, messages.PanelMoved.In(lang)), messages.AnnSeparator.In(lang))
}

// Letters explains the signs on the pieces, strongest first, with perLine of them on a line.
func Letters(lang messages.Lang, rs *engine.Ruleset, perLine int) []string {
	if lang.WritesHan() { // the pieces show their names
		return nil
	}
	var lines []string
	for some := range slices.Chunk(viewmodel.Strongest(rs.Types()), perLine) {
		line := ""
		for _, t := range some {
			line += messages.Pad(string(rs.Letter(t))+" "+textboard.Word(lang, rs, t), 13)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}
