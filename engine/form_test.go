package engine_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
)

// The forms of identifiers are what the expressions say that errors show.
func TestFormsAreTheirExpressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abwxyzABZ0189-_ é\n")), 0, 26, -1).Draw(t, "text")
		if rapid.Bool().Draw(t, "broken") {
			text += "\xff"
		}
		for pattern, fits := range engine.Forms() {
			require.Equal(t, regexp.MustCompile(pattern).MatchString(text), fits(text), "%q", text)
		}
	})
}
