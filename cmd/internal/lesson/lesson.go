// Package lesson makes a lesson of a game from its rules: small positions, each with an aim that the
// learner reaches with one move. It knows no game by name; what a game does not have is left out.
package lesson

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// The learner plays this seat.
const learner = engine.Red

// The themes of steps, in the order of a lesson.
const (
	Army    = "army"    // how an army may start: two pieces change places
	Walk    = "walk"    // one step
	Ride    = "ride"    // far, straight ahead
	Turn    = "turn"    // far, around corners
	Safe    = "safe"    // a node on which nobody is attacked
	Locked  = "locked"  // a node that nobody leaves
	Clash   = "clash"   // two pieces meet, and what is said of it
	Both    = "both"    // a piece that takes whatever it meets along
	Still   = "still"   // a piece that never moves, and what removes it
	Upset   = "upset"   // a weaker piece that removes a stronger one
	Over    = "over"    // a piece that captures over another
	Partner = "partner" // whom one does not attack
	Flag    = "flag"    // what it is all about
)

// Step is a position, and what the learner has to do in it.
type Step struct {
	Theme string   `json:"theme"`
	Who   string   `json:"who"`   // the type that it is about; "" if it is about all
	Types []string `json:"types"` // what else it is about: those that go so, or that remove Who, or that Who removes
	Kind  string   `json:"kind"`  // of the nodes that it is about; "" if of none
	// Pieces are those on the board; Moves all legal moves of the learner. Of theme Army they are the
	// exchanges of two pieces that make the layout legal; none means that any exchange does.
	Pieces []Piece `json:"pieces"`
	Moves  []Move  `json:"moves"`
}

// Piece is a piece of a step.
type Piece struct {
	Seat   string `json:"seat"`
	Number int    `json:"number"`
	Node   string `json:"node"`
	Type   string `json:"type"` // "" if the learner does not see it
	Moved  bool   `json:"moved"`
}

// Move is a move that the rules allow.
type Move struct {
	From string   `json:"from"`
	To   string   `json:"to"`
	Way  []string `json:"way"`
	Aim  bool     `json:"aim"` // it is what the learner has to do
	// Said is what everybody learns if it is an attack, May what the attacked piece can be after that,
	// and Flag where the flag is that its owner has to show then, if it has one to show.
	Said *engine.AnnouncementRule `json:"said"`
	May  []string                 `json:"may"`
	Flag string                   `json:"flag"`
}

// Of returns the lesson of a game.
func Of(rs *engine.Ruleset) []Step {
	t := newTeacher(rs)
	steps := []Step{} // as JSON, none is an empty list
	for _, make := range []func() (Step, bool){
		t.army, t.walk, t.ride, t.turn, t.safe, t.locked, t.clash, t.both, t.still, t.upset, t.over, t.partner, t.takeFlag,
	} {
		if s, ok := make(); ok {
			steps = append(steps, s)
		}
	}
	return steps
}

// standing is a piece that a step puts on the board.
type standing struct {
	seat engine.Seat
	kind engine.Type
	at   engine.Node
	seen bool // by the learner, though it is not the learner's
}

// step makes a step of what stands on the board. It is none if that can't arise in a game, or if no move
// is the aim.
func (t *teacher) step(s Step, pieces []standing, aim func(engine.Move) bool) (Step, bool) {
	placed, numbers, ok := t.numbered(pieces)
	if !ok {
		return s, false
	}
	p, err := engine.PositionOf(t.rs, learner, placed)
	if err != nil {
		return s, false
	}
	s.Pieces, s.Moves = []Piece{}, []Move{}
	own := make(engine.Layout, t.rs.ArmySize())
	for i := range own {
		own[i] = engine.NoType
	}
	for i, x := range pieces {
		shown := Piece{Seat: x.seat.String(), Number: numbers[i], Node: t.name(x.at), Moved: p.Moved(engine.PieceOf(x.seat, numbers[i]))}
		if x.seen || x.seat == learner || t.rs.Deck() != nil || t.rs.Open() || t.rs.PartnersOpen() && t.rs.Partners(x.seat, learner) {
			shown.Type = t.rs.TypeID(x.kind)
		}
		if x.seat == learner {
			own[numbers[i]] = x.kind
		}
		s.Pieces = append(s.Pieces, shown)
	}
	for _, m := range p.LegalMoves(learner, own) {
		s.Moves = append(s.Moves, t.move(&p, pieces, m, aim(m)))
	}
	return s, slices.ContainsFunc(s.Moves, func(m Move) bool { return m.Aim })
}

// numbered picks a number for each piece, so that it may be what it is where it is.
func (t *teacher) numbered(pieces []standing) (placed map[engine.Piece]engine.Node, numbers []int, ok bool) {
	placed, numbers = map[engine.Piece]engine.Node{}, make([]int, len(pieces))
	take := func(i int, stays bool) bool {
		x := pieces[i]
		for number := range t.rs.ArmySize() {
			start, piece := t.rs.Start(x.seat, number), engine.PieceOf(x.seat, number)
			_, taken := placed[piece]
			if taken || !t.rs.Allowed(number).Has(x.kind) || stays != (start == x.at) || !stays && t.board.KindRule(start).Locked {
				continue
			}
			placed[piece], numbers[i] = x.at, number
			return true
		}
		return false
	}
	// Those that stand where they started first, as only they can have those numbers; what never
	// moves can't stand elsewhere.
	var rest []int
	for i := range pieces {
		if !take(i, true) {
			rest = append(rest, i)
		}
	}
	for _, i := range rest {
		if !t.rs.Mobile().Has(pieces[i].kind) || !take(i, false) {
			return nil, nil, false
		}
	}
	return placed, numbers, true
}

func (t *teacher) move(p *engine.Position, pieces []standing, m engine.Move, aim bool) Move {
	out := Move{From: t.name(m.From), To: t.name(m.To), Way: []string{}, Aim: aim, May: []string{}}
	for _, n := range p.Way(m) {
		out.Way = append(out.Way, t.name(n))
	}
	attacker, met := on(pieces, m.From), on(pieces, m.To)
	if met == nil {
		return out
	}
	code := t.rs.Clash(attacker.kind, met.kind)
	said := t.rs.AnnouncementRule(code)
	out.Said = &said
	for _, d := range p.Known(p.At(m.To)).Types() {
		if t.rs.Clash(attacker.kind, d) == code {
			out.May = append(out.May, t.rs.TypeID(d))
		}
	}
	if said.DefenderShowsFlag {
		out.Flag = t.name(t.flagNode(met.seat))
	}
	return out
}

// on returns the piece on a node; nil if there is none.
func on(pieces []standing, n engine.Node) *standing {
	i := slices.IndexFunc(pieces, func(x standing) bool { return x.at == n })
	if i < 0 {
		return nil
	}
	return &pieces[i]
}
