package conformance_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An oddPhrase is a turn of phrase that reads as translated. A line that holds none of words can't
// match, which keeps the search fast. Now and then a pattern finds a sound sentence, so a count
// need not be zero.
type oddPhrase struct {
	name    string
	words   []string
	pattern *regexp.Regexp
	only    string // the only area that it is looked for in; all if empty
}

var oddPhrases = []oddPhrase{
	{name: "who-subject", words: []string{"Who "},
		pattern: regexp.MustCompile("(^|[.:;!] |// |\"|\\| |- )Who( [a-z’']+){2}")},
	{name: "of-who", words: []string{" who "},
		pattern: regexp.MustCompile(`\b(of|by|to|for|from|with|than) who ` +
			`(is|was|has|had|can|does|did|will|may|[a-z]+s)\b`)},
	{name: "the-own", words: []string{"he own"}, pattern: regexp.MustCompile(`\b[Tt]he own\b`)},
	{name: "as-example", words: []string{", as "},
		pattern: regexp.MustCompile("[a-z], as (`|[a-z-]+=[a-z])")},
	{name: "is-no", words: []string{"is no ", "are no "},
		pattern: regexp.MustCompile(`(%(\[[0-9]\])?[a-z]|\b(it|that|this|what|which|program)) ` +
			`(is|are) no [a-z]+`)},
	{name: "stands", words: []string{"stand", "stood"},
		pattern: regexp.MustCompile(`\b(stands?|stood) (twice|behind)\b`)},
	{name: "but-for", words: []string{"but for"}, pattern: regexp.MustCompile(`\bbut for\b`)},
	{name: "is-but", words: []string{" but "},
		pattern: regexp.MustCompile(`\b(is|are|was|has|have) but (a|an|the|one|[0-9%])`)},
	{name: "anew", words: []string{"anew"}, pattern: regexp.MustCompile(`\banew\b`)},
	{name: "also-while", words: []string{"also "},
		pattern: regexp.MustCompile(`\balso (while|when|where|after|if|who|one|those)\b`)},
	{name: "one-behind", words: []string{"one behind", "one alone"},
		pattern: regexp.MustCompile(`\bone behind the other\b|\bone alone\b`)},
	{name: "in-which", words: []string{" in which"},
		pattern: regexp.MustCompile(`\b(moment|way) in which\b`)},
	{name: "in-place-of", words: []string{"n place of"},
		pattern: regexp.MustCompile(`\b[Ii]n place of\b`)},
	{name: "else", words: []string{"lse"}, pattern: regexp.MustCompile(`[a-z)][.:;] [Ee]lse\b`)},
	{name: "leave-away", words: []string{" away"},
		pattern: regexp.MustCompile(`\bleave (it|them|--[a-z-]+) away\b`)},
	{name: "stands-in", words: []string{"stand"},
		pattern: regexp.MustCompile(`\bstands? in (no|the) (file|log|chain alone|folder|screen)|` +
			`\bstands? on the screen\b`)},
	{name: "comes-to", words: []string{"come"},
		pattern: regexp.MustCompile(`\bcomes? to the same (secret|record|report|match|result|board)`)},
	{name: "that-fragment", words: []string{" // that "},
		pattern: regexp.MustCompile(`[^\s/] +// that ([a-np-z]|o[a-eg-z])`)},
	{name: "go-on-with", words: []string{" on with"},
		pattern: regexp.MustCompile(`\bgo(es)? on with\b`)},
	{name: "put-out", words: []string{"put"}, only: "words",
		pattern: regexp.MustCompile(`\b(put|puts|putting)( [a-z%]+){0,2} out\b`)},
}

// oddIn counts the odd phrases of a text, by name, and says where the last of each is.
func oddIn(area, text string) (counts map[string]int, last map[string]string) {
	counts, last = map[string]int{}, map[string]string{}
	for _, odd := range oddPhrases {
		mayHold := func(s string) bool {
			return slices.ContainsFunc(odd.words, func(w string) bool { return strings.Contains(s, w) })
		}
		if odd.only != "" && odd.only != area || !mayHold(text) {
			continue
		}
		for number, line := range strings.Split(text, "\n") {
			if !mayHold(line) {
				continue
			}
			if found := len(odd.pattern.FindAllString(line, -1)); found > 0 {
				counts[odd.name] += found
				last[odd.name] = fmt.Sprintf("line %d: %s", number+1, strings.TrimSpace(line))
			}
		}
	}
	return counts, last
}

