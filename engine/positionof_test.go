package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// A few pieces make a position that has a text; what can't arise in a game is refused.
func TestPositionOf(t *testing.T) {
	rs := junqi.Standard()
	node := func(name string) engine.Node {
		n, ok := rs.Board().Node(name)
		require.True(t, ok)
		return n
	}
	front, flag := engine.PieceOf(engine.Red, 0), engine.PieceOf(engine.Blue, 21)
	p, err := engine.PositionOf(rs, engine.Red, map[engine.Piece]engine.Node{front: node("c5"), flag: rs.Start(engine.Blue, 21)})
	require.NoError(t, err)
	require.True(t, p.Moved(front))
	require.False(t, p.Moved(flag))
	again, err := engine.ParsePosition(rs, engine.FormatPosition(&p))
	require.NoError(t, err)
	require.True(t, p == again)

	for what, pieces := range map[string]map[engine.Piece]engine.Node{
		"a piece that nobody has":          {engine.PieceOf(engine.Red, 25): node("c5")},
		"a node that is none":              {front: engine.NoNode},
		"two on a node":                    {front: node("c5"), flag: node("c5")},
		"a piece that left a headquarters": {flag: node("c5")},
	} {
		_, err := engine.PositionOf(rs, engine.Red, pieces)
		require.Error(t, err, what)
	}
}
