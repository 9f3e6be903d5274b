package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// TypeRule returns everything that the rules say about a type; empty if there is no such type. Its
// lists must not be changed.
func (rs *Ruleset) TypeRule(t Type) TypeRule {
	if int(t) >= rs.numTypes {
		return TypeRule{}
	}
	return rs.rules.Types[t]
}

// TypeID returns the identifier of a type, such as "engineer"; the result of [Type.String]
// if there is no such type.
func (rs *Ruleset) TypeID(t Type) string {
	if int(t) >= rs.numTypes {
		return t.String()
	}
	return rs.rules.Types[t].ID
}

// TypeName returns what a type is called, in the fields English and Chinese; "?" if there is no
// such type. It prints in English.
func (rs *Ruleset) TypeName(t Type) coded.Name {
	if int(t) >= rs.numTypes {
		return coded.Name{English: "?", Chinese: "?"}
	}
	return coded.Name{English: rs.rules.Types[t].EN, Chinese: rs.rules.Types[t].ZH}
}

// Type returns the type with this identifier, and whether there is one.
func (rs *Ruleset) Type(id string) (Type, bool) {
	for t, rule := range rs.rules.Types {
		if rule.ID == id {
			return Type(t), true
		}
	}
	return NoType, false
}

// Letter returns a type's letter in text layouts, such as '1' for an engineer; '?' if there is no
// such type.
func (rs *Ruleset) Letter(t Type) byte {
	if int(t) >= rs.numTypes {
		return '?'
	}
	return rs.rules.Types[t].Letter[0]
}

// Letters returns the letters of a set of types in ascending order, "none" if there are none.
func (rs *Ruleset) Letters(types TypeSet) string {
	if types == NoTypes {
		return "none"
	}
	var b strings.Builder
	for _, t := range types.Types() {
		b.WriteByte(rs.Letter(t))
	}
	return b.String()
}

// SignOf returns the character that a type has on a seat's pieces.
func (t TypeRule) SignOf(seat Seat) string {
	for i, sign := range []rune(t.Sign) {
		if i == int(seat) || utf8.RuneCountInString(t.Sign) == 1 {
			return string(sign)
		}
	}
	return ""
}

// ParseType reads a type's letter (of either case where that tells them apart),
// identifier, English or Chinese name, or sign.
func (rs *Ruleset) ParseType(text string) (Type, error) {
	for t, rule := range rs.rules.Types {
		switch text {
		case rule.Letter, rule.ID, rule.EN, rule.ZH:
			return Type(t), nil
		}
		if utf8.RuneCountInString(text) == 1 && strings.Contains(rule.Sign, text) {
			return Type(t), nil
		}
	}
	for t, rule := range rs.rules.Types {
		if len(text) == 1 && strings.EqualFold(text, rule.Letter) {
			return Type(t), nil
		}
	}
	example := rs.rules.Types[0]
	return NoType, coded.Errorf("engine.unknown-type", "unknown piece %q: expected a letter of %s, a name such as %s, or %s",
		text, rs.Letters(rs.Types()), example.ID, example.ZH)
}
