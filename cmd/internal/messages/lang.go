// Package messages holds every sentence that darkjunqi shows to a person, in each language that it
// speaks. The sentences are in lang, one file for each language; keys.go lists those that Go code
// names. To add a language, add its file, and its line in the list below.
package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// languages are those that the program speaks: the tag of each (BCP 47), its name in itself, the
// prefixes of the locales that select it, and whether pieces carry Chinese characters in it, not letters.
var languages = [...]struct {
	Tag     string   `json:"tag"`
	Name    string   `json:"name"`
	Locales []string `json:"locales"`
	Han     bool     `json:"han"`
}{
	{"en", "English", []string{"en"}, false},
	{"zh", "简体中文", []string{"zh"}, true},
	{"zh-Hant", "繁體中文", []string{"zh-hant", "zh-tw", "zh-hk", "zh-mo"}, true},
}

// Lang is one of the languages, and what it calls the seats ([Lang.Under]).
type Lang uint8

// English and Chinese (Simplified) are the languages in which rulesets carry names.
const (
	English Lang = iota
	Chinese
)

// callsBlack is set in a Lang whose second seat is called black.
const callsBlack Lang = 1 << 7

// Under returns the language as sentences about a match with these rules have it: seats are called what the
// rules call them. The rules may be nil, unknown so far.
func (l Lang) Under(rs *engine.Ruleset) Lang {
	if rs != nil && rs.Black(engine.Blue) {
		return l | callsBlack
	}
	return l.plain()
}

func (l Lang) plain() Lang { return l &^ callsBlack }

// Languages lists all languages.
func Languages() []Lang {
	list := make([]Lang, len(languages))
	for i := range list {
		list[i] = Lang(i)
	}
	return list
}

// String returns the tag of the language, as --lang takes it.
func (l Lang) String() string { return languages[l.plain()].Tag }

// Tags lists the tags of all languages.
func Tags() []string {
	tags := make([]string, len(languages))
	for i, language := range languages {
		tags[i] = language.Tag
	}
	return tags
}

// Parse reads the value of --lang, in small or capital letters.
func Parse(s string) (Lang, error) {
	tags := Tags()
	if i := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, s) }); i >= 0 {
		return Lang(i), nil
	}
	return English, fmt.Errorf("unknown language %q: choose one of %s", s, strings.Join(tags, ", "))
}

// FromEnvironment picks the language of the locale. The order of the variables follows POSIX
// (XBD 8.2): LC_ALL over LC_MESSAGES over LANG, and an empty one counts as unset.
func FromEnvironment(getenv func(string) string) Lang {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			return fromLocale(v)
		}
	}
	return English
}

// fromLocale picks the language of a locale such as zh_CN.UTF-8 or zh-TW: the one with the longest
// prefix of it, English if none has any.
func fromLocale(locale string) Lang {
	locale = strings.ToLower(strings.ReplaceAll(locale, "_", "-"))
	found, longest := English, 0
	for i, language := range languages {
		for _, prefix := range language.Locales {
			if len(prefix) > longest && strings.HasPrefix(locale, prefix) {
				found, longest = Lang(i), len(prefix)
			}
		}
	}
	return found
}
