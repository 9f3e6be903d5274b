package protocol_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A seat that has signed a record which its chain lacks signs no other in its place, whatever
// it is asked to, and goes on when the record comes back.
func TestJournalKeepsFromSigningTwice(t *testing.T) {
	for _, s := range []setting{{rules: lamps(t, 1).rules, seed: 1}, lampsWith(t, 1, func(r *engine.Rules) { r.Views.Absent = engine.AbsentStop })} {
		tb := s.sit(t)
		p := tb.mover()
		moves, chain := tb.moves(), tb.chain(tb.match().Len())
		require.NoError(t, p.Play(moves[0], false, tb.rng))
		chosen := protocol.Chosen(p.Journal())
		require.True(t, chosen[transcript.HashRecord(tip(p))])
		for _, raw := range chain[p.Match().Rules().NumSeats():] {
			require.True(t, chosen[transcript.HashRecord(raw)], "whoever signs on a record has chosen it")
		}

		forgetful, err := protocol.Restore(p.Secret(), chain, nil)
		require.NoError(t, err)
		require.Equal(t, protocol.ChooseMove, forgetful.Decision(), "it does not know that it has moved")

		again, err := protocol.Restore(p.Secret(), chain, nil)
		require.NoError(t, err)
		require.NoError(t, again.Remember(p.Journal()))
		require.Equal(t, protocol.Nothing, again.Decision())
		wish, err := again.Resign()
		require.NoError(t, err, "it waits until its move is back")
		require.Nil(t, wish)
		require.Error(t, again.Play(moves[1], false, tb.rng))
		made, err := again.Proceed(tb.rng)
		require.NoError(t, err)
		require.False(t, made)
		require.Equal(t, len(chain), again.Match().Len())

		require.NoError(t, again.Receive(tip(p)))
		require.Equal(t, tip(p), tip(again))
	}
}

// The chain itself says what a seat has signed, when the journal is older.
func TestJournalKnowsTheChain(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	tb.random(6, func() bool { return false })
	p := tb.players[0]
	again, err := protocol.Restore(p.Secret(), tb.chain(tb.match().Len()), nil)
	require.NoError(t, err)
	require.Empty(t, again.Journal(), "nothing is new")
	require.Error(t, again.Remember([][]byte{{1, 2, 3}}))
}

// To sign on a record is to choose it: a seat that has chosen another does not.
func TestJournalKeepsFromSigningOnAnotherRecord(t *testing.T) {
	tb := lamps(t, 1).sit(t)
	tb.random(3, func() bool { return false })
	p := tb.mover()
	base := tb.match().Place(tb.match().Len() - 1).Prev
	again, err := protocol.Restore(p.Secret(), tb.chain(tb.match().Len()), nil)
	require.NoError(t, err)
	entry := slices.Concat([]byte{byte(transcript.Seen)}, base[:], make([]byte, 32))
	require.NoError(t, again.Remember([][]byte{entry}))
	require.ErrorIs(t, again.Play(tb.moves()[0], false, tb.rng), protocol.ErrBound)
}

// To sign on what follows a record is to choose it, too: a seat whose match file has lost both
// signs nothing on another record in that place. With that a liar could convict it.
func TestJournalKeepsFromSigningOnTheSecondOfTwo(t *testing.T) {
	tb := lampsWith(t, 1, func(r *engine.Rules) { r.Views.Absent = engine.AbsentStop }).sit(t)
	chain := tb.chain(tb.match().Len())
	liar, moves := tb.mover(), tb.moves()
	secondly, err := protocol.Restore(liar.Secret(), chain, nil)
	require.NoError(t, err)
	require.NoError(t, secondly.Play(moves[1], false, tb.rng))
	require.NoError(t, liar.Play(moves[0], false, tb.rng))
	tb.sync()
	p := tb.mover()
	move := tb.moves()[0]
	require.NoError(t, p.Play(move, false, tb.rng))

	again, err := protocol.Restore(p.Secret(), chain, nil)
	require.NoError(t, err)
	require.NoError(t, again.Remember(p.Journal()))
	require.NoError(t, again.Receive(tip(secondly)))
	require.ErrorIs(t, again.Play(move, false, tb.rng), protocol.ErrBound)
}
