package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

var builds = flag.Bool("build", false, "build programs too: this compiles Go's own packages as they are for a release (.ci/run)")

// building skips a test that builds a program, unless -build asks for it.
func building(t *testing.T) {
	t.Helper()
	if !*builds {
		t.Skip("builds a program: -build")
	}
}

// module writes a module whose program says which version was told, and returns its folder.
func module(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, source), 0o755))
	for name, text := range map[string]string{
		"go.mod":                             "module example.org/small\n\ngo 1.26\n",
		"LICENSE":                            "do as you like\n",
		filepath.Join(source, "main.go"):     "package main\n\nvar released string\n\nfunc main() { println(released) }\n",
		filepath.Join(source, "http2_on.go"): "//go:build !nethttpomithttp2\n\npackage main\n\nfunc init() { println(\"http2\") }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	return root
}

// What is built tells neither where it was built nor how whoever built it likes to.
func TestSameBytesFromAnyFolder(t *testing.T) {
	building(t)
	here := target{runtime.GOOS, runtime.GOARCH}
	one, other := module(t), module(t)
	first, err := here.build(one, "v1.2.3")
	require.NoError(t, err)
	t.Setenv("GOFLAGS", "-gcflags=-N")
	t.Setenv("GOAMD64", "v2")
	t.Setenv("CGO_ENABLED", "1")
	exec.Command("git", "-C", other, "init").Run() // where there is git
	second, err := here.build(other, "v1.2.3")
	require.NoError(t, err)
	require.Equal(t, first, second)
	require.NotContains(t, string(first), one)

	path := filepath.Join(t.TempDir(), here.programName())
	require.NoError(t, os.WriteFile(path, first, 0o755))
	said, err := exec.Command(path).CombinedOutput()
	require.NoError(t, err)
	require.Equal(t, "v1.2.3\n", string(said))
}

// The pages are in a release too, with the licences of what they contain.
func TestPackPages(t *testing.T) {
	building(t)
	root, out := module(t), t.TempDir()
	table := filepath.Join(root, pages, "internal", "table")
	require.NoError(t, os.MkdirAll(table, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(table, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o644))
	const maker = "package main\n\nimport \"os\"\n\nfunc main() { os.WriteFile(os.Args[2]+\"/audit.html\", []byte(os.Args[0]+\" \"+os.Args[1]), 0o644) }\n"
	require.NoError(t, os.WriteFile(filepath.Join(root, pages, "main.go"), []byte(maker), 0o644))
	web := filepath.Join(t.TempDir(), "web")
	_, err := target{runtime.GOOS, runtime.GOARCH}.goTool(root, "build", "-o", web, pages)
	require.NoError(t, err)
	for _, built := range []string{"", web} {
		name, err := packPages(root, out, "v1.2.3", built)
		require.NoError(t, err)
		require.Equal(t, "darkjunqi-v1.2.3-web.zip", name)
		archive, err := zip.OpenReader(filepath.Join(out, name))
		require.NoError(t, err)
		defer archive.Close()
		for file, wants := range map[string]string{"LICENSE": "do as you like\n", "NOTICES": "==== Go: LICENSE", "audit.html": built + " --out"} {
			data, err := fs.ReadFile(archive, "darkjunqi-v1.2.3-web/"+file)
			require.NoError(t, err)
			require.Contains(t, string(data), wants)
		}
	}
}

var some = []file{{"darkjunqi", 0o755, []byte("program")}, {"LICENSE", 0o644, []byte("do as you like")}}

func TestTarHoldsTheFiles(t *testing.T) {
	packed, err := target{"linux", "amd64"}.pack("folder", some)
	require.NoError(t, err)
	again, err := target{"darwin", "arm64"}.pack("folder", some)
	require.NoError(t, err)
	require.Equal(t, packed, again)
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	archive := tar.NewReader(unzipped)
	for _, want := range some {
		head, err := archive.Next()
		require.NoError(t, err)
		require.Equal(t, "folder/"+want.name, head.Name)
		require.Equal(t, want.mode, fs.FileMode(head.Mode))
		require.Equal(t, packedAt, head.ModTime.UTC())
		data, err := io.ReadAll(archive)
		require.NoError(t, err)
		require.Equal(t, want.data, data)
	}
	_, err = archive.Next()
	require.ErrorIs(t, err, io.EOF)
}

func TestZipHoldsTheFiles(t *testing.T) {
	packed, err := target{"windows", "amd64"}.pack("folder", some)
	require.NoError(t, err)
	again, err := target{"windows", "arm64"}.pack("folder", some)
	require.NoError(t, err)
	require.Equal(t, packed, again)
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	require.NoError(t, err)
	require.Len(t, archive.File, len(some))
	for i, f := range archive.File {
		require.Equal(t, "folder/"+some[i].name, f.Name)
		require.Equal(t, some[i].mode, f.Mode())
		require.Equal(t, packedAt, f.Modified.UTC())
		r, err := f.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, some[i].data, data)
	}
}

