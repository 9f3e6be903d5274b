package words

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The floors below know no languages: their errors and reasons are English, clauses with a colon and a space between
// them. Below says such a text in the language, clause by clause; a clause that has no translation stays as it is.
func (l Lang) Below(text string) string {
	if l == English {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		parts := splitClauses(line)
		for j, part := range parts {
			parts[j] = translated(part)
		}
		lines[i] = strings.Join(parts, "：")
	}
	return strings.Join(lines, "\n")
}

// splitClauses cuts a text at its colons, but for those in quotes.
func splitClauses(text string) []string {
	var clauses []string
	start, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(text[i:], ": "):
			clauses = append(clauses, text[start:i])
			start = i + len(": ")
		}
	}
	return append(clauses, text[start:])
}

// translated is one clause in Chinese, and so are the words in it that have a translation themselves.
func translated(text string) string {
	if items := strings.Split(text, ", "); len(items) > 1 && !slices.ContainsFunc(items, unknown) {
		return listed(items)
	}
	for _, p := range patterns() {
		found := p.en.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		args := make([]any, len(found)-1)
		for i, arg := range found[1:] {
			args[i] = translated(arg)
		}
		return fmt.Sprintf(p.zh, args...)
	}
	return listed(strings.Split(text, ", "))
}

func listed(items []string) string {
	if len(items) == 1 {
		return items[0]
	}
	said := make([]string, len(items))
	for i, item := range items {
		said[i] = translated(item)
	}
	return strings.Join(said, "、")
}

func unknown(text string) bool {
	return !slices.ContainsFunc(patterns(), func(p pattern) bool { return p.en.MatchString(text) })
}

// pattern is a clause ready to be recognized.
type pattern struct {
	en *regexp.Regexp
	zh string
}

// patterns are all of them, those that say more in their own words first: they are the more particular ones.
var patterns = sync.OnceValue(func() []pattern {
	clauses := slices.Concat(termClauses, systemClauses, engineClauses, protocolClauses, p2pClauses)
	own := func(c clause) int { return len(anyVerb.ReplaceAllString(c.en, "")) }
	slices.SortStableFunc(clauses, func(a, b clause) int { return own(b) - own(a) })
	var list []pattern
	for _, c := range clauses {
		list = append(list, pattern{c.recognizer(), c.zh})
	}
	return list
})

// clause is what a floor below says and how that is said in Chinese. The English is a format as it stands in the code;
// the Chinese takes its arguments as texts.
type clause struct{ en, zh string }

var anyVerb = regexp.MustCompile(`%[0-9.]*[a-zA-Z]`)

// recognizer matches what the format can print, and its arguments.
func (c clause) recognizer() *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	rest := c.en
	for _, at := range anyVerb.FindAllString(c.en, -1) {
		before, after, _ := strings.Cut(rest, at)
		b.WriteString(regexp.QuoteMeta(before))
		switch at[len(at)-1] {
		case 'd':
			b.WriteString(`(-?\d+)`)
		case 'x':
			b.WriteString(`([0-9a-f]+)`)
		case 'c':
			b.WriteString(`(.)`)
		case 'q':
			b.WriteString(`("(?:[^"\\]|\\.)*")`)
		default:
			b.WriteString(`(.+?)`)
		}
		rest = after
	}
	b.WriteString(regexp.QuoteMeta(rest) + "$")
	return regexp.MustCompile(b.String())
}
