package protocol_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Two seats derive the same secret, which no other pair has; what a seat vouches for is
// bound to it and its match.
func TestSeatsKnowEachOther(t *testing.T) {
	three := lamps(t, 1).seats(t)
	signature := three.players[red].Vouch([]byte("here"))
	require.True(t, three.players[red].Match().Vouched(red, []byte("here"), signature), "the host's key is in its Terms")
	require.False(t, three.players[red].Match().Vouched(blue, []byte("here"), signature), "blue has not joined")
	_, err := three.players[red].LinkSecret(blue)
	require.ErrorContains(t, err, "seat 1 can't be linked to yet")
	three.join()

	secrets := map[[32]byte]bool{}
	for _, p := range three.players {
		for _, q := range three.players {
			if p == q {
				continue
			}
			a, err := p.LinkSecret(q.Seat())
			require.NoError(t, err)
			b, err := q.LinkSecret(p.Seat())
			require.NoError(t, err)
			require.Equal(t, a, b)
			secrets[a] = true
		}
	}
	require.Len(t, secrets, 3)
	_, err = three.players[red].LinkSecret(teal)
	require.Error(t, err, "there are three")

	here := []byte("here")
	require.Equal(t, signature, three.players[red].Vouch(here))
	m := three.match()
	require.True(t, m.Vouched(red, here, signature))
	require.False(t, m.Vouched(blue, here, signature), "another seat")
	require.False(t, m.Vouched(teal, here, signature), "no seat")
	require.False(t, m.Vouched(red, []byte("there"), signature))
	require.False(t, m.Vouched(red, here, nil))
	for i := range signature {
		bad := bytes.Clone(signature)
		bad[i] ^= 1
		require.False(t, m.Vouched(red, here, bad))
	}
	other := lamps(t, 2).seats(t).join()
	require.False(t, other.match().Vouched(red, here, signature), "another match")
	require.False(t, protocol.NewMatch().Vouched(engine.Red, here, signature))
}
