package docs_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol"
)

// What json.md and bench.md name is what the program prints: the fields of its
// structs, and the keys of what it puts together on the spot.
func TestFieldsOfJSON(t *testing.T) {
	tag := regexp.MustCompile("`json:\"([A-Za-z]+)")
	onTheSpot := regexp.MustCompile(`map\[string\](?:any|string)\{(.*)\}`)
	key := regexp.MustCompile(`"([a-z][A-Za-z-]*)": `)
	event := regexp.MustCompile(`"event": "([a-z-]+)"|\}\{"(turn|audit)", `)
	var fields, events []string
	files, err := filepath.Glob("../cmd/darkjunqi/*.go")
	require.NoError(t, err)
	for _, file := range append(files, "../protocol/audit.go", "../engine/rulesjson.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		code := read(t, file)
		for _, m := range tag.FindAllStringSubmatch(code, -1) {
			fields = append(fields, m[1])
		}
		for _, m := range onTheSpot.FindAllStringSubmatch(code, -1) {
			for _, k := range key.FindAllStringSubmatch(m[1], -1) {
				fields = append(fields, k[1])
			}
		}
		for _, m := range event.FindAllStringSubmatch(code, -1) {
			events = append(events, m[1]+m[2])
		}
	}
	require.Greater(t, len(fields), 80)

	page := read(t, "json.md")
	for _, f := range fields {
		require.True(t, strings.Contains(page, "`"+f+"`") || regexp.MustCompile("`(parts\\[\\]\\.)?"+f+"`").MatchString(read(t, "bench.md")), "%q is printed and not documented", f)
	}
	// The other way round: the first column of every table of fields.
	for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[A-Za-z-]+`(?:, )?)+) \\| ").FindAllStringSubmatch(page, -1) {
		for _, f := range regexp.MustCompile("[A-Za-z-]+").FindAllString(row[1], -1) {
			require.True(t, slices.Contains(fields, f) || slices.Contains(events, f), "%q is documented and not printed", f)
		}
	}

	_, section, _ := strings.Cut(page, "\n| event |")
	section, _, _ = strings.Cut(section, "\n\n")
	var named []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(section, -1) {
		named = append(named, row[1])
	}
	slices.Sort(events)
	slices.Sort(named)
	require.Equal(t, slices.Compact(events), named)
}

// The example of an audit is what an audit of this folder's example is.
func TestAuditInJSON(t *testing.T) {
	file, err := os.ReadFile("example.djq")
	require.NoError(t, err)
	report, err := json.Marshal(protocol.Audit(file))
	require.NoError(t, err)
	require.Contains(t, read(t, "json.md"), `{"file":"docs/example.djq",`+strings.TrimPrefix(string(report), "{"))
}
