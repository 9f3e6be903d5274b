package engine

import "fmt"

// Move names the nodes that a piece moves from and to. [Board.FormatMove] formats it.
type Move struct{ From, To Node }

// EventKind identifies what happens in an Event.
type EventKind uint8

// The kinds of events. In a turn a seat moves; if it moved onto an enemy, the attacked seat answers
// with an announcement, and the attacker may owe the place of its flag. Or it passes (a time-out),
// or ends its game. Any seat may resign in any turn, and be removed as absent by the others at any
// time.
//
// Where the rules have goals for a type, a seat may show in its turn that a piece on one of its goals is
// of that type (EventArrive), which wins.
//
// With a deck a seat may turn a piece up in its turn, by itself (EventFlip) or by moving onto it.
// The other seats give their shares of it in the order of [Position.Sharers], all but the last an
// EventShare, the last an EventFace, which says what it is. When a seat has gone out, each
// remaining seat shuffles what lies face down (EventDeal).
const (
	EventMove EventKind = iota
	EventAnswer
	EventShow
	EventPass
	EventNoMove
	EventResign
	EventAcceptDraw
	EventAbsent
	EventFlip
	EventShare
	EventFace
	EventDeal
	EventArrive
	numEventKinds
)

// String returns the kind in a word, such as "move".
func (k EventKind) String() string {
	names := [...]string{"move", "answer", "show", "pass", "no-move", "resign", "draw", "absent", "flip", "share", "face", "deal", "arrive"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("event %d", uint8(k))
}

// Event is one public thing that happens in a game. The functions below make events: in fields that
// a kind does not use, Code is NoCode, Flag is NoNode, and the others are zero.
type Event struct {
	Kind EventKind
	Seat Seat // the seat that acts; for EventResign the one that resigns, for EventAbsent the one that is removed

	Move  Move // EventMove
	Offer bool // EventMove, EventFlip: a draw is offered with it

	Code Code // EventAnswer
	Flag Node // EventAnswer, EventShow: where the acting seat's flag stands, or NoNode

	Node  Node  // EventFlip, EventArrive: where the piece is
	Token uint8 // EventFace: what it is
}

// MoveEvent returns a move, with or without the offer of a draw.
func MoveEvent(seat Seat, m Move, offer bool) Event {
	return Event{Kind: EventMove, Seat: seat, Move: m, Offer: offer, Code: NoCode, Flag: NoNode}
}

// AnswerEvent returns the announcement of a clash by the seat that was attacked. Flag is
// the node of its flag where [Position.AnswerShowsFlag] asks for it, else NoNode.
func AnswerEvent(seat Seat, code Code, flag Node) Event {
	return Event{Kind: EventAnswer, Seat: seat, Code: code, Flag: flag}
}

// ShowEvent returns the place of a seat's flag, which the result of its own attack requires it to
// show.
func ShowEvent(seat Seat, flag Node) Event {
	return Event{Kind: EventShow, Seat: seat, Code: NoCode, Flag: flag}
}

// PassEvent returns a time-out: the turn passes.
func PassEvent(seat Seat) Event { return plainEvent(EventPass, seat) }

// NoMoveEvent reports that a seat to move has no legal move.
func NoMoveEvent(seat Seat) Event { return plainEvent(EventNoMove, seat) }

// ResignEvent reports that a seat, to move or not, resigns.
func ResignEvent(seat Seat) Event { return plainEvent(EventResign, seat) }

// AcceptDrawEvent accepts the draw that all others still in the game have offered.
func AcceptDrawEvent(seat Seat) Event { return plainEvent(EventAcceptDraw, seat) }

// AbsentEvent reports that the others have removed a seat.
func AbsentEvent(seat Seat) Event { return plainEvent(EventAbsent, seat) }

// ArriveEvent reports that the piece on a goal of a seat is of the type that wins there.
func ArriveEvent(seat Seat, n Node) Event {
	e := plainEvent(EventArrive, seat)
	e.Node = n
	return e
}

// FlipEvent returns the turning up of a piece, with or without the offer of a draw. It includes the
// share of the seat that turns it up.
func FlipEvent(seat Seat, n Node, offer bool) Event {
	e := plainEvent(EventFlip, seat)
	e.Node, e.Offer = n, offer
	return e
}

// Flips reports whether a move goes from a node to itself, which is how programs that can do either
// write that the piece there is turned up.
func (m Move) Flips() bool { return m.From == m.To }

// TurnEvent returns a move, or, if the move flips ([Move.Flips]), the turning up of a piece, with
// or without the offer of a draw.
func TurnEvent(seat Seat, m Move, offer bool) Event {
	if m.Flips() {
		return FlipEvent(seat, m.From, offer)
	}
	return MoveEvent(seat, m, offer)
}

// ShareEvent returns a share of the piece that is being turned up, not the last.
func ShareEvent(seat Seat) Event { return plainEvent(EventShare, seat) }

// FaceEvent returns the last share of the piece that is being turned up, which shows what it is.
func FaceEvent(seat Seat, token uint8) Event {
	e := plainEvent(EventFace, seat)
	e.Token = token
	return e
}

// DealEvent reports that a seat has shuffled what lies face down.
func DealEvent(seat Seat) Event { return plainEvent(EventDeal, seat) }

func plainEvent(kind EventKind, seat Seat) Event {
	return Event{Kind: kind, Seat: seat, Code: NoCode, Flag: NoNode}
}

// RuleError says which rule an event breaks. The position that refused the event is
// unchanged.
type RuleError struct {
	Event Event
	Move  string // EventMove: the move in the names of the board
	Err   error  // the rule, an error with a code
}

// Error names the event and the rule.
func (e *RuleError) Error() string {
	what := e.Move
	if e.Event.Kind != EventMove {
		what = e.Event.Kind.String()
	}
	return fmt.Sprintf("%s by %s: %s", what, e.Event.Seat, e.Err)
}

// Unwrap returns the rule that is broken.
func (e *RuleError) Unwrap() error { return e.Err }

// refuse returns the error of an event that breaks a rule of this ruleset.
func (rs *Ruleset) refuse(e Event, rule error) *RuleError {
	refusal := &RuleError{Event: e, Err: rule}
	if e.Kind == EventMove {
		refusal.Move = rs.board.FormatMove(e.Move)
	}
	return refusal
}
