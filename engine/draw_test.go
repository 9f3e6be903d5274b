package engine_test

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/enginetest"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// drawRules draws rules: any at all, or Junqi's with any options that make sense together.
func drawRules(t *rapid.T) *engine.Ruleset {
	if rapid.Bool().Draw(t, "any") {
		return enginetest.Ruleset(t, enginetest.Any)
	}
	return drawJunqi(t, junqi.Names()...)
}

// drawJunqi draws one of these presets of Junqi with any options that make sense together.
func drawJunqi(t *rapid.T, presets ...string) *engine.Ruleset {
	for {
		words := []string{rapid.SampledFrom(presets).Draw(t, "preset")}
		options, err := junqi.Options(words[0])
		require.NoError(t, err)
		for _, o := range options {
			if rapid.IntRange(0, 2).Draw(t, "set") > 0 {
				continue
			}
			value := rapid.SampledFrom(o.Allowed).Draw(t, o.Name)
			switch value {
			case "N":
				value = strconv.Itoa(rapid.IntRange(1, 40).Draw(t, o.Name))
			case "PAIRS":
				value = rapid.SampledFrom([]string{"b6-c5", "b6-c5+d6-c5", "a2-c4", "b3-c4+b5-e5"}).Draw(t, o.Name)
			}
			words = append(words, o.Name+"="+value)
		}
		if rs, err := junqi.Rules(strings.Join(words, ",")); err == nil {
			return rs
		}
	}
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
