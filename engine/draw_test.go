package engine_test

import (
	"math/rand/v2"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// drawRules draws rules: any at all, or Junqi's with any options that make sense together.
func drawRules(t *rapid.T) *engine.Ruleset {
	if rapid.Bool().Draw(t, "any") {
		return rulestest.Ruleset(t, rulestest.Any)
	}
	return rulestest.Junqi(t)
}

// playSome plays some turns of random legal moves, attacks preferred.
func playSome(t require.TestingT, rs *engine.Ruleset, first engine.Seat, rng *rand.Rand, turns int) (*engine.Referee, []engine.Event) {
	r, err := engine.NewReferee(rs, randomLayouts(rs, rng), first)
	require.NoError(t, err)
	var events []engine.Event
	for ; turns > 0 && !r.Result().Over; turns-- {
		e := engine.NoMoveEvent(r.ToAct())
		if moves := r.LegalMoves(); len(moves) > 0 {
			e = engine.MoveEvent(e.Seat, moves[rng.IntN(len(moves))], false)
			for range 2 {
				if r.Game().At(e.Move.To) == engine.NoPiece {
					e.Move = moves[rng.IntN(len(moves))]
				}
			}
		}
		played, err := r.Play(e)
		require.NoError(t, err)
		events = append(events, played...)
	}
	return r, events
}
