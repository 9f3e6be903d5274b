package screen

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
)

// help says what the keys do, and what the signs on the board mean.
func help(l look, rs *engine.Ruleset, arranging bool) []line {
	lines := []line{{l.strong, l.t(messages.ScreenHelp)}}
	keys := messages.ScreenKeys
	if arranging {
		keys = messages.ScreenKeysArranging
	}
	return append(explained(l, lines, keys), signs(l, rs)...)
}

// explained adds what keys do.
func explained(l look, lines []line, keys []messages.Key) []line {
	for _, k := range keys {
		lines = append(lines, line{l.text, l.t(k.Name) + "\t" + l.t(k.Does)})
	}
	return lines
}

// signs explains what is drawn on the board.
func signs(l look, rs *engine.Ruleset) []line {
	lines := []line{{}, {l.strong, l.t(messages.ScreenSigns)}}
	for _, kind := range rs.Board().Kinds() {
		name := l.lang.Name(kind.EN, kind.ZH)
		switch {
		case kind.Calm:
			lines = append(lines, line{l.text, `/ \ ` + name})
		case kind.Safe:
			lines = append(lines, line{l.text, "( ) " + name})
		case kind.Locked:
			lines = append(lines, line{l.text, "{ } " + name})
		}
	}
	lines = append(lines, line{l.text, l.t(messages.ScreenSignsPieces)})
	if l.letters || !l.lang.WritesHan() {
		var list []string
		for _, t := range viewmodel.Strongest(rs.Types()) {
			list = append(list, string(rs.Letter(t))+" "+textboard.Word(l.lang, rs, t))
		}
		lines = append(lines, line{l.text, strings.Join(list, "   ")})
	}
	return lines
}

// terms are the rules in words.
func terms(l look, rules []string) []line {
	lines := []line{{l.strong, l.t(messages.ScreenRules)}}
	for _, text := range rules {
		lines = append(lines, line{l.text, "- " + text})
	}
	return lines
}
