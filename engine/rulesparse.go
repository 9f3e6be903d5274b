package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// The text of rules is JSON that is the shape of [Rules], field by field: an object has all
// fields of its struct, once each and in order; there are no numbers but whole ones, and null
// only where a pointer or the tag rules:"null" says so. So a text is right if it says, token by
// token, what is written again of the rules that were read from it.

// ParseRules reads the text of rules, with any white space between its parts. The error
// says what is wrong and where, such as "nodes[3].kind".
func ParseRules(text []byte) (*Ruleset, error) {
	r, canonical, err := readSpaced(text)
	if err != nil {
		return nil, err
	}
	return newRuleset(r, canonical)
}

// ParseUnsorted is ParseRules for a text that a person has edited: announcements may be in
// any order, repeated or unused, and starts in any order. It sorts both, and renumbers the
// table of clashes.
func ParseUnsorted(text []byte) (*Ruleset, error) {
	r, _, err := readSpaced(text)
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
func readSpaced(text []byte) (r *Rules, canonical []byte, err error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors put it before every text
	if len(text) > MaxSpacedText {
		return nil, nil, errRulesTooLong(len(text), MaxSpacedText)
	}
	return readRules(text)
}

// lastRead holds what ParseCanonical returned last: an audit of a league reads the same rules
// match after match.
var lastRead atomic.Pointer[Ruleset]

// ParseCanonical reads only what [Ruleset.Text] returns.
func ParseCanonical(text []byte) (*Ruleset, error) {
	if last := lastRead.Load(); last != nil && bytes.Equal(last.text, text) {
		return last, nil
	}
	if len(text) > MaxRulesText {
		return nil, errRulesTooLong(len(text), MaxRulesText)
	}
	r, canonical, err := readRules(text)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(canonical, text) {
		return nil, coded.Errorf("engine.rules-not-canonical", "rules: not in canonical form: no white space, no escapes, numbers without leading zeros")
	}
	rs, err := newRuleset(r, canonical)
	if err == nil {
		lastRead.Store(rs)
	}
	return rs, err
}

// readRules reads the shape of rules from a text, and returns their canonical text too;
// checkRules says whether they make sense.
func readRules(text []byte) (r *Rules, canonical []byte, err error) {
	r = new(Rules)
	if syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(text, r)); ok { // of the wrong types the tokens tell
		return nil, nil, notJSON(text, syntax)
	}
	ownLists(reflect.ValueOf(r).Elem())
	if canonical = formatRules(r); !bytes.Equal(canonical, text) {
		err = compareTokens(text, canonical)
	}
	return r, canonical, err
}

func errRulesTooLong(size, most int) error {
	return coded.Errorf("engine.rules-too-long", "rules: a text of %d bytes: the longest allowed is %d", size, most)
}

// ownLists gives a value copies of all lists in it and of what pointers lead to, and empty lists for
// those that are nil and that have no null.
func ownLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			own := reflect.New(v.Type().Elem())
			own.Elem().Set(v.Elem())
			ownLists(own.Elem())
			v.Set(own)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if f.Kind() != reflect.Slice || !f.IsNil() || v.Type().Field(i).Tag.Get("rules") != "null" {
				ownLists(f)
			}
		}
	case reflect.Slice:
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		if kind := v.Type().Elem().Kind(); kind == reflect.Struct || kind == reflect.Slice {
			for i := range v.Len() {
				ownLists(v.Index(i))
			}
		}
	}
}

// tokens reads the tokens of a JSON text, and knows where it is.
type tokens struct {
	text []byte
	*json.Decoder
	path []pathStep // to the token that was read last
}

// pathStep is an object or a list that has begun, and where in it the reader is.
type pathStep struct {
	list  bool
	index int    // in a list
	field string // in an object; "" before the first
	value bool   // in an object: the value of the field is next, not a field
}

func newTokens(text []byte) *tokens {
	t := &tokens{text: text, Decoder: json.NewDecoder(bytes.NewReader(text))}
	t.UseNumber()
	return t
}

// next reads a token. After the last it returns io.EOF.
func (t *tokens) next() (token json.Token, isField bool, err error) {
	if token, err = t.Token(); err != nil {
		return nil, false, err
	}
	if token == json.Delim('}') || token == json.Delim(']') {
		t.path = t.path[:len(t.path)-1]
		return token, false, nil
	}
	if n := len(t.path); n > 0 {
		switch step := &t.path[n-1]; {
		case step.list:
			step.index++
		case !step.value:
			step.field, step.value = token.(string), true
			return token, true, nil
		default:
			step.value = false
		}
	}
	if token == json.Delim('{') || token == json.Delim('[') {
		t.path = append(t.path, pathStep{list: token == json.Delim('['), index: -1})
	}
	return token, false, nil
}

// place writes the path as "nodes[3].kind".
func (t *tokens) place() string {
	var b strings.Builder
	for _, s := range t.path {
		switch {
		case s.list && s.index >= 0:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case s.field != "" && b.Len() > 0:
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

// line returns the line of an offset, from 1.
func (t *tokens) line(offset int64) int { return 1 + bytes.Count(t.text[:offset], []byte("\n")) }

// notJSON says where a text is no JSON.
func notJSON(text []byte, syntax *json.SyntaxError) error {
	t := newTokens(text)
	for t.InputOffset() < syntax.Offset {
		if _, _, err := t.next(); err != nil {
			break
		}
	}
	return coded.Errorf("engine.rules-json", "rules: %s (line %d): not JSON: %s", t.place(), t.line(max(syntax.Offset-1, 0)), syntax)
}

// compareTokens says where a text says something else than the rules that were read from it.
func compareTokens(text, canonical []byte) error {
	found, due := newTokens(text), newTokens(canonical)
	for {
		is, _, err := found.next()
		want, isField, dueErr := due.next()
		if err == io.EOF && dueErr == io.EOF {
			return nil
		}
		if is != want || err != dueErr {
			return coded.Errorf("engine.rules-syntax", "rules: %s (line %d): expected %s, found %s",
				due.place(), found.line(found.InputOffset()), expected(want, isField), tokenText(is))
		}
	}
}

// expected says what should stand where a token stands.
func expected(token json.Token, isField bool) string {
	switch token.(type) {
	case string:
		if isField {
			return "the field " + tokenText(token)
		}
		return "a string"
	case json.Number:
		return "a whole number from 0"
	case bool:
		return "true or false"
	}
	return tokenText(token)
}

// tokenText returns a token as a text has it.
func tokenText(token json.Token) string {
	switch token := token.(type) {
	case json.Delim:
		return token.String()
	case string:
		return strconv.Quote(token)
	case json.Number:
		return token.String()
	case bool:
		return strconv.FormatBool(token)
	}
	return "null"
}

// formatRules writes rules as compact JSON.
func formatRules(r *Rules) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		panic(err) // all that rules hold can be encoded
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
