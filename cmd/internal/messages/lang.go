// Package messages holds every sentence that darkjunqi says to a person, in each language that it speaks, side by side.
package messages

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lang is a language that the program speaks.
type Lang uint8

const (
	English Lang = iota
	Chinese
)

// String is the language as --lang takes it.
func (l Lang) String() string {
	if l == Chinese {
		return "zh"
	}
	return "en"
}

// Parse reads the value of --lang.
func Parse(s string) (Lang, error) {
	switch s {
	case "en":
		return English, nil
	case "zh":
		return Chinese, nil
	}
	return English, fmt.Errorf("unknown language %q: choose en or zh", s)
}

// FromEnvironment picks the language of the locale: Chinese when it starts with zh, else English. The order of the
// variables is that of POSIX (XBD 8.2): LC_ALL over LC_MESSAGES over LANG, and an empty one counts as unset.
func FromEnvironment(getenv func(string) string) Lang {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			if strings.HasPrefix(strings.ToLower(v), "zh") {
				return Chinese
			}
			return English
		}
	}
	return English
}

// Text is one sentence in all languages. Arguments are those of fmt.Sprintf; where the languages need them in another
// order, the formats number them.
type Text struct {
	en, zh string
}

// text says a sentence in all languages. It does nothing else, so that the linker can lay out the thousand of them: a
// test that looks at all reads them in the source.
func text(en, zh string) Text { return Text{en, zh} }

// In gives the sentence in one language, and so the errors among its arguments.
func (t Text) In(l Lang, args ...any) string {
	format := t.en
	if l == Chinese {
		format = t.zh
	}
	if len(args) == 0 {
		return format
	}
	said := make([]any, len(args))
	for i, arg := range args {
		said[i] = l.Arg(arg)
	}
	return fmt.Sprintf(format, said...)
}

// Count is a noun with a number before it; English has two forms of it.
type Count struct {
	one, other, zh string
}

func count(one, other, zh string) Count { return Count{one, other, zh} }

// In gives the noun for the number n, which each form holds as %d.
func (c Count) In(l Lang, n int) string {
	switch {
	case l == Chinese:
		return fmt.Sprintf(c.zh, n)
	case n == 1:
		return fmt.Sprintf(c.one, n)
	}
	return fmt.Sprintf(c.other, n)
}

// Capital makes the first letter of a sentence a capital one.
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
