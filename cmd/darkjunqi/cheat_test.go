package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// Every cheat is described in both languages, and so is where it ends.
func TestCheatsAreDescribed(t *testing.T) {
	for _, line := range cheatLines() {
		require.NotEmpty(t, line.Description, line.Name)
		require.NotEmpty(t, messages.CheatsZh[line.Name], line.Name)
		require.Contains(t, messages.CheatStops, line.Stopped)
	}
	require.Len(t, messages.CheatsZh, len(cheatLines()))
}
