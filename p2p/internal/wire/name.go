package wire

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/engine"
	"golang.org/x/crypto/cryptobyte"
)

// MaxName is the maximum length of a player's name, in characters.
const MaxName = 40

const maxMarks = 4

// IsName reports whether a player can be called so: up to MaxName characters that can be
// seen, and single spaces between them. None of them turns the direction of writing. At most maxMarks combining marks follow
// a character: more would cover the lines above and below.
func IsName(name string) bool { return isLine(name, MaxName) }

// isLine reports whether a text is up to so many characters that IsName allows.
func isLine(name string, most int) bool {
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > most || name == "" {
		return false
	}
	before, marks := ' ', 0
	for _, r := range name {
		if marks++; !unicode.IsMark(r) {
			marks = 0
		}
		if !unicode.IsPrint(r) || isBlank(r) || marks > maxMarks || before == ' ' && (r == ' ' || marks > 0) {
			return false
		}
		before = r
	}
	return before != ' '
}

// isBlank reports whether a printable character can't be seen all the same: fillers, joiners, and the empty pattern of Braille.
func isBlank(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == '\u2800'
}

func NewName(seat engine.Seat, name string) Frame {
	return Frame{KindName, append([]byte{byte(seat)}, name...)}
}

func ParseName(payload []byte) (engine.Seat, string, error) {
	s := cryptobyte.String(payload)
	var seat uint8
	if !s.ReadUint8(&seat) || seat >= engine.MaxSeats || !IsName(string(s)) {
		return 0, "", fmt.Errorf("%w: name", ErrMalformed)
	}
	return engine.Seat(seat), string(s), nil
}
