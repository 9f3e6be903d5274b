package invite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Anyone who pastes the whole line that the host's program prints, or a line of a chat, means the
// invite in it.
func TestInviteInItsCommand(t *testing.T) {
	inv := New(transcript.Hash{5}, transport.Key{6}, nil, engine.Red, Secret{7})
	for _, line := range []string{"darkjunqi join " + inv.String(), "  darkjunqi join\n" + inv.String() + " --loopback\n", inv.String()[:40] + "\n" + inv.String()[40:]} {
		got, err := Parse(line)
		require.NoError(t, err, line)
		require.Equal(t, inv, got)
	}
	text := inv.String()
	wide := strings.Map(func(r rune) rune { return r - '!' + 0xff01 }, text)
	for _, line := range []string{
		"Come and play: " + text, "“" + text + "”", "邀请：" + text + "。快来", "`darkjunqi join " + text + "`, and hurry",
		text + " see you there", "<" + text + ">", wide, "来　" + strings.ToUpper(text), text[:20] + "\u200b" + text[20:],
	} {
		got, err := Parse(line)
		require.NoError(t, err, line)
		require.Equal(t, inv, got)
	}
	for _, line := range []string{text[:30] + "\n> " + text[30:], "see djq1 there: nothing", text[:len(text)-1] + "!", "x" + text} {
		_, err := Parse(line)
		require.Error(t, err, line)
	}
	for _, line := range []string{"darkjunqi join", "darkjunqi watch djqw1", "join djq1 --loopback"} {
		_, err := Parse(line)
		require.Error(t, err, line)
	}
}

// FuzzParseInvite: text is an invite that prints as that text, white space and
// capitals aside, or it is none.
func FuzzParseInvite(f *testing.F) {
	invite := New(transcript.Hash{2}, transport.Key{3}, []transport.Addr{"one", "another"}, engine.Blue, Secret{1})
	f.Add(invite.String())
	f.Add((&Invite{}).String())
	f.Add(NewWatch(transcript.Hash{2}, transport.Key{3}, nil, WatchSecret{4}).String())
	f.Add(NewRelay(transport.Key{3}, RelaySecret{5}, []transport.Addr{"one"}).String())
	f.Add(invitePrefix)
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if w, err := ParseWatch(text); err == nil {
			again, err := ParseWatch(w.String())
			require.NoError(t, err)
			require.Equal(t, w, again)
		}
		if r, err := ParseRelay(text); err == nil {
			again, err := ParseRelay(r.String())
			require.NoError(t, err)
			require.Equal(t, r, again)
		}
		i, err := Parse(text)
		if err != nil {
			require.Nil(t, i)
			return
		}
		again, err := Parse(i.String())
		require.NoError(t, err)
		require.Equal(t, i, again)
	})
}
