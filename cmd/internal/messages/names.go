package messages

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Rulesets carry English and Simplified Chinese names. For the other languages, the section "names"
// of their files translates the Chinese names and signs of the rulesets and options in this repository; %
// is the value of an option. What it lacks is shown as the ruleset has it.

// Name gives a name of a ruleset in the language.
func (l Lang) Name(en, zh string) string {
	name := l.nameOf(en, zh)
	if !l.WritesHan() {
		return name
	}
	var b strings.Builder
	var before rune
	for _, r := range name {
		if apart(before, r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func (l Lang) nameOf(en, zh string) string {
	switch {
	case l.plain() == English:
		return en
	case l.plain() == Chinese:
		return zh
	}
	var names []string
	for parts := strings.Split(zh, "，"); len(parts) > 0; {
		n := len(parts)
		name, known := l.translateName(strings.Join(parts, "，"))
		for n > 1 && !known { // some names have a comma
			n--
			name, known = l.translateName(strings.Join(parts[:n], "，"))
		}
		if !known && !l.WritesHan() {
			return en
		}
		names, parts = append(names, name), parts[n:]
	}
	return strings.Join(names, "，")
}

// Named gives names in the language.
func (l Lang) Named(n engine.Names) string { return l.Name(n.EN, n.ZH) }

// Type gives the name of a type of piece in the language.
func (l Lang) Type(rs *engine.Ruleset, t engine.Type) string {
	rule := rs.TypeRule(t)
	return l.Name(rule.EN, rule.ZH)
}

// Types lists types of pieces as a sentence does.
func (l Lang) Types(rs *engine.Ruleset, types engine.TypeSet) string {
	var list []string
	for _, t := range types.Types() {
		list = append(list, l.Type(rs, t))
	}
	return l.List(list)
}

// Sign gives the sign of a type on a small board: a Chinese character, or a letter.
func (l Lang) Sign(t engine.TypeRule, seat engine.Seat) string {
	if !l.WritesHan() {
		return t.Letter
	}
	t.Sign, _ = l.translateName(t.Sign)
	return t.SignOf(seat)
}

// Piece gives the name of a type as a seat's pieces have it.
func (l Lang) Piece(rs *engine.Ruleset, t engine.Type, seat engine.Seat) string {
	if rule := rs.TypeRule(t); l.WritesHan() && rule.SignOf(seat) != rule.Sign {
		return l.Sign(rule, seat)
	}
	return l.Type(rs, t)
}

// WritesHan reports whether pieces carry Chinese characters in the language, else letters.
func (l Lang) WritesHan() bool { return languages[l.plain()].Han }

func (l Lang) translateName(zh string) (name string, known bool) {
	names := l.catalogue().sections[nameSection]
	if words, ok := names[zh]; ok {
		return words.Other, true
	}
	for of, words := range names {
		before, after, valued := strings.Cut(of, "%")
		if value, ok := strings.CutPrefix(zh, before); valued && ok {
			if value, ok = strings.CutSuffix(value, after); ok && !strings.Contains(value, "，") {
				return strings.Replace(words.Other, "%", value, 1), true
			}
		}
	}
	return zh, false
}

// Names holds the name of something in each language, by its tag.
type Names map[string]string

// Each gives a sentence in each language, for the page.
func Each(say func(l Lang) string) Names {
	said := make(Names, len(languages))
	for _, l := range Languages() {
		said[l.String()] = l.Printed(say(l))
	}
	return said
}

// Printed sets words of a terminal as the page's own are: in English with the apostrophes of print.
func (l Lang) Printed(words string) string {
	if l.plain() != English {
		return words
	}
	return strings.ReplaceAll(words, "'", "’")
}

const phraseWords = 5

const phraseSeparator Text = "phrase.separator"

// Phrase says the first bytes of a hash in words, one for each byte, so that two people can compare
// it aloud, each in their own language: the words have the same meaning in all. Finding another
// match with the same phrase takes about 2^40 tries.
func (l Lang) Phrase(hash [32]byte) string {
	said := make([]string, phraseWords)
	for i := range said {
		said[i] = l.phraseWord(hash[i])
	}
	return strings.Join(said, phraseSeparator.In(l))
}

// phraseWord returns the word for a byte: a thing that everybody knows. The file has eight to a line.
func (l Lang) phraseWord(b byte) string {
	words, _ := l.catalogue().of(phraseSection, fmt.Sprintf("%02x", b&^7))
	return strings.Fields(words)[b&7]
}

// Say returns what a player has said: a set phrase in this language, or for 0 the text as it came.
func (l Lang) Say(phrase int, text string) string {
	if phrase == 0 {
		return text
	}
	return Text("say." + strconv.Itoa(phrase)).In(l)
}
