package textboard

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Name is what one's own piece shows where there is room: the letter, or the Chinese name.
func Name(l messages.Lang, rs *engine.Ruleset, t engine.Type) string {
	if l.WritesHan() {
		return Word(l, rs, t)
	}
	return string(rs.Letter(t))
}

// Short is what a piece shows where there is little room: the letter, or the one character by which
// players call the type.
func Short(l messages.Lang, rs *engine.Ruleset, t engine.Type) string { return l.Sign(rs.TypeRule(t)) }

// Word is the type in a sentence.
func Word(l messages.Lang, rs *engine.Ruleset, t engine.Type) string {
	rule := rs.TypeRule(t)
	return l.Name(rule.EN, rule.ZH)
}

// Words lists types in a sentence.
func Words(l messages.Lang, rs *engine.Ruleset, types engine.TypeSet) string {
	var list []string
	for _, t := range types.Types() {
		list = append(list, Word(l, rs, t))
	}
	return l.List(list)
}
