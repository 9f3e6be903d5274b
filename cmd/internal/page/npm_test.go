package page_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What `npm ci` puts beside the page, Go code too, is no part of this module: `go test ./...` passes it over.
func TestGoPassesOverWhatNpmInstalls(t *testing.T) {
	root, here := filepath.Join("..", "..", ".."), filepath.Join("cmd", "internal", "page")
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	copied := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(copied, "go.mod"), module, 0o600))
	for _, dir := range []string{here, filepath.Join(here, "node_modules", "flatted", "golang")} {
		require.NoError(t, os.MkdirAll(filepath.Join(copied, dir), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(copied, dir, "some.go"), []byte("package some\n"), 0o600))
	}
	list := exec.Command("go", "list", "./...")
	list.Dir = copied
	found, err := list.CombinedOutput()
	require.NoError(t, err, "%s", found)
	require.Equal(t, "github.com/darkjunqi/darkjunqi/cmd/internal/page\n", string(found))
}
