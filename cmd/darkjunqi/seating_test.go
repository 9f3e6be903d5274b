package main

import (
	"net"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Attacks are made ready while a player thinks, unless --no-prepare says not to; host, join
// and resume know it.
// Who can't reach the host is told what may be the matter here.
func TestHintsOfWhoCanNotJoin(t *testing.T) {
	at := func(ip string) []net.Addr {
		return []net.Addr{&net.IPNet{IP: net.IPv4(127, 0, 0, 1)}, &net.IPNet{IP: net.ParseIP(ip)}}
	}
	for _, c := range []struct {
		how  ways
		own  []net.Addr
		want words.Text
	}{
		{ways{}, at("192.168.1.2"), words.HintUnreachable},
		{ways{}, at("fe80::1"), words.HintNoNetwork},
		{ways{}, nil, words.HintUnreachable},
		{ways{loopback: true}, at("::1"), words.HintUnreachable},
		{ways{relayOnly: true}, at("2a00::1"), words.HintOnlyRelay},
		{ways{relayOnly: true}, at("::1"), words.HintNoNetwork},
	} {
		require.Equal(t, c.want, unreachable(c.how, c.own), "%+v", c)
	}
}

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

// A private file that is gone or empty is what is missing, whatever audit says of the transcript.
func TestHintWithoutThePrivateFile(t *testing.T) {
	a, _ := speaker(words.English)
	for _, err := range []error{store.ErrNoSecret, store.ErrEmptySecret} {
		var p *problem
		require.ErrorAs(t, a.cannotOpen(err, "3f21ab90-red.djq"), &p)
		require.Contains(t, p.hint, ".secret")
		require.NotContains(t, p.hint, "audit")
	}
}
