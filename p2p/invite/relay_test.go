package invite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

func TestRelayInvites(t *testing.T) {
	relay := NewRelay(transport.Key{3}, RelaySecret{5}, []transport.Addr{"one", "another"})
	text := relay.String()
	again, err := ParseRelay(" " + strings.ToUpper(text[:20]) + "\n" + text[20:])
	require.NoError(t, err)
	require.Equal(t, relay, again)

	seat := New([32]byte{2}, transport.Key{3}, nil, engine.Blue, Secret{1}).String()
	watch := NewWatch([32]byte{2}, transport.Key{3}, nil, WatchSecret{4}).String()
	for _, c := range []struct {
		text string
		want error
	}{
		{"", ErrNotRelay},
		{"hello", ErrNotRelay},
		{seat, ErrForMatch},
		{watch, ErrForMatch},
		{text[:len(text)-1], ErrTyping},
		{text[:30] + "7" + text[31:], ErrTyping},
		{strings.Replace(text, "djqr1", "djqr2", 1), ErrVersion},
		{text + strings.Repeat("a", MaxText), ErrTyping},
	} {
		_, err := ParseRelay(c.text)
		require.ErrorIs(t, err, c.want, c.text)
	}
	_, err = Parse(text)
	require.ErrorIs(t, err, ErrForRelay)
	_, err = ParseWatch(text)
	require.ErrorIs(t, err, ErrForRelay)
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
