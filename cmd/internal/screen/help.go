package screen

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
)

// help says what keys do, and what the signs on the board mean.
func help(l look, rs *engine.Ruleset, keys []messages.Key) []line {
	lines := []line{{l.strong, l.t(messages.ScreenHelp)}}
	for _, k := range keys {
		lines = append(lines, line{l.text, l.t(k.Name) + "\t" + l.t(k.Does)})
	}
	lines = append(lines, line{}, line{l.strong, l.t(messages.ScreenSigns)}, line{l.text, l.t(messages.ScreenSignsPieces)})
	return append(lines, signs(l, rs)...)
}

// signs explains what is drawn of a board and of its pieces.
func signs(l look, rs *engine.Ruleset) (lines []line) {
	for _, kind := range rs.Board().Kinds() {
		if drawn := strings.TrimSpace(landSigns(kind)); drawn != "" {
			name := l.lang.Name(kind.EN, kind.ZH)
			lines = append(lines, line{l.text, drawn[:1] + " " + drawn[1:] + " " + name})
		}
	}
	lines = append(lines, line{l.text, l.t(messages.PanelSigns)})
	if len(boardplan.Of(rs).Files) == 0 && rs.Deck() == nil {
		lines = append(lines, line{l.text, l.t(messages.PanelPlaces, namesOfPlaces(l, rs))})
	}
	if l.letters || !l.lang.WritesHan() {
		var list []string
		for _, t := range viewmodel.Strongest(rs.Types()) {
			list = append(list, string(rs.Letter(t))+" "+l.lang.Type(rs, t))
		}
		lines = append(lines, line{l.text, strings.Join(list, "   ")})
	}
	return lines
}

// namesOfPlaces says where each seat's names begin and end, for boards without names at their edges.
func namesOfPlaces(l look, rs *engine.Ruleset) string {
	name := func(seat engine.Seat, number int) string { return rs.Board().Name(rs.Start(seat, number)) }
	var told []string
	for _, seat := range rs.Seats() {
		told = append(told, fmt.Sprintf("%s %s–%s", l.lang.Seat(seat), name(seat, 0), name(seat, rs.ArmySize()-1)))
	}
	return strings.Join(told, l.t(messages.WordsAnd))
}

func terms(l look, rules []string) []line {
	lines := []line{{l.strong, l.t(messages.ScreenRules)}}
	for _, text := range rules {
		lines = append(lines, line{l.text, "- " + text})
	}
	return lines
}
