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

// settings are Go's settings that change what is built, fixed so that nobody's own count.
var settings = []string{
	"GOOS=js", "GOARCH=wasm", "GOWASM=",
	"CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOFIPS140=off", "GOWORK=off",
}

// inlining allows the compiler to inline functions of the packages in which a program spends its time, and of
// no others: that makes the program 8 % smaller. A function is inlined only if its own package is here too: without
// math/bits a proof takes 2.7 times as long. The products in a field multiplication are larger than what the
// compiler inlines unless a profile says that they are hot, which saves another fifth. That is field.pgo, made by
//
//	go test ./protocol/layout -tags purego -run '^$' -bench Verify -cpuprofile cpu.pgo -o layout.test
//	go tool pprof -proto -show_from 'fe(Mul|Square)Generic' -output cmd/darkjunqi-web/field.pgo layout.test cpu.pgo
func inlining(root string) []string {
	return []string{"-gcflags=all=-l", "-gcflags=math/bits=", "-gcflags=filippo.io/edwards25519/...=",
		"-pgo=" + filepath.Join(root, "cmd", "darkjunqi-web", "field.pgo")}
}

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
		inlining(root), []string{"-o", path, source})
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
	out, err := output(cmd)
	return strings.TrimSpace(out), err
}

// output runs a program and returns what it prints.
func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("%s: %w: %s", cmd, err, exit.Stderr)
	}
	return string(out), err
}
