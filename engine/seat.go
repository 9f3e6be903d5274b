package engine

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Seat is a side of the table. Seats are numbered in turn order.
type Seat uint8

// The seats. A game has the first two to six of them.
const (
	Red Seat = iota
	Blue
	Amber
	Teal
	Violet
	Slate
)

var seatNames = [MaxSeats]string{"red", "blue", "amber", "teal", "violet", "slate"}

// Valid reports whether s is one of the six seats.
func (s Seat) Valid() bool { return s < MaxSeats }

// String returns the seat's name, such as "red".
func (s Seat) String() string {
	if s.Valid() {
		return seatNames[s]
	}
	return fmt.Sprintf("seat %d", uint8(s))
}

// ParseSeat reads a seat's name.
func ParseSeat(text string) (Seat, error) {
	for s, name := range seatNames {
		if text == name {
			return Seat(s), nil
		}
	}
	return 0, coded.Errorf("engine.unknown-seat", "unknown seat %q: expected one of %s", text, strings.Join(seatNames[:], ", "))
}

// SeatSet is a set of seats.
type SeatSet uint8

// SeatsOf returns the set of the given seats.
func SeatsOf(seats ...Seat) SeatSet {
	var s SeatSet
	for _, seat := range seats {
		s = s.Add(seat)
	}
	return s
}

// Has reports whether seat is in s.
func (s SeatSet) Has(seat Seat) bool { return seat.Valid() && s>>seat&1 != 0 }

// Add returns s with seat.
func (s SeatSet) Add(seat Seat) SeatSet {
	if !seat.Valid() {
		return s
	}
	return s | 1<<seat
}

// Remove returns s without seat.
func (s SeatSet) Remove(seat Seat) SeatSet {
	if !seat.Valid() {
		return s
	}
	return s &^ (1 << seat)
}

// Len returns the number of seats in s.
func (s SeatSet) Len() int { return bits.OnesCount8(uint8(s)) }

// First returns the lowest seat of s; not valid if s is empty.
func (s SeatSet) First() Seat { return Seat(bits.TrailingZeros8(uint8(s))) }

// Seats lists s in turn order.
func (s SeatSet) Seats() []Seat {
	list := make([]Seat, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		list = append(list, s.First())
	}
	return list
}

// String returns the names of s, such as "red and amber"; "nobody" if there are none.
func (s SeatSet) String() string {
	var names []string
	for _, seat := range s.Seats() {
		names = append(names, seat.String())
	}
	switch n := len(names); n {
	case 0:
		return "nobody"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
