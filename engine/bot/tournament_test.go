package bot

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// tally is how games went for the first of two bots, and how long it thought.
type tally struct {
	games, won, drawn int
	plies             int
	moves             int
	thought, longest  time.Duration
}

// score is the share of points: a win is one, a draw half.
func (t *tally) score() float64 { return (float64(t.won) + float64(t.drawn)/2) / float64(t.games) }

// timed is a bot that is timed while it plays.
type timed struct {
	Bot
	tally *tally
}

func (b timed) Move(v View, rng *rand.Rand) engine.Move {
	begun := time.Now()
	m := b.Bot.Move(v, rng)
	took := time.Since(begun)
	b.tally.moves++
	b.tally.thought += took
	b.tally.longest = max(b.tally.longest, took)
	return m
}

// match plays the game of that number between two bots. They change seats from game to
// game, and every other time the other seat begins.
func (t *tally) match(tb testing.TB, one, other Bot, number int) {
	tb.Helper()
	first := engine.Seat(number / 2 % 2)
	rs, err := junqi.Rules("standard,first=" + first.String())
	require.NoError(tb, err)
	seat := engine.Seat(number % 2)
	bots := []Bot{timed{one, t}, other}
	result, history := play(tb, rs, []Bot{bots[seat], bots[1-seat]}, rand.New(rand.NewPCG(uint64(number), 1)))
	t.games++
	switch {
	case result.Draw:
		t.drawn++
	case result.Winners.Has(seat):
		t.won++
	}
	for _, e := range history {
		if e.Kind == engine.EventMove {
			t.plies++
		}
	}
}

// BenchmarkTournament plays b.N games of each pair of bots and reports the score of the
// first. It is repeatable except for the times:
//
//	go test ./engine/bot -run '^$' -bench Tournament/strong-sensible -benchtime 1000x
func BenchmarkTournament(b *testing.B) {
	for _, pair := range [][2]string{{"strong", "random"}, {"strong", "sensible"}, {"sensible", "random"}, {"strong", "strong"}} {
		b.Run(pair[0]+"-"+pair[1], func(b *testing.B) {
			var t tally
			for i := range b.N {
				t.match(b, bot(b, pair[0]), bot(b, pair[1]), i)
			}
			b.ReportMetric(t.score(), "score")
			b.ReportMetric(float64(t.drawn)/float64(t.games), "drawn")
			b.ReportMetric(float64(t.plies)/float64(t.games), "plies/game")
			b.ReportMetric(t.thought.Seconds()*1e3/float64(t.moves), "ms/move")
			b.ReportMetric(t.longest.Seconds()*1e3, "ms/longest")
		})
	}
}
