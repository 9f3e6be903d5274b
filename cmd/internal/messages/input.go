package messages

import (
	"strings"
	"sync"
)

// typedAs maps what keyboards make of - and x to these.
var typedAs = strings.NewReplacer(
	"–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-", "－", "-", "→", "-", "至", "-", "到", "-",
	"×", "x", "✕", "x", "✗", "x", "吃", "x", "碰", "x", "、", " ", "，", ",", "？", "?", "　", " ",
)

// Plain returns what a person has typed in the characters that programs expect: fullwidth forms are
// narrow, all dashes are one, capitals are small, and there is one space between words.
func Plain(line string) string {
	return strings.ToLower(strings.Join(strings.Fields(Narrow(typedAs.Replace(line))), " "))
}

// Narrow returns a text with narrow forms instead of fullwidth ones, and points for Chinese stops.
func Narrow(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 0xff01 <= r && r <= 0xff5e: // fullwidth ASCII (Unicode block Halfwidth and Fullwidth Forms)
			return r - 0xff01 + '!'
		case r == '。':
			return '.'
		}
		return r
	}, text)
}

// typed gives the command for each word that a person may type for it, in any language.
func typed(section string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		all := map[string]string{}
		for _, l := range Languages() {
			for command, words := range l.catalogue().sections[section] {
				for word := range strings.FieldsSeq(words.Other) {
					all[word] = command
				}
			}
		}
		return all
	})
}

var (
	commands = typed(commandSection)
	answers  = typed(answerSection)
	offers   = typed(offerSection)
)

// Command returns what a person can do during a match: the English name of it for a word in any
// language, "" for other words. "draw" after a move offers one, and by itself accepts one.
func Command(word string) string { return commands()[word] }

// Answer returns what a person can say while a layout is being chosen, or to a question: the English
// name of it for a word in any language, "" for other words.
func Answer(word string) string { return answers()[word] }

// OffersDraw reports whether a word is one by which a move offers a draw.
func OffersDraw(word string) bool { return offers()[word] != "" }
