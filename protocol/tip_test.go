package protocol_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A long false record on one that is not complete is not kept: it would take the room of what else its seat signs there.
func TestLongFalseRecordsOnNodesAreNotKept(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	liar := tb.mover().Seat()
	p := tb.players[tb.others(liar)[1]]
	node := tip(tb.moved(tb.again(liar)))
	require.NoError(t, p.Receive(node))
	for _, long := range []bool{false, true} {
		size := 1 << 10
		if long {
			size = 60 << 10
		}
		raw := tb.signOn(transcript.HashRecord(node), liar, transcript.Show, make([]byte, size))
		require.NoError(t, p.Receive(raw))
		require.Equal(t, !long, slices.ContainsFunc(p.Notes(), func(note []byte) bool { return bytes.Equal(note, raw) }))
	}
}
