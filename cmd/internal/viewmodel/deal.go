package viewmodel

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Begun reports whether the game has begun, so that there is a board to show.
func (s *Scene) Begun() bool { return len(s.Pieces) > 0 || s.Deal != nil }

// face names a piece that was turned up: whose it is, and its type.
func (s *Scene) face(l messages.Lang, f *seat.Face) (whose, typ string) {
	return l.Seat(SeatOf(f.Seat)), l.Piece(s.Rules, s.Type(f.Type), SeatOf(f.Seat))
}

// flipInWords says that a piece is turned up, and what it was once that is known.
func (s *Scene) flipInWords(l messages.Lang, t *seat.Turn) string {
	who := l.Seat(SeatOf(t.Seat))
	if t.Face == nil {
		return messages.TurnFlips.In(l, who, t.To)
	}
	whose, typ := s.face(l, t.Face)
	return messages.TurnFlip.In(l, who, t.To, whose, typ)
}

// unturnedInWords lists what lies face down of a seat, with the chance of each kind for any one
// piece; "" if nothing does.
func (s *Scene) unturnedInWords(l messages.Lang, name string) string {
	if s.Deal == nil {
		return ""
	}
	var told []string
	for _, t := range Strongest(s.Rules.Types()) {
		if n := s.Deal.Unturned[name][s.Rules.TypeID(t)]; n > 0 {
			told = append(told, messages.PanelUnturnedOf.In(l, l.Piece(s.Rules, t, SeatOf(name)), n, percent(n, len(s.Deal.Down))))
		}
	}
	if len(told) == 0 {
		return ""
	}
	return messages.PanelUnturned.In(l, strings.Join(told, messages.ListSeparator.In(l)))
}

// percent returns a share in whole percent, rounded.
func percent(n, of int) int { return (200*n + of) / (2 * of) }

// flipped returns the node of a line that turns a piece up, such as "flip a6" or "*a6"; "" if it is none.
func (s *Scene) flipped(line string) string {
	name, ok := strings.CutPrefix(line, "*")
	for _, word := range []string{"flip ", "翻開", "翻开", "翻"} {
		if !ok {
			name, ok = strings.CutPrefix(line, word)
		}
	}
	if name = strings.TrimSpace(name); !ok || s.Node(name) == engine.NoNode {
		return ""
	}
	return name
}

// Where says whose a piece is, where it is, and where it started, unless it was turned up.
func (s *Scene) Where(l messages.Lang, p *seat.Piece, place string) string {
	if s.Deal != nil {
		return messages.LookTurned.In(l, SeatOf(p.Seat), place)
	}
	return messages.LookWhere.In(l, SeatOf(p.Seat), place, s.Start(p.Ref))
}
