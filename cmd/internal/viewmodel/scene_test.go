package viewmodel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Anyone who reaches none of several others may be the one that is away, and is told that its program
// does not vote. Where one other is left in the game the vote is its own to make, and it does.
func TestAlone(t *testing.T) {
	of := func(teal, blue seat.Seating) *Scene {
		teal.Seat, blue.Seat, teal.Joined, blue.Joined = "teal", "blue", true, true
		s := &Scene{Table: seat.Table{Seat: "red"}}
		s.Seats = []seat.Seating{{Seat: "red", Joined: true, Online: true}, teal, blue}
		return s
	}
	require.True(t, of(seat.Seating{}, seat.Seating{}).Alone())
	require.False(t, of(seat.Seating{Online: true}, seat.Seating{}).Alone())
	require.False(t, of(seat.Seating{Out: "resigned"}, seat.Seating{}).Alone(), "red and blue are left")
}

// A seat says whose computer plays it.
func TestNameOfSeat(t *testing.T) {
	rs, err := junqi.Rules("liuguo")
	require.NoError(t, err)
	s := &Scene{Rules: rs, Table: seat.Table{Seat: "red", Players: []seat.Player{
		{Seat: "red"}, {Seat: "blue", Computer: "red"}, {Seat: "amber", Name: "Ada"}, {Seat: "teal", Computer: "amber", Name: "\x01random"}, {Seat: "violet"},
	}}}
	for name, want := range map[string]string{"red": "red (you)", "blue": "blue (your computer)", "amber": `amber "Ada"`, "teal": "teal (amber's computer)", "violet": "violet", "slate": "slate"} {
		require.Equal(t, want, s.SeatName(messages.English, name))
	}
}

// A time-out that puts a seat out is told as that, in each language.
func TestLosingTimeOut(t *testing.T) {
	var s Scene
	for i, want := range [][2]string{
		{"red ran out of time: the turn passes", "red ran out of time once too often"},
		{"红方超时，跳过", "红方超时次数已满"},
		{"紅方逾時，跳過", "紅方逾時次數已滿"},
	} {
		lang := messages.Languages()[i]
		require.Equal(t, want[0], s.TurnInWords(lang, &seat.Turn{Kind: "pass", Seat: "red"}))
		require.Equal(t, want[1], s.TurnInWords(lang, &seat.Turn{Kind: "pass", Seat: "red", Out: []string{"red"}}))
	}
}

// Where several teams lost, each lost for a reason of its own: nobody is told another's.
func TestResultOfSeveralTeams(t *testing.T) {
	for spec, want := range map[string]string{"sanguo": "you had no legal move", "siguo": "your side lost the flag"} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		s := &Scene{Rules: rs, Table: seat.Table{Seat: "red"}}
		s.Seats = []seat.Seating{{Seat: "red", Out: "no-move"}, {Seat: "blue"}, {Seat: "amber", Out: "flag"}, {Seat: "teal"}}[:rs.NumSeats()]
		s.Result = &seat.Result{Reason: "flag", Winners: []string{"blue", "teal"}[:rs.NumSeats()/2], You: "lost"}
		require.Contains(t, s.ResultInWords(messages.English), want, spec)
	}
}
