package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// A seat that asks to resign while its attack waits for an answer, before the rules let anybody,
// plays on until they do: it does not try to sign what its own match refuses.
func TestResigningTooEarlyWaits(t *testing.T) {
	tb := facingTable(t, "standard,first=red,resign-from=4")
	red := tb.players[engine.Red]
	require.NoError(t, red.Play(attacksOf(red)[0], false, tb.rng))
	require.Equal(t, engine.PhaseAnswer, red.match.position.Phase())
	request, err := red.Resign()
	require.NoError(t, err)
	require.NotNil(t, request)
	tb.sync()
	for ply := 1; ply < 4; ply++ {
		require.Equal(t, ply, tb.match().position.Ply())
		tb.turn()
	}
	require.Equal(t, engine.ByResignation, tb.match().Result().Reason)
}
