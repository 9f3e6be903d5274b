package p2p

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Who pastes the whole line that the host's program prints means the invite in it.
func TestInviteInItsCommand(t *testing.T) {
	inv := &Invite{newPlace(transcript.Hash{5}, transport.Key{6}, nil), engine.Red, InviteSecret{7}}
	for _, line := range []string{"darkjunqi join " + inv.String(), "  darkjunqi join\n" + inv.String() + " --loopback\n", inv.String()[:40] + "\n" + inv.String()[40:]} {
		got, err := ParseInvite(line)
		require.NoError(t, err, line)
		require.Equal(t, inv, got)
	}
	for _, line := range []string{"darkjunqi join", "darkjunqi watch djqw1", "join djq1 --loopback"} {
		_, err := ParseInvite(line)
		require.Error(t, err, line)
	}
}
