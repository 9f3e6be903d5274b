package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// policy lets a page run the one script that is in it, the program and its worker, and reach what
// the directives of its kind allow.
const policy = "default-src 'none'; script-src '%s' 'wasm-unsafe-eval'; style-src '%s'; %s; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types darkjunqi"

// single is a page as one file. Its bytes are those that a browser writes when it is asked for the
// page's HTML, so that the page can compute its own hash.
const single = `<!doctype html><html lang="en" data-languages="%[1]s"><head><meta charset="utf-8">` +
	`<meta http-equiv="Content-Security-Policy" content="%[2]s">` +
	`<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
	`<meta name="referrer" content="no-referrer"><title>darkjunqi</title>` +
	`<link rel="icon" href="%[3]s" type="image/svg+xml">` +
	`<style>%[4]s</style></head>` +
	`<body><header class="bar"></header>` +
	`<main id="main" class="page" tabindex="-1"><p class="opening"><img src="%[3]s" alt="" width="90" height="60"><br>darkjunqi …</p></main>` +
	`<footer></footer><div id="toasts" role="alert"></div>` +
	`<script type="text/plain" id="worker">%[5]s</script>` +
	`<script type="text/plain" data-sum="%[6]s" id="packed">%[7]s</script>` +
	`<script>%[8]s</script></body></html>`

// inAttribute writes a text as browsers do in an attribute.
var inAttribute = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")

// singleFile makes a page of one file from a script, its style sheets and a packed program. sum is the SHA-256 of the
// unpacked one, by which the browser keeps it, or empty; reach are the directives of the page's policy that say what it
// may reach.
func singleFile(root, script string, sheets []string, packed []byte, sum, reach string) ([]byte, error) {
	code, err := bundle(root, script)
	if err != nil {
		return nil, err
	}
	worker, err := workerScript(root)
	if err != nil {
		return nil, err
	}
	style, err := styles(sheets...)
	if err != nil {
		return nil, err
	}
	icon, err := os.ReadFile(filepath.Join(pageFiles(root), "icon.svg"))
	if err != nil {
		return nil, err
	}
	for _, text := range []string{code, worker, style} {
		if strings.Contains(strings.ToLower(text), "</s") ||
			strings.Contains(text, "<!--") || strings.Contains(text, "\r") {
			return nil, fmt.Errorf("%s: a script or style sheet that HTML can't carry", script)
		}
	}
	languages := inAttribute.Replace(messages.LanguagesJSON())
	csp := fmt.Sprintf(policy, hashOf(code), hashOf(style), reach)
	return fmt.Appendf(nil, single, languages, csp, "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(icon),
		style, worker, sum, encode(packed), code), nil
}

// hashOf names a text in a Content-Security-Policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// workerScript returns what runs a program in a worker: Go's own script, then ours.
func workerScript(root string) (string, error) {
	goroot, err := goTool(root, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	exec, err := esbuild(filepath.Join(goroot, "lib", "wasm"), append(small, "wasm_exec.js")...)
	if err != nil {
		return "", err
	}
	ours, err := bundle(root, "worker.js")
	return exec + ours, err
}

// pageFiles returns the folder of the page's own files.
func pageFiles(root string) string { return filepath.Join(root, "cmd", "internal", "page", "web") }
