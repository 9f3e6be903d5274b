package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/table"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/picture"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// scene is a match as it is shown: what stays the same, and how it stands. All that is
// said and drawn of a match comes from here.
type scene struct {
	seat.State
	table seat.Table
	rules *engine.Ruleset // nil while the terms are not known
	below engine.Seat     // who is drawn at the bottom if nobody looks from a seat
}

// near is the seat whose back row is drawn at the bottom.
func (s *scene) near() engine.Seat {
	if own, err := engine.ParseSeat(s.table.Seat); err == nil {
		return own
	}
	return s.below
}

// node is a node of the board; NoNode for "".
func (s *scene) node(name string) engine.Node {
	if n, ok := s.rules.Board().Node(name); ok {
		return n
	}
	return engine.NoNode
}

// typ is a type of the rules; NoType for "".
func (s *scene) typ(id string) engine.Type {
	if t, ok := s.rules.Type(id); ok {
		return t
	}
	return engine.NoType
}

// types are types of the rules.
func (s *scene) types(ids []string) (set engine.TypeSet) {
	for _, id := range ids {
		set = set.Add(s.typ(id))
	}
	return set
}

// piece finds a piece; nil if there is none.
func (s *scene) piece(ref *seat.Ref) *seat.Piece {
	i := slices.IndexFunc(s.Pieces, func(p seat.Piece) bool { return ref != nil && p.Ref == *ref })
	if i < 0 {
		return nil
	}
	return &s.Pieces[i]
}

// on is the piece that stands on a node; nil if none does.
func (s *scene) on(node string) *seat.Piece {
	i := slices.IndexFunc(s.Pieces, func(p seat.Piece) bool { return p.Node == node && node != "" })
	if i < 0 {
		return nil
	}
	return &s.Pieces[i]
}

// start is the node on which a piece stood first.
func (s *scene) start(ref seat.Ref) string {
	return s.rules.Board().Name(s.rules.Start(seatOf(ref.Seat), ref.Number))
}

// seatOf is the seat of a name that a view holds.
func seatOf(name string) engine.Seat {
	own, err := engine.ParseSeat(name)
	if err != nil {
		return engine.Red // unreachable: names in a view are those of seats
	}
	return own
}

// seatsOf are the seats of such names.
func seatsOf(names []string) (set engine.SeatSet) {
	for _, name := range names {
		set = set.Add(seatOf(name))
	}
	return set
}

// open reports whether a piece's owner lets the viewer see it.
func open(p *seat.Piece) bool { return p.By == "own" || p.By == "opened" }

// view is what the board shows.
func (s *scene) view() picture.View {
	v := picture.View{Rules: s.rules, Near: s.near()}
	for i := range s.Pieces {
		if p := &s.Pieces[i]; p.Node != "" {
			v.Pieces = append(v.Pieces, picture.Piece{
				Node: s.node(p.Node), Seat: seatOf(p.Seat), Type: s.typ(p.Type), Seen: open(p), Moved: p.Moved,
			})
		}
	}
	for i := range s.Seats {
		if at := &s.Seats[i]; at.Taken && at.Carrier == nil && at.Flag != "" {
			v.Flags = append(v.Flags, picture.Flag{Seat: seatOf(at.Seat), Node: s.node(at.Flag)})
		}
	}
	if s.Last != nil && s.Last.From != "" {
		v.Last = engine.Move{From: s.node(s.Last.From), To: s.node(s.Last.To)}
		for _, name := range s.Last.Path {
			v.Way = append(v.Way, s.node(name))
		}
	}
	return v
}

// board draws the board with the panel beside it, so that it fits the terminal.
func (a *app) board(s *scene) string {
	view, style := s.view(), a.style()
	lines := table.Board(view, style)
	if len(lines)+promptLines > a.height() {
		style.Low = true
		lines = table.Board(view, style)
	}
	lines = table.Beside(lines, table.Columns(view.Rules, style), a.panel(s, style.Low), a.width())
	return strings.Join(lines, "\n") + "\n"
}

// promptLines is what a board leaves free below it: the question, and what is typed.
const promptLines = 4

func (a *app) sayBoard(s *scene) { _, _ = a.out.Write([]byte(a.board(s))) }

// seatName names a seat in a sentence, and says if it is the reader's own.
func (a *app) seatName(s *scene, name string) string {
	if name == s.table.Seat {
		return a.t(words.SeatYou, seatOf(name))
	}
	return a.lang.Seat(seatOf(name))
}

// strongest lists types, the strongest first: of mobile types the order of the rules is
// that of rank in every game that has ranks.
func strongest(types engine.TypeSet) []engine.Type {
	list := types.Types()
	slices.SortFunc(list, func(x, y engine.Type) int { return cmp.Compare(y, x) })
	return list
}
