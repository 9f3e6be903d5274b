package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/lzma"
)

// packageJSON describes the JavaScript package to npm.
const packageJSON = `{
  "name": "@darkjunqi/darkjunqi",
  "version": "%s",
  "description": "Dark Junqi in which cryptography replaces the referee: audit, verify, play",
  "license": "BSD-3-Clause",
  "type": "module",
  "main": "darkjunqi.js",
  "types": "darkjunqi.d.ts",
  "exports": { ".": { "types": "./darkjunqi.d.ts", "default": "./darkjunqi.js" } },
  "sideEffects": false,
  "engines": { "node": ">=20" }
}
`

// maxPackage is the number of bytes the package's files may have together.
const maxPackage = 2_700_000

// buildPackage writes the JavaScript package into a folder.
func buildPackage(out, version string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	program, err := compile(root, "./cmd/darkjunqi-web/internal/module", nil)
	if err != nil {
		return err
	}
	script, err := moduleScript(root)
	if err != nil {
		return err
	}
	types, err := declarations(root)
	if err != nil {
		return err
	}
	files := map[string]string{
		"package.json":   fmt.Sprintf(packageJSON, version),
		"darkjunqi.js":   script,
		"darkjunqi.d.ts": types,
		"wasm.js":        "export default \"" + base64.StdEncoding.EncodeToString(lzma.Pack(program)) + "\";\n",
	}
	for name, path := range map[string]string{
		"README.md": filepath.Join(packageFiles(root), "README.md"), "LICENSE": filepath.Join(root, "LICENSE"),
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files[name] = string(text)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	sum := 0
	for name, text := range files {
		sum += len(text)
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if sum > maxPackage {
		return fmt.Errorf("the package has %d bytes, more than %d", sum, maxPackage)
	}
	return nil
}

func packageFiles(root string) string {
	return filepath.Join(root, "cmd", "darkjunqi-web", "web", "package")
}

// moduleScript is darkjunqi.js with Go's own script in it, and without the program, which stays in a
// file of its own.
func moduleScript(root string) (string, error) {
	goroot, err := goTool(root, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	exec := filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")
	return esbuild(packageFiles(root), "darkjunqi.js", "--bundle", "--format=esm", target, "--platform=neutral",
		"--external:./wasm.js", "--alias:wasm_exec="+exec)
}

// declarations returns the types of the package: those of web/package, and those of what Go passes.
func declarations(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(packageFiles(root), "darkjunqi.d.ts"))
	if err != nil {
		return "", err
	}
	d := newTypeScript()
	for _, v := range passed {
		d.declare(v)
	}
	return strings.TrimRight(string(text), "\n") + "\n\n" + d.String(), nil
}
