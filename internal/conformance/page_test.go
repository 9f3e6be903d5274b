package conformance_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func read(t testing.TB, name string) string {
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(b)
}

// sources is all Go code of a folder, tests or all but tests.
func sources(t testing.TB, folder string, tests bool) string {
	var b strings.Builder
	require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") != tests {
			return err
		}
		b.WriteString(read(t, path))
		return nil
	}))
	return b.String()
}

// The specification is one text in five files: the core, and what more seats, the audited
// resolvers, shuffled decks and single values add.
var specParts = []string{"spec.md", "spec-seats.md", "spec-resolvers.md", "spec-deck.md", "spec-onehot.md"}

func specification(t testing.TB) string {
	var b strings.Builder
	for _, part := range specParts {
		b.WriteString(read(t, part))
	}
	return b.String()
}

var label = regexp.MustCompile(`darkjunqi/v1/[a-z0-9/-]*[a-z0-9/]`)

// Every label of the page stands in the code, and every label of the pure floors
// on the page.
func TestLabels(t *testing.T) {
	unique := func(text string) []string {
		list := label.FindAllString(text, -1)
		slices.Sort(list)
		return slices.Compact(list)
	}
	page, code := specification(t), sources(t, "../engine", false)+sources(t, "../protocol", false)
	inCode := unique(code)
	for _, l := range unique(page) {
		if strings.HasSuffix(l, "/") && strings.Contains(code, l) {
			continue // the beginning of labels
		}
		// Some labels are put together in the code: kind + "/r".
		head := l[:strings.LastIndex(l, "/")]
		require.True(t, slices.Contains(inCode, l) || slices.Contains(inCode, head) && strings.Contains(code, `"`+l[len(head):]+`"`), "%s", l)
	}
	for _, l := range inCode {
		require.True(t, strings.Contains(page, l), "%s is in the code, not in the specification", l)
	}
}

// Kinds, sizes and limits of the page are those of the code.
func TestNumbers(t *testing.T) {
	page := specification(t)
	_, kinds, _ := strings.Cut(page, "Kinds, with the sections that define their bodies:")
	kinds, _, _ = strings.Cut(kinds, "\n\n")
	for kind := range transcript.Kind(255) {
		if kind.Valid() {
			require.Regexp(t, fmt.Sprintf(`\s%d\s%s[\s,]`, kind, kind), kinds)
		}
	}
	comma := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	require.Contains(t, page, "bodies of more than "+comma(transcript.MaxBody)+" bytes (of a Fault: "+comma(transcript.MaxFault)+",")
	require.Contains(t, page, "a frame of more than "+comma(transcript.MaxRecord)+" bytes")
	require.Contains(t, page, "A file holds at most "+comma(transcript.MaxRecords)+" records")
	require.Equal(t, 2, strings.Count(page, comma(transcript.MaxChain)+" records"))
	size, err := layout.BodySize(junqi.Standard())
	require.NoError(t, err)
	require.Contains(t, page, comma(size)+" bytes with `standard`")
	_, codes, _ := strings.Cut(page, "The codes of `standard`: 0 ")
	codes, _, _ = strings.Cut(codes, ".")
	require.Len(t, strings.Split(codes, ";"), len(junqi.Standard().Codes()))

	bounds := map[string]int{
		"2 to %d, in turn order": engine.MaxSeats, "1 to %d kinds of nodes": engine.MaxKinds, "| `nodes` | 2 to %d |": engine.MaxNodes,
		"0 to %d straight lines": engine.MaxLines, "1 to %d types of pieces": engine.MaxTypes, "not gaps, 1 to %d, hold the *army*": engine.MaxArmy,
		"0 to %d of `{\"along\"": engine.MaxWays, "There are 1 to %d announcements": engine.MaxCodes, "| 0 to %d, where it is drawn": engine.MaxPlace,
	}
	for text, bound := range bounds {
		require.Contains(t, page, fmt.Sprintf(text, bound))
	}
	for field, bound := range map[string]int{"quiet": engine.MaxQuiet, "timeouts": engine.MaxTimeouts, "resignFrom": engine.MaxResign, "clock": engine.MaxClock, "grace": engine.MaxGrace} {
		require.Regexp(t, "\\| `"+field+"` \\| [01] to "+comma(bound)+"\\b", page)
	}
	require.Contains(t, page, "of at most "+comma(engine.MaxRulesText)+" bytes")
}

