package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// target is the platform that a program is built for, as Go names it.
type target struct{ os, arch string }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

func (t target) String() string { return t.os + "/" + t.arch }

// parseTargets finds targets by their names, all if there are none.
func parseTargets(names []string) ([]target, error) {
	if len(names) == 0 {
		return targets, nil
	}
	var list []target
	for _, name := range names {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is none of %v", name, targets)
		}
		list = append(list, targets[i])
	}
	return list, nil
}

func (t target) programName() string {
	if t.os == "windows" {
		return program + ".exe"
	}
	return program
}

// settings returns Go's settings that change what is built, fixed so that nobody's own count. Programs are
// for the first processors of each kind: a friend's computer may be old.
func (t target) settings() []string {
	return []string{
		"GOOS=" + t.os, "GOARCH=" + t.arch, "GOAMD64=v1", "GOARM64=v8.0",
		"CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOFIPS140=off", "GOWORK=off",
	}
}

// tags leave out what the program never does: HTTP/2. It speaks HTTP with the browser of its own
// computer, and to open WebSockets.
const tags = "nethttpomithttp2"

// small are the packages compiled without inlining, which takes room and gains nothing here: what
// talks to people and to routers, and what carries links, which are slow and short.
var small = []string{
	"github.com/darkjunqi/darkjunqi/cmd/...", "github.com/darkjunqi/darkjunqi/p2p/...",
	"charm.land/...", "github.com/charmbracelet/...", "github.com/spf13/...",
	"github.com/libp2p/...", "github.com/quic-go/...", "github.com/multiformats/...", "github.com/huin/...",
	"github.com/prometheus/...", "google.golang.org/protobuf/...", "golang.org/x/net/...",
	"net/http/...", "crypto/tls/...", "crypto/x509/...", "encoding/json/...",
}

// build builds the program. No path of this machine gets into it, and no debugging tables.
// The version is told and not looked up in the repository (-buildvcs), so that who has the
// source as an archive builds the same.
func (t target) build(root, version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, program)
	modules, err := lighter(root, dir)
	if err != nil {
		return nil, err
	}
	args := []string{"build", "-buildvcs=false", "-modfile", modules, "-tags", tags, "-ldflags", "-s -w -X main.released=" + version, "-o", path}
	for _, packages := range small {
		args = append(args, "-gcflags="+packages+"=-l")
	}
	if _, err := t.goTool(root, append(args, source)...); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// replaced are modules that a release takes from a folder of this one.
const replaced = "\nreplace github.com/libp2p/go-libp2p-asn-util => ./internal/release/noasn\n"

// lighter writes a go.mod with those modules into a folder, and its sums. The project's own go.mod
// can't have them: "go install" of another version would refuse it.
func lighter(root, dir string) (path string, err error) {
	path = filepath.Join(dir, "release.mod")
	for from, to := range map[string]string{"go.mod": path, "go.sum": filepath.Join(dir, "release.sum")} {
		text, err := os.ReadFile(filepath.Join(root, from))
		if err != nil && !(from == "go.sum" && os.IsNotExist(err)) {
			return "", err
		}
		if from == "go.mod" {
			text = append(text, replaced...)
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return "", err
		}
	}
	return path, nil
}

// goTool runs Go for a target, in a folder.
func (t target) goTool(dir string, args ...string) (string, error) {
	return t.run(dir, append([]string{"go"}, args...)...)
}

// run runs a command with the settings of a target, in a folder.
func (t target) run(dir string, command ...string) (string, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), t.settings()...)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(command[:2], " "), said(err))
	}
	return string(out), nil
}
