package engine

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// The text of rules is JSON that is the shape of [Rules], field by field. The reader
// below follows the Go type, so that there is one description of the shape: an object
// has all fields of its struct, once each and in order; there are no numbers but whole
// ones, and null only where a pointer or the tag rules:"null" says so.

// ParseRules reads the text of rules, with any white space between its parts. The error
// says what is wrong and where, such as "nodes[3].kind".
func ParseRules(text []byte) (*Ruleset, error) {
	r, err := readSpaced(text)
	if err != nil {
		return nil, err
	}
	return newRuleset(r, formatRules(r))
}

// ParseUnsorted is ParseRules for a text that a person has edited: announcements may be in
// any order, repeated or unused, and starts in any order. It sorts both, and renumbers the
// table of clashes.
func ParseUnsorted(text []byte) (*Ruleset, error) {
	r, err := readSpaced(text)
	if err != nil {
		return nil, err
	}
	if err := r.sortClashes(); err != nil {
		return nil, err
	}
	for i := range r.Types {
		slices.Sort(r.Types[i].Starts)
	}
	return newRuleset(r, formatRules(r))
}

// readSpaced is readRules for a text with white space.
func readSpaced(text []byte) (*Rules, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors put it before every text
	if len(text) > MaxSpacedText {
		return nil, errRulesTooLong(len(text), MaxSpacedText)
	}
	return readRules(text)
}

// lastRead is what ParseCanonical returned last: an audit of a league reads the same rules
// match after match.
var lastRead atomic.Pointer[Ruleset]

// ParseCanonical reads exactly what [Ruleset.Text] gives, and refuses everything else.
func ParseCanonical(text []byte) (*Ruleset, error) {
	if last := lastRead.Load(); last != nil && bytes.Equal(last.text, text) {
		return last, nil
	}
	if len(text) > MaxRulesText {
		return nil, errRulesTooLong(len(text), MaxRulesText)
	}
	r, err := readRules(text)
	if err != nil {
		return nil, err
	}
	canonical := formatRules(r)
	if !bytes.Equal(canonical, text) {
		return nil, coded.Errorf("engine.rules-not-canonical", "rules: not in canonical form: no white space, no escapes, numbers as short as can be")
	}
	rs, err := newRuleset(r, canonical)
	if err == nil {
		lastRead.Store(rs)
	}
	return rs, err
}

// readRules reads the shape of rules from a text; checkRules says whether they make
// sense.
func readRules(text []byte) (*Rules, error) {
	var r Rules
	reader := rulesReader{text: text}
	if err := reader.value(reflect.ValueOf(&r).Elem()); err != nil {
		return nil, err
	}
	if reader.peek() != 0 || reader.pos < len(text) {
		return nil, reader.expected("nothing more")
	}
	return &r, nil
}

func errRulesTooLong(size, most int) error {
	return coded.Errorf("engine.rules-too-long", "rules: a text of %d bytes: the longest allowed is %d", size, most)
}

// rulesReader reads values from a text. Its path leads to the value that is being read.
type rulesReader struct {
	text []byte
	pos  int
	path []pathStep
}

// pathStep is one step of a path: into a field, or into an element of a list.
type pathStep struct {
	field string
	index int
}

// place writes the path as "nodes[3].kind".
func (r *rulesReader) place() string {
	var b strings.Builder
	for _, s := range r.path {
		switch {
		case s.field == "":
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case b.Len() > 0:
			b.WriteString("." + s.field)
		default:
			b.WriteString(s.field)
		}
	}
	if b.Len() == 0 {
		return "top level"
	}
	return b.String()
}

// peek skips white space and is the next byte; 0 at the end.
func (r *rulesReader) peek() byte {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; c {
		case ' ', '\t', '\r', '\n':
			r.pos++
		default:
			return c
		}
	}
	return 0
}

// take reads one byte of punctuation if it comes next.
func (r *rulesReader) take(c byte) bool {
	if r.peek() != c || r.pos == len(r.text) {
		return false
	}
	r.pos++
	return true
}

