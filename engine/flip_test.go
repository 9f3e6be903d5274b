package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// flipSpecs are the flip game in all its wordings.
var flipSpecs = []string{
	"flip", "flip,colours=engineer", "flip,colours=fixed", "flip,strike=on", "flip,mines=spring,strike=on", "flip,mines=exploding",
	"flip,win=engineers", "flip,win=any,strike=on", "flip,win=home", "flip,win=pieces", "flip,last-both=draw",
}

func flipRules(t testing.TB, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err, spec)
	return rs
}

// dealt shuffles the tokens of a deck.
func dealt(rs *engine.Ruleset, rng *rand.Rand) []uint8 {
	tokens := rs.Deck().Tokens()
	rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
	return tokens
}

func TestFlipPlays(t *testing.T) {
	for i, spec := range flipSpecs {
		rs := flipRules(t, spec)
		require.NotNil(t, rs.Deck())
		again, err := engine.ParseCanonical(rs.Text())
		require.NoError(t, err)
		require.Equal(t, rs.Digest(), again.Digest())
		ends := map[string]int{}
		for game := range 20 {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(game)))
			r, err := engine.NewDealer(rs, dealt(rs, rng), engine.Red)
			require.NoError(t, err)
			var events []engine.Event
			for range 4000 {
				p := r.Position()
				if p.Phase() == engine.PhaseOver {
					break
				}
				require.Equal(t, engine.PhaseMove, p.Phase())
				moves, flips := r.LegalMoves(), p.Flips(p.Turn()).Nodes()
				require.NotZero(t, len(moves)+len(flips))
				e := engine.Event{}
				if k := rng.IntN(len(moves) + len(flips)); k < len(moves) {
					e = engine.MoveEvent(p.Turn(), moves[k], false)
				} else {
					e = engine.FlipEvent(p.Turn(), flips[k-len(moves)], false)
				}
				played, err := r.Play(e)
				require.NoError(t, err)
				events = append(events, played...)
			}
			ends[r.Result().String()]++
			// Everybody gets there by the events alone.
			p := engine.Start(rs, engine.Red)
			for _, e := range events {
				require.NoError(t, p.Apply(e))
			}
			require.Equal(t, r.Position(), p)
		}
		t.Log(spec, ends)
	}
}
