package lab

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/localpeers"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
)

// Every cheat is described in every language, and so is where it ends.
func TestCheatsAreDescribed(t *testing.T) {
	for _, line := range cheatLines() {
		require.NotEmpty(t, line.Description, line.Name)
		for _, l := range messages.Languages()[1:] {
			require.NotEqual(t, line.Description, l.Cheat(line.Name, line.Description), "cmd/internal/messages/lang: %s lacks %s", l, line.Name)
		}
		require.True(t, messages.CheatStops.Has(line.Stopped), line.Stopped)
	}
}

// Silence is claimed only about what a cheat holds back, not about what it owes before.
func TestWithholds(t *testing.T) {
	kind, err := adversary.Find("garbled-refused-reveal")
	require.NoError(t, err)
	require.NoError(t, localpeers.Run(t.Context(), 2, func(_ context.Context, peers []*localpeers.Peer) error {
		x, err := deceive(peers, kind)
		require.NoError(t, err)
		require.False(t, x.withholds())
		x.cheat.View(func(_ *protocol.Player, m *protocol.Match) {
			owed := m.Owed()[0]
			x.kind.Scene.Liar, x.kind.Record = owed.Seat, owed.Kinds[0]
		})
		x.honest = x.cheat
		require.True(t, x.withholds())
		return nil
	}))
}
