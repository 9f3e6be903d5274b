package engine

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Referee does in code what the human referee does: it sees all layouts, checks that the
// moves are true to them, and announces what happens when pieces meet. Make one with
// [NewReferee].
type Referee struct {
	position Position
	layouts  []Layout
	faces    map[Node]uint8 // with a deck: what lies face down
}

// NewReferee starts a game with these layouts, one for each seat in order. It refuses layouts that
// are not legal, and a seat that is not in the game.
func NewReferee(rs *Ruleset, layouts []Layout, first Seat) (*Referee, error) {
	if rs.deck != nil {
		return nil, coded.Errorf("engine.referee-deck", "with a deck there are no layouts: deal the pieces")
	}
	if len(layouts) != rs.numSeats {
		return nil, coded.Errorf("engine.layouts-count", "%d layouts for %d seats", len(layouts), rs.numSeats)
	}
	if !rs.HasSeat(first) {
		return nil, errFirstUnknown(first)
	}
	r := &Referee{position: Start(rs, first)}
	for seat, l := range layouts {
		if err := rs.CheckLayout(l); err != nil {
			return nil, fmt.Errorf("%s: %w", Seat(seat), err)
		}
		r.layouts = append(r.layouts, l.Clone())
	}
	return r, nil
}

// NewDealer starts a game with a deck, whose tokens lie in this order on [Deck.Nodes]. It refuses
// tokens that are not the deck's.
func NewDealer(rs *Ruleset, tokens []uint8, first Seat) (*Referee, error) {
	if rs.deck == nil || !slices.Equal(slices.Sorted(slices.Values(tokens)), rs.deck.tokens) {
		return nil, coded.Errorf("engine.dealt", "these are not the pieces of the deck")
	}
	if !rs.HasSeat(first) {
		return nil, errFirstUnknown(first)
	}
	r := &Referee{position: Start(rs, first), layouts: rs.deck.armies, faces: map[Node]uint8{}}
	for i, n := range rs.deck.nodes {
		r.faces[n] = tokens[i]
	}
	return r, nil
}

func errFirstUnknown(first Seat) error {
	return coded.Errorf("engine.first-unknown", "%s moves first, but has no seat in this game", first)
}

// Position returns the public game.
func (r *Referee) Position() Position { return r.position }

// ToAct returns the seat whose turn it is.
func (r *Referee) ToAct() Seat { return r.position.ToAct() }

// Result returns how the game ended, if it did.
func (r *Referee) Result() Result { return r.position.result }

// Layout returns a seat's layout; nil if there is no such seat. It must not be changed.
func (r *Referee) Layout(seat Seat) Layout {
	if int(seat) >= len(r.layouts) {
		return nil
	}
	return r.layouts[seat]
}

// Type returns what a piece is; NoType if there is no such piece.
func (r *Referee) Type(piece Piece) Type { return r.Layout(piece.Seat()).typeOf(piece) }

// LegalMoves lists the moves of the seat to move.
func (r *Referee) LegalMoves() []Move {
	if r.position.Phase() != PhaseMove {
		return nil
	}
	return r.position.LegalMoves(r.position.turn, r.layouts[r.position.turn])
}

// Stuck reports whether it is a seat's turn and it has no legal move, so that it owes
// EventNoMove.
func (r *Referee) Stuck() bool {
	p := &r.position
	return p.Phase() == PhaseMove && !p.HasMove(p.turn, r.layouts[p.turn])
}

