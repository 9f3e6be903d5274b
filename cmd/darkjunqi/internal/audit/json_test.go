package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
)

// The audit that docs/json.md shows is what an audit of that match prints.
func TestAuditOfTheDocumentation(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "json.md"))
	require.NoError(t, err)
	t.Chdir(filepath.Join("..", "..", "..", ".."))
	got := darkjunqi("audit", "--json", "docs/example.djq")
	require.Equal(t, cli.ExitSound, got.Code, got.Err)
	// What an earlier run has reported on is passed over while the file is the same.
	found := filepath.Join(t.TempDir(), "found.jsonl")
	require.NoError(t, os.WriteFile(found, []byte(got.Out+`{"file":"docs/exa`), 0o600))
	again := darkjunqi("audit", "--json", "--skip", found, "docs/example.djq")
	require.Empty(t, again.Out+again.Err)
	require.Equal(t, cli.ExitSound, again.Code)
	require.NoError(t, os.WriteFile(found, []byte(strings.Replace(got.Out, `"sha256":"`, `"sha256":"00`, 1)), 0o600))
	require.Equal(t, got.Out, darkjunqi("audit", "--json", "--skip", found, "docs/example.djq").Out)
	require.NoError(t, os.WriteFile(found, bytes.Repeat([]byte("1"), maxSkipLine+1), 0o600))
	require.Contains(t, darkjunqi("audit", "--json", "--skip", found, "docs/example.djq").Err, "found.jsonl has a line of more than")
	require.Contains(t, string(page), "\n$ darkjunqi audit --json docs/example.djq\n"+got.Out)
}
