// Package viewmodel prepares a match for the terminal: what the plain lines and the full screen both
// show of a board, a turn, a piece and the end.
package viewmodel

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Scene is a match as it is shown: what stays the same, and its present state. All that is
// said and drawn of a match comes from here.
type Scene struct {
	seat.State
	Table seat.Table
	Rules *engine.Ruleset // nil while the terms are not known
	Below engine.Seat     // who is drawn at the bottom if nobody looks from a seat
}

// Near returns the seat whose back row is drawn at the bottom.
func (s *Scene) Near() engine.Seat {
	if own, err := engine.ParseSeat(s.Table.Seat); err == nil {
		return own
	}
	return s.Below
}

// Shared returns what every seat's name of the match begins with.
func (s *Scene) Shared() string {
	id, _ := store.SplitID(s.Table.Match)
	return id
}

// Unheard says what a program that has started again waits for.
func (s *Scene) Unheard() messages.Text {
	if len(s.Seats) > 2 {
		return messages.PlayUnheardAll
	}
	return messages.PlayUnheard
}

// Away returns the seats of the others that are not within reach, of those that have joined and
// are still in the game.
func (s *Scene) Away() (set engine.SeatSet) {
	for _, at := range s.Seats {
		if at.Seat != s.Table.Seat && at.Joined && !at.Online && at.PutOut == nil {
			set = set.Add(SeatOf(at.Seat))
		}
	}
	return set
}

// Alone reports whether none of several others is within reach of whoever plays, while there is a
// match to play: it may be the one that is away. Where only one other is left in the game it is
// that one who is away, as in a match of two.
func (s *Scene) Alone() bool {
	among := func(at seat.Seating) bool { return at.Seat != s.Table.Seat && (at.Online || !at.Joined) }
	left := 0
	for _, at := range s.Seats {
		if at.Seat != s.Table.Seat && at.Out == "" {
			left++
		}
	}
	return left > 1 && s.Table.Seat != "" && s.Result == nil && s.Phase != seat.Sealed && !s.Connection.ByHand() && !slices.ContainsFunc(s.Seats, among)
}

// SealedInSetup returns the seat whose cheating has ended a match of several before it began, while
// its other players have still something to do about that; "" if none.
func (s *Scene) SealedInSetup() string {
	if c := s.Conviction; s.Phase == seat.Sealed && c != nil && !c.You && s.First == "" && len(s.Seats) > 2 {
		return c.Seat
	}
	return ""
}

// Node returns a node of the board; NoNode for "".
func (s *Scene) Node(name string) engine.Node {
	if n, ok := s.Rules.Board().Node(name); ok {
		return n
	}
	return engine.NoNode
}

// Type returns a type of the rules; NoType for "".
func (s *Scene) Type(id string) engine.Type {
	if t, ok := s.Rules.Type(id); ok {
		return t
	}
	return engine.NoType
}

// Types are types of the rules.
func (s *Scene) Types(ids []string) (set engine.TypeSet) {
	for _, id := range ids {
		set = set.Add(s.Type(id))
	}
	return set
}

// piece finds a piece; nil if there is none.
func (s *Scene) piece(ref *seat.Ref) *seat.Piece {
	i := slices.IndexFunc(s.Pieces, func(p seat.Piece) bool { return ref != nil && p.Ref == *ref })
	if i < 0 {
		return nil
	}
	return &s.Pieces[i]
}

// On returns the piece that stands on a node; nil if none does.
func (s *Scene) On(node string) *seat.Piece {
	i := slices.IndexFunc(s.Pieces, func(p seat.Piece) bool { return p.Node == node && node != "" })
	if i < 0 {
		return nil
	}
	return &s.Pieces[i]
}

// Start returns the node on which a piece stood first.
func (s *Scene) Start(ref seat.Ref) string {
	n := s.Rules.Start(SeatOf(ref.Seat), ref.Number)
	if n == engine.NoNode {
		return "" // it was turned up
	}
	return s.Rules.Board().Name(n)
}

