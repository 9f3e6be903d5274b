package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
)

// Every cheat is described in both languages, and so is where it ends.
func TestCheatsAreDescribed(t *testing.T) {
	for _, line := range cheatLines() {
		require.NotEmpty(t, line.Description, line.Name)
		require.NotEmpty(t, words.CheatsZh[line.Name], line.Name)
		require.Contains(t, words.CheatStops, line.Stopped)
	}
	require.Len(t, words.CheatsZh, len(cheatLines()))
}
