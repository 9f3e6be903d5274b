package engine

import "fmt"

// Move is a piece's way: where it stands and where it goes.
type Move struct{ From, To Node }

// String writes the move as "a6-a7", whether or not it attacks.
func (m Move) String() string { return m.From.String() + "-" + m.To.String() }

// EventKind is what happens in an Event.
type EventKind uint8

// The kinds of events. In a turn a seat moves, and where it moved onto an enemy, the
// other seat answers with an announcement, and the first may owe the place of its
// flag; or it passes (a time-out), or ends the game.
const (
	EventMove EventKind = iota
	EventAnswer
	EventShow
	EventPass
	EventNoMove
	EventResign
	EventAcceptDraw
	numEventKinds
)

// String is the kind in a word, as "move".
func (k EventKind) String() string {
	names := [...]string{"move", "answer", "show", "pass", "no-move", "resign", "draw"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("event %d", uint8(k))
}

// Event is one public thing that happens in a game. The functions below make events
// with the fields that a kind does not use at rest.
type Event struct {
	Kind EventKind
	Seat Seat // who acts; for EventResign, who resigns

	Move  Move // EventMove
	Offer bool // EventMove: a draw is offered with it

	Code Code // EventAnswer
	Flag Node // EventAnswer, EventShow: where the acting seat's flag stands, or NoNode
}

// MoveEvent is a move, with or without the offer of a draw.
func MoveEvent(seat Seat, m Move, offer bool) Event {
	return Event{Kind: EventMove, Seat: seat, Move: m, Offer: offer, Code: NoCode, Flag: NoNode}
}

// AnswerEvent is the announcement of a clash by the seat that was attacked. Flag is
// the node of its flag where [Position.AnswerShowsFlag] asks for it, else NoNode.
func AnswerEvent(seat Seat, code Code, flag Node) Event {
	return Event{Kind: EventAnswer, Seat: seat, Code: code, Flag: flag}
}

// ShowEvent is the place of the flag of a seat whose commander fell in its own
// attack.
func ShowEvent(seat Seat, flag Node) Event {
	return Event{Kind: EventShow, Seat: seat, Code: NoCode, Flag: flag}
}

// PassEvent is a time-out: the turn passes.
func PassEvent(seat Seat) Event { return plainEvent(EventPass, seat) }

// NoMoveEvent says that a seat to move has no legal move.
func NoMoveEvent(seat Seat) Event { return plainEvent(EventNoMove, seat) }

// ResignEvent says that a seat, to move or not, gives up.
func ResignEvent(seat Seat) Event { return plainEvent(EventResign, seat) }

// AcceptDrawEvent takes the draw that the opponent offered with its last move.
func AcceptDrawEvent(seat Seat) Event { return plainEvent(EventAcceptDraw, seat) }

func plainEvent(kind EventKind, seat Seat) Event {
	return Event{Kind: kind, Seat: seat, Code: NoCode, Flag: NoNode}
}

// RuleError says which rule an event breaks. The position that refused the event is
// unchanged.
type RuleError struct {
	Event  Event
	Reason string
}

func (e *RuleError) Error() string {
	what := e.Event.Kind.String()
	if e.Event.Kind == EventMove {
		what = e.Event.Move.String()
	}
	return fmt.Sprintf("%s by %s: %s", what, e.Event.Seat, e.Reason)
}
