package protocol

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// prepareAll makes all that can be ready ready, and says how much that is.
func prepareAll(t testing.TB, p *Player, tb *table) (n int) {
	for {
		more, err := p.Prepare(tb.rng)
		require.NoError(t, err)
		if !more {
			return n
		}
		n++
	}
}

// attacksOf are a seat's legal attacks.
func attacksOf(p *Player) (out []engine.Move) {
	position := p.Match().Position()
	own, _ := p.Layout()
	for _, m := range position.LegalMoves(p.Seat(), own) {
		if position.At(m.To) != engine.NoPiece {
			out = append(out, m)
		}
	}
	return out
}

// An attack that was made ready only waits for its signature: nothing is done in the group when it is
// played, and it is a sound record.
func TestPreparedAttacksOnlyWaitForTheirSignature(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	p := tb.players[engine.Red]
	attacks := attacksOf(p)
	require.Len(t, attacks, 3, "on a6, c6 and e6")
	require.Equal(t, len(attacks), prepareAll(t, p, tb))
	before := p.Match().Fork()
	operations := opcount.Count(func() { require.NoError(t, p.Play(attacks[1], false, tb.rng)) })
	raw := p.Match().Record(before.Len())
	require.Zero(t, operations)
	require.NoError(t, before.Append(raw), "others verify it from the start")
	require.Equal(t, before, p.Match())
	tb.sync()
	require.Equal(t, tb.players[engine.Blue].Match().Head(), p.Match().Head())
	require.Zero(t, p.Match().later)
}

// Not preparing anything is the way to switch it off; and what was made ready is not
// played with an offer, or after another head.
func TestWhatWasPreparedIsForOneTurn(t *testing.T) {
	tb := facingTable(t, "standard,first=red,clock=60")
	p := tb.players[engine.Red]
	attacks := attacksOf(p)
	prepareAll(t, p, tb)
	stale := p.ready
	require.NoError(t, p.Pass(tb.rng))
	tb.sync()
	blue := tb.players[engine.Blue]
	n, err := p.Prepare(tb.rng)
	require.NoError(t, err)
	require.False(t, n, "it is the other's turn")
	require.NoError(t, blue.Pass(tb.rng))
	tb.sync()
	require.Equal(t, attacks, attacksOf(p))
	require.Same(t, stale, p.ready)
	operations := opcount.Count(func() { require.NoError(t, p.Play(attacks[0], false, tb.rng)) })
	require.Positive(t, operations[opcount.VariableBase], "made again for the new head")
	r, err := transcript.Parse(p.Match().Record(p.Match().Len() - 1))
	require.NoError(t, err)
	require.NotEqual(t, stale.moves[attacks[0]].body, r.Body)

	tb = facingTable(t, "standard,first=red")
	p = tb.players[engine.Red]
	prepareAll(t, p, tb)
	operations = opcount.Count(func() { require.NoError(t, p.Play(attacks[0], true, tb.rng)) })
	require.Positive(t, operations[opcount.VariableBase], "an offer is another statement")

	for _, rules := range []string{"standard,mode=open,first=red"} {
		tb := facingTable(t, rules)
		require.Zero(t, prepareAll(t, tb.players[engine.Red], tb))
	}
}

// The proof of a layout is made and checked once, when it is chosen: no record of the set-up
// waits for another.
func TestLayoutIsProvenAndCheckedOnce(t *testing.T) {
	tb := newTable(t, "standard,first=red", 3)
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	proven := func(f func()) int { return opcount.Count(f)[opcount.BatchEncode] }
	start := proven(func() {
		for _, p := range tb.players {
			require.NoError(t, p.Place(p.Match().Rules().RandomLayout(rand.New(tb.rng))))
			_, err := p.own.check()
			require.NoError(t, err)
		}
	})
	proceed := func(p, other *Player) {
		require.Zero(t, proven(func() {
			made, err := p.Proceed(tb.rng)
			require.NoError(t, err)
			require.True(t, made)
		}))
		require.NoError(t, other.Receive(p.Match().Record(p.Match().Len()-1)))
	}
	for range 2 {
		proceed(red, blue)
		proceed(blue, red)
	}
	require.Positive(t, start)
	require.Equal(t, Play, red.Match().Stage())
	require.Nil(t, red.own)
	require.Zero(t, red.Match().later)
}
