package seat

import (
	"maps"
	"unicode"
	"unicode/utf8"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Marks keeps a person's private notes on pieces, so that they outlast the program.
type Marks interface {
	Load() (map[engine.Piece]string, error)
	Save(marks map[engine.Piece]string) error
}

// Times keeps when each turn of a match was seen, so that this outlasts the program. What can't be kept is left out.
type Times interface {
	Load() []Millis
	Save(times []Millis)
}

// noMarks keeps notes while the program runs.
type noMarks struct{}

func (noMarks) Load() (map[engine.Piece]string, error) { return nil, nil }
func (noMarks) Save(map[engine.Piece]string) error     { return nil }

// mark puts a note on a piece.
func (s *Seat) mark(c Command) error {
	if s.game == nil {
		return errNotBegun()
	}
	piece, err := s.game.pieceOf(c.Piece)
	if err != nil {
		return err
	}
	if err := checkMark(c.Mark); err != nil {
		return err
	}
	marks := maps.Clone(s.marks)
	if c.Mark == "" {
		delete(marks, piece)
	} else {
		marks[piece] = c.Mark
	}
	if err := s.keeper.Save(maps.Clone(marks)); err != nil {
		return err
	}
	s.marks = marks
	s.game.stale()
	ref := *c.Piece
	s.log.add(Event{At: s.moment(), Kind: EventMark, Piece: &ref, Mark: c.Mark})
	return nil
}

// checkMark refuses notes that are too long or no plain text.
func checkMark(text string) error {
	if len(text) > MaxMark {
		return coded.Errorf("seat.mark-long", "a mark has at most %d bytes, this one has %d", MaxMark, len(text))
	}
	for _, r := range text {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return coded.Errorf("seat.mark-text", "a mark is plain text on one line")
		}
	}
	return nil
}
