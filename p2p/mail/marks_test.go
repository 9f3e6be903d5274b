package mail

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Marks of quotations, letters of later versions and names of files are what these expressions say.
func TestMarksLettersAndNames(t *testing.T) {
	marks, later := regexp.MustCompile(`(?m)^[ \t]*>[> \t]*`), regexp.MustCompile(`(^|\s)djql[2-9][A-Za-z0-9_-]{32}`)
	name := regexp.MustCompile(`^letter-([0-9]{4,9})-`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{">", " ", "\t", "\n", "\r", "x", "é", "\xff"}), 0, 12).Draw(t, "text"), "")
		require.Equal(t, marks.ReplaceAllString(text, ""), unquoted(text), "%q", text)
		text = strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"djql", "1", "2", "9", strings.Repeat("Zz", 15), "-", "_", " ", "\n", "é", "\xff"}), 0, 10).Draw(t, "letter"), "")
		require.Equal(t, later.MatchString(text), slices.ContainsFunc(strings.Fields(text), isLater), "%q", text)
		text = strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"letter-", "1", "0023", "-", "+1", "é"}), 0, 6).Draw(t, "name"), "")
		n := 0
		if m := name.FindStringSubmatch(text); m != nil {
			n, _ = strconv.Atoi(m[1])
		}
		require.Equal(t, n, letterNumber(text), "%q", text)
	})
}