// SeatOf returns the seat of a name that a view holds.
func SeatOf(name string) engine.Seat {
	own, err := engine.ParseSeat(name)
	if err != nil {
		return engine.Red // unreachable: names in a view are those of seats
	}
	return own
}

// SeatsOf returns the seats of such names.
func SeatsOf(names []string) (set engine.SeatSet) {
	for _, name := range names {
		set = set.Add(SeatOf(name))
	}
	return set
}

// SeatNames returns the names of seats, as views and programs have them.
func SeatNames(seats []engine.Seat) []string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = seat.String()
	}
	return names
}

// Seen reports whether a piece's owner lets the viewer see it.
func Seen(p *seat.Piece) bool { return p.By == "own" || p.By == "opened" }

// View returns what the board shows.
func (s *Scene) View() picture.View {
	v := picture.View{Rules: s.Rules, Near: s.Near()}
	for i := range s.Pieces {
		if p := &s.Pieces[i]; p.Node != "" {
			v.Pieces = append(v.Pieces, picture.Piece{
				Node: s.Node(p.Node), Seat: SeatOf(p.Seat), Type: s.Type(p.Type), Seen: Seen(p) || s.Deal != nil, Moved: p.Moved,
			})
		}
	}
	if s.Deal != nil {
		for _, name := range s.Deal.Down {
			v.Down = append(v.Down, s.Node(name))
		}
	}
	for i := range s.Seats {
		if at := &s.Seats[i]; at.Taken && at.Carrier == nil && at.Flag != "" {
			v.Flags = append(v.Flags, picture.Flag{Seat: SeatOf(at.Seat), Node: s.Node(at.Flag)})
		}
	}
	if s.Last != nil && s.Last.From != "" {
		v.Last = engine.Move{From: s.Node(s.Last.From), To: s.Node(s.Last.To)}
		for _, name := range s.Last.Path {
			v.Way = append(v.Way, s.Node(name))
		}
	}
	return v
}

// SeatName names a seat in a sentence, and says if it is the reader's own, whose computer plays it, or what its
// player is called.
func (s *Scene) SeatName(l messages.Lang, name string) string {
	if name == s.Table.Seat {
		return messages.SeatYou.In(l, SeatOf(name))
	}
	i := slices.IndexFunc(s.Table.Players, func(p seat.Player) bool { return p.Seat == name })
	switch {
	case i < 0:
	case s.Table.Players[i].Computer != "" && s.Table.Players[i].Computer == s.Table.Seat:
		return messages.SeatComputerYours.In(l, SeatOf(name))
	case s.Table.Players[i].Computer != "":
		return messages.SeatComputer.In(l, SeatOf(name), SeatOf(s.Table.Players[i].Computer))
	case s.Table.Players[i].Name != "":
		return messages.SeatNamed.In(l, SeatOf(name), short(s.Table.Players[i].Name))
	}
	return l.Seat(SeatOf(name))
}

// longName is the maximum width of a player's name, in cells: others choose their names.
const longName = 16

// short returns a name, cut off where it is too long for a line, in characters that take as many cells on every terminal.
func short(name string) string {
	name = strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return '?'
		}
		return r
	}, name)
	if messages.Width(name) <= longName {
		return name
	}
	return messages.Cut(name, longName-2) + ".."
}

// Strongest lists types, the strongest first: in every game that has ranks, the rules list
// mobile types by rank.
func Strongest(types engine.TypeSet) []engine.Type {
	list := types.Types()
	slices.SortFunc(list, func(x, y engine.Type) int { return cmp.Compare(y, x) })
	return list
}

// SeatsFromAfar lists the seats, the near one last.
func (s *Scene) SeatsFromAfar() []*seat.Seating {
	near := int(s.Near())
	var list []*seat.Seating
	for i := range s.Seats {
		list = append(list, &s.Seats[(near+1+i)%len(s.Seats)])
	}
	return list
}
