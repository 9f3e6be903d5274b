package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// flipFour is a game of four with a deck; red is the first to move.
func flipFour(t testing.TB) *table {
	rules, err := junqi.Rules("flip,seats=4,first=red")
	require.NoError(t, err)
	return setting{rules: rules, seed: 1}.sit(t)
}

// smallFlipFour is one with few pieces, in which everyone plays alone.
func smallFlipFour(t testing.TB) *table {
	return setting{rules: rulestest.SmallDeck(t, "flip,seats=4,first=red,teams=all"), seed: 1}.sit(t)
}

// flipDuel is a game of two with a deck in which red has turned up a piece.
func flipDuel(t testing.TB) *table {
	rules, err := junqi.Rules("flip,first=red")
	require.NoError(t, err)
	tb := setting{rules: rules, seed: 1}.sit(t)
	tb.flip(0)
	return tb.sync()
}

// flip has the seat to move turn up the i-th piece that lies face down, and nobody else do anything
// after it.
func (tb *table) flip(i int) {
	position := tb.match().Position()
	require.NoError(tb.t, tb.mover().Flip(position.DownNodes()[i], false))
	tb.carry()
}

// kinds counts the records of the chain from a place on.
func (tb *table) kinds(from int) map[transcript.Kind]int {
	counts := map[transcript.Kind]int{}
	for _, raw := range tb.chain(tb.match().Len())[from:] {
		counts[transcript.Kind(raw[0])]++
	}
	return counts
}

// With four seats all share, partners before enemies, and the last of them says what it is.
func TestFourSeatsOpenACard(t *testing.T) {
	tb := flipFour(t)
	require.Equal(t, protocol.Play, tb.match().Stage())
	tb.flip(0)
	var order []engine.Seat
	for position := tb.match().Position(); position.Phase() == engine.PhaseShare; position = tb.match().Position() {
		owed := tb.match().Owed()
		require.Len(t, owed, 1, "exactly one seat owes exactly one record")
		require.Len(t, owed[0].Kinds, 1)
		order = append(order, owed[0].Seat)
		want := transcript.Share
		if len(order) == 3 {
			want = transcript.Face
		}
		require.Equal(t, want, owed[0].Kinds[0])
		made, err := tb.players[owed[0].Seat].Proceed(tb.rng)
		require.NoError(t, err)
		require.True(t, made)
		tb.carry()
	}
	require.Equal(t, []engine.Seat{engine.Amber, engine.Blue, engine.Teal}, order)
}

// When a seat goes out, by resigning or because the others put it out, whatever is owed then, the
// seats that are left deal what lies face down again, and play on to the end.
func TestSeatsGoOutOfAFlipMatch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		out  engine.Seat
		then transcript.Kind // what is owed
	}{
		{"to move", engine.Red, transcript.Flip},
		{"to share", engine.Amber, transcript.Share},
		{"to say what it is", engine.Teal, transcript.Face},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := smallFlipFour(t)
			tb.flip(3)
			tb.sync()
			require.Equal(t, engine.Blue, tb.mover().Seat())
			if test.then != transcript.Flip {
				tb.flip(0)
			}
			for tb.match().Owed()[0].Kinds[0] != test.then {
				_, err := tb.players[tb.match().Owed()[0].Seat].Proceed(tb.rng)
				require.NoError(t, err)
				tb.carry()
			}
			gone := tb.match().Owed()[0].Seat
			length := tb.match().Len()
			tb.putOutSilent(true, gone)
			counts := tb.kinds(length)
			require.Equal(t, 1, counts[transcript.SignOut])
			require.Equal(t, 3, counts[transcript.Shuffle], "of each seat that lives")
			position := tb.match().Position()
			require.Equal(t, engine.PhaseMove, position.Phase())
			require.NotNil(t, tb.mover())
			if test.then != transcript.Flip {
				require.Equal(t, 2, counts[transcript.Share], "the flip goes on, with shares of all that live")
				require.Equal(t, 1, counts[transcript.Face])
			}

			tb.flip(0)
			tb.sync()
			length = tb.match().Len()
			tb.resign(tb.mover().Seat())
			require.Equal(t, 2, tb.kinds(length)[transcript.Shuffle])
			tb.flip(1)
			tb.sync()
			tb.resign(tb.mover().Seat())
			require.Equal(t, protocol.Ended, tb.match().Stage())
			report := protocol.Audit(tb.match().File())
			require.Equal(t, protocol.Incomplete, report.Verdict, "a seat was put out on the others' word")
			require.True(t, report.Finished(), "%v", report.Reason)
			require.Empty(t, tb.match().Owed())
		})
	}
}

