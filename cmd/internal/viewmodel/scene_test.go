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

// What becomes of a captured flag that must be carried home is told, in each language, and that it lost the game only there.
func TestCarriedFlagIsTold(t *testing.T) {
	rs, err := junqi.Rules("standard,carry=front")
	require.NoError(t, err)
	s := &Scene{Rules: rs}
	s.Result = &seat.Result{Reason: "flag", Winners: []string{"red"}}
	told := func(l messages.Lang, how string) string {
		return s.TurnInWords(l, &seat.Turn{Kind: "move", Seat: "red", Text: "b11-b12", Flags: []seat.Carried{{Seat: "blue", How: how, Node: "b12"}}})
	}
	for i, want := range [][5]string{
		{"red b11-b12", "red b11-b12  blue's flag lies on b12", "red b11-b12  blue's flag is picked up", "red b11-b12  blue's flag is carried home", "red won: blue lost the flag, which was carried home"},
		{"红方 b11-b12", "红方 b11-b12  蓝方军旗落在 b12", "红方 b11-b12  蓝方军旗被扛起", "红方 b11-b12  蓝方军旗被扛回家", "红方胜：蓝方丢了军旗，被扛回家"},
		{"紅方 b11-b12", "紅方 b11-b12  藍方軍旗落在 b12", "紅方 b11-b12  藍方軍旗被扛起", "紅方 b11-b12  藍方軍旗被扛回家", "紅方勝：藍方丟了軍旗，被扛回家"},
	} {
		l := messages.Languages()[i]
		require.Equal(t, want, [5]string{told(l, seat.FlagTaken), told(l, seat.FlagDropped), told(l, seat.FlagPicked), told(l, seat.FlagHome), s.ResultInWords(l)})
	}
	s.Rules, err = junqi.Rules("standard")
	require.NoError(t, err)
	require.Equal(t, "red won: blue lost the flag", s.ResultInWords(messages.English))
}
