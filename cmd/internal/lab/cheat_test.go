package lab

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Every cheat is described in every language, and so is where it ends.
func TestCheatsAreDescribed(t *testing.T) {
	for _, line := range cheatLines() {
		require.NotEmpty(t, line.Description, line.Name)
		for _, l := range messages.Languages()[1:] {
			require.NotEqual(t, line.Description, l.Cheat(line.Name, line.Description), line.Name)
		}
		require.Contains(t, messages.CheatStops, line.Stopped)
	}
}
