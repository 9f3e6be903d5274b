package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Two Recalls on a base that nobody has are no evidence that a Fault could hold: whoever hears
// of them can go on.
func TestRecallsOnABaseOfNobody(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	cheat := tb.others(tb.mover().Seat())[0]
	base := transcript.Hash{1}
	for _, p := range tb.players {
		if p.Seat() != cheat {
			tb.give([][]byte{tb.recall(cheat, base, transcript.Hash{2}), tb.recall(cheat, base, transcript.Hash{3})}, p.Seat())
			tb.proceed(p.Seat())
			require.Empty(t, p.Match().Convictions())
		}
	}
}
