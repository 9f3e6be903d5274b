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

// Second records are kept to be passed on, but none that is larger than a sound one can be.
func TestLargeRivalsAreNotKept(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	cheat, base := tb.mover().Seat(), tb.match().Base()
	tb.random(1, func() bool { return false })
	p := tb.players[tb.others(cheat)[1]] // not the tie-breaker, which need pass on nothing
	require.Error(t, p.Receive(tb.signOn(base, cheat, transcript.Move, make([]byte, transcript.MaxBody))))
	tb.proceed(p.Seat())
	require.Equal(t, cheat, p.Match().Conviction().Culprit)
	for _, raw := range p.Notes() {
		require.Less(t, len(raw), 4<<10)
	}
}
