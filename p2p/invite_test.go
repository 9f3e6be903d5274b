package p2p

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Who pastes the whole line that the host's program prints, or a line of a chat, means the
// invite in it.
func TestInviteInItsCommand(t *testing.T) {
	inv := &Invite{newPlace(transcript.Hash{5}, transport.Key{6}, nil), engine.Red, InviteSecret{7}}
	for _, line := range []string{"darkjunqi join " + inv.String(), "  darkjunqi join\n" + inv.String() + " --loopback\n", inv.String()[:40] + "\n" + inv.String()[40:]} {
		got, err := ParseInvite(line)
		require.NoError(t, err, line)
		require.Equal(t, inv, got)
	}
	text := inv.String()
	wide := strings.Map(func(r rune) rune { return r - '!' + 0xff01 }, text)
	for _, line := range []string{
		"Come and play: " + text, "“" + text + "”", "邀请：" + text + "。快来", "`darkjunqi join " + text + "`, and hurry",
		text + " see you there", "<" + text + ">", wide, "来　" + strings.ToUpper(text), text[:20] + "\u200b" + text[20:],
	} {
		got, err := ParseInvite(line)
		require.NoError(t, err, line)
		require.Equal(t, inv, got)
	}
	for _, line := range []string{text[:30] + "\n> " + text[30:], "see djq1 there: nothing", text[:len(text)-1] + "!", "x" + text} {
		_, err := ParseInvite(line)
		require.Error(t, err, line)
	}
	for _, line := range []string{"darkjunqi join", "darkjunqi watch djqw1", "join djq1 --loopback"} {
		_, err := ParseInvite(line)
		require.Error(t, err, line)
	}
}
