package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// flipTable seats two players at a deck, which has been dealt.
func flipTable(t testing.TB, rules string, seed uint64) *table {
	tb := newTable(t, rules, seed)
	require.Equal(t, Play, tb.match().Stage())
	return tb
}

// flipTurn lets the seat to move turn up a piece or move one, by chance.
func (tb *table) flipTurn() {
	tb.t.Helper()
	p := tb.mover()
	require.NotNil(tb.t, p)
	position := p.Match().Position()
	flips, moves := position.Flips(p.Seat()).Nodes(), position.LegalMoves(p.Seat(), nil)
	if k := int(tb.rng.Uint64() % uint64(len(flips)+len(moves))); k < len(flips) {
		require.NoError(tb.t, p.Flip(flips[k], false))
	} else {
		require.NoError(tb.t, p.Play(moves[k-len(flips)], false, tb.rng))
	}
	tb.sync()
}

func (tb *table) playFlip(n int) {
	tb.t.Helper()
	for ; n != 0 && tb.mover() != nil; n-- {
		tb.flipTurn()
	}
}

// Two seats play to the end from what Proceed makes and what they decide; the file is honest
// although nobody reveals anything.
func TestFlipMatchIsHonestWithoutReveals(t *testing.T) {
	t.Parallel()
	for seed, rules := range []string{"flip", "flip,strike=on", "flip,colours=engineer"} {
		tb := flipTable(t, rules, uint64(seed))
		tb.playFlip(-1)
		m := tb.match()
		require.Equal(t, Ended, m.Stage())
		require.Empty(t, m.Owed())
		report := Audit(m.File())
		require.Equal(t, Honest, report.Verdict, "%v", report.Reason)
		require.NoError(t, report.Reason)
		counts := map[transcript.Kind]int{}
		for _, raw := range m.Records() {
			counts[transcript.Kind(raw[0])]++
		}
		require.Equal(t, counts[transcript.Face], 50-m.position.Down().Len())
		t.Log(rules, m.Len(), len(m.File()), m.Result(), counts)
	}
}

// The sizes are those that the specification says.
func TestFlipRecordsHaveTheirSizes(t *testing.T) {
	tb := flipTable(t, "flip", 1)
	sizes := map[transcript.Kind]int{}
	tb.playFlip(3)
	for _, raw := range tb.match().Records() {
		sizes[transcript.Kind(raw[0])] = len(raw)
	}
	require.Equal(t, 197, sizes[transcript.Key])
	require.Equal(t, 8357, sizes[transcript.Shuffle])
	require.Equal(t, 199, sizes[transcript.Flip])
	require.Equal(t, 166, sizes[transcript.Face])
}

// A program that was killed, or a copy of its folder, makes the very same record about the deck
// again, without the fresh bytes of any: so it never signs two on one place.
func TestDeckRecordsAreMadeAgain(t *testing.T) {
	t.Parallel()
	tb := flipTable(t, "flip,strike=on", 2)
	tb.playFlip(10)
	m, again := tb.match(), map[transcript.Kind]int{}
	for i := m.rules.NumSeats(); i < m.Len(); i++ {
		r, err := transcript.Parse(m.Record(i))
		require.NoError(t, err)
		p, err := Restore(tb.players[r.Seat].Secret(), m.Records()[:i], nil)
		require.NoError(t, err)
		switch r.Kind {
		case transcript.Flip:
			body, err := transcript.ParseFlip(r.Body)
			require.NoError(t, err)
			require.NoError(t, p.Flip(body.Node, body.Offer))
		case transcript.Move:
			body, err := transcript.ParseMove(r.Body)
			require.NoError(t, err)
			require.NoError(t, p.Play(body.Move, body.Offer, testRand(77)))
		default:
			made, err := p.Proceed(testRand(77))
			require.NoError(t, err)
			require.True(t, made)
		}
		require.Equal(t, m.Record(i), p.match.Record(i), r.Kind)
		again[r.Kind]++
	}
	for _, kind := range []transcript.Kind{transcript.Key, transcript.Shuffle, transcript.Flip, transcript.Face} {
		require.Positive(t, again[kind], kind)
	}
}
