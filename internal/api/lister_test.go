package api

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// List returns a sorted line for each identifier that the package in a folder exports:
// functions and methods with their types, fields, constants and variables. Lines begin
// with name, the path of the package below the module. It reads the source alone, as it
// is built on linux/amd64.
func List(folder, name string) ([]string, error) {
	platform := build.Default
	platform.GOOS, platform.GOARCH, platform.CgoEnabled = "linux", "amd64", false
	pkg, err := platform.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	l := &lister{pkg: name, fset: token.NewFileSet()}
	for _, file := range pkg.GoFiles {
		f, err := parser.ParseFile(l.fset, filepath.Join(folder, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			l.declaration(d)
		}
	}
	slices.Sort(l.lines)
	return l.lines, nil
}

type lister struct {
	pkg   string
	fset  *token.FileSet
	lines []string
}

func (l *lister) add(format string, args ...any) {
	l.lines = append(l.lines, l.pkg+": "+fmt.Sprintf(format, args...))
}

func (l *lister) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() {
			return
		}
		if d.Recv == nil {
			l.add("func %s%s", d.Name, l.signature(d.Type))
			return
		}
		if receiver := l.text(d.Recv.List[0].Type); ast.IsExported(strings.TrimPrefix(receiver, "*")) {
			l.add("method (%s) %s%s", receiver, d.Name, l.signature(d.Type))
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() {
					l.typeOf(spec)
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if name.IsExported() {
						l.add("%s %s", d.Tok, name)
					}
				}
			}
		}
	}
}

// typeOf lists a type with its fields or the methods of its interface.
func (l *lister) typeOf(spec *ast.TypeSpec) {
	name := spec.Name.Name
	if spec.TypeParams != nil {
		name += "[" + l.fields(spec.TypeParams) + "]"
	}
	switch t := spec.Type.(type) {
	case *ast.StructType:
		l.add("type %s struct", name)
		l.members(name, t.Fields, "field")
	case *ast.InterfaceType:
		l.add("type %s interface", name)
		l.members(name, t.Methods, "method")
	default:
		equals := ""
		if spec.Assign.IsValid() {
			equals = "= "
		}
		l.add("type %s %s%s", name, equals, l.text(t))
	}
}

func (l *lister) members(of string, list *ast.FieldList, what string) {
	for _, field := range list.List {
		if len(field.Names) == 0 {
			embedded := l.text(field.Type)
			if ast.IsExported(embedded[strings.LastIndexAny(embedded, ".*")+1:]) {
				l.add("type %s, embeds %s", of, embedded)
			}
		}
		for _, name := range field.Names {
			if !name.IsExported() {
				continue
			}
			if f, ok := field.Type.(*ast.FuncType); ok && what == "method" {
				l.add("type %s, method %s%s", of, name, l.signature(f))
			} else {
				l.add("type %s, %s %s %s", of, what, name, l.text(field.Type))
			}
		}
	}
}

// signature is the type of a function, without names and the word func.
func (l *lister) signature(t *ast.FuncType) string {
	s := "(" + l.fields(t.Params) + ")"
	if t.TypeParams != nil {
		s = "[" + l.fields(t.TypeParams) + "]" + s
	}
	switch {
	case t.Results == nil:
		return s
	case t.Results.NumFields() == 1:
		return s + " " + l.fields(t.Results)
	}
	return s + " (" + l.fields(t.Results) + ")"
}

// fields are the types of a list, each as often as it has names.
func (l *lister) fields(list *ast.FieldList) string {
	var out []string
	for _, field := range list.List {
		for range cmp.Or(len(field.Names), 1) {
			out = append(out, l.text(field.Type))
		}
	}
	return strings.Join(out, ", ")
}

// text is an expression as source, on one line.
func (l *lister) text(e ast.Expr) string {
	if f, ok := e.(*ast.FuncType); ok {
		return "func" + l.signature(f)
	}
	var b strings.Builder
	if err := printer.Fprint(&b, l.fset, e); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
