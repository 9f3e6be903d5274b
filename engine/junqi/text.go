package junqi

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Read reads rules as a person or a file gives them: a text that [Rules] reads, or the
// whole text of any rules, which begins with a brace.
func Read(text string) (*engine.Ruleset, error) {
	if strings.HasPrefix(strings.TrimLeft(text, "\ufeff \t\r\n"), "{") {
		return engine.ParseRules([]byte(text))
	}
	return Rules(text)
}

// Write returns the shortest text from which [Read] makes the ruleset again: its name if it is
// one of this package, else its canonical text.
func Write(rs *engine.Ruleset) string {
	if spec, ok := Known(rs); ok {
		return spec
	}
	return string(rs.Text())
}

// ParseGame reads a game whose rules are written as [Write] does.
func ParseGame(text string) (engine.Game, error) { return engine.ParseGame(text, Read) }

// FormatGame writes a game down, with its rules as [Write] writes them.
func FormatGame(g engine.Game) (string, error) { return engine.FormatGame(g, Write) }
