package conformance_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The verifier that was written from the page comes to the verdicts of the archive, except for
// clashes of the audited resolvers.
func TestArchiveAlone(t *testing.T) {
	files, err := filepath.Glob("../testdata/archive/*.djq")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		var want struct {
			Verdict, Culprit, Resolver, Result string
			Record                             int
		}
		require.NoError(t, json.Unmarshal([]byte(read(t, strings.TrimSuffix(path, ".djq")+".json")), &want))
		if want.Resolver == "yao82" || want.Resolver == "garbled" {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			r, m, _ := audit([]byte(read(t, path)))
			require.Equal(t, slices.Index([]string{"honest", "cheating", "unreadable", "incomplete"}, want.Verdict), r.code)
			require.Equal(t, want.Culprit, strings.Join(seatNames[max(r.culprit, 0):r.culprit+1], ""))
			require.Equal(t, want.Record, r.record)
			result := "not over"
			if m.game != nil && m.game.result != "" {
				result = m.game.result
			}
			require.Equal(t, want.Result, result)
		})
	}
}