func TestSums(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "abc.zip"), []byte("abc"), 0o644))
	require.NoError(t, writeSums(dir, []string{"abc.zip"}))
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	require.NoError(t, err)
	// FIPS 180-2, appendix B.1
	require.Equal(t, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.zip\n", string(sums))
}

func TestProgramsThatAreTooLarge(t *testing.T) {
	require.NoError(t, fits(maxSize))
	require.ErrorContains(t, fits(maxSize+1), "25000001 bytes, more than 25000000")
}

func TestTargetsByName(t *testing.T) {
	list, err := parseTargets(nil)
	require.NoError(t, err)
	require.Len(t, list, 6)
	list, err = parseTargets([]string{"windows/arm64"})
	require.NoError(t, err)
	require.Equal(t, []target{{"windows", "arm64"}}, list)
	_, err = parseTargets([]string{"plan9/amd64"})
	require.ErrorContains(t, err, "plan9/amd64")
}

func TestNameOfAVersion(t *testing.T) {
	const commit = "20260102150405-0123456789ab"
	for _, test := range []struct {
		want    string
		tags    []string
		changed bool
	}{
		{"v0.0.0-" + commit, nil, false},
		{"v0.0.0-" + commit + "+changed", nil, true},
		{"v1.2.3", []string{"v1.2.3"}, false},
		{"v1.2.3+changed", []string{"v1.2.3"}, true},
		{"v1.3.0-rc.1", []string{"nightly", "v1", "v1.3.0-rc.1", "v1.2.3"}, false},
		{"v0.0.0-" + commit, []string{"v1.2.3/x"}, false},
	} {
		require.Equal(t, test.want, nameVersion(commit, test.tags, test.changed))
	}
	require.ErrorContains(t, release(t.TempDir(), "../v1", "", nil), "is not a version")
}

func TestVersionOfARepository(t *testing.T) {
	root := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", root, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=2026-01-02T16:04:05+01:00")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	_, err := versionOf(root)
	require.ErrorContains(t, err, "-version does")
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "first")
	version, err := versionOf(root)
	require.NoError(t, err)
	require.Regexp(t, `^v0\.0\.0-20260102150405-[0-9a-f]{12}$`, version)
	git("tag", "v1.0.0")
	version, err = versionOf(root)
	require.NoError(t, err)
	require.Equal(t, "v1.0.0", version)
	require.NoError(t, os.WriteFile(filepath.Join(root, "new.go"), []byte("package new"), 0o644))
	version, err = versionOf(root)
	require.NoError(t, err)
	require.Equal(t, "v1.0.0+changed", version)
}

// Nothing is passed on without its licence.
func TestLicences(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	require.ErrorContains(t, addLicences(&out, "example.org/a v1.0.0", dir), "example.org/a v1.0.0 has no licence file")
	for _, name := range []string{"LICENSE-MIT", "NOTICE.txt", "license.go", "licenses_list", "README"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name+" says\n"), 0o644))
	}
	require.NoError(t, addLicences(&out, "example.org/a v1.0.0", dir))
	require.Equal(t, "\n\n==== example.org/a v1.0.0: LICENSE-MIT\n\nLICENSE-MIT says\n\n==== example.org/a v1.0.0: NOTICE.txt\n\nNOTICE.txt says", out.String())
}
