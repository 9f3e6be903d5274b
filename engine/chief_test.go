package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// A team is out with its commander-in-chief, and plays on without anybody else.
func TestChief(t *testing.T) {
	rs := rules(t, "liuguo,chiefs=on,resign-from=off")
	require.True(t, rs.Chief(engine.Red) && rs.Chief(engine.Blue) && !rs.Chief(engine.Amber))
	play := func(p *engine.Position, kind engine.EventKind, seat engine.Seat) error {
		return p.Apply(engine.Event{Kind: kind, Seat: seat, Flag: engine.NoNode})
	}

	p := engine.Start(rs, engine.Red)
	require.Error(t, play(&p, engine.EventAbsent, engine.Blue), "absence can't decide a game")
	require.NoError(t, play(&p, engine.EventAbsent, engine.Teal))
	require.NoError(t, play(&p, engine.EventResign, engine.Red))
	require.Equal(t, engine.Result{Over: true, Winners: engine.SeatsOf(engine.Blue, engine.Teal, engine.Slate), Reason: engine.ByResignation}, p.Result())
	require.Equal(t, engine.ByChief, p.Out(engine.Amber))
	text := engine.FormatPosition(&p)
	again, err := engine.ParsePosition(rs, text)
	require.NoError(t, err)
	require.Equal(t, text, engine.FormatPosition(&again))

	pairs := rules(t, "liuguo,teams=pairs,chiefs=on,resign-from=off")
	p = engine.Start(pairs, engine.Teal)
	require.NoError(t, play(&p, engine.EventAbsent, engine.Red), "while its partner is to move")
	require.Equal(t, engine.ByChief, p.Out(engine.Teal))
	require.Equal(t, engine.Violet, p.Turn())
	require.NoError(t, play(&p, engine.EventResign, engine.Violet))
	require.Equal(t, engine.Slate, p.Turn())
	require.Equal(t, engine.NotOver, p.Out(engine.Blue))
	require.NoError(t, play(&p, engine.EventResign, engine.Slate))
	require.NoError(t, play(&p, engine.EventResign, engine.Blue))
	require.Equal(t, engine.SeatsOf(engine.Amber, engine.Slate), p.Result().Winners)
}
