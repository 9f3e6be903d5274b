package textboard

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Name is what stands on a piece of one's own where there is room: the letter, or the
// Chinese name.
func Name(l messages.Lang, rs *engine.Ruleset, t engine.Type) string {
	if l == messages.Chinese {
		return rs.TypeRule(t).ZH
	}
	return string(rs.Letter(t))
}

// Short is what stands on a piece where there is little room: the letter, or the one
// character by which players call the type.
func Short(l messages.Lang, rs *engine.Ruleset, t engine.Type) string {
	if l == messages.Chinese {
		return rs.TypeRule(t).Sign
	}
	return string(rs.Letter(t))
}

// Word is the type in a sentence.
func Word(l messages.Lang, rs *engine.Ruleset, t engine.Type) string {
	if l == messages.Chinese {
		return rs.TypeRule(t).ZH
	}
	return rs.TypeRule(t).EN
}

// Words lists types in a sentence.
func Words(l messages.Lang, rs *engine.Ruleset, types engine.TypeSet) string {
	var list []string
	for _, t := range types.Types() {
		list = append(list, Word(l, rs, t))
	}
	if l == messages.Chinese {
		return strings.Join(list, "、")
	}
	return strings.Join(list, ", ")
}

// Seat is the seat in a sentence.
func Seat(l messages.Lang, seat engine.Seat) string { return l.Seat(seat) }

// Seats lists seats in a sentence.
func Seats(l messages.Lang, seats engine.SeatSet) string { return l.Seats(seats.Seats()) }
