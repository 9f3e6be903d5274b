package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// jungle plays moves in the dark, with all animals where the published game puts them.
func jungle(t *testing.T, moves ...string) *engine.Referee {
	rs := loadRuleset(t, "jungle.json")
	var l engine.Layout
	for _, id := range []string{"rat", "leopard", "wolf", "elephant", "dog", "cat", "lion", "tiger"} {
		animal, ok := rs.Type(id)
		require.True(t, ok)
		l = append(l, animal)
	}
	game, err := engine.NewReferee(rs, []engine.Layout{l, l}, engine.Red)
	require.NoError(t, err)
	for _, text := range moves {
		m, err := rs.Board().ParseMove(text)
		require.NoError(t, err)
		_, err = game.Play(engine.MoveEvent(game.ToAct(), m, false))
		require.NoError(t, err, text)
	}
	return game
}

// Jungle (斗兽棋) as it is published: only the rat enters the river, over which lion and tiger leap
// unless a rat swims in between; it does not attack from water to land or back; the stronger animal
// takes the weaker and its equal, the rat the elephant; in a trap of the other side every animal is
// weaker than any; nobody enters its own den, and whoever enters the other wins. In the dark a weaker
// attacker is removed.
func TestJungleAsPublished(t *testing.T) {
	game := jungle(t)
	p := game.Position()
	rs := p.Rules()
	board := rs.Board()
	node := func(name string) engine.Node {
		n, ok := board.Node(name)
		require.True(t, ok)
		return n
	}
	animal := func(id string) engine.Type {
		a, ok := rs.Type(id)
		require.True(t, ok)
		return a
	}
	reach := func(seat engine.Seat, id, from string, own, enemy []string) []string {
		set := func(names []string) (s engine.NodeSet) {
			for _, name := range names {
				s = s.Add(node(name))
			}
			return s
		}
		return board.Names(rs.Reach(seat, animal(id), node(from), set(own), set(enemy)))
	}
	require.Equal(t, []string{"a3", "a5", "b4"}, reach(engine.Red, "rat", "a4", nil, nil))
	require.Equal(t, []string{"a3", "a5"}, reach(engine.Red, "dog", "a4", nil, nil), "no dog swims")
	require.Equal(t, []string{"a3", "a5", "d4"}, reach(engine.Red, "lion", "a4", nil, nil), "a lion leaps over the river")
	require.Equal(t, []string{"a3", "b2", "b7", "c3"}, reach(engine.Red, "tiger", "b3", nil, nil))
	require.Equal(t, []string{"a3", "a5"}, reach(engine.Red, "lion", "a4", nil, []string{"c4"}), "unless a rat swims there")
	require.Equal(t, []string{"a3", "a5", "d4"}, reach(engine.Red, "lion", "a4", nil, []string{"d4"}), "onto an enemy too")
	require.Equal(t, []string{"b3", "b5", "c4"}, reach(engine.Red, "rat", "b4", nil, []string{"a4", "c4"}), "from the water only a rat in the water is attacked")
	require.Equal(t, []string{"a3", "a5"}, reach(engine.Red, "rat", "a4", nil, []string{"b4"}), "nor from land one in it")
	require.NotContains(t, reach(engine.Red, "dog", "d2", nil, nil), "d1", "nobody enters its own den")
	require.Contains(t, reach(engine.Red, "dog", "d8", nil, nil), "d9")

	said := func(rules *engine.Ruleset, a, d string) engine.Announcement {
		n, ok := rules.Announcement(rules.Clash(animal(a), animal(d)))
		require.True(t, ok)
		return n
	}
	for i, a := range rs.Rules().Types {
		for j, d := range rs.Rules().Types {
			takes := i <= j
			switch {
			case a.ID == "elephant" && d.ID == "rat":
				takes = false
			case a.ID == "rat" && d.ID == "elephant":
				takes = true
			}
			n := said(rs, a.ID, d.ID)
			require.Equal(t, [2]bool{!takes, takes}, [2]bool{n.AttackerLeaves, n.DefenderLeaves}, "%s attacks %s", a.ID, d.ID)
			require.True(t, said(rs.At(engine.Blue, node("d2")), a.ID, d.ID).DefenderLeaves, "in red's trap")
			require.Equal(t, n, said(rs.At(engine.Red, node("d2")), a.ID, d.ID), "in its own trap")
		}
	}
	require.Equal(t, rs.Digest(), rs.At(engine.Blue, node("d2")).Digest())

	// Blue's leopard walks into the trap d2, where red's cat takes it; elsewhere the cat falls.
	walk := []string{"a3-a4", "e7-d7", "a4-a3", "d7-d6", "a3-a4", "d6-d5", "a4-a3", "d5-d4", "a3-a4", "d4-d3", "a4-a3", "d3-d2"}
	game = jungle(t, append(walk, "f2-e2", "g7-g6", "e2-d2")...)
	p = game.Position()
	require.Equal(t, engine.NoNode, p.Where(engine.PieceOf(engine.Blue, 1)))
	require.Equal(t, node("d2"), p.Where(engine.PieceOf(engine.Red, 5)))
	game = jungle(t, append(walk[:10:10], "f2-e2", "g7-g6", "e2-d2", "g6-g7", "d2-d3")...)
	p = game.Position()
	require.Equal(t, engine.NoNode, p.Where(engine.PieceOf(engine.Red, 5)))
	game = jungle(t, append(walk, "a3-a4", "d2-d1")...)
	require.Equal(t, "blue wins (reach)", game.Result().String())
}