// The digests of the page are those of the code, and those that the page's own reader
// (rules_test.go) finds.
func TestDigests(t *testing.T) {
	var table strings.Builder
	table.WriteString("| ruleset | bytes of text | digest |\n| --- | --- | --- |\n")
	for _, name := range []string{"standard", "qq", "app", "siguo", "flip", "skirmish", "stratego", "stratego-outcome", "three-lamps"} {
		rules, err := engine.ParseRules([]byte(rulesOf(t, name)))
		require.NoError(t, err)
		alone, err := readRules(rules.Text())
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("%x", rules.Digest()), fmt.Sprintf("%x", alone.digest()))
		fmt.Fprintf(&table, "| `%s` | %d | `%x` |\n", name, len(rules.Text()), rules.Digest())
	}
	page := read(t, "spec.md")
	block := regexp.MustCompile(`(?s)<!-- digests -->\n.*?<!-- digests:end -->`)
	want := "<!-- digests -->\n\n" + table.String() + "\n<!-- digests:end -->"
	if *update {
		require.NoError(t, os.WriteFile("spec.md", block.ReplaceAllLiteral([]byte(page), []byte(want)), 0o644))
		page = read(t, "spec.md")
	}
	require.Equal(t, want, block.FindString(page), "run with -update if this is meant")
}

// rulesOf is the text of a ruleset by its name: one of Junqi's or of testdata/rulesets.
func rulesOf(t testing.TB, name string) string {
	if rules, err := junqi.Rules(name); err == nil {
		return string(rules.Text())
	}
	return read(t, "../testdata/rulesets/"+name+".json")
}

// The page's reader of rules and the engine take the same texts, even where one was
// changed a little.
func TestRulesAlone(t *testing.T) {
	numbers := regexp.MustCompile(`\d+`)
	quoted := regexp.MustCompile(`"[^"]*"`)
	bools := regexp.MustCompile(`true|false`)
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		text := rulestest.Ruleset(t, rulestest.Any).Text()
		_, err := readRules(text)
		require.NoError(t, err)
		for range 15 {
			where := rapid.SampledFrom([]*regexp.Regexp{numbers, quoted, bools}).Draw(t, "what")
			places := where.FindAllIndex(text, -1)
			at := places[rapid.IntRange(0, len(places)-1).Draw(t, "place")]
			other := places[rapid.IntRange(0, len(places)-1).Draw(t, "other")]
			instead := string(text[other[0]:other[1]])
			if where == numbers {
				instead = fmt.Sprint(rapid.SampledFrom([]int{0, 1, 2, 3, 50, 99, 100, 251, 99999}).Draw(t, "number"))
			}
			mutated := append(append(slices.Clone(text[:at[0]]), instead...), text[at[1]:]...)
			_, alone := readRules(mutated)
			_, engines := engine.ParseCanonical(mutated)
			require.Equal(t, engines == nil, alone == nil, "%s\nengine: %v\npage: %v", mutated, engines, alone)
			if alone == nil {
				taken++
			}
		}
	})
	require.NotZero(t, taken)
}

// Every test that security.md names exists.
func TestNamedTestsExist(t *testing.T) {
	tests := sources(t, "..", true)
	named := regexp.MustCompile(`\b(Test|Fuzz)[A-Z]\w+`).FindAllString(read(t, "security.md"), -1)
	require.NotEmpty(t, named)
	for _, name := range named {
		require.True(t, strings.Contains(tests, "func "+name+"("), "security.md names %s", name)
	}
}

