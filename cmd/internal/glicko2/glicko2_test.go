package glicko2_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/glicko2"
)

// Glickman's own example: 1500 beats 1400, and loses to 1550 and 1700.
func TestGlickmansExample(t *testing.T) {
	r := glicko2.Rating{Value: 1500, Deviation: 200, Volatility: 0.06}.After([]glicko2.Game{
		{Opponent: glicko2.Rating{Value: 1400, Deviation: 30, Volatility: 0.06}, Score: 1},
		{Opponent: glicko2.Rating{Value: 1550, Deviation: 100, Volatility: 0.06}, Score: 0},
		{Opponent: glicko2.Rating{Value: 1700, Deviation: 300, Volatility: 0.06}, Score: 0},
	})
	require.InDelta(t, 1464.06, r.Value, 0.01)
	require.InDelta(t, 151.52, r.Deviation, 0.01)
	require.InDelta(t, 0.05999, r.Volatility, 0.00001)
}

// Winning never lowers a rating, losing never raises it, games make it surer, and a period without any less sure.
func TestRatingsMoveAsTheyShould(t *testing.T) {
	rating := rapid.Custom(func(t *rapid.T) glicko2.Rating {
		return glicko2.Rating{Value: rapid.Float64Range(500, 3000).Draw(t, "value"), Deviation: rapid.Float64Range(30, 350).Draw(t, "deviation"), Volatility: rapid.Float64Range(0.03, 0.1).Draw(t, "volatility")}
	})
	rapid.Check(t, func(t *rapid.T) {
		own, other := rating.Draw(t, "own"), rating.Draw(t, "other")
		require.GreaterOrEqual(t, own.After([]glicko2.Game{{Opponent: other, Score: 1}}).Value, own.Value)
		require.LessOrEqual(t, own.After([]glicko2.Game{{Opponent: other, Score: 0}}).Value, own.Value)
		idle := own.After(nil)
		require.Equal(t, own.Value, idle.Value)
		require.Greater(t, idle.Deviation, own.Deviation)
		require.Less(t, own.After([]glicko2.Game{{Opponent: own, Score: 0.5}}).Deviation, idle.Deviation)
	})
}
