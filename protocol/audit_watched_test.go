package protocol_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Anyone who watches an audit is told of each record, in order, and then of each clash that is made
// again; what it finds stays the same.
func TestAuditIsWatched(t *testing.T) {
	for _, c := range []struct {
		file     string
		replayed bool
		again    bool // something is found, so the records are folded once more
	}{
		{"skirmish", false, false},
		{"skirmish-garbled", true, false},
		{"cheating-of-a-guest", false, true},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			file, err := os.ReadFile(filepath.Join(archiveFolder, c.file+".djq"))
			require.NoError(t, err)
			var steps []protocol.AuditStep
			report := protocol.AuditWatched(file, func(s protocol.AuditStep) { steps = append(steps, s) })
			require.Equal(t, protocol.Audit(file), report)
			records, _, err := transcript.ParseFile(file)
			require.NoError(t, err)
			of := len(records)
			if c.again {
				require.Equal(t, protocol.AuditStep{Done: report.Record, Of: of}, steps[len(steps)-1])
				require.Less(t, of, len(steps)+report.Record)
				return
			}
			for i := range of {
				require.Equal(t, protocol.AuditStep{Done: i, Of: of}, steps[i])
			}
			steps = steps[of:]
			if !c.replayed {
				require.Empty(t, steps)
				return
			}
			require.Len(t, steps, report.Clashes)
			for i, s := range steps {
				require.Equal(t, protocol.AuditStep{Replay: true, Done: i, Of: report.Clashes}, s)
			}
		})
	}
}
