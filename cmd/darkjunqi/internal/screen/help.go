package screen

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/scene"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// help says what the keys do, and what the signs on the board mean.
func help(l look, rs *engine.Ruleset, arranging bool) []line {
	lines := []line{{l.strong, l.t(words.ScreenHelp)}}
	keys := words.ScreenKeys
	if arranging {
		keys = words.ScreenKeysArranging
	}
	return append(explained(l, lines, keys), signs(l, rs)...)
}

// explained adds what keys do.
func explained(l look, lines []line, keys []words.Key) []line {
	for _, k := range keys {
		lines = append(lines, line{l.text, l.t(k.Name) + "\t" + l.t(k.Does)})
	}
	return lines
}

// signs explains what is drawn on the board.
func signs(l look, rs *engine.Ruleset) []line {
	lines := []line{{}, {l.strong, l.t(words.ScreenSigns)}}
	for _, kind := range rs.Board().Kinds() {
		name := pick(l.lang == words.Chinese, kind.ZH, kind.EN)
		switch {
		case kind.Calm:
			lines = append(lines, line{l.text, `/ \ ` + name})
		case kind.Safe:
			lines = append(lines, line{l.text, "( ) " + name})
		case kind.Locked:
			lines = append(lines, line{l.text, "{ } " + name})
		}
	}
	lines = append(lines, line{l.text, l.t(words.ScreenSignsPieces)})
	if l.letters || l.lang == words.English {
		var list []string
		for _, t := range scene.Strongest(rs.Types()) {
			list = append(list, string(rs.Letter(t))+" "+table.Word(l.lang, rs, t))
		}
		lines = append(lines, line{l.text, strings.Join(list, "   ")})
	}
	return lines
}

// terms are the rules in words.
func terms(l look, rules []string) []line {
	lines := []line{{l.strong, l.t(words.ScreenRules)}}
	for _, text := range rules {
		lines = append(lines, line{l.text, "- " + text})
	}
	return lines
}
