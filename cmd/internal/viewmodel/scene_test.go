package viewmodel

import (
	"testing"

	"github.com/stretchr/testify/require"

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
