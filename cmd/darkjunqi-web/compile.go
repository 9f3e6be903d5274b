package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// settings are those of Go that change what is built, so that nobody's own do.
var settings = []string{
	"GOOS=js", "GOARCH=wasm", "GOWASM=",
	"CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOFIPS140=off", "GOWORK=off",
}

// inlining allows the compiler to inline functions of the packages in which a program spends its time, and of
// no others: that makes the program 8 % smaller. A function is inlined only if both its package and its caller's
// are here: without math/bits a field multiplication makes 25 calls, and a proof takes 2.7 times as long.
var inlining = []string{"-gcflags=all=-l", "-gcflags=math/bits=", "-gcflags=filippo.io/edwards25519/...="}

// compile builds a program of this module for the browser, with those sections of the program's
// sentences.
func compile(root, source string, words []string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "darkjunqi-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "program.wasm")
	sentences, err := overlay(root, dir, words)
	if err != nil {
		return nil, err
	}
	args := slices.Concat([]string{"build", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-overlay", sentences},
		inlining, []string{"-o", path, source})
	if _, err := goTool(root, args...); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// goTool runs Go for the browser, in a folder.
func goTool(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), settings...)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
