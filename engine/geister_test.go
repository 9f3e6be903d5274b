package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Geister as its publisher tells it: eight ghosts a side on the four middle files of the two back
// rows; one step straight; a captured ghost is shown. A side wins when it has taken all good ghosts of
// the other, when the other has taken all its evil ones, or when a good one of its own leaves by a
// corner of the other side.
func TestGeisterAsPublished(t *testing.T) {
	rs := loadRuleset(t, "geister.json")
	good, evil := engine.Type(0), engine.Type(1)
	require.Equal(t, "70", rs.CountLayouts().String())
	board := rs.Board()
	require.Equal(t, 36, board.NumNodes())
	for _, seat := range rs.Seats() {
		rows := map[int]bool{}
		for number := range rs.ArmySize() {
			x, y := board.XY(rs.Start(seat, number))
			require.True(t, x/2 >= 1 && x/2 <= 4)
			rows[y/2] = true
		}
		require.Equal(t, map[engine.Seat]map[int]bool{engine.Red: {4: true, 5: true}, engine.Blue: {0: true, 1: true}}[seat], rows)
		_, to, ok := rs.Reaches(seat)
		require.True(t, ok)
		require.Equal(t, map[engine.Seat][]string{engine.Red: {"a6", "f6"}, engine.Blue: {"a1", "f1"}}[seat], board.Names(to))
	}
	play := func(red, blue engine.Layout, moves ...string) *engine.Referee {
		game, err := engine.NewReferee(rs, []engine.Layout{red, blue}, engine.Red)
		require.NoError(t, err)
		for _, text := range moves {
			m, err := board.ParseMove(text)
			require.NoError(t, err)
			_, err = game.Play(engine.MoveEvent(game.ToAct(), m, false))
			require.NoError(t, err, text)
		}
		return game
	}
	layout := func(front, back string) (l engine.Layout) {
		for _, c := range front + back {
			l = append(l, map[rune]engine.Type{'G': good, 'E': evil}[c])
		}
		return l
	}
	goods, evils := layout("GGGG", "EEEE"), layout("EEEE", "GGGG")
	walk := []string{"b2-a2", "e5-f5", "a2-a3", "f5-e5", "a3-a4", "e5-f5", "a4-a5", "f5-e5", "a5-a6"}

	game := play(goods, goods, walk...)
	require.False(t, game.Result().Over, "blue may still take it")
	game = play(goods, goods, append(walk, "b6-a6")...)
	require.False(t, game.Result().Over)
	position := game.Position()
	require.Equal(t, 1, position.Lost(engine.Red, good))
	game = play(goods, goods, append(walk, "e5-f5")...)
	require.Equal(t, "red wins (reach)", game.Result().String())
	game = play(evils, goods, append(walk, "e5-f5")...)
	require.False(t, game.Result().Over, "an evil ghost wins nowhere")

	hunt := []string{"b2-b3", "e5-f5", "b3-b4", "f5-e5", "b4-b5", "e5-f5", "b5-c5", "f5-e5", "c5-d5", "e5-f5", "d5-e5"}
	game = play(goods, goods, append(hunt, "f5-f4", "e5-f5", "f4-e4")...)
	require.False(t, game.Result().Over)
	game = play(goods, goods, append(hunt, "f5-f4", "e5-e4", "e6-e5", "e4-f4")...)
	require.Equal(t, "red wins (count)", game.Result().String(), "all good ghosts of blue are taken")
	game = play(goods, evils, append(hunt, "f5-f4", "e5-e4", "e6-e5", "e4-f4")...)
	require.Equal(t, "blue wins (count)", game.Result().String(), "all its evil ghosts are taken")
}
