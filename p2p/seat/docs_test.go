package seat_test

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// TestTheFormatIsWrittenDown holds docs/json.md against the types.
func TestTheFormatIsWrittenDown(t *testing.T) {
	raw, err := os.ReadFile("../../docs/json.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(raw), "\n## A match: host, join, resume\n")
	require.True(t, found)
	text, _, _ = strings.Cut(text, "\n## ")
	written := map[string]bool{}
	for _, name := range regexp.MustCompile("`([A-Za-z-]+)`").FindAllStringSubmatch(text, -1) {
		written[name[1]] = true
	}
	names := map[string]bool{}
	for _, v := range []any{seat.Table{}, seat.State{}, seat.Event{}, seat.Command{}} {
		fieldNames(reflect.TypeOf(v), names)
	}
	require.Greater(t, len(names), 100)
	for name := range names {
		require.True(t, written[name], "docs/json.md says nothing of the field %q", name)
	}
}

// fieldNames collects the JSON names of a type's fields, and of theirs.
func fieldNames(typ reflect.Type, names map[string]bool) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		fieldNames(typ.Elem(), names)
	case reflect.Struct:
		for i := range typ.NumField() {
			field := typ.Field(i)
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				names[name] = true
			}
			fieldNames(field.Type, names)
		}
	}
}
