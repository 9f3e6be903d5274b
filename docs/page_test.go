package docs_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
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

var label = regexp.MustCompile(`darkjunqi/v1/[a-z0-9/-]*[a-z0-9/]`)

// Every label of the page stands in the code, and every label of the pure floors
// on the page.
func TestLabels(t *testing.T) {
	unique := func(text string) []string {
		list := label.FindAllString(text, -1)
		slices.Sort(list)
		return slices.Compact(list)
	}
	page, code := read(t, "spec.md"), sources(t, "../engine", false)+sources(t, "../protocol", false)
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
		require.True(t, strings.Contains(page, l), "%s stands in the code, not in spec.md", l)
	}
}

// Kinds, sizes and limits of the page are those of the code.
func TestNumbers(t *testing.T) {
	page := read(t, "spec.md")
	for kind := transcript.Kind(1); !strings.HasPrefix(kind.String(), "Kind("); kind++ {
		require.Contains(t, page, fmt.Sprintf("| %d | %s |", kind, kind))
	}
	comma := func(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
	require.Contains(t, page, "bodies of more than "+comma(transcript.MaxBody)+" bytes (of a Fault: "+comma(transcript.MaxFault)+",")
	require.Contains(t, page, "at most "+comma(transcript.MaxRecords)+" records, and a chain at most "+comma(transcript.MaxChain)+":")
	size, err := layout.BodySize(junqi.Standard())
	require.NoError(t, err)
	require.Contains(t, page, comma(size)+" bytes with `standard`")
	for _, name := range []string{"standard", "qq", "app"} {
		rules, err := engine.Rules(name)
		require.NoError(t, err)
		require.Regexp(t, fmt.Sprintf("\\| `%s`.* \\| `%x` \\|", name, rules.Digest()), page)
	}
	for j := engine.Type(0); j.Valid(); j++ {
		require.Contains(t, page, fmt.Sprintf("| %d | %s | %c | %d |", j, j, j.Letter(), junqi.Standard().Count(j)))
	}
	for _, o := range junqi.Standard().Options() {
		require.Contains(t, page, "| `"+o.Name+"` |")
	}
	require.Equal(t, len(junqi.Standard().Codes()), strings.Count(page, " leave |")+strings.Count(page, "| defender leaves")+strings.Count(page, "| attacker leaves")+strings.Count(page, "| both leave,"))
}

// The digest as the page has it (rules_test.go) is that of the code, whatever the
// options.
func TestDigestAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		rules := randomRules(t, rng)
		want := rules.Digest()
		require.Equal(t, want[:], newRuleset(rules.Canonical()).digest(), "%s", rules)
	}
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
	}
}

// Every Go file that architecture.md names is there, in the folder of its section.
func TestNamedFilesExist(t *testing.T) {
	folders := map[string][]string{
		"engine": {"engine", "engine/bot"}, "protocol": {"protocol"}, "p2p": {"p2p"},
		"cmd/darkjunqi": {"cmd/darkjunqi", "cmd/darkjunqi/internal/words"},
	}
	for _, section := range strings.Split(read(t, "architecture.md"), "\n## ")[1:] {
		title, text, _ := strings.Cut(section, "\n")
		for _, file := range regexp.MustCompile("`([a-z0-9_]+\\.go)`").FindAllStringSubmatch(text, -1) {
			require.True(t, slices.ContainsFunc(folders[title], func(folder string) bool {
				_, err := os.Stat(filepath.Join("..", folder, file[1]))
				return err == nil
			}), "%s is not in %s", file[1], title)
		}
	}
}
