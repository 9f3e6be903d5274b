package protocol_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A liar signs two records and long false ones on each. They can't be judged before one of the two
// is complete, and what is kept of them stays small.
func TestLongFalseRecordsOnNodesAreNotKept(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	liar := tb.mover().Seat()
	victim := tb.others(liar)[1]
	p := tb.players[victim]
	for _, raw := range [][]byte{tip(tb.moved(tb.again(liar))), tip(tb.moved(tb.again(liar)))} {
		_ = p.Receive(raw)
		tb.proceed(victim)
		for i := range byte(4) {
			body := bytes.Repeat([]byte{i}, transcript.MaxBody)
			_ = p.Receive(tb.signOn(transcript.HashRecord(raw), liar, transcript.Show, body))
			tb.proceed(victim)
		}
	}
	size := 0
	for _, raw := range p.Notes() {
		size += len(raw)
	}
	require.Less(t, size, 16<<10)
}
