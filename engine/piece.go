package engine

import (
	"fmt"
	"math/bits"
	"strings"
)

// Type is the type of a piece: its index in the rules' list of types. The [Ruleset]
// knows its name.
type Type uint8

// NoType means that a type is unknown, or that none is meant.
const NoType Type = 0xff

// Valid reports whether t has the form of a type; [Ruleset.Types] says whether a game has
// it.
func (t Type) Valid() bool { return t < MaxTypes }

// String returns "type 3"; "none" for NoType. For its name see [Ruleset.TypeID].
func (t Type) String() string {
	if t == NoType {
		return "none"
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// TypeSet is a set of types.
type TypeSet uint16

// NoTypes is the empty set.
const NoTypes TypeSet = 0

// TypesOf returns the set of the given types.
func TypesOf(types ...Type) TypeSet {
	var s TypeSet
	for _, t := range types {
		s = s.Add(t)
	}
	return s
}

// Has reports whether t is in s.
func (s TypeSet) Has(t Type) bool { return t.Valid() && s>>t&1 != 0 }

// Add returns s with t.
func (s TypeSet) Add(t Type) TypeSet {
	if !t.Valid() {
		return s
	}
	return s | 1<<t
}

// Remove returns s without t.
func (s TypeSet) Remove(t Type) TypeSet {
	if !t.Valid() {
		return s
	}
	return s &^ (1 << t)
}

// Within reports whether every type of s is in o too.
func (s TypeSet) Within(o TypeSet) bool { return s&^o == 0 }

// Len returns the number of types in s.
func (s TypeSet) Len() int { return bits.OnesCount16(uint16(s)) }

// Types lists s in ascending order.
func (s TypeSet) Types() []Type {
	list := make([]Type, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		list = append(list, s.First())
	}
	return list
}

// First returns the lowest type of s, NoType if s is empty.
func (s TypeSet) First() Type {
	if s == 0 {
		return NoType
	}
	return Type(bits.TrailingZeros16(uint16(s)))
}

// String returns the numbers of s, such as "types 0 4"; "none" if there are none. For letters see
// [Ruleset.Letters].
func (s TypeSet) String() string {
	if s == 0 {
		return "none"
	}
	var b strings.Builder
	b.WriteString("types")
	for _, t := range s.Types() {
		fmt.Fprintf(&b, " %d", uint8(t))
	}
	return b.String()
}

// Piece is one of the pieces on the board, publicly known by seat and number: the piece that
// started on [Ruleset.Start] of that seat and number. It says nothing about a type.
type Piece uint16

// NumPieces bounds the values of Piece: tables by piece have this size.
const NumPieces = MaxSeats << pieceBits

// NoPiece means no piece.
const NoPiece Piece = 0xffff

// A piece is the seat and, in the lower bits, the number.
const pieceBits = 6

// PieceOf returns the piece of a seat with the given number, from 0 to MaxArmy-1; NoPiece if
// either is out of range.
func PieceOf(seat Seat, number int) Piece {
	if !seat.Valid() || number < 0 || number >= MaxArmy {
		return NoPiece
	}
	return Piece(seat)<<pieceBits | Piece(number)
}

// Valid reports whether p has the form of a piece. Whether a game has it depends on its
// number of seats and the size of its armies ([Ruleset.Has]).
func (p Piece) Valid() bool { return p.Number() < MaxArmy }

// Seat returns the owner of p.
func (p Piece) Seat() Seat { return Seat(p >> pieceBits) }

// Number returns p's place in its owner's layout text: the front row first, from the
// owner's left, gaps skipped.
func (p Piece) Number() int { return int(p & (1<<pieceBits - 1)) }

// String returns the owner and the number, such as "red 7".
func (p Piece) String() string {
	if !p.Valid() {
		return "no piece"
	}
	return fmt.Sprintf("%s %d", p.Seat(), p.Number())
}