// sectionNumber is the number of a section, such as "12" or "12.4".
var sectionNumber = regexp.MustCompile(`\d+(?:\.\d+)*`)

// sectionsOf are the numbers of a page's headings.
func sectionsOf(t testing.TB, pages ...string) []string {
	var all []string
	for _, page := range pages {
		for _, heading := range regexp.MustCompile(`(?m)^###? (\d+(?:\.\d+)?)\.? `).FindAllStringSubmatch(read(t, page), -1) {
			require.NotContains(t, all, heading[1], "%s: a section twice", page)
			all = append(all, heading[1])
		}
	}
	return all
}

// Every section of the specification or of security.md that code or a page refers to is there.
func TestSections(t *testing.T) {
	sections := map[string][]string{"spec": sectionsOf(t, specParts...), "security": sectionsOf(t, "security.md")}
	reference := regexp.MustCompile(`\b(spec|security)(?:-[a-z]+)?(?:\.md)?\)?, (?:sections? )?(\d[\d., and]*)`)
	others := regexp.MustCompile("`[^`]*`|(?:RFC \\d+|security\\.md\\)?|wire\\.md\\)?),\\s+(?:sections? )?[\\d., and]+")
	texts := map[string]string{"the code": sources(t, "..", false), "the tests": sources(t, "..", true)}
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	for _, page := range pages {
		texts[page] = read(t, page)
	}
	found := 0
	for where, text := range texts {
		for _, r := range reference.FindAllStringSubmatch(text, -1) {
			for _, number := range sectionNumber.FindAllString(r[2], -1) {
				require.Contains(t, sections[r[1]], number, "%s: %s", where, r[0])
				found++
			}
		}
	}
	require.Greater(t, found, 20)
	inside := regexp.MustCompile(`sections? (\d[\d., and]*)|\b(\d+\.\d+)\b`)
	for _, page := range append(specParts, "security.md") {
		own := sections["spec"]
		if page == "security.md" {
			own = append(sections["security"], own...)
		}
		for _, r := range inside.FindAllStringSubmatch(others.ReplaceAllString(read(t, page), ""), -1) {
			for _, number := range sectionNumber.FindAllString(r[1]+r[2], -1) {
				require.Contains(t, own, number, "%s: %s", page, r[0])
			}
		}
	}
}

// Links between the pages lead somewhere, and one can get to every page from the
// README.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "../README.md") {
		text := regexp.MustCompile("`[^`]*`").ReplaceAllString(read(t, page), "")
		for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(text, -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(page), link[1]))
			require.NoError(t, err, page)
		}
	}
	for _, page := range pages {
		require.Contains(t, read(t, "../README.md"), "](docs/"+page+")")
		require.NotContains(t, read(t, page), "\n\n|---", "%s: a table without its heading is none", page)
	}
}

// Each bot has a row on the page about them.
func TestEveryBotIsOnThePage(t *testing.T) {
	page := read(t, "bots.md")
	for _, name := range bot.Names() {
		require.True(t, strings.Contains(page, "\n| `"+name+"` | "), "docs/bots.md has no row for the bot %s", name)
	}
}

