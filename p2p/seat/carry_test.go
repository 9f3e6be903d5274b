package seat_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// A captured flag that must be carried home is followed turn by turn: who carries it, and where it lies.
func TestCarriedFlagIsFollowed(t *testing.T) {
	game := func(spec string) (*table, *seat.Seat) {
		rs := rules(t, spec)
		red, err := rs.ParseLayout("97766/8.5.5/4B.B4/3.3.3/22211/MFMM1")
		require.NoError(t, err)
		blue, err := rs.ParseLayout("98772/6.6.2/55.42/4.3.3/MM131/1MBFB")
		require.NoError(t, err)
		game := newTable(rs, []engine.Layout{red, blue}, engine.Red)
		return game, seatOf(t, game.session(engine.Blue))
	}
	const capture = "a6-a7 e8-d8 a7-a8 d8-e8 a8-a9 e8-d8 a9-a10 d8-e8 a10-a11 e8-d8 a11-b11 d8-e8 b11-b12"
	played, live := game("standard,carry=front")
	after := func(moves string) []seat.Carried {
		for _, m := range strings.Fields(moves) {
			require.NoError(t, played.play(played.move(m), nil), m)
		}
		return live.State().Last.Flags
	}
	first, second := &seat.Ref{Seat: "red", Number: 0}, &seat.Ref{Seat: "red", Number: 5}
	require.Equal(t, []seat.Carried{{Seat: "blue", How: seat.FlagTaken, Node: "b12", Carrier: first}}, after(capture))
	require.Equal(t, []seat.Carried{{Seat: "blue", How: seat.FlagDropped, Node: "b12"}}, after("c12-b12"))
	require.Empty(t, after("a5-a11 e8-d8 a11-b11"))
	require.Equal(t, []seat.Carried{{Seat: "blue", How: seat.FlagPicked, Node: "b12", Carrier: second}}, after("d8-e8 b11-b12"))
	require.Empty(t, after("e8-d8 b12-b11"), "it is only carried on")
	require.Equal(t, []seat.Carried{{Seat: "blue", How: seat.FlagHome, Node: "a6", Carrier: second}}, after("d8-e8 b11-a11 e8-d8 a11-a6"))
	require.Equal(t, "flag", live.State().Result.Reason)

	played, live = game("standard")
	require.Empty(t, after(capture), "to take it is enough")
}
