// Package secrettest checks, for tests, what a program could print of a secret by accident.
package secrettest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"
)

// Prints returns what fmt makes of a value with every verb, what log/slog writes of it as
// text and as JSON, and what encoding/json makes of it. The logs hold no time:
// its digits could be taken for a secret's.
func Prints(t testing.TB, v any) []string {
	t.Helper()
	var log bytes.Buffer
	timeless := &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	slog.New(slog.NewTextHandler(&log, timeless)).Info("made", "it", v)
	slog.New(slog.NewJSONHandler(&log, timeless)).Info("made", "it", v)
	encoded, err := json.Marshal(v)
	require.NoError(t, err)
	return []string{fmt.Sprintf("%v %+v %#v %x %X %s %d %q", v, v, v, v, v, v, v, v), log.String(), string(encoded)}
}
