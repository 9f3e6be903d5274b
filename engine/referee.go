package engine

import (
	"fmt"
	"slices"
)

// Referee is the human referee in code: it sees both layouts, watches that the moves
// are true to them, and announces what happens when pieces meet. Make one with
// [NewReferee].
type Referee struct {
	position Position
	layouts  [NumSeats]Layout
}

// NewReferee starts a game of two layouts, of red and of blue. It refuses layouts that
// are not legal.
func NewReferee(rs *Ruleset, layouts [NumSeats]Layout, first Seat) (*Referee, error) {
	for seat, l := range layouts {
		if err := rs.CheckLayout(l); err != nil {
			return nil, fmt.Errorf("%s: %w", Seat(seat), err)
		}
	}
	return &Referee{position: Start(rs, first), layouts: layouts}, nil
}

// Position is the public game.
func (r *Referee) Position() Position { return r.position }

// ToAct is the seat whose turn it is.
func (r *Referee) ToAct() Seat { return r.position.ToAct() }

// Result is how the game ended, if it did.
func (r *Referee) Result() Result { return r.position.result }

// Layout is a seat's layout.
func (r *Referee) Layout(seat Seat) Layout { return r.layouts[seat&1] }

// Type is what a piece is; NoType if there is no such piece.
func (r *Referee) Type(piece Piece) Type {
	if !piece.Valid() {
		return NoType
	}
	return r.layouts[piece.Seat()][piece.Number()]
}

// LegalMoves lists the moves of the seat to move.
func (r *Referee) LegalMoves() []Move {
	if r.position.phase != PhaseMove {
		return nil
	}
	return r.position.LegalMoves(r.position.turn, r.layouts[r.position.turn])
}

// Stuck reports whether it is a seat's turn and it has no legal move, so that it owes
// EventNoMove.
func (r *Referee) Stuck() bool {
	p := &r.position
	return p.phase == PhaseMove && !p.HasMove(p.turn, r.layouts[p.turn])
}

// Play takes what a seat does in its turn, and returns it together with what the
// referee announces of it: after an attack an EventAnswer, and an EventShow where the
// attacker's flag is to be shown; in open mode, where everybody sees it, also the
// EventNoMove of a seat that has no legal move.
//
// It refuses, with a *RuleError that leaves the game as it was, what [Position.Apply]
// refuses; moves of pieces that can't make them; a false EventNoMove; and anything but
// EventNoMove or EventResign by a seat that has no legal move.
func (r *Referee) Play(e Event) ([]Event, error) {
	if e.Kind == EventAnswer || e.Kind == EventShow {
		return nil, &RuleError{e, "that is for the referee to say"}
	}
	before := r.position
	if err := r.position.Apply(e); err != nil {
		return nil, err
	}
	if reason := before.Refute(e, r.layouts[e.Seat]); reason != "" {
		r.position = before
		return nil, &RuleError{e, reason}
	}
	played := []Event{e}
	for {
		next, ok := r.position.Next(r.layouts)
		if !ok {
			return played, nil
		}
		if err := r.position.Apply(next); err != nil {
			r.position = before
			return nil, fmt.Errorf("the referee's own %s: %w", next.Kind, err) // unreachable
		}
		played = append(played, next)
	}
}

// Refute says what a seat's layout has against an event of this seat that looks legal
// to everybody, given the position in which it happened; "" if nothing.
func (p *Position) Refute(e Event, own Layout) (reason string) {
	switch e.Kind {
	case EventMove:
		if err := p.CheckMove(e.Seat, own, e.Move); err != nil {
			return err.(*RuleError).Reason
		}
	case EventNoMove:
		if moves := p.LegalMoves(e.Seat, own); len(moves) > 0 {
			return fmt.Sprintf("%s has a legal move, as %s", e.Seat, moves[0])
		}
	case EventPass, EventAcceptDraw:
		if !p.HasMove(e.Seat, own) {
			return fmt.Sprintf("%s had no legal move, and had to say so or resign", e.Seat)
		}
	}
	return ""
}

// Next is what a referee has to say now who sees the layouts of red and of blue, if
// anything: see [Referee.Play].
func (p *Position) Next(layouts [NumSeats]Layout) (e Event, ok bool) {
	switch {
	case p.phase == PhaseAnswer || p.phase == PhaseShow:
		return p.Announce(layouts), true
	case p.rules.open && p.phase == PhaseMove && !p.HasMove(p.turn, layouts[p.turn]):
		return NoMoveEvent(p.turn), true
	}
	return Event{}, false
}

// Announce is the EventAnswer or EventShow that is owed in PhaseAnswer and PhaseShow
// if these are the layouts of red and of blue. In other phases nothing is owed, and it
// returns an event that Apply refuses.
func (p *Position) Announce(layouts [NumSeats]Layout) Event {
	seat := p.ToAct()
	switch p.phase {
	case PhaseAnswer:
		attacker, defender, _, _ := p.Clash()
		code := p.rules.Clash(layouts[seat.Other()][attacker.Number()], layouts[seat][defender.Number()])
		flag := NoNode
		if p.AnswerShowsFlag(code) {
			flag = p.flagOf(seat, layouts[seat])
		}
		return AnswerEvent(seat, code, flag)
	case PhaseShow:
		return ShowEvent(seat, p.flagOf(seat, layouts[seat]))
	}
	return AnswerEvent(seat, NoCode, NoNode)
}

// flagOf is where the flag of a seat's layout stands, or NoNode.
func (p *Position) flagOf(seat Seat, l Layout) Node {
	return p.Where(PieceOf(seat, slices.Index(l[:], Flag)))
}
