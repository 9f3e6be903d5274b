package bot

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// seatsWon plays games of equal bots, in which each seat begins as often, and counts what each
// place of the order of play won, the first mover's first: a win is shared by the team, a draw by
// all.
func seatsWon(tb testing.TB, spec, name string, games int) (points []float64, drawn int) {
	probe, err := junqi.Rules(spec)
	require.NoError(tb, err)
	n := probe.NumSeats()
	byPlace, bySeat := make([]float64, n), make([]float64, n)
	for i := range games {
		first := engine.Seat(i % n)
		rs, err := junqi.Rules(spec + ",first=" + first.String())
		require.NoError(tb, err)
		bots := make([]Bot, n)
		for s := range bots {
			bots[s] = bot(tb, name)
		}
		result, _ := play(tb, rs, bots, rand.New(rand.NewPCG(uint64(i), 5)))
		winners := result.Winners
		if result.Draw {
			drawn++
			winners = engine.SeatsOf(rs.Seats()...)
		}
		for _, s := range winners.Seats() {
			share := 1 / float64(winners.Len())
			bySeat[s] += share
			byPlace[(int(s)+n-int(first))%n] += share
		}
	}
	return append(byPlace, bySeat...), drawn
}

// BenchmarkFairness plays b.N games, a multiple of the number of seats, and reports what each place
// in the order of play won, and each seat, in percent:
//
//	go test ./engine/bot -run '^$' -bench Fairness/sanguo -benchtime 600x
func BenchmarkFairness(b *testing.B) {
	for _, spec := range []string{"sanguo", "sanguo,board=cross", "liuguo,teams=all", "liuguo", "liuguo,teams=pairs", "liuguo,chiefs=on"} {
		b.Run(spec, func(b *testing.B) {
			points, drawn := seatsWon(b, spec, "sensible", b.N)
			n := len(points) / 2
			for i, p := range points {
				what := fmt.Sprint("place", i+1)
				if i >= n {
					what = engine.Seat(i - n).String()
				}
				b.ReportMetric(100*p/float64(b.N), what+"%")
			}
			b.ReportMetric(float64(drawn), "drawn")
		})
	}
}

// Games of three and of six end, and somebody wins most of them.
func TestManySeatsPlay(t *testing.T) {
	for _, spec := range []string{"sanguo", "liuguo,chiefs=on"} {
		points, drawn := seatsWon(t, spec, "sensible", 3)
		require.Less(t, drawn, 3, spec)
		require.NotEmpty(t, points)
	}
}
