package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Where one piece can go, on a board with a few others.
func TestMovement(t *testing.T) {
	for _, c := range []struct {
		rule, options, pieces, from, reaches string
	}{
		{"one step along roads, diagonals only by camps", "", "r5@b4", "b4", "a4 b3 b5 c4"},
		{"a post without a camp beside has no diagonal", "", "r5@c3", "c3", "b3 c2 c4 d3"},
		{"a camp has eight neighbours", "", "r5@c4", "c4", "b3 b4 b5 c3 c5 d3 d4 d5"},
		{"the middle file of the front crosses by rail", "", "r5@c6", "c6", "a6 b5 b6 c5 c7 d5 d6 e6"},
		{"files b and d do not cross", "", "r5@b6", "b6", "a6 b5 c6 d6 e6"},
		{"any distance along one line", "", "r5@a2", "a2", "a1 a3 a4 a5 a6 a7 a8 a9 a10 a11 b2 b3 c2 d2 e2"},
		{"nothing in between, own piece", "", "r5@a2 r5@a5 r3@c2", "a2", "a1 a3 a4 b2 b3"},
		{"nothing in between, enemy", "", "r5@a2 b5@a5 b3@c2", "a2", "a1 a3 a4 a5 b2 b3 c2"},
		{"a road is one step, even along a line of roads", "", "r5@c3 r4@c2", "c3", "b3 c4 d3"},
		{"the short line c6-c7 ends there", "", "r5@c7", "c7", "a7 b7 b8 c6 c8 d7 d8 e7"},
		{"row 6 of a half has roads only", "", "r5@a1", "a1", "a2 b1"},
		{"locked in a headquarters", "", "r5@b1", "b1", ""},
		{"also in the enemy's", "", "r5@b12", "b12", ""},
		{"mines never move", "", "rM@a2", "a2", ""},
		{"flags never move", "hq=free", "rF@b1", "b1", ""},
		{"anyone enters an empty enemy camp", "", "r5@c8", "c8", "b8 c7 c9 d8"},
		{"a camp is safe", "", "r5@c8 b2@b8 b2@c9", "c8", "c7 d8"},
		{"anyone enters an empty headquarters", "", "r5@b11", "b11", "a11 b10 b12 c11 d11 e11"},
		{"out of a camp onto an enemy", "", "r5@c9 b2@c8", "c9", "b8 b9 b10 c8 c10 d8 d9 d10"},

		{"an engineer turns corners", "", "r1@a6 r2@b6 r2@a7 r2@a5 b2@a8", "a6", "b5"},
		{"an engineer goes round", "", "r1@c7 b3@b7 b3@d7 r3@c6", "c7", "b7 b8 c8 d7 d8"},
		{"an engineer rides everywhere on empty rails", "", "r1@b2", "b2",
			"a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 b1 b3 b6 b7 b11 c2 c6 c7 c11 d2 d6 d7 d11 e2 e3 e4 e5 e6 e7 e8 e9 e10 e11"},
		{"an engineer off the rails takes one step", "", "r1@c4", "c4", "b3 b4 b5 c3 c5 d3 d4 d5"},
		{"a bomb rides like the rest", "", "rB@c7 b3@a7", "c7", "a7 b7 b8 c6 c8 d7 d8 e7"},

		{"bombs-fly", "bombs-fly=on", "rB@c6 r2@b6 r2@d6 b2@a7 b2@e7", "c6", "a7 b5 b7 c5 c7 d5 d7 e7"},
		{"bombs-fly changes no other", "bombs-fly=on", "r3@c6 r2@b6 r2@d6 b2@a7 b2@e7", "c6", "b5 c5 c7 d5"},

		{"corners", "rail=corners", "r3@c6 r2@b6 r2@d6 b2@a7 b2@e7", "c6", "a7 b5 b7 c5 c7 d5 d7 e7"},
		{"three along a line", "rail=three", "r3@a2", "a2", "a1 a3 a4 a5 b2 b3 c2 d2"},
		{"three, no turning", "rail=three", "r3@c6 r2@b6 r2@d6", "c6", "b5 c5 c7 d5"},
		{"three, blocked", "rail=three", "r3@a2 b3@a4", "a2", "a1 a3 a4 b2 b3 c2 d2"},
		{"three leaves engineers alone", "rail=three", "r1@a2 r2@b2", "a2",
			"a1 a3 a4 a5 a6 a7 a8 a9 a10 a11 b3 b6 b7 b11 c2 c6 c7 c11 d2 d6 d7 d11 e2 e3 e4 e5 e6 e7 e8 e9 e10 e11"},
		{"three-corners", "rail=three-corners", "r3@c6 r2@b6 r2@d6", "c6", "a7 b5 b7 c5 c7 d5 d7 e7"},
		{"three-corners counts edges", "rail=three-corners", "r3@a6", "a6", "a3 a4 a5 a7 a8 a9 b5 b6 b7 c6 c7 d6"},
		{"three-corners may go round what blocks a line", "rail=three-corners", "r3@a6 r2@b6", "a6", "a3 a4 a5 a7 a8 a9 b5 b7 c7"},
		{"flying bombs have no such limit", "rail=three,bombs-fly=on", "rB@c6 r2@b6 r2@d6 b2@a7 b2@e7", "c6", "a7 b5 b7 c5 c7 d5 d7 e7"},

		{"extra rails are lines of their own", "extra-rails=b6-c5", "r3@c5", "c5", "b5 b6 c4 c6 d5"},
		{"engineers ride on over them", "extra-rails=b6-c5", "r1@c5 r2@a6 r2@c6", "c5", "b5 b6 c4 d5"},
		{"and join other rails", "extra-rails=b6-c5", "r1@c5 r2@a6 r2@d6 r2@c7", "c5", "b5 b6 c4 c6 d5"},
		{"a road made a rail is ridden through", "extra-rails=a1-a2", "r1@a1 r2@b2 r2@a3", "a1", "a2 b1"},

		{"free headquarters", "hq=free", "r5@b1", "b1", "a1 b2 c1"},
		{"no entering enemy camps", "camps=own", "r5@c8", "c8", "c7"},
		{"own camps", "camps=own", "r5@c5", "c5", "b5 c4 c6 d5"},
		{"riding through a camp", "extra-rails=c8-b8+b8-a9", "r1@c8 b2@a8 b2@a10", "c8", "a8 a9 a10 b8 c7 c9 d8"},
		{"not through a taken one", "extra-rails=c8-b8+b8-a9", "r1@c8 b2@b8", "c8", "c7 c9 d8"},
		{"nor through an enemy's", "camps=own,extra-rails=c8-b8+b8-a9", "r1@c8", "c8", "c7"},

		{"mountains", "mountains=any", "r5@b6", "b6", "a6 b5 c6 d6 e6 bm"},
		{"down from a mountain", "mountains=any", "r5@bm", "bm", "a6 a7 b6 b7 c6 c7"},
		{"onto empty nodes only", "mountains=any", "r5@bm b2@a7 b2@c7", "bm", "a6 b6 b7 c6"},
		{"who stands there is safe", "mountains=any", "r5@b6 b2@bm", "b6", "a6 b5 c6 d6 e6"},
		{"only engineers climb", "mountains=engineers", "r5@b6 r1@d6", "b6", "a6 b5 c6"},
		{"engineers climb", "mountains=engineers", "r1@b6 r2@a6 r2@c6", "b6", "b5 bm"},
		{"a flying bomb is no engineer", "mountains=engineers,bombs-fly=on", "rB@b6 r2@a6 r2@c6", "b6", "b5"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			spec := strings.TrimSuffix("standard,"+c.options, ",")
			require.Equal(t, c.reaches, set(t, spec, engine.Red, c.pieces).reaches(c.from))
		})
	}
}

