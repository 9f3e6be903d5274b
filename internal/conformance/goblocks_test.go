package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	goBlock = regexp.MustCompile("(?s)\n```go\n(.*?)```\n")
	prints  = regexp.MustCompile(`// prints: (.*)`)
)

// The programs of README and the pages compile, and print what they say when they run at the
// top of the repository.
func TestGoBlocks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	blocks := 0
	for _, page := range append(pages, "../README.md") {
		for _, block := range goBlock.FindAllStringSubmatch(read(t, page), -1) {
			blocks++
			file := filepath.Join(t.TempDir(), "main.go")
			require.NoError(t, os.WriteFile(file, []byte(block[1]), 0o644))
			program := exec.Command("go", "run", file)
			program.Dir = ".."
			output, err := program.CombinedOutput()
			require.NoError(t, err, "%s: %s", page, output)
			said := prints.FindStringSubmatch(block[1])
			require.NotNil(t, said, "%s: a program that doesn't say what it prints", page)
			require.Equal(t, said[1]+"\n", string(output))
		}
	}
	require.NotZero(t, blocks)
}
