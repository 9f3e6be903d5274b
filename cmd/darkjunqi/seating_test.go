package main

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
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

// The others are told what a player is called: by --name, which is kept, and in later matches without it. A bot has no name.
func TestNameIsTold(t *testing.T) {
	a, _ := speaker(words.English)
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	told := func(args ...string) string {
		var s seating
		cmd := &cobra.Command{}
		a.seatingFlags(cmd, &s)
		require.NoError(t, cmd.ParseFlags(args))
		p, err := a.prepare(s)
		require.NoError(t, err)
		require.NoError(t, a.callSelf(dir, p))
		return p.session().Name
	}
	require.Empty(t, told())
	require.Equal(t, "Ada Wong", told("--name", " Ada Wong"))
	require.Equal(t, "Ada Wong", told())
	require.Empty(t, told("--bot", "random"))
	require.Empty(t, told("--name", ""))
	require.Empty(t, told())
	require.Error(t, a.callSelf(dir, &prepared{seating: seating{named: true, name: "\x1b[2J"}}))
}
