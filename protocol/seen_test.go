package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// endOfThree is a game of three that has ended a moment ago: all have its last record, and
// nobody has done what follows from it. The writer of that record is out.
func endOfThree(t *testing.T) (tb *table, out, writer, winner engine.Seat) {
	tb = lamps(t, 3).sit(t)
	out = tb.mover().Seat()
	tb.resign(out)
	writer = tb.mover().Seat()
	_, err := tb.players[writer].Resign()
	require.NoError(t, err)
	tb.carry()
	require.True(t, tb.match().Result().Over)
	return tb, out, writer, 3 - out - writer
}

// made are the kinds of what a seat makes without being asked, until it makes nothing more.
func (tb *table) made(seat engine.Seat) (kinds []transcript.Kind) {
	for {
		before := len(tb.players[seat].Match().Extras())
		made, err := tb.players[seat].Proceed(tb.rng)
		require.NoError(tb.t, err)
		if !made {
			return kinds
		}
		for _, raw := range tb.players[seat].Match().Extras()[before:] {
			kinds = append(kinds, transcript.Kind(raw[0]))
		}
	}
}

// The enemy next after the writer says first that it has seen the end; who was out before
// says nothing; and no key leaves before both have.
func TestDeciderSeesFirst(t *testing.T) {
	tb, out, writer, winner := endOfThree(t)
	require.Empty(t, tb.made(writer), "not before the decider")
	require.Empty(t, tb.made(out))
	require.Equal(t, []transcript.Kind{transcript.Seen}, tb.made(winner))
	tb.carry()
	require.Empty(t, tb.made(out), "no key while the writer has not seen the end")
	require.NotEmpty(t, tb.made(writer))
	require.True(t, tb.players[writer].Match().Revealed(writer), "all have seen it, and the losers go first")
	require.False(t, tb.players[winner].Match().Revealed(winner))
	tb.sync()
	for seat := range engine.Seat(3) {
		require.True(t, tb.match().Revealed(seat))
		require.Equal(t, seat != out, tb.match().Seen(seat))
	}
}

// A Seen that does not come keeps all keys at home, also when the grace is over, unless a
// player lets its own go.
func TestWithheldSeenKeepsKeys(t *testing.T) {
	tb, out, _, winner := endOfThree(t)
	tb.made(winner)
	tb.carry()
	for _, seat := range []engine.Seat{out, winner} {
		tb.players[seat].GraceOver()
		require.Empty(t, tb.made(seat))
	}
	tb.players[winner].ReleaseKey()
	require.Equal(t, []transcript.Kind{transcript.Reveal}, tb.made(winner))
}
