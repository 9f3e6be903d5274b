package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// auditedResolver finds the name of the resolver in Terms.
var auditedResolver = regexp.MustCompile(`\x05yao82|\x07garbled`)

// kitFile is a file of the testkit as section 20 describes it.
type kitFile struct {
	header  map[string]string
	content []byte
}

func readKit(t testing.TB, path string) kitFile {
	top, rest, ok := strings.Cut(read(t, path), "\n\n")
	require.True(t, ok, path)
	f := kitFile{header: map[string]string{}}
	for line := range strings.SplitSeq(top, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		f.header[key] = value
	}
	if begins := f.header["begins"]; begins != "" {
		var size int
		var name string
		_, err := fmt.Sscanf(begins, "%d bytes of %s", &size, &name)
		require.NoError(t, err)
		setup, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		require.NoError(t, err)
		f.content = slices.Clone(setup[:size])
	}
	f.content = append(f.content, rest...)
	return f
}

// The verifier that was written from the page finds in every file of the testkit what its
// header says, except for clashes of the audited resolvers, which it does not know.
func TestTestkitAlone(t *testing.T) {
	files, err := filepath.Glob("../testdata/testkit/*.kit")
	require.NoError(t, err)
	judged := 0
	for _, path := range files {
		f := readKit(t, path)
		if auditedResolver.Match(f.content) && !strings.Contains(string(f.content), `"mode":"open"`) && !strings.HasPrefix(filepath.Base(path), "unreadable-") {
			continue
		}
		judged++
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			var r ruling
			result := "-"
			if f.header["file"] == "certificate" {
				r = verifyCertificate(f.content)
			} else {
				var m *match
				r, m, _ = audit(f.content)
				if m.game != nil && m.game.result != "" {
					result = m.game.result
				}
				require.Equal(t, f.header["result"], result)
			}
			require.Equal(t, f.header["exit"], strconv.Itoa(r.code), r.why)
			culprit, record := "-", "-"
			if r.culprit >= 0 {
				culprit = seatNames[r.culprit]
			}
			if r.record >= 0 {
				record = strconv.Itoa(r.record)
			}
			require.Equal(t, f.header["culprit"], culprit)
			require.Equal(t, f.header["record"], record)
		})
	}
	require.Greater(t, judged, 250)
}

// Each kind of record that files hold is in some file of the testkit, so that other verifiers are tried on it.
func TestEveryKindIsInTheTestkit(t *testing.T) {
	files, err := filepath.Glob("../testdata/testkit/*.kit")
	require.NoError(t, err)
	found := map[string]bool{"": true, "Vote": true, "State": true} // none, and what is in no file
	for _, path := range files {
		f := readKit(t, path)
		if f.header["file"] == "certificate" || strings.HasPrefix(filepath.Base(path), "unreadable-") {
			continue
		}
		for in := (&reader{f.content[len(transcriptLine):]}); len(in.b) > 0; {
			found[kindNames[parseRecord(in.framed(4)).kind]] = true
		}
	}
	for _, name := range kindNames {
		require.True(t, found[name], "no file of the testkit has a %s: add one in protocol/testkit_cases_test.go", name)
	}
}
