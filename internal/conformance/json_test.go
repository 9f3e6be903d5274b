package conformance_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// plain are names of fields that say what they are.
var plain = []string{
	"go", "os", "arch", "cpus", "processor", "name", "runs", "bytes", "plies", "clashes", "version",
	"minNs", "maxNs", "medianNs", "quartilesNs", "file", "match", "digest", "resolver", "drawn", "lost", "convicted",
}

// ofThePage is a struct that only the page prints; its types.d.ts explains it.
var ofThePage = regexp.MustCompile(`(?s)\ntype Term struct \{.*?\n\}`)

// What json.md names is what the program prints: the fields of its structs, and the keys of what
// it puts together on the spot. The files that it or bench.md links explain theirs in comments.
func TestFieldsOfJSON(t *testing.T) {
	tag := regexp.MustCompile("`json:\"([A-Za-z0-9]+)")
	onTheSpot := regexp.MustCompile(`map\[string\](?:any|string)\{(.*)\}`)
	key := regexp.MustCompile(`"([a-z][A-Za-z-]*)": `)
	var fields []string
	explained := fieldsWithComments(t, "../cmd/internal/loadtest/campaign.go") + fieldsWithComments(t, "../cmd/internal/history/statistics.go")
	var files []string
	for _, folder := range []string{"darkjunqi", "darkjunqi/internal/*", "internal/auditreport", "internal/cli", "internal/lab", "internal/rulestext"} {
		found, err := filepath.Glob("../cmd/" + folder + "/*.go")
		require.NoError(t, err)
		files = append(files, found...)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		code := ofThePage.ReplaceAllString(read(t, file), "")
		if strings.Contains(read(t, "bench.md")+read(t, "json.md"), "("+filepath.ToSlash(file)+")") {
			explained += fieldsWithComments(t, file)
			continue
		}
		for _, m := range tag.FindAllStringSubmatch(code, -1) {
			fields = append(fields, m[1])
		}
		for _, m := range onTheSpot.FindAllStringSubmatch(code, -1) {
			for _, k := range key.FindAllStringSubmatch(m[1], -1) {
				fields = append(fields, k[1])
			}
		}
	}
	require.Greater(t, len(fields), 30)
	require.Greater(t, explained, 100)

	page := read(t, "json.md")
	for _, f := range fields {
		require.True(t, strings.Contains(page, "`"+f+"`"), "%q is printed and not documented in docs/json.md", f)
	}
	// The other way round: the first column of the table of audits. What a match tells is a package's own to test.
	_, audit, _ := strings.Cut(page, "\n## audit ")
	audit, _, _ = strings.Cut(audit, "\n## ")
	for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[A-Za-z0-9-]+`(?:, )?)+) \\| ").FindAllStringSubmatch(audit, -1) {
		for _, f := range regexp.MustCompile("[A-Za-z0-9-]+").FindAllString(row[1], -1) {
			require.True(t, slices.Contains(fields, f), "%q is documented and not printed", f)
		}
	}
}

// fieldsWithComments counts the JSON fields of a Go file, each of which has a comment or a plain
// name.
func fieldsWithComments(t *testing.T, file string) int {
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	require.NoError(t, err)
	found := 0
	ast.Inspect(tree, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok && field.Tag != nil {
			found++
			name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
			require.True(t, field.Comment != nil || field.Doc != nil || slices.Contains(plain, name), "%s: no word about %q", file, name)
		}
		return true
	})
	return found
}
