package engine

import (
	"fmt"
	"math/bits"
	"strings"
)

// Seat is one of the two sides of the table.
type Seat uint8

// The two seats. Red sits at rows 1 to 6, blue at rows 7 to 12.
const (
	Red Seat = iota
	Blue
	NumSeats = 2
)

// Other is the opponent's seat.
func (s Seat) Other() Seat { return s ^ 1 }

// Valid reports whether s is red or blue.
func (s Seat) Valid() bool { return s < NumSeats }

// String is "red" or "blue".
func (s Seat) String() string {
	switch s {
	case Red:
		return "red"
	case Blue:
		return "blue"
	}
	return fmt.Sprintf("seat %d", uint8(s))
}

// ParseSeat reads "red" or "blue".
func ParseSeat(text string) (Seat, error) {
	for s := Red; s.Valid(); s++ {
		if text == s.String() {
			return s, nil
		}
	}
	return 0, fmt.Errorf("unknown seat %q: say red or blue", text)
}

// Type is what a piece is. The order is that of the rules' table; from Engineer
// to Commander it is also the order of rank.
type Type uint8

// The twelve types.
const (
	Flag Type = iota
	Mine
	Engineer
	Platoon
	Company
	Battalion
	Regiment
	Brigade
	Division
	Army
	Commander
	Bomb

	// NumTypes is how many types there are.
	NumTypes = 12
	// NoType stands where a type is unknown or none is meant.
	NoType Type = 0xff
)

// ArmySize is the number of pieces of one seat.
const ArmySize = 25

// army is the table of the pieces: what they are called and how many there are.
var army = [NumTypes]struct {
	id, chinese string
	letter      byte
	count       int
}{
	Flag:      {"flag", "军旗", 'F', 1},
	Mine:      {"mine", "地雷", 'M', 3},
	Engineer:  {"engineer", "工兵", '1', 3},
	Platoon:   {"platoon", "排长", '2', 3},
	Company:   {"company", "连长", '3', 3},
	Battalion: {"battalion", "营长", '4', 2},
	Regiment:  {"regiment", "团长", '5', 2},
	Brigade:   {"brigade", "旅长", '6', 2},
	Division:  {"division", "师长", '7', 2},
	Army:      {"army", "军长", '8', 1},
	Commander: {"commander", "司令", '9', 1},
	Bomb:      {"bomb", "炸弹", 'B', 2},
}

// Valid reports whether t is one of the twelve types.
func (t Type) Valid() bool { return t < NumTypes }

// String is the type's identifier, as "engineer"; "none" for NoType.
func (t Type) String() string {
	switch {
	case t.Valid():
		return army[t].id
	case t == NoType:
		return "none"
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// Letter is the type's letter in text layouts, as '1' for an engineer; '?' if t
// is not a type.
func (t Type) Letter() byte {
	if !t.Valid() {
		return '?'
	}
	return army[t].letter
}

// Chinese is the type's Chinese name, as 工兵; empty if t is not a type.
func (t Type) Chinese() string {
	if !t.Valid() {
		return ""
	}
	return army[t].chinese
}

// ParseType reads a type's letter (of either case), identifier or Chinese name.
func ParseType(text string) (Type, error) {
	for t := Flag; t.Valid(); t++ {
		if text == army[t].id || text == army[t].chinese || strings.EqualFold(text, string(army[t].letter)) {
			return t, nil
		}
	}
	return NoType, fmt.Errorf("unknown piece %q: say a letter of %s, a name such as engineer, or 工兵", text, AllTypes)
}

// TypeSet is a set of types.
type TypeSet uint16

// Sets that the rules speak of.
const (
	NoTypes  TypeSet = 0
	AllTypes TypeSet = 1<<NumTypes - 1
	// Immobile holds the types that never move.
	Immobile = TypeSet(1<<Flag | 1<<Mine)
	// Mobile holds the types that move.
	Mobile = AllTypes &^ Immobile
)

// SetOf is the set of the types named.
func SetOf(types ...Type) TypeSet {
	var s TypeSet
	for _, t := range types {
		s = s.Add(t)
	}
	return s
}

// Has reports whether t is in s.
func (s TypeSet) Has(t Type) bool { return t.Valid() && s>>t&1 != 0 }

// Add is s with t.
func (s TypeSet) Add(t Type) TypeSet {
	if !t.Valid() {
		return s
	}
	return s | 1<<t
}

// Remove is s without t.
func (s TypeSet) Remove(t Type) TypeSet {
	if !t.Valid() {
		return s
	}
	return s &^ (1 << t)
}

// Within reports whether every type of s is in o too.
func (s TypeSet) Within(o TypeSet) bool { return s&^o == 0 }

// Len is the number of types in s.
func (s TypeSet) Len() int { return bits.OnesCount16(uint16(s)) }

// Types lists s in ascending order.
func (s TypeSet) Types() []Type {
	list := make([]Type, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		list = append(list, s.First())
	}
	return list
}

// First is the lowest type of s, NoType if s is empty.
func (s TypeSet) First() Type {
	if s == 0 {
		return NoType
	}
	return Type(bits.TrailingZeros16(uint16(s)))
}

// String is the letters of s in ascending order, "none" if there are none.
func (s TypeSet) String() string {
	if s == 0 {
		return "none"
	}
	var b strings.Builder
	for _, t := range s.Types() {
		b.WriteByte(t.Letter())
	}
	return b.String()
}

// Piece is one of the fifty pieces, publicly known by seat and number: the piece
// that started on [Board.Start] of that seat and number. It says nothing of a type.
type Piece uint8

// NumPieces is the number of pieces of both seats; NoPiece stands for none.
const (
	NumPieces       = NumSeats * ArmySize
	NoPiece   Piece = 0xff
)

// PieceOf is the piece of a seat with the given number, from 0 to 24; NoPiece if
// either is out of range.
func PieceOf(seat Seat, number int) Piece {
	if !seat.Valid() || number < 0 || number >= ArmySize {
		return NoPiece
	}
	return Piece(int(seat)*ArmySize + number)
}

// Valid reports whether p is one of the fifty.
func (p Piece) Valid() bool { return p < NumPieces }

// Seat is the owner of p.
func (p Piece) Seat() Seat { return Seat(p / ArmySize) }

// Number is p's place in its owner's layout text: the front row first, from the
// owner's left, camps skipped.
func (p Piece) Number() int { return int(p % ArmySize) }

// String is the owner and the number, as "red 7".
func (p Piece) String() string {
	if !p.Valid() {
		return "no piece"
	}
	return fmt.Sprintf("%s %d", p.Seat(), p.Number())
}