// expected says what should stand where the reader is.
func (r *rulesReader) expected(what string) error {
	found := "the end"
	if r.peek(); r.pos < len(r.text) {
		end := r.pos + 1
		for end < min(r.pos+16, len(r.text)) && strings.IndexByte(" \t\r\n,:[]{}\"", r.text[end]) < 0 {
			end++
		}
		found = strconv.Quote(string(r.text[r.pos:end]))
	}
	line := 1 + bytes.Count(r.text[:r.pos], []byte("\n"))
	return coded.Errorf("engine.rules-syntax", "rules: %s (line %d): expected %s, found %s", r.place(), line, what, found)
}

// value reads the next value into v.
func (r *rulesReader) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Struct:
		return r.object(v)
	case reflect.Slice:
		return r.slice(v)
	case reflect.Array:
		return r.array(v)
	case reflect.Pointer:
		if r.word("null") {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return r.value(v.Elem())
	case reflect.String:
		text, err := r.string()
		v.SetString(text)
		return err
	case reflect.Int:
		return r.int(v)
	case reflect.Bool:
		return r.bool(v)
	}
	panic("engine: rules have no " + v.Kind().String())
}

// A field is one of a struct of the rules, as its tags say.
type field struct {
	name     string
	nullable bool // may be null, though it is no pointer
}

var fieldsByType sync.Map

// fieldsOf returns the fields of a struct, in order.
func fieldsOf(t reflect.Type) []field {
	if known, ok := fieldsByType.Load(t); ok {
		return known.([]field)
	}
	var fields []field
	for _, f := range reflect.VisibleFields(t) {
		fields = append(fields, field{f.Tag.Get("json"), f.Tag.Get("rules") == "null"})
	}
	fieldsByType.Store(t, fields)
	return fields
}

// object reads all fields of a struct, in order.
func (r *rulesReader) object(v reflect.Value) error {
	if !r.take('{') {
		return r.expected("{")
	}
	fields := fieldsOf(v.Type())
	for i, f := range fields {
		if i > 0 && !r.take(',') {
			return r.missingOr(`, and the field "`+f.name+`"`, f)
		}
		if err := r.key(fields, i); err != nil {
			return err
		}
		r.path = append(r.path, pathStep{field: f.name})
		if !f.nullable || !r.word("null") {
			if err := r.value(v.Field(i)); err != nil {
				return err
			}
		}
		r.path = r.path[:len(r.path)-1]
	}
	if r.take(',') {
		return r.key(fields, len(fields))
	}
	if !r.take('}') {
		return r.expected("}")
	}
	return nil
}

// missingOr says that a field is missing if the object ends, else what was expected.
func (r *rulesReader) missingOr(what string, f field) error {
	if r.peek() == '}' {
		return coded.Errorf("engine.rules-missing-field", "rules: %s: the field %q is missing", r.place(), f.name)
	}
	return r.expected(what)
}

// key reads the name of the i-th field and its colon; there is none if i is the number
// of fields.
func (r *rulesReader) key(fields []field, i int) error {
	if r.peek() != '"' && i < len(fields) {
		return r.missingOr(`the field "`+fields[i].name+`"`, fields[i])
	}
	key, err := r.string()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(fields, func(f field) bool { return f.name == key })
	switch {
	case at < 0:
		return coded.Errorf("engine.rules-unknown-field", "rules: %s: there is no field %q", r.place(), key)
	case at < i:
		return coded.Errorf("engine.rules-field-twice", "rules: %s: the field %q is repeated or out of order", r.place(), key)
	case at > i:
		return coded.Errorf("engine.rules-field-order", "rules: %s: the field %q has to come before %q", r.place(), fields[i].name, key)
	case !r.take(':'):
		return r.expected(":")
	}
	return nil
}

// slice reads a list of any length; one that is empty is not nil.
func (r *rulesReader) slice(v reflect.Value) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	return r.list(func(i int) error {
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		return r.value(v.Index(i))
	})
}