// Play takes what a seat does in its turn, and returns it with the referee's announcements: after
// an attack an EventAnswer, and an EventShow if the attacker's flag is to be shown; in open mode,
// where everybody sees it, also the EventNoMove of a seat that has no legal move.
//
// It refuses, with a *RuleError that leaves the game as it was, everything that [Position.Apply]
// refuses; moves of pieces that can't make them; a false EventNoMove; and anything except
// EventNoMove or EventResign by a seat whose turn it is and that has no legal move.
func (r *Referee) Play(e Event) ([]Event, error) {
	refuse := func(rule error) error { return r.position.rules.refuse(e, rule) }
	switch e.Kind {
	case EventAnswer, EventShow, EventShare, EventFace, EventDeal:
		return nil, refuse(coded.Errorf("engine.for-referee", "only the referee decides that"))
	}
	before := r.position
	if err := r.position.Apply(e); err != nil {
		return nil, err
	}
	if rule := before.Refute(e, r.layouts[e.Seat]); rule != nil {
		r.position = before
		return nil, refuse(rule)
	}
	played := []Event{e}
	for {
		next, ok := r.next()
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

// next returns the event that is owed and that the referee knows, if there is one.
func (r *Referee) next() (e Event, owed bool) {
	p := &r.position
	switch p.Phase() {
	case PhaseShare:
		if p.lastShare() {
			return FaceEvent(p.ToAct(), r.faces[p.deal.node]), true
		}
		return ShareEvent(p.ToAct()), true
	case PhaseDeal: // what nobody knows may as well lie where it lies
		return DealEvent(p.ToAct()), true
	}
	return p.Next(r.layouts)
}

// Refute returns an error with a code if a seat's layout contradicts an event of this seat that
// looks legal to everybody, given the position in which it happened; otherwise nil.
func (p *Position) Refute(e Event, own Layout) error {
	own = p.rules.layoutOr(own)
	switch e.Kind {
	case EventMove:
		if t := own.typeOf(p.At(e.Move.From)); !p.Movers(e.Move.From, e.Move.To).Has(t) {
			return p.wrongGait(t, e.Move)
		}
	case EventNoMove:
		if moves := p.LegalMoves(e.Seat, own); len(moves) > 0 {
			return coded.Errorf("engine.has-move", "%s has a legal move, such as %s", e.Seat, p.rules.board.FormatMove(moves[0]))
		}
	case EventArrive:
		if t := own.typeOf(p.At(e.Node)); t != p.rules.reach.t {
			return coded.Errorf("engine.arrived-other", "the %s on %s doesn't win there", p.rules.typeName(t), p.rules.board.Name(e.Node))
		}
	case EventPass, EventAcceptDraw:
		if !p.HasMove(e.Seat, own) {
			return hadNoMove(e.Seat)
		}
	}
	return nil
}

// Next returns the event, if any, that is owed and that the layouts, one for each seat, determine:
// the answer to an attack, the place of a flag, a piece that has reached its goal, or, in open mode
// and with a deck, that the seat to move has no legal move.
func (p *Position) Next(layouts []Layout) (e Event, owed bool) {
	if p.rules.deck != nil {
		layouts = p.rules.deck.armies
	}
	switch phase := p.Phase(); {
	case phase == PhaseAnswer || phase == PhaseShow:
		return p.Announce(layouts), true
	case phase == PhaseMove && p.Arrival(p.turn, layouts[p.turn]) != NoNode:
		return ArriveEvent(p.turn, p.Arrival(p.turn, layouts[p.turn])), true
	case phase == PhaseMove && (p.rules.open || p.rules.deck != nil) && !p.HasMove(p.turn, layouts[p.turn]):
		return NoMoveEvent(p.turn), true
	}
	return Event{}, false
}

// Announce returns the EventAnswer or EventShow that is owed in PhaseAnswer and PhaseShow
// if these are the layouts, one for each seat. In other phases nothing is owed, and it
// returns an event that Apply refuses.
func (p *Position) Announce(layouts []Layout) Event {
	seat := p.ToAct()
	if p.rules.deck != nil {
		layouts = p.rules.deck.armies
	}
	switch p.Phase() {
	case PhaseAnswer:
		attacker, defender, _, _ := p.Clash()
		code := p.clashRules().Clash(layouts[attacker.Seat()].typeOf(attacker), layouts[seat].typeOf(defender))
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

// flagOf returns where the flag of a seat's layout stands, or NoNode.
func (p *Position) flagOf(seat Seat, l Layout) Node {
	return p.Where(PieceOf(seat, slices.Index(l, p.rules.flag)))
}
