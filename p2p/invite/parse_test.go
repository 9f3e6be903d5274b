package invite

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// An invite begins, and its pieces end, where these expressions say.
func TestInvitesBeginWhereTheyDo(t *testing.T) {
	starts, run := regexp.MustCompile(`(?:^|[^a-z0-9])(djq[wra]?[1-9])`), regexp.MustCompile(`^[a-z2-7]*`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"djq", "d", "q", "w", "r", "a", "0", "1", "2", "9", " ", "-", "é", "请", "\xff"}), 0, 12).Draw(t, "text"), "")
		prefix, rest := "", ""
		if at := starts.FindStringSubmatchIndex(text); at != nil {
			prefix, rest = text[at[2]:at[3]], text[at[3]:]
		}
		gotPrefix, gotRest := cutInvite(text)
		require.Equal(t, []string{prefix, rest}, []string{gotPrefix, gotRest}, "%q", text)
		if fields := strings.Fields(text); len(fields) > 0 {
			require.Equal(t, run.FindString(fields[0]), invitePieces(text)[0], "%q", text)
		}
	})
}