// array reads a list of a fixed length.
func (r *rulesReader) array(v reflect.Value) error {
	n := 0
	wrong := func() error {
		return coded.Errorf("engine.rules-list-length", "rules: %s: expected a list of %d", r.place(), v.Len())
	}
	err := r.list(func(i int) error {
		if n++; n > v.Len() {
			r.path = r.path[:len(r.path)-1]
			return wrong()
		}
		return r.value(v.Index(i))
	})
	if err == nil && n < v.Len() {
		return wrong()
	}
	return err
}

// list reads the brackets and commas of a list, and its elements by read.
func (r *rulesReader) list(read func(i int) error) error {
	if !r.take('[') {
		return r.expected("[")
	}
	for i := 0; !r.take(']'); i++ {
		if i > 0 && !r.take(',') {
			return r.expected(", or ]")
		}
		r.path = append(r.path, pathStep{index: i})
		if err := read(i); err != nil {
			return err
		}
		r.path = r.path[:len(r.path)-1]
	}
	return nil
}

// word reads a word if it comes next.
func (r *rulesReader) word(w string) bool {
	r.peek()
	if !bytes.HasPrefix(r.text[r.pos:], []byte(w)) {
		return false
	}
	r.pos += len(w)
	return true
}

func (r *rulesReader) bool(v reflect.Value) error {
	yes := r.word("true")
	if !yes && !r.word("false") {
		return r.expected("true or false")
	}
	v.SetBool(yes)
	return nil
}

// maxDigits bounds the digits of a number; no bound of the rules has so many.
const maxDigits = 9

// int reads a whole number that is not negative.
func (r *rulesReader) int(v reflect.Value) error {
	const what = "a whole number from 0"
	r.peek()
	end := r.pos
	for end < len(r.text) && r.text[end] >= '0' && r.text[end] <= '9' {
		end++
	}
	digits := r.text[r.pos:end]
	fraction := end < len(r.text) && strings.IndexByte(".eE", r.text[end]) >= 0
	if len(digits) == 0 || len(digits) > maxDigits || digits[0] == '0' && len(digits) > 1 || fraction {
		return r.expected(what)
	}
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return r.expected(what)
	}
	r.pos = end
	v.SetInt(int64(n))
	return nil
}

// string reads a string. Escapes are as JSON has them.
func (r *rulesReader) string() (string, error) {
	if r.peek() != '"' {
		return "", r.expected("a string")
	}
	end := r.pos + 1
	for end < len(r.text) && r.text[end] != '"' && r.text[end] >= ' ' {
		if r.text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(r.text) || r.text[end] != '"' {
		return "", r.expected("a string on one line, with a quote at its end")
	}
	token := r.text[r.pos : end+1]
	text := string(token[1 : len(token)-1])
	escaped := strings.IndexByte(text, '\\') >= 0
	if !utf8.Valid(token) || escaped && json.Unmarshal(token, &text) != nil {
		return "", coded.Errorf("engine.rules-string", "rules: %s: %q is not a string of valid UTF-8 and valid escapes", r.place(), token)
	}
	r.pos = end + 1
	return text, nil
}

// formatRules writes rules as compact JSON. Strings that hold no quotes, backslashes or
// control characters, as those of all rules that make sense, are written as they are.
func formatRules(r *Rules) []byte { return appendRules(nil, reflect.ValueOf(r).Elem()) }

func appendRules(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Struct:
		for i, f := range fieldsOf(v.Type()) {
			b = append(b, "{,"[min(i, 1)])
			b = appendString(b, f.name)
			b = append(b, ':')
			if f.nullable && v.Field(i).IsNil() {
				b = append(b, "null"...)
			} else {
				b = appendRules(b, v.Field(i))
			}
		}
		return append(b, '}')
	case reflect.Slice, reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendRules(b, v.Index(i))
		}
		return append(b, ']')
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...)
		}
		return appendRules(b, v.Elem())
	case reflect.String:
		return appendString(b, v.String())
	case reflect.Int:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	}
	panic("engine: rules have no " + v.Kind().String())
}

func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
