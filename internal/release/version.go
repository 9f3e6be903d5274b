package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

var (
	taggedForm  = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)
	versionForm = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+-]*$`) // goes into names of files
)

// versionOf names the state of the repository at root.
func versionOf(root string) (string, error) {
	git := func(args ...string) (string, error) {
		cmd := exec.Command("git", append([]string{"-C", root}, args...)...)
		cmd.Env = append(os.Environ(), "TZ=UTC")
		out, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("git names no version, -version does: %w", said(err))
		}
		return strings.TrimSpace(string(out)), nil
	}
	commit, err := git("log", "-1", "--format=%cd-%h", "--abbrev=12", "--date=format-local:%Y%m%d%H%M%S")
	if err != nil {
		return "", err
	}
	tags, err := git("tag", "--points-at", "HEAD", "--sort=-version:refname")
	if err != nil {
		return "", err
	}
	changes, err := git("status", "--porcelain")
	if err != nil {
		return "", err
	}
	return nameVersion(commit, strings.Fields(tags), changes != ""), nil
}

// nameVersion returns the first tag that is a version (v1.2.3), or else the commit, given as its
// time and hash, the way Go names one without a tag (v0.0.0-20260102150405-0123456789ab).
// A changed work tree is another version.
func nameVersion(commit string, tags []string, changed bool) string {
	version := "v0.0.0-" + commit
	for _, tag := range tags {
		if taggedForm.MatchString(tag) {
			version = tag
			break
		}
	}
	if changed {
		version += "+changed"
	}
	return version
}