// Every package that architecture.md names is there: below the folder of its heading, below the
// root, or beside the first package of its row.
func TestNamedPackagesExist(t *testing.T) {
	page := read(t, "architecture.md")
	found := 0
	for _, section := range strings.Split(page, "\n## ")[1:] {
		title, text, _ := strings.Cut(section, "\n")
		floor, _, _ := strings.Cut(title, ":")
		for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[a-z0-9/-]+`(?:, )?)+) \\|").FindAllStringSubmatch(text, -1) {
			names := regexp.MustCompile("[a-z0-9/-]+").FindAllString(row[1], -1)
			for _, name := range names {
				beside := filepath.Dir(names[0])
				var files []string
				for _, folder := range []string{floor, ".", beside, filepath.Join(floor, beside)} {
					in, err := filepath.Glob(filepath.Join("..", folder, name, "*.go"))
					require.NoError(t, err)
					files = append(files, in...)
				}
				require.NotEmpty(t, files, "%s in %s", name, title)
				found++
			}
		}
	}
	require.Greater(t, found, 30)
}

// Every file and folder that architecture.md names for a change is there.
func TestNamedFilesExist(t *testing.T) {
	var tree strings.Builder
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return fs.SkipDir
		}
		tree.WriteString(filepath.ToSlash(path) + "\n")
		return err
	}))
	_, changes, _ := strings.Cut(read(t, "architecture.md"), "\n## Where to make changes\n")
	changes, _, _ = strings.Cut(changes, "\n## ")
	names := regexp.MustCompile("`([A-Za-z0-9_./-]+(?:/[a-z0-9]+|\\.(?:go|js|ts|css|json|txt)))`").FindAllStringSubmatch(changes, -1)
	require.Greater(t, len(names), 80)
	for _, name := range names {
		require.True(t, strings.Contains(tree.String(), "/"+name[1]+"\n"), "architecture.md names %s", name[1])
	}
}

// The small game of rules.md is one.
func TestRulesOfThePage(t *testing.T) {
	text := read(t, "henhouse.json")
	rules, err := engine.ParseRules([]byte(text))
	require.NoError(t, err)
	_, err = readRules(rules.Text())
	require.NoError(t, err)
	require.Equal(t, int64(6), rules.CountLayouts().Int64())
	// What the page shows of it is in the file: each line, up to what it leaves out.
	_, shown, _ := strings.Cut(read(t, "rules.md"), "its heart:\n\n")
	shown, _, _ = strings.Cut(shown, "\n\n")
	found := 0
	for _, line := range strings.Split(shown, "\n") {
		for _, part := range strings.Split(strings.TrimSpace(line), "…") {
			require.Contains(t, strings.Join(strings.Fields(text), " "), strings.Trim(part, " ,}"), line)
			found++
		}
	}
	require.Greater(t, found, 10)
}

// The pages, and the second verifier, name every kind of record, every reason why a game ends and every field of the
// rules: what is new fails here until they do.
func TestWhatIsNewIsOnThePages(t *testing.T) {
	spec := strings.Join(strings.Fields(read(t, "spec.md")+read(t, "spec-seats.md")+read(t, "spec-deck.md")), " ")
	names := func(page, pattern string) bool { return regexp.MustCompile(pattern).MatchString(page) }
	found := 0
	for kind := range transcript.Kind(255) {
		name := kind.String()
		if strings.HasPrefix(name, "Kind(") {
			continue
		}
		found++
		require.Less(t, int(kind), len(kindNames), "kindNames, in verifier_test.go, lacks %s", name)
		require.Equal(t, name, kindNames[kind], "kindNames, in verifier_test.go")
		require.True(t, names(spec, fmt.Sprintf(`\b%d %s\b`, kind, name)), "spec.md, section 10, lacks the kind %d %s", kind, name)
	}
	require.Greater(t, found, 25)
	reason := engine.NotOver + 1
	for ; reason.String() != fmt.Sprintf("reason %d", reason); reason++ {
		require.True(t, names(spec, regexp.QuoteMeta("*"+reason.String()+"*")), "spec.md lacks the reason *%s*", reason)
	}
	require.Greater(t, reason, engine.ByCount)
	guide := read(t, "rules.md")
	for _, name := range fieldsOf(reflect.TypeFor[engine.Rules]()) {
		require.True(t, names(spec, "[`\"]"+name+"[`\"]"), "spec.md, section 3.1, lacks the field `%s` of the rules", name)
		require.True(t, name == "language" || names(guide, "[`\"]"+name+"[`\"]"), "rules.md lacks the field `%s`", name)
	}
}

// fieldsOf lists the names in JSON of the values of a type that hold no others.
func fieldsOf(t reflect.Type) (all []string) {
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return fieldsOf(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			below := fieldsOf(t.Field(i).Type)
			if below == nil {
				name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
				below = []string{name}
			}
			all = append(all, below...)
		}
	}
	return all
}
