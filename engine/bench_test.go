package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// BenchmarkPerft counts the same sequences of four plies in three ways: as Perft does,
// which counts the moves of the last ply without making them; by making them all; and, of
// three plies, by playing every game by the rules of Position, as Perft does where one word
// does not hold a board.
func BenchmarkPerft(b *testing.B) {
	rs := rules(b, "standard")
	layouts := []engine.Layout{junqi.Layouts()["triangle"], junqi.Layouts()["left-hook"]}
	for _, way := range []struct {
		name  string
		count func() (uint64, error)
	}{
		{"counted", func() (uint64, error) { return engine.Perft(rs, layouts, 4) }},
		{"made", func() (uint64, error) { return engine.PerftByMaking(b, rs, layouts, 4), nil }},
		{"played", func() (uint64, error) { return engine.PerftByPlaying(b, rs, layouts, 3), nil }},
	} {
		b.Run(way.name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				n, err := way.count()
				require.NoError(b, err)
				nodes += n
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkPosition measures what players and auditors ask of a position in the middle
// of games: what moves there are, who could make a move, and to make it.
func BenchmarkPosition(b *testing.B) {
	for _, spec := range []string{"standard", "siguo"} {
		games := midgames(b, rules(b, spec))
		for _, ask := range []struct {
			name string
			of   func(g midgame)
		}{
			{"moves", func(g midgame) { g.position.LegalMoves(g.position.ToAct(), g.layout) }},
			{"movers", func(g midgame) { g.position.Movers(g.move.From, g.move.To) }},
			{"mobility", func(g midgame) { g.position.PublicMobility(g.position.ToAct()) }},
			{"apply", func(g midgame) {
				next := g.position
				if err := next.Apply(engine.MoveEvent(next.ToAct(), g.move, false)); err != nil {
					panic(err)
				}
			}},
		} {
			b.Run(spec+"/"+ask.name, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					ask.of(games[i%len(games)])
				}
			})
		}
	}
}

// midgame is a position, the layout of the seat to move, and a move of it.
type midgame struct {
	position engine.Position
	layout   engine.Layout
	move     engine.Move
}

// midgames are positions from the middle of random games.
func midgames(b *testing.B, rs *engine.Ruleset) (list []midgame) {
	rng := rand.New(rand.NewPCG(1, 2))
	for len(list) < 64 {
		r, err := engine.NewReferee(rs, randomLayouts(rs, rng), engine.Red)
		require.NoError(b, err)
		for ply := 0; ply < 40*rs.NumSeats() && !r.Result().Over && !r.Stuck(); ply++ {
			moves := r.LegalMoves()
			m := moves[rng.IntN(len(moves))]
			if ply%10 == 9 {
				list = append(list, midgame{r.Position(), r.Layout(r.ToAct()), m})
			}
			_, err := r.Play(engine.MoveEvent(r.ToAct(), m, false))
			require.NoError(b, err)
		}
	}
	return list[:64]
}
