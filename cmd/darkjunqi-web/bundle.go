package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
)

// target is the oldest JavaScript that the page's browsers speak.
const target = "--target=es2022"

// small leaves out of a script what only its readers need.
var small = []string{target, "--minify"}

// bundler finds esbuild, a tool of go.mod: it is built where it is first used, and not by those who only test.
var bundler = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("go", "tool", "-n", "esbuild")
	cmd.Env = append(os.Environ(), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	path, err := output(cmd)
	return strings.TrimSpace(path), err
})

// esbuild returns what esbuild makes of files of a folder.
func esbuild(dir string, args ...string) (string, error) {
	path, err := bundler()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(path, append(args, "--charset=utf8", "--log-level=error")...)
	cmd.Dir = dir
	return output(cmd)
}

// bundle joins a script of cmd/darkjunqi-web/web with all that it imports. Where the page's scripts
// import program.js or exchange.js, they get the one beside the script: package.json of the page says so.
func bundle(root, name string) (string, error) {
	return esbuild(filepath.Join(root, "cmd", "darkjunqi-web", "web"), append(small, name, "--bundle", "--format=iife", "--legal-comments=none")...)
}

var linkOfSheet = regexp.MustCompile(`<link rel="stylesheet" href="([a-z]+\.css)">`)

// sheetsOf returns the paths of the style sheets that the page's index.html lists, in its order, and then that of foot.css.
func sheetsOf(root string) ([]string, error) {
	index, err := os.ReadFile(filepath.Join(pageFiles(root), "index.html"))
	if err != nil {
		return nil, err
	}
	var sheets []string
	for _, link := range linkOfSheet.FindAllSubmatch(index, -1) {
		sheets = append(sheets, filepath.Join(pageFiles(root), string(link[1])))
	}
	return append(sheets, filepath.Join(root, "cmd", "darkjunqi-web", "web", "foot.css")), nil
}

// styles joins style sheets.
func styles(paths ...string) (string, error) {
	all := ""
	for _, path := range paths {
		text, err := esbuild(".", path, "--minify-whitespace")
		if err != nil {
			return "", err
		}
		all += text
	}
	return all, nil
}
