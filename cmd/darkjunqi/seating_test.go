package main

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/p2p"
)

// Attacks are made ready while a player thinks, unless --no-prepare says not to; host, join
// and resume know it.
func TestPreparingCanBeSwitchedOff(t *testing.T) {
	a, _ := speaker(words.English)
	for args, want := range map[string]p2p.Config{"": {AutoPass: true, AutoVote: true}, "--no-prepare": {AutoPass: true, AutoVote: true, NoPrepare: true}} {
		var s seating
		cmd := &cobra.Command{}
		a.seatingFlags(cmd, &s)
		if args != "" {
			require.NoError(t, cmd.ParseFlags([]string{args}))
		}
		require.Equal(t, want, s.session())
	}
	for _, cmd := range []*cobra.Command{newHost(a), newJoin(a), newResume(a)} {
		require.NotNil(t, cmd.Flags().Lookup("no-prepare"), cmd.Name())
	}
}
