package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// tool returns the path of a program, or skips the test where there is none.
func tool(t *testing.T, name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("no " + name)
	}
	return path
}

// run runs a program in a folder and returns what it printed.
func run(t *testing.T, dir, path string, args ...string) string {
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

var playExample = regexp.MustCompile("(?s)instances:\n\n```js\n(.*?)```")

// The JavaScript package as npm packs and installs it, in node: it audits, verifies, reads rulesets, and plays
// and watches a match over streams; the README's example plays one between two instances; its types are
// those of what it does.
func TestPackage(t *testing.T) {
	node, npm := tool(t, "node"), tool(t, "npm")
	t.Parallel()
	absolute, err := filepath.Abs(root)
	require.NoError(t, err)
	built, dir := t.TempDir(), t.TempDir()
	require.NoError(t, buildPackage(built, "1.2.3"))
	run(t, dir, npm, "pack", "--silent", built)
	run(t, dir, npm, "install", "--offline", "--no-audit", "--no-fund", "./darkjunqi-darkjunqi-1.2.3.tgz")
	installed := filepath.Join(dir, "node_modules", "@darkjunqi", "darkjunqi")
	t.Run("node", func(t *testing.T) {
		out := run(t, "", node, filepath.Join("testdata", "package", "test.mjs"), installed, absolute)
		require.Equal(t, "audit\nmatch\n", out)
	})
	t.Run("example", func(t *testing.T) {
		readme, err := os.ReadFile(filepath.Join(installed, "README.md"))
		require.NoError(t, err)
		example := playExample.FindSubmatch(readme)
		require.NotNil(t, example)
		path := filepath.Join(dir, "example.mjs")
		require.NoError(t, os.WriteFile(path, example[1], 0o644))
		require.Regexp(t, `^honest \d+ turns, \d+ clashes, \w+\n$`, run(t, "", node, path))
	})
	t.Run("types", func(t *testing.T) { checkTypes(t, dir) })
}

// checkTypes compiles a program that uses the package, in a folder where that is installed.
func checkTypes(t *testing.T, dir string) {
	tsc, err := filepath.Abs(filepath.Join(root, "cmd", "internal", "page", "node_modules", ".bin", "tsc"))
	require.NoError(t, err)
	if _, err := os.Stat(tsc); err != nil {
		t.Skip("TypeScript is not here: run npm ci in cmd/internal/page")
	}
	use, err := os.ReadFile(filepath.Join("testdata", "package", "use.mts"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "use.mts"), use, 0o644))
	check := exec.Command(tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
		"--moduleResolution", "nodenext", "--lib", "es2022,dom,dom.asynciterable", "use.mts")
	check.Dir = dir
	out, err := check.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
