package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
)

// Every cheat is described in both languages, and so is where it ends.
func TestCheatsAreDescribed(t *testing.T) {
	for _, kind := range adversary.Kinds() {
		require.NotEmpty(t, kind.Description, kind.Name)
		require.NotEmpty(t, words.CheatsZh[kind.Name], kind.Name)
		require.Contains(t, words.CheatStops, string(kind.Stopped))
	}
	require.Len(t, words.CheatsZh, len(adversary.Kinds()))
}