// Movers says what the table must know of a move: which types it leaves possible.
func TestMovers(t *testing.T) {
	for _, c := range []struct{ rule, options, pieces, move, movers string }{
		{"a step says: no mine, no flag", "", "r5@b4", "b4-b5", "123456789B"},
		{"a line too", "", "r5@a2", "a2-a9", "123456789B"},
		{"a corner says engineer", "", "r1@a2", "a2-b7", "1"},
		{"a blocked line, gone round, says engineer", "", "r1@a2 r2@a4", "a2-a5", "1"},
		{"blocked all round", "", "r1@a2 r2@a3 r2@b2", "a2-a5", "none"},
		{"with flying bombs: engineer or bomb", "bombs-fly=on", "r1@a2", "a2-b7", "1B"},
		{"where anyone turns, a corner says nothing", "rail=corners", "r1@a2", "a2-b7", "123456789B"},
		{"four along a line", "rail=three", "r1@a2", "a2-a6", "1"},
		{"three along a line", "rail=three", "r1@a2", "a2-a5", "123456789B"},
		{"climbing says engineer", "mountains=engineers", "r1@a6", "a6-bm", "1"},
		{"out of a headquarters", "", "r5@b1", "b1-a1", "none"},
		{"out of a free headquarters", "hq=free", "r5@b1", "b1-a1", "123456789B"},
		{"onto a piece in a camp", "", "r5@c8 b2@b8", "c8-b8", "none"},
		{"onto an own piece", "", "r5@c8 r2@c9", "c8-c9", "none"},
		{"from nowhere", "", "r5@c8", "c9-c10", "none"},
		{"onto itself", "", "r5@c8", "c8-c8", "none"},
		{"along an empty road, two steps", "", "r5@c3", "c3-c5", "none"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			spec := strings.TrimSuffix("standard,"+c.options, ",")
			s := set(t, spec, engine.Red, c.pieces)
			m, err := s.rules.Board().ParseMove(c.move)
			require.NoError(t, err)
			require.Equal(t, c.movers, s.rules.Letters(s.position.Movers(m.From, m.To)))
		})
	}
}

