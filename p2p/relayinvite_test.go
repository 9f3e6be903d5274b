package p2p

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

func TestRelayInvites(t *testing.T) {
	relay := NewRelayInvite(transport.Key{3}, RelaySecret{5}, []transport.Addr{"one", "another"})
	text := relay.String()
	again, err := ParseRelayInvite(" " + strings.ToUpper(text[:20]) + "\n" + text[20:])
	require.NoError(t, err)
	require.Equal(t, relay, again)

	at := newPlace([32]byte{2}, transport.Key{3}, nil)
	seat, watch := (&Invite{at, engine.Blue, InviteSecret{1}}).String(), (&WatchInvite{at, WatchSecret{4}}).String()
	for _, c := range []struct {
		text string
		want error
	}{
		{"", ErrNoRelayInvite},
		{"hello", ErrNoRelayInvite},
		{seat, ErrInviteNotRelay},
		{watch, ErrInviteNotRelay},
		{text[:len(text)-1], ErrInviteTyping},
		{text[:30] + "7" + text[31:], ErrInviteTyping},
		{strings.Replace(text, "djqr1", "djqr2", 1), ErrInviteVersion},
		{text + strings.Repeat("a", maxInviteText), ErrInviteTyping},
	} {
		_, err := ParseRelayInvite(c.text)
		require.ErrorIs(t, err, c.want, c.text)
	}
	_, err = ParseInvite(text)
	require.ErrorIs(t, err, ErrInviteToRelay)
	_, err = ParseWatchInvite(text)
	require.ErrorIs(t, err, ErrInviteToRelay)
}

func TestPassOfARelay(t *testing.T) {
	secret := RelaySecret{5}
	pass := secret.Pass(transport.Key{1})
	require.True(t, secret.Admits(pass, transport.Key{1}))
	require.False(t, secret.Admits(pass, transport.Key{2}))
	require.False(t, RelaySecret{6}.Admits(pass, transport.Key{1}))
	for i := range pass {
		bent := pass
		bent[i] ^= 1
		require.False(t, secret.Admits(bent, transport.Key{1}))
	}
	require.NotContains(t, fmt.Sprintf("%v %x %+v", secret, pass, pass), fmt.Sprintf("%x", pass[:]))
}
