package api

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/api")

const root = "../.."

// floors are the folders whose packages others may import: each has a file.
var floors = []string{"engine", "protocol", "p2p"}

// What the packages export is what testdata/api says. After a change that is meant, run
//
//	go test ./internal/api -update
func TestAPI(t *testing.T) {
	for _, floor := range floors {
		var lines []string
		for _, folder := range packages(t, floor) {
			list, err := List(filepath.Join(root, folder), folder)
			require.NoError(t, err)
			lines = append(lines, list...)
		}
		now := strings.Join(lines, "\n") + "\n"
		file := filepath.Join(root, "testdata/api", floor+".txt")
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(now), 0o644))
			continue
		}
		before, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(before), now,
			"the API of %s has changed; if this is meant, run go test ./internal/api -update", floor)
	}
}

// packages are the folders below a floor that hold a package others can import.
func packages(t *testing.T, floor string) (folders []string) {
	err := filepath.WalkDir(filepath.Join(root, floor), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if d.Name() == "internal" || d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if files, _ := filepath.Glob(filepath.Join(path, "*.go")); len(files) > 0 {
			folder, err := filepath.Rel(root, path)
			require.NoError(t, err)
			folders = append(folders, filepath.ToSlash(folder))
		}
		return nil
	})
	require.NoError(t, err)
	return folders
}

// Each kind of declaration has its lines, and what is not exported has none.
func TestList(t *testing.T) {
	folder := t.TempDir()
	source := `package p
const A, b = 1, 2
var C int
type T struct { X, y int; *Embedded; hidden }
type hidden struct { Field int }
func (hidden) Method() {}
func (t *T) M(a, b int) (n int, err error) { return }
func F[K comparable](m map[K]int, f func(K, ...string) bool) error { return nil }
type I interface { Do(x int) string; private() }
type Alias = T
type L []T
`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "p.go"), []byte(source), 0o644))
	lines, err := List(folder, "p")
	require.NoError(t, err)
	require.Equal(t, []string{
		"p: const A",
		"p: func F[comparable](map[K]int, func(K, ...string) bool) error",
		"p: method (*T) M(int, int) (int, error)",
		"p: type Alias = T",
		"p: type I interface",
		"p: type I, method Do(int) string",
		"p: type L []T",
		"p: type T struct",
		"p: type T, embeds *Embedded",
		"p: type T, field X int",
		"p: var C",
	}, lines)
}
