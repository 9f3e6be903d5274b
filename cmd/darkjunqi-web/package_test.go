package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// node runs a script in node.
func node(t *testing.T, args ...string) string {
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	out, err := exec.Command(path, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// The JavaScript package in node: it audits, verifies, reads rulesets, and plays and watches a match
// over streams; its example plays one between two instances; its types are those of what it does.
func TestPackage(t *testing.T) {
	absolute, err := filepath.Abs(root)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, buildPackage(dir, "1.2.3"))
	t.Run("node", func(t *testing.T) {
		out := node(t, filepath.Join("testdata", "package", "test.mjs"), dir, absolute)
		require.Equal(t, "audit\nmatch\n", out)
	})
	t.Run("example", func(t *testing.T) {
		require.Regexp(t, `^honest \d+ turns, \d+ clashes, \w+\n$`, node(t, filepath.Join(dir, "example.mjs")))
	})
	t.Run("types", func(t *testing.T) { checkTypes(t, dir) })
}

// checkTypes compiles a program that uses the package in a folder.
func checkTypes(t *testing.T, folder string) {
	tsc, err := filepath.Abs(filepath.Join(root, "cmd", "internal", "page", "node_modules", ".bin", "tsc"))
	require.NoError(t, err)
	if _, err := os.Stat(tsc); err != nil {
		t.Skip("TypeScript is not here: run npm ci in cmd/internal/page")
	}
	dir := t.TempDir()
	modules := filepath.Join(dir, "node_modules", "@darkjunqi")
	require.NoError(t, os.MkdirAll(modules, 0o755))
	require.NoError(t, os.Symlink(folder, filepath.Join(modules, "darkjunqi")))
	use, err := os.ReadFile(filepath.Join("testdata", "package", "use.mts"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "use.mts"), use, 0o644))
	check := exec.Command(tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
		"--moduleResolution", "nodenext", "--lib", "es2022,dom,dom.asynciterable", "use.mts")
	check.Dir = dir
	out, err := check.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
