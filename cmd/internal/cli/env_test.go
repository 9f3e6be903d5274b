package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is escaped in JSON is still the same text, and what is seen stays as it is.
func TestJSONIsVisible(t *testing.T) {
	for text, want := range map[string]string{
		"red 红方 Zoë　—":                         `"red 红方 Zoë　—"`,
		"\x1b\u009b\x7f\u202e\u2028\U000e0001": `"\u001b\u009b\u007f\u202e\u2028\udb40\udc01"`,
	} {
		var out bytes.Buffer
		env := NewEnv("darkjunqi", strings.NewReader(""), &out, &out, func(string) string { return "" })
		require.NoError(t, env.PrintJSON(text))
		require.Equal(t, want+"\n", out.String())
		var back string
		require.NoError(t, json.Unmarshal(out.Bytes(), &back))
		require.Equal(t, text, back)
	}
}