// putOutSilent has all others put out a silent seat; then they make what they owe, shuffles only if
// they are to.
func (tb *table) putOutSilent(proceed bool, gone engine.Seat) {
	for _, seat := range tb.others(gone) {
		require.NoError(tb.t, tb.players[seat].VoteAbsent())
	}
	for range 8 {
		tb.carry()
		for seat, p := range tb.players {
			position := p.Match().Position()
			if engine.Seat(seat) == gone || !proceed && position.Phase() == engine.PhaseDeal {
				continue
			}
			_, err := p.Proceed(tb.rng)
			require.NoError(tb.t, err)
		}
	}
	tb.carry()
}

// A seat that goes out while the others deal again has them begin again, without it; a shuffle of
// the deal before has no effect any more.
func TestDealBeginsAgain(t *testing.T) {
	tb := smallFlipFour(t)
	tb.putOutSilent(false, engine.Red)
	require.Equal(t, "blue owes a Shuffle record", tb.match().Owed().String())
	_, err := tb.players[engine.Blue].Proceed(tb.rng)
	require.NoError(t, err)
	tb.carry()
	require.Equal(t, "amber owes a Shuffle record", tb.match().Owed().String())
	length := tb.match().Len()
	tb.putOutSilent(true, engine.Amber)
	require.Equal(t, map[transcript.Kind]int{transcript.SignOut: 1, transcript.Shuffle: 2}, tb.kinds(length))
	require.Equal(t, engine.Blue, tb.mover().Seat())
	tb.flip(7)
	tb.sync()
	require.Equal(t, 1, tb.kinds(length)[transcript.Face])
	require.Equal(t, engine.Teal, tb.mover().Seat())
	tb.resign(engine.Teal)
	report := protocol.Audit(tb.match().File())
	require.True(t, report.Finished(), "%v", report.Reason)
	require.Len(t, report.SignedOut, 2)
}

// A seat that is convicted while its flip is opened is put out; the others deal again, its flip is
// void, and the next seat has the turn.
func TestConvictedFlipperIsPutOut(t *testing.T) {
	t.Parallel()
	tb := smallFlipFour(t)
	tb.flip(0)
	cheat, tellers := engine.Red, []engine.Seat{engine.Blue, engine.Amber, engine.Teal}
	require.Equal(t, "blue owes a Share record", tb.match().Owed().String())
	length := tb.match().Len()
	wrong := tb.sign(cheat, transcript.Face, make([]byte, 97))
	require.Error(t, tb.players[engine.Blue].Receive(wrong))
	for range 12 {
		for _, from := range tellers {
			tb.proceed(from)
			for _, to := range tellers {
				tb.give(tb.players[from].Notes(), to)
				tb.give(tb.players[from].Match().Extras(), to)
				for i := tb.players[to].Match().Len(); i < tb.players[from].Match().Len(); i++ {
					tb.give([][]byte{tb.players[from].Match().Record(i)}, to)
				}
			}
		}
	}
	tb.carry()
	require.Equal(t, transcript.Convicted, tb.match().SignedOut(cheat).Cause)
	counts := tb.kinds(length)
	require.Equal(t, 3, counts[transcript.Shuffle])
	require.Zero(t, counts[transcript.Face])
	position := tb.match().Position()
	require.Equal(t, engine.NoNode, position.Flipping())
	require.Equal(t, engine.Blue, tb.mover().Seat())
	tb.flip(0)
	tb.sync()
	require.Equal(t, 1, tb.kinds(length)[transcript.Face])
	for range 2 {
		tb.resign(tb.mover().Seat())
	}
	report := protocol.Audit(tb.match().File())
	require.Equal(t, protocol.Cheating, report.Verdict)
	require.Equal(t, cheat, report.Conviction.Culprit)
}
