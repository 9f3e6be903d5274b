package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Salpakan (Game of the Generals) as it is published, except that the six cells that a side leaves
// free are the outer files: 21 pieces, one step straight, a higher officer removes a lower and the
// private, equals leave together, the spy removes all officers, the private the spy, any piece the
// flag, of two flags the one that attacks. A side wins by the other's flag, or with its own on the
// farthest row when the other has had one more turn.
func TestSalpakanAsPublished(t *testing.T) {
	rs := loadRuleset(t, "salpakan.json")
	require.Equal(t, 21, rs.ArmySize())
	require.Equal(t, 72, rs.Board().NumNodes())
	const officers = "54321CLMPABS" // from the highest
	outcome := func(a, d string) string {
		n, ok := rs.Announcement(rs.Clash(typeOf(t, rs, a), typeOf(t, rs, d)))
		require.True(t, ok)
		shown := engine.NoType
		if d == "F" {
			shown = n.DefenderSeen
		} else if a == "F" {
			shown = n.AttackerSeen
		} else {
			require.Equal(t, [2]engine.Type{engine.NoType, engine.NoType}, [2]engine.Type{n.AttackerSeen, n.DefenderSeen})
		}
		require.Equal(t, slices.Contains([]string{a, d}, "F"), shown != engine.NoType, "a flag that leaves is shown, and nothing else")
		return map[[2]bool]string{{false, true}: "+", {true, false}: "-", {true, true}: "="}[[2]bool{n.AttackerLeaves, n.DefenderLeaves}]
	}
	for a, rank := range strings.Split(officers, "") {
		for d, other := range strings.Split(officers, "") {
			require.Equal(t, map[bool]string{true: "=", false: map[bool]string{true: "+", false: "-"}[a < d]}[a == d], outcome(rank, other))
		}
		require.Equal(t, "+-+-+-", outcome(rank, "R")+outcome("R", rank)+outcome("Y", rank)+outcome(rank, "Y")+outcome(rank, "F")+outcome("F", rank))
	}
	require.Equal(t, "+-==+", outcome("R", "Y")+outcome("Y", "R")+outcome("R", "R")+outcome("Y", "Y")+outcome("F", "F"))

	// Red's flag in front walks to the farthest row along file a, while blue goes to and fro.
	l := engine.Layout{typeOf(t, rs, "F")}
	for _, letter := range officers + "RRRRRRYY" {
		l = append(l, typeOf(t, rs, string(letter)))
	}
	game, err := engine.NewReferee(rs, []engine.Layout{l, l}, engine.Red)
	require.NoError(t, err)
	for _, text := range []string{"b3-a3", "d6-d5", "a3-a4", "d5-d6", "a4-a5", "d6-d5", "a5-a6", "d5-d6", "a6-a7", "d6-d5", "a7-a8", "d5-d6"} {
		require.False(t, game.Result().Over, text)
		m, err := rs.Board().ParseMove(text)
		require.NoError(t, err)
		_, err = game.Play(engine.MoveEvent(game.ToAct(), m, false))
		require.NoError(t, err, text)
	}
	require.Equal(t, "red wins (reach)", game.Result().String())
}

// typeOf is the type of a letter.
func typeOf(t *testing.T, rs *engine.Ruleset, letter string) engine.Type {
	of, err := rs.ParseType(letter)
	require.NoError(t, err)
	return of
}
