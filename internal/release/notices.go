package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile is the name of a file that whoever passes on a program has to pass on too.
var licenceFile = regexp.MustCompile(`(?i)^(li[cs]en[cs]es?|copying|notice|patents)([-.].*)?$`)

// notices returns the licences of what a program is linked with: of Go, and of every module.
func (t target) notices(root, source string) ([]byte, error) {
	goroot, err := t.goTool(root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	list, err := t.goTool(root, "list", "-deps", "-tags", tags,
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", source)
	if err != nil {
		return nil, err
	}
	modules := strings.FieldsFunc(list, func(r rune) bool { return r == '\n' })
	slices.Sort(modules)
	modules = append([]string{"Go\t" + strings.TrimSpace(goroot)}, slices.Compact(modules)...)
	var out bytes.Buffer
	out.WriteString("What " + program + " is linked with, and its licences.\n")
	for _, module := range modules {
		name, dir, _ := strings.Cut(module, "\t")
		if err := addLicences(&out, name, dir); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

func addLicences(out *bytes.Buffer, module, dir string) error {
	entries, err := os.ReadDir(dir) // sorted
	if err != nil {
		return fmt.Errorf("the licence of %s: %w", module, err)
	}
	found := false
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return fmt.Errorf("the licence of %s: %w", module, err)
		}
		found = true
		fmt.Fprintf(out, "\n\n==== %s: %s\n\n%s", module, e.Name(), bytes.TrimSpace(text))
	}
	if !found {
		return fmt.Errorf("%s has no licence file", module)
	}
	return nil
}
