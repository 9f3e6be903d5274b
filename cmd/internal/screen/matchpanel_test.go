package screen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// What ends the quiet is what the rules know: with a deck, turning a piece up too.
func TestQuietTurnsAreCounted(t *testing.T) {
	for spec, what := range map[string]string{"standard": "3 of 70 turns without a clash", "banqi": "3 of 50 turns without a capture or flip"} {
		scene := &viewmodel.Scene{Rules: ruleset(t, spec), State: seat.State{Quiet: 3, Result: &seat.Result{}}}
		lines := standing(look{palette: withoutColours(), lang: messages.English}, scene, noon)
		require.Equal(t, what, lines[1].text, spec)
	}
}
