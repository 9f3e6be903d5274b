package webfs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The private file of a long match is rewritten again and again, while this program alone has the match.
func TestLongMatch(t *testing.T) {
	dir, err := store.OpenDirFS(NewMemory(), "/darkjunqi")
	require.NoError(t, err)
	terms := transcript.Record{Kind: transcript.Terms}
	chain := [][]byte{terms.Marshal()}
	m, err := dir.Create("0123abcd-red", store.Update{Seat: []byte("seat"), Chain: chain})
	require.NoError(t, err)
	for i := range byte(50) {
		notes := make([]byte, 10_000)
		notes[0] = i
		require.NoError(t, m.Save(store.Update{Notes: notes, Chain: chain}))
	}
	_, err = dir.Open("0123abcd-red")
	require.ErrorIs(t, err, store.ErrInUse)
	require.NoError(t, m.Close())
	m, err = dir.Open("0123abcd-red")
	require.NoError(t, err)
	require.Equal(t, byte(49), m.Slot(store.Notes)[0])
	require.NoError(t, m.Close())
}
