// Command release builds the programs of a release, the same bytes wherever it runs: an
// archive for each target, one of the pages for browsers, and their sums.
//
//	go run ./internal/release [-out DIR] [-version V] [-web PATH] [OS/ARCH…]
//
// The version is HEAD's tag, or else names the commit; a work tree that was changed says
// so. Bytes depend on the source, the version and the release of Go, and on nothing else:
// not on the folder, the machine that builds, its settings, or whether there is a
// repository at all. docs/CONTRIBUTING.md says how a release is made.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// program is the name of the released program; the others are paths in the module, of its source and of
// the program that builds the pages.
const (
	program = "darkjunqi"
	source  = "./cmd/darkjunqi"
	pages   = "./cmd/darkjunqi-web"
)

// maxSize is the number of bytes a program may have.
const maxSize = 25_000_000

func main() {
	out := flag.String("out", "dist", "the `folder` that the release is put into")
	version := flag.String("version", "", "the `version`, if it is not the repository's")
	web := flag.String("web", "", "the absolute `path` of cmd/darkjunqi-web, where that has been built already")
	flag.Parse()
	if err := release(*out, *version, *web, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release builds and packs the targets, all if none is named, and the pages with the program web, if it is not empty.
func release(out, version, web string, names []string) (err error) {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if version == "" {
		if version, err = versionOf(root); err != nil {
			return err
		}
	}
	if !versionForm.MatchString(version) {
		return fmt.Errorf("%q is not a version", version)
	}
	targets, err := parseTargets(names)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var archives []string
	for _, t := range targets {
		name, size, err := t.archive(root, out, version)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		fmt.Printf("%s: the program has %.1f MB\n", name, float64(size)/1e6)
		archives = append(archives, name)
	}
	name, err := packPages(root, out, version, web)
	if err != nil {
		return fmt.Errorf("the pages: %w", err)
	}
	return writeSums(out, append(archives, name))
}

// packPages builds the pages for browsers with the program web, or one that it builds, and packs them into a folder. It
// returns the archive's name.
func packPages(root, out, version, web string) (name string, err error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	build := []string{"go", "run", pages}
	if web != "" {
		build = []string{web}
	}
	if _, err := (target{runtime.GOOS, runtime.GOARCH}).run(root, append(build, "--out", dir)...); err != nil {
		return "", err
	}
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return "", err
	}
	notices, err := target{"js", "wasm"}.notices(root, pages+"/internal/table")
	if err != nil {
		return "", err
	}
	files := []file{{"LICENSE", 0o644, licence}, {"NOTICES", 0o644, notices}}
	built, err := os.ReadDir(dir) // sorted
	if err != nil {
		return "", err
	}
	for _, entry := range built {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return "", err
		}
		files = append(files, file{entry.Name(), 0o644, data})
	}
	folder := fmt.Sprintf("%s-%s-web", program, version)
	packed, err := packZip(folder, files)
	if err != nil {
		return "", err
	}
	name = folder + ".zip"
	return name, os.WriteFile(filepath.Join(out, name), packed, 0o644)
}

// archive builds a target and packs it into a folder. It returns the archive's name and the
// program's bytes.
func (t target) archive(root, out, version string) (name string, size int, err error) {
	built, err := t.build(root, version)
	if err != nil {
		return "", 0, err
	}
	if err := fits(len(built)); err != nil {
		return "", 0, err
	}
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return "", 0, err
	}
	notices, err := t.notices(root, source)
	if err != nil {
		return "", 0, err
	}
	folder := fmt.Sprintf("%s-%s-%s-%s", program, version, t.os, t.arch)
	packed, err := t.pack(folder, []file{
		{t.programName(), 0o755, built},
		{"LICENSE", 0o644, licence},
		{"NOTICES", 0o644, notices},
	})
	if err != nil {
		return "", 0, err
	}
	name = folder + t.extension()
	return name, len(built), os.WriteFile(filepath.Join(out, name), packed, 0o644)
}

// fits refuses a program that has grown too large.
func fits(size int) error {
	if size > maxSize {
		return fmt.Errorf("the program has %d bytes, more than %d", size, maxSize)
	}
	return nil
}

// moduleRoot returns the folder of go.mod.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", said(err)
	}
	if path := strings.TrimSpace(string(out)); filepath.Base(path) == "go.mod" {
		return filepath.Dir(path), nil
	}
	return "", errors.New("not in the module")
}

// said returns the error of a command with what it has said.
func said(err error) error {
	if exit, ok := err.(*exec.ExitError); ok && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	return err
}
