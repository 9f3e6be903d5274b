package table

import (
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Name is what stands on a piece of one's own: the letter, or the Chinese name.
func Name(l words.Lang, t engine.Type) string {
	if l == words.Chinese {
		return t.Chinese()
	}
	return string(t.Letter())
}

// Short is what stands on a block: the letter, or the one character by which players call the type.
func Short(l words.Lang, t engine.Type) string {
	if l == words.Chinese {
		return words.TypeShort[t.String()]
	}
	return string(t.Letter())
}

// Word is the type in a sentence.
func Word(l words.Lang, t engine.Type) string {
	if l == words.Chinese {
		return t.Chinese()
	}
	return t.String()
}

// Seat is the seat in a sentence.
func Seat(l words.Lang, seat engine.Seat) string {
	if seat == engine.Red {
		return words.SeatRed.In(l)
	}
	return words.SeatBlue.In(l)
}