// englishArea is where a file of the repository is counted: the first folder of Go code, README
// and the pages by name, the English sentences of the interface; "" if it isn't searched.
func englishArea(file string) string {
	first, _, inFolder := strings.Cut(file, "/")
	switch {
	case file == "internal/conformance/english_test.go":
		return ""
	case file == "cmd/internal/messages/lang/en.json":
		return "words"
	case strings.HasSuffix(file, ".go") && inFolder:
		return first
	case strings.HasSuffix(file, ".md") && (first == "docs" || !inFolder):
		return file
	}
	return ""
}

const englishFile = "../testdata/english.txt"

// TestEnglish: no area has more of an odd phrase than testdata/english.txt allows. The counts only
// ever sink: after mending some sentences run
//
//	go test ./internal/conformance -run TestEnglish -update
func TestEnglish(t *testing.T) {
	allowed := map[string]int{}
	for line := range strings.Lines(read(t, englishFile)) {
		var count int
		var name, area string
		_, err := fmt.Sscan(line, &count, &name, &area)
		require.NoError(t, err, line)
		allowed[name+" "+area] = count
	}
	counts, where := map[string]int{}, map[string][]string{}
	files := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "node_modules" || name == "testdata" ||
				strings.HasPrefix(name, ".") && name != ".." {
				return fs.SkipDir
			}
			return nil
		}
		file := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		area := englishArea(file)
		if area == "" {
			return nil
		}
		files++
		found, last := oddIn(area, read(t, path))
		for name, count := range found {
			key := name + " " + area
			counts[key] += count
			where[key] = append(where[key], fmt.Sprintf("%s, %s", file, last[name]))
		}
		return nil
	}))
	require.Greater(t, files, 100)

	var list strings.Builder
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintln(&list, counts[key], key)
	}
	for _, key := range risen(counts, allowed) {
		t.Errorf("%q: %d, where testdata/english.txt allows %d; reword one of these:\n%s",
			key, counts[key], allowed[key], strings.Join(where[key], "\n"))
	}
	if *update && !t.Failed() {
		require.NoError(t, os.WriteFile(englishFile, []byte(list.String()), 0o644))
	}
}

// risen lists the phrases and areas that have more than is allowed.
func risen(counts, allowed map[string]int) (keys []string) {
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		if counts[key] > allowed[key] {
			keys = append(keys, key)
		}
	}
	return keys
}

// One sentence more than is allowed is an error; as many, or fewer, are not.
func TestEnglishRises(t *testing.T) {
	page := "// Who has no Go takes a release.\n// Begin anew.\n"
	counts, _ := oddIn("p2p", page)
	require.Empty(t, risen(counts, map[string]int{"who-subject": 1, "anew": 2}))
	counts, _ = oddIn("p2p", page+"// Who has one plays.\n")
	require.Equal(t, []string{"who-subject"}, risen(counts, map[string]int{"who-subject": 1, "anew": 2}))
	require.Equal(t, []string{"anew", "who-subject"}, risen(counts, nil))
}

// Each pattern finds what it is for, and leaves plain English alone.
func TestOddPhrases(t *testing.T) {
	for name, line := range map[string]string{
		"who-subject": "Who has no Go takes a release.", "of-who": "an invite for who has none",
		"the-own": "the own layout", "as-example": "options, as `mines=exploding`",
		"is-no": "a file that is no transcript", "stands": "option %s stands twice",
		"but-for": "nothing but for that", "is-but": "it is but a name",
		"anew": "the match begins anew", "also-while": "also while it waits",
		"one-behind": "one behind the other", "in-which": "the way in which it ends",
		"in-place-of": "in place of a move", "else": "the host: else all goes through it",
		"leave-away": "leave it away", "go-on-with": "to go on with a match",
		"put-out": "to put a seat out", "stands-in": "a Vote stands in no file",
		"comes-to": "both come to the same record", "that-fragment": "host Seat // that made the Terms",
	} {
		counts, _ := oddIn("words", "// a line\n"+line)
		require.Equal(t, map[string]int{name: 1}, counts, line)
	}
	require.Len(t, oddPhrases, 20)
	counts, _ := oddIn("words", `If you don't have Go, download a release.
		its own layout, such as mines=exploding; option %s given twice: it is not a file.
		The match begins again, for anyone who has one, or a player who leaves; otherwise it ends.
		} else { put it there } puts "stdout" away.`)
	require.Empty(t, counts)
}

// An odd sentence more than is allowed is found in every kind of file that is searched, and in no
// other.
func TestEnglishAreas(t *testing.T) {
	for file, area := range map[string]string{
		"README.md": "README.md", "docs/wire.md": "docs/wire.md", "p2p/seat/docs_test.go": "p2p",
		"cmd/internal/messages/lang/en.json": "words", "cmd/internal/messages/lang/zh.json": "",
		"internal/conformance/english_test.go": "", "LICENSE": "", "cmd/internal/page/web/x.js": "",
	} {
		require.Equal(t, area, englishArea(file), file)
	}
}
