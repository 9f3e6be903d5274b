package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// wayRules are games with all sorts of ways.
var wayRules = []string{"standard", "standard,rail=three-corners,bombs-fly=on", "standard,mountains=engineers,camps=own", "siguo"}

func TestAWayLeadsOverOpenNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs, err := junqi.Rules(rapid.SampledFrom(wayRules).Draw(t, "rules"))
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var layouts []engine.Layout
		for range rs.Seats() {
			layouts = append(layouts, rs.RandomLayout(rng))
		}
		referee, err := engine.NewReferee(rs, layouts, engine.Red)
		require.NoError(t, err)
		board := rs.Board()
		for range 80 {
			moves := referee.LegalMoves()
			if len(moves) == 0 {
				return
			}
			p := referee.Position()
			for _, m := range moves {
				way := p.Way(m)
				require.GreaterOrEqual(t, len(way), 2, board.FormatMove(m))
				require.Equal(t, m, engine.Move{From: way[0], To: way[len(way)-1]})
				for i, n := range way[1:] {
					require.True(t, board.Adjacent(way[i]).Has(n), "%s: %v", board.FormatMove(m), way)
					require.True(t, n == m.To || p.At(n) == engine.NoPiece, "%s: %v", board.FormatMove(m), way)
				}
			}
			_, err := referee.Play(engine.MoveEvent(referee.ToAct(), moves[rng.IntN(len(moves))], false))
			require.NoError(t, err)
		}
	})
}

func TestWays(t *testing.T) {
	rs, err := junqi.Rules("standard")
	require.NoError(t, err)
	board := rs.Board()
	both := rs.Code(engine.Announcement{AttackerLeaves: true, DefenderLeaves: true, AttackerSeen: engine.NoType, DefenderSeen: engine.NoType})
	p := engine.Start(rs, engine.Red)
	for _, text := range []string{"a6-a7", "e7-e6", "b6-a6", "e8-e7", "a6-a7", "b7-a7"} { // leaves a6, a7, b6 and b7 empty
		m, err := board.ParseMove(text)
		require.NoError(t, err)
		seat := p.ToAct()
		require.NoError(t, p.Apply(engine.MoveEvent(seat, m, false)), text)
		if p.Phase() == engine.PhaseAnswer {
			require.NoError(t, p.Apply(engine.AnswerEvent(p.ToAct(), both, engine.NoNode)))
		}
	}
	for move, way := range map[string][]string{
		"a5-a6": {"a5", "a6"},             // a step
		"a4-b3": {"a4", "b3"},             // into a camp
		"a5-a8": {"a5", "a6", "a7", "a8"}, // straight, onto an enemy
		"a5-b6": {"a5", "a6", "b6"},       // round a corner
		"a8-b6": {"a8", "a7", "a6", "b6"}, // the other's
		"a5-a9": nil,                      // past an enemy
		"a5-c6": nil,                      // onto an own piece
		"b3-b4": nil,                      // nothing stands there
	} {
		m, err := board.ParseMove(move)
		require.NoError(t, err)
		var names []string
		for _, n := range p.Way(m) {
			names = append(names, board.Name(n))
		}
		require.Equal(t, way, names, move)
	}
}
