package screen

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// inPlain are characters of our sentences that some terminals draw in one column and others
// in two (Unicode Standard Annex #11, ambiguous), in characters that all draw alike.
var inPlain = map[rune]string{
	'…': "...", '–': "-", '—': "-", '‘': "'", '’': "'", '“': `"`, '”': `"`, '×': "x", '•': "*", '●': "*", '·': ".", '→': "->", '\t': " ",
}

// plain is a text in characters of which every terminal knows the width: one column, or two.
// Our own sentences have no others. Of what people typed the letters of European scripts
// stay, which old Chinese terminals draw wider.
func plain(s string) string {
	var b strings.Builder
	for _, r := range s {
		if instead, ok := inPlain[r]; ok {
			b.WriteString(instead)
			continue
		}
		if !isPlain(r) {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isPlain(r rune) bool {
	if r < 0x80 {
		return 0x20 <= r && r < 0x7f
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.P)
	}
	return unicode.IsLetter(r) && unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}
