package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Whoever has moved waits until the others have acknowledged it, and has no lack of moves.
func TestDecidedSeatWaits(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	p, move := tb.mover(), tb.moves()[0]
	require.NoError(t, p.Play(move, false, tb.rng))
	require.Equal(t, protocol.Nothing, p.Decision())
	require.ErrorIs(t, p.Play(move, false, tb.rng), protocol.ErrDecided)
	require.ErrorIs(t, p.Pass(tb.rng), protocol.ErrDecided)
	require.ErrorIs(t, p.AcceptDraw(tb.rng), protocol.ErrDecided)
	tb.sync()
	require.ErrorIs(t, p.Play(move, false, tb.rng), protocol.ErrNotYourTurn)
}

// endOfThree is a game of three whose last record has just been proposed: all have it, and
// nobody has acknowledged it. The writer of that record is not out before.
func endOfThree(t *testing.T) (tb *table, out, writer, winner engine.Seat) {
	tb = lamps(t, 3).sit(t)
	out = tb.mover().Seat()
	tb.resign(out)
	writer = tb.mover().Seat()
	_, err := tb.players[writer].Resign()
	require.NoError(t, err)
	tb.bring()
	return tb, out, writer, 3 - out - writer
}

// The last record ends the game when all who lived before it have acknowledged it; only then
// do keys leave, those of the losers first; the Seen are in the file.
func TestEndIsAcknowledged(t *testing.T) {
	tb, out, writer, winner := endOfThree(t)
	for seat, p := range tb.players {
		require.False(t, p.Match().Result().Over, "%d", seat)
		p.GraceOver()
	}
	tb.proceed(out)
	tb.proceed(writer)
	require.Equal(t, []engine.Seat{winner}, seatsOf(tb.players[writer]))
	require.False(t, tb.players[writer].Match().Result().Over, "the winner has not seen it")
	made, err := tb.players[winner].Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, made)
	require.True(t, tb.players[winner].Match().Result().Over)
	require.Len(t, tb.players[winner].Match().Extras(), 1)
	tb.sync()
	for seat := range engine.Seat(3) {
		require.True(t, tb.match().Revealed(seat))
		require.Equal(t, seat == winner, tb.match().Seen(seat))
	}
}

// Nobody is put out who does not acknowledge the end, and it does not need that seat: whoever has
// waited long enough takes it. But no key leaves before the Seen.
func TestWithheldSeenKeepsKeys(t *testing.T) {
	tb, out, writer, winner := endOfThree(t)
	last := tip(tb.players[writer])
	for _, seat := range []engine.Seat{writer, out} {
		p := tb.players[seat]
		tb.proceed(seat)
		require.Error(t, p.ClaimSilence(), "the writer has written")
		absent, voted, err := p.Absentee()
		require.NoError(t, err)
		require.False(t, voted)
		require.Equal(t, winner, absent)
		require.Contains(t, p.Notes(), last)
		require.NoError(t, p.VoteAbsent())
		require.NotContains(t, p.Notes(), last, "it is in the chain")
		require.True(t, p.Match().Result().Over)
		p.GraceOver()
		tb.proceed(seat)
		require.Empty(t, p.Match().Extras())
		require.NotZero(t, p.Match().Owed().Of(winner))
		require.NoError(t, p.ClaimSilence())
	}
	tb.proceed(winner)
	tb.sync()
	require.True(t, tb.match().Seen(winner))
	require.Len(t, seatsOf(tb.players[winner]), 0)
}

// A seat that owes its Seen of the end gives one of another record for an earlier place: that still
// convicts it.
func TestEarlierSeenConvictsAfterTheEnd(t *testing.T) {
	tb, _, writer, winner := endOfThree(t)
	p := tb.players[writer]
	tb.proceed(writer)
	require.NoError(t, p.VoteAbsent())
	require.NotZero(t, p.Match().Owed().Of(winner))
	base := p.Match().Place(p.Match().Len() - 2).Prev
	require.NoError(t, p.Receive(tb.seen(base, winner, []byte("another"))))
	tb.proceed(writer)
	require.Equal(t, []engine.Seat{winner}, culprits(p.Match()))
}

// The Seen of the end that a seat lacked comes late, and then one of another record for the same
// place, or the other way round.
func TestLateSeenOfTheEndConvicts(t *testing.T) {
	for _, first := range []int{0, 1} {
		tb, _, writer, winner := endOfThree(t)
		p := tb.players[writer]
		last := tip(p)
		tb.proceed(writer)
		require.NoError(t, p.VoteAbsent())
		base := p.Match().Place(p.Match().Len() - 1).Prev
		two := [][]byte{tb.seen(base, winner, last), tb.seen(base, winner, []byte("another"))}
		require.NoError(t, p.Receive(two[first]))
		require.NoError(t, p.Receive(two[1-first]))
		tb.proceed(writer)
		require.Equal(t, []engine.Seat{winner}, culprits(p.Match()))
		require.True(t, p.Match().Seen(winner))
	}
}

// A Seen of the end by a seat that owes none is refused, and convicts nobody.
func TestSeenOfOthersIsRefused(t *testing.T) {
	tb, out, writer, _ := endOfThree(t)
	p := tb.players[writer]
	last := tip(p)
	tb.proceed(writer)
	require.NoError(t, p.VoteAbsent())
	var refusal *protocol.Refusal
	require.ErrorAs(t, p.Match().Append(tb.seen(p.Match().Place(p.Match().Len()-1).Prev, out, last)), &refusal)
	require.False(t, refusal.Provable, "%v", refusal)
}
