package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/moduletypes"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// passed are the values that go between the program and JavaScript, as JSON.
var passed = []any{
	moduletypes.Report{}, moduletypes.Finding{}, moduletypes.Rules{},
	seat.Table{}, seat.State{}, seat.Event{}, seat.Command{},
}

// typeScript declares Go types as TypeScript has their JSON.
type typeScript struct {
	known map[reflect.Type]bool
	texts []string
}

func newTypeScript() *typeScript { return &typeScript{known: map[reflect.Type]bool{}} }

// declare declares the type of a value, and what it holds.
func (d *typeScript) declare(v any) { d.name(reflect.TypeOf(v)) }

// String returns all declarations, by name.
func (d *typeScript) String() string {
	slices.Sort(d.texts)
	return strings.Join(d.texts, "\n")
}

var rawJSON = reflect.TypeFor[interface{ MarshalJSON() ([]byte, error) }]()

func (d *typeScript) name(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Pointer:
		return d.name(t.Elem()) + " | null"
	case reflect.Map:
		return "Record<string, " + d.name(t.Elem()) + ">"
	case reflect.Slice:
		if t.Implements(rawJSON) {
			return "any"
		}
		if of := d.name(t.Elem()); !strings.Contains(of, " ") {
			return of + "[]"
		}
		return "(" + d.name(t.Elem()) + ")[]"
	case reflect.Struct:
		if !d.known[t] {
			d.known[t] = true
			d.texts = append(d.texts, d.structure(t))
		}
		return t.Name()
	}
	return "number"
}

// structure declares a struct.
func (d *typeScript) structure(t reflect.Type) string {
	var b strings.Builder
	fmt.Fprintf(&b, "export interface %s {\n", t.Name())
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		typ := d.name(f.Type)
		if options == "omitempty" {
			name, typ = name+"?", strings.TrimSuffix(typ, " | null")
		}
		fmt.Fprintf(&b, "  %s: %s;\n", name, typ)
	}
	return b.String() + "}\n"
}
