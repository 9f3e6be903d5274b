package messages

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Text is the key of a sentence. Its words are in the file of each language, where {name} is replaced
// by the argument of that name and {name:verb} formats it with a verb of package fmt, such as
// {seconds:.1f}. In takes the arguments in the order in which the English sentence first names them.
type Text string

// In gives the sentence in one language, and so the errors and seats among its arguments.
func (t Text) In(l Lang, args ...any) string {
	words := l.catalogue().sentences[string(t)].Other
	if len(args) == 0 {
		return words
	}
	english, ok := English.catalogue().sentences[string(t)]
	if !ok {
		english.Other = words // the English is where the error is made
	}
	return fill(words, argumentNames(english.Other), l.args(args))
}

// Count is a noun with a number before it, {n}. English has two forms of it.
type Count string

// In gives the noun for the number n.
func (c Count) In(l Lang, n int) string {
	words := l.catalogue().sentences[string(c)]
	if n == 1 {
		return fill(words.One, []string{"n"}, []any{n})
	}
	return fill(words.Other, []string{"n"}, []any{n})
}

// argumentNames lists the names of a sentence's arguments, in the order in which it first names them.
func argumentNames(words string) (names []string) {
	for {
		_, rest, found := strings.Cut(words, "{")
		if !found {
			return names
		}
		placeholder, after, _ := strings.Cut(rest, "}")
		name, _, _ := strings.Cut(placeholder, ":")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		words = after
	}
}

// fill replaces the placeholders of a sentence, which name its arguments.
func fill(words string, names []string, args []any) string {
	var b strings.Builder
	write := func(part string) {
		last, _ := utf8.DecodeLastRuneInString(b.String())
		if first, _ := utf8.DecodeRuneInString(part); apart(last, first) {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	for {
		before, rest, found := strings.Cut(words, "{")
		write(before)
		if !found {
			return b.String()
		}
		placeholder, after, _ := strings.Cut(rest, "}")
		name, verb, formatted := strings.Cut(placeholder, ":")
		if !formatted {
			verb = "v"
		}
		if i := slices.Index(names, name); i >= 0 && i < len(args) {
			write(fmt.Sprintf("%"+verb, args[i]))
		}
		words = after
	}
}

// apart reports whether a space is due between two characters: Chinese typography has one beside Latin letters and digits.
func apart(a, b rune) bool {
	western := func(r rune) bool { return unicode.Is(unicode.Latin, r) || '0' <= r && r <= '9' }
	return unicode.Is(unicode.Han, a) && western(b) || western(a) && unicode.Is(unicode.Han, b)
}

// forms are the words of a sentence: after the number one, and else. Most have one form only.
type forms struct {
	One   string `json:"one"`
	Other string `json:"other"`
}

// UnmarshalJSON reads one string, or an object of the forms.
func (f *forms) UnmarshalJSON(data []byte) error {
	type plain forms
	if data[0] != '"' {
		return json.Unmarshal(data, (*plain)(f))
	}
	err := error(nil)
	if bytes.Contains(data, []byte{'\\'}) {
		err = json.Unmarshal(data, &f.Other)
	} else {
		f.Other = string(data[1 : len(data)-1]) // most sentences; each start of the program reads them all
	}
	f.One = f.Other
	return err
}

// catalogue is the file of a language.
type catalogue struct {
	sections  map[string]map[string]forms
	sentences map[string]forms // of all sections but those that are used by their names
}

// Sections that are used by their names: their keys are not sentences of their own.
const (
	errorSection    = "errors"      // by code; English is where the error is made
	wordSection     = "error words" // what errors name in English
	systemSection   = "system"      // errors of the operating system
	storeSection    = "store"       // what a store was doing
	cheatSection    = "cheats"      // by name; English is in package adversary
	commandSection  = "commands"    // what a person may type during a match
	offerSection    = "offers"      // what offers a draw after a move
	answerSection   = "answers"     // what a person may answer
	phraseSection   = "phrase"      // the 256 words for comparing
	nameSection     = "names"       // of darkjunqi's rulesets, by their Chinese names
	errorPartPrefix = "error parts" // sentences around errors; English is in the packages below
)

var byName = []string{errorSection, wordSection, systemSection, storeSection, cheatSection, commandSection, offerSection, answerSection, phraseSection, nameSection}

//go:embed lang
var files embed.FS

var catalogues = func() (all [len(languages)]func() *catalogue) {
	for i, language := range languages {
		all[i] = sync.OnceValue(func() *catalogue { return read(language.Tag) })
	}
	return all
}()

// catalogue gives the sentences of a language, which are read when the first of them is needed.
func (l Lang) catalogue() *catalogue { return catalogues[l.plain()]() }

// read reads the file of a language.
func read(tag string) *catalogue {
	c := &catalogue{}
	data, err := files.ReadFile("lang/" + tag + ".json")
	if err == nil {
		err = json.Unmarshal(data, &c.sections)
	}
	if err != nil {
		panic(err) // the files are embedded, and a test reads them
	}
	total := 0
	for _, section := range c.sections {
		total += len(section)
	}
	c.sentences = make(map[string]forms, total)
	for name, section := range c.sections {
		if !slices.Contains(byName, name) {
			maps.Copy(c.sentences, section)
		}
	}
	return c
}

// of gives the words of a section that is used by its name.
func (c *catalogue) of(section, key string) (string, bool) {
	words, ok := c.sections[section][key]
	return words.Other, ok
}

// Capital makes the first letter of a sentence a capital one.
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
