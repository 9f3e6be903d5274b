// Command darkjunqi-web builds darkjunqi for browsers, as static files that any web server can
// serve, and that can be opened from a disk. The same source and the same release of Go give the
// same bytes everywhere. docs/browser.md says what they are for.
//
//	go run ./cmd/darkjunqi-web --out DIR
//	go run ./cmd/darkjunqi-web --package DIR
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/lzma"
)

func main() {
	out := flag.String("out", "dist/web", "the `folder` for the files")
	module := flag.String("package", "", "the `folder` for the JavaScript package, and build nothing else")
	version := flag.String("version", "0.0.0", "of the JavaScript package")
	flag.Parse()
	err := error(nil)
	if *module != "" {
		err = buildPackage(*module, *version)
	} else {
		err = build(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "darkjunqi-web:", err)
		os.Exit(1)
	}
}

func moduleRoot() (string, error) {
	file, err := goTool(".", "env", "GOMOD")
	return filepath.Dir(file), err
}

// build makes all files and prints their sizes and SHA-256, which SHA256SUMS holds too.
func build(out string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	audit, err := auditPage(root)
	if err != nil {
		return err
	}
	table, err := tablePage(root)
	if err != nil {
		return err
	}
	files, err := installFiles(root)
	if err != nil {
		return err
	}
	files["audit.html"], files["darkjunqi.html"], files["index.html"] = audit, table, table
	sums := ""
	for _, name := range slices.Sorted(maps.Keys(files)) {
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(files[name]), name)
		fmt.Printf("%8d bytes  %s", len(files[name]), line)
		if err := os.WriteFile(filepath.Join(out, name), files[name], 0o644); err != nil {
			return err
		}
		sums += line
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums), 0o644)
}

// maxAudit and maxTable are how many bytes audit.html and darkjunqi.html may have.
const (
	maxAudit = 2_600_000
	maxTable = 3_000_000
)

// auditPage is audit.html.
func auditPage(root string) ([]byte, error) {
	return pageOf(root, "audit.js", "./cmd/darkjunqi-web/internal/auditor", auditWords, maxAudit, false,
		"connect-src 'none'; img-src data: blob:; worker-src blob:")
}

// tablePage is darkjunqi.html, the whole page with the program in it; also written as index.html. It
// reaches the WebSockets of other players, and of its own server the files of installFiles.
func tablePage(root string) ([]byte, error) {
	return pageOf(root, "table.js", "./cmd/darkjunqi-web/internal/table", tableWords, maxTable, true,
		"connect-src ws: wss:; img-src data: blob: 'self'; worker-src blob: 'self'; manifest-src 'self'")
}

// pageOf returns the page of a script and a program, which may have so many bytes, may keep its unpacked program in the
// browser, and may reach what its policy says.
func pageOf(root, script, program string, words []string, most int, keeps bool, reach string) ([]byte, error) {
	built, err := compile(root, program, words)
	if err != nil {
		return nil, err
	}
	sheets, err := sheetsOf(root)
	if err != nil {
		return nil, err
	}
	sum := ""
	if keeps {
		sum = fmt.Sprintf("%x", sha256.Sum256(built))
	}
	page, err := singleFile(root, script, sheets, lzma.Pack(built), sum, reach)
	if err == nil && len(page) > most {
		err = fmt.Errorf("%s: the page has %d bytes, more than %d", script, len(page), most)
	}
	return page, err
}
