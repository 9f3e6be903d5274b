package conformance_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The Terms that section 11.1 takes apart are the example's, whole and in order. Of the text
// of the rules the page shows the beginning.
func TestTermsOnThePageAreTheExample(t *testing.T) {
	_, block, found := strings.Cut(read(t, "spec.md"), "The Terms of section 1")
	require.True(t, found)
	rest := (&reader{readExample(t)[len(transcriptLine):]}).framed(4)
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "Each other seat") {
			break
		}
		if !strings.HasPrefix(line, "    ") {
			continue
		}
		part, err := hex.DecodeString(strings.Fields(line)[0])
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(rest, part), line)
		rest = rest[len(part):]
		if strings.Contains(line, "…  ") {
			rest = rest[10363-len(part):]
		}
	}
	require.Empty(t, rest)
}
