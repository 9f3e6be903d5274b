package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// What is owed is told in words, from the first record to the Reveals, and names no
// kind of record that the rules would not take.
func TestOwed(t *testing.T) {
	require.Equal(t, "the host owes its Terms", NewMatch().Owed().String())
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	m := tb.match()
	for n, want := range []string{
		1: "blue owes a Join record", "red owes a Commit record", "blue owes a Commit record",
		"red owes a Layout record", "blue owes a Layout record", "red owes a move",
	} {
		if n > 0 {
			at, _, err := Fold(m.first(n))
			require.NoError(t, err)
			require.Equal(t, want, at.Owed().String())
		}
	}

	kinds := func(rules string) []transcript.Kind {
		tb = facingTable(t, rules)
		return tb.match().Owed()[0].Kinds
	}
	always := []transcript.Kind{transcript.Move, transcript.Resign, transcript.Resigned}
	require.ElementsMatch(t, always, kinds("standard,first=red,clock=off"))
	require.ElementsMatch(t, append(always, transcript.Pass), kinds("standard,first=red"))
	red := tb.players[engine.Red]
	require.NoError(t, red.Play(parseMove(t, "c6-c7"), true, tb.rng))
	require.Equal(t, "blue owes an answer to the attack", red.Match().Owed().String())
	require.Equal(t, []transcript.Kind{transcript.Answer}, red.Match().Owed()[0].Kinds)
	tb.players[engine.Blue].Receive(red.Match().Record(red.Match().Len() - 1))
	answered, err := tb.players[engine.Blue].Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, answered)
	m = tb.players[engine.Blue].Match()
	require.Equal(t, "red owes the place of its flag", m.Owed().String())
	tb.sync()
	require.ElementsMatch(t, append(always, transcript.Pass, transcript.AcceptDraw), m.Owed()[0].Kinds)
	require.NoError(t, tb.players[engine.Blue].AcceptDraw(tb.rng))
	require.Equal(t, "red owes a Seen record, blue owes a Reveal record", m.Owed().String())
	tb.sync()
	require.Equal(t, "nothing is owed", m.Owed().String())
}

// A seat that may have no legal move may say so; who certainly has one may not.
func TestOwedNoMove(t *testing.T) {
	rs, err := junqi.Rules("standard")
	require.NoError(t, err)
	stuck, err := engine.ParsePosition(rs, "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bEDCBA/5/5/5/5/rPQ3/1rV3 red move 100 0 0/0 - -/- - -/-")
	require.NoError(t, err)
	tb := facingTable(t, "standard,first=red")
	m := tb.match().Fork()
	require.NotContains(t, m.Owed()[0].Kinds, transcript.NoMove)
	m.position = stuck
	require.Contains(t, m.Owed()[0].Kinds, transcript.NoMove)
}

// A seat that gets an Owed may do with it what it likes: matches share nothing of it. (They did
// the list of what is due before there is a host, and wrote into it side by side.)
func TestOwedIsTheCallersOwn(t *testing.T) {
	owed := NewMatch().Owed()
	owed[0] = Due{Seat: engine.Teal}
	require.Equal(t, engine.Red, NewMatch().Owed()[0].Seat)
}
