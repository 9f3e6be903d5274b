package conformance_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What json.md and bench.md name is what the program prints: the fields of its
// structs, and the keys of what it puts together on the spot.
func TestFieldsOfJSON(t *testing.T) {
	tag := regexp.MustCompile("`json:\"([A-Za-z0-9]+)")
	onTheSpot := regexp.MustCompile(`map\[string\](?:any|string)\{(.*)\}`)
	key := regexp.MustCompile(`"([a-z][A-Za-z-]*)": `)
	var fields []string
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
		code := read(t, file)
		for _, m := range tag.FindAllStringSubmatch(code, -1) {
			fields = append(fields, m[1])
		}
		for _, m := range onTheSpot.FindAllStringSubmatch(code, -1) {
			for _, k := range key.FindAllStringSubmatch(m[1], -1) {
				fields = append(fields, k[1])
			}
		}
	}
	require.Greater(t, len(fields), 60)

	page := read(t, "json.md")
	for _, f := range fields {
		require.True(t, strings.Contains(page, "`"+f+"`") || regexp.MustCompile("`(parts\\[\\]\\.)?"+f+"`").MatchString(read(t, "bench.md")), "%q is printed and not documented", f)
	}
	// The other way round: the first column of every table of fields. What a match tells is a package's own to test.
	_, commands, _ := strings.Cut(page, "\n## audit ")
	for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[A-Za-z0-9-]+`(?:, )?)+) \\| ").FindAllStringSubmatch(commands, -1) {
		for _, f := range regexp.MustCompile("[A-Za-z0-9-]+").FindAllString(row[1], -1) {
			require.True(t, slices.Contains(fields, f), "%q is documented and not printed", f)
		}
	}
}