// Everything asked of nodes, pieces and seats that are not there is answered by nothing.
func TestMovementIsTotal(t *testing.T) {
	rs := rules(t, "standard")
	engineer, _ := rs.Type("engineer")
	l := rs.RandomLayout(rand.New(rand.NewPCG(1, 2)))
	p := engine.Start(rs, engine.Red)
	for _, n := range []engine.Node{60, 61, 63, 64, 128, 191, 192, engine.NoNode} {
		require.Equal(t, engine.NoPiece, p.At(n))
		require.Zero(t, p.Movers(n, 5))
		require.Zero(t, p.Movers(5, n))
		require.Zero(t, p.Destinations(n, engineer))
		require.Zero(t, rs.Reach(engine.Red, engineer, n, engine.NodeSet{}, engine.NodeSet{}))
	}
	for _, piece := range []engine.Piece{25, 48, 63, 64 + 25, 128, engine.NoPiece} {
		require.Equal(t, engine.NoNode, p.Where(piece))
		require.Zero(t, p.Known(piece))
		require.Zero(t, p.MobileTypes(piece))
		require.False(t, p.Moved(piece))
	}
	require.Zero(t, p.Destinations(5, engine.NoType))
	require.Empty(t, p.LegalMoves(engine.Red, nil))
	require.NotEmpty(t, p.LegalMoves(engine.Red, append(l.Clone(), l...)), "of a layout that is too long, the rest is left out")
	for _, seat := range []engine.Seat{engine.Amber, engine.Teal, 4, 255} {
		require.Empty(t, p.LegalMoves(seat, l))
		require.False(t, p.HasMove(seat, l))
		require.Equal(t, engine.MobilityNone, p.PublicMobility(seat))
		require.Equal(t, engine.NoPiece, p.CertainMover(seat))
		require.Zero(t, p.Occupied(seat))
		require.Zero(t, p.Timeouts(seat))
		require.Zero(t, p.Fell(seat))
		require.Equal(t, engine.NotOver, p.Out(seat))
		require.Equal(t, engine.NoNode, p.FlagShown(seat))
		require.Equal(t, engine.NoNode, p.FlagLies(seat))
		require.Equal(t, engine.NoPiece, p.Carrier(seat))
		require.False(t, p.FlagTaken(seat))
		require.Error(t, p.Apply(engine.ResignEvent(seat)))
		require.Zero(t, rs.Reach(seat, engineer, 5, engine.NodeSet{}, engine.NodeSet{}))
	}
	_, _, _, ok := p.Clash()
	require.False(t, ok)
	require.Empty(t, p.Answers())
	require.False(t, p.AnswerShowsFlag(0))
	require.Equal(t, engine.Red, func() engine.Seat { p := engine.Start(rs, engine.Teal); return p.ToAct() }(), "who has no seat does not begin")
}
