package audit

import (
	"os"
	"path/filepath"
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
	require.Contains(t, string(page), "\n$ darkjunqi audit --json docs/example.djq\n"+got.Out)
}
