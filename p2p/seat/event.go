package seat

import (
	"slices"
)

// Event is something that happened. Events are numbered from 1 in each run of the
// program (see Table.Run); earlier ones come first, in order.
//
// Kind determines which fields are present; the others are absent from the JSON.
type Event struct {
	Number int       `json:"number"`
	At     Millis    `json:"at"` // when it was seen here; 0 if that was before this run, and was not kept
	Kind   EventKind `json:"kind"`

	Seat       string      `json:"seat,omitempty"`       // the seat concerned
	Turn       *Turn       `json:"turn,omitempty"`       // as far as it has come
	Result     *Result     `json:"result,omitempty"`     // EventOver
	Conviction *Conviction `json:"conviction,omitempty"` // EventSealed
	Trouble    *Problem    `json:"trouble,omitempty"`    // EventOffline: why the link was lost, if that is known
	Layout     string      `json:"layout,omitempty"`     // EventRevealed, EventPeek, and EventLayout of this seat: in letters
	Piece      *Ref        `json:"piece,omitempty"`      // EventMark
	Mark       string      `json:"mark,omitempty"`       // EventMark: the note, "" if it was erased
	Phrase     int         `json:"phrase,omitempty"`     // EventSaid: a set phrase
	Text       string      `json:"text,omitempty"`       // EventSaid: or a text, which nobody vouches for
	Proof      *Proof      `json:"proof,omitempty"`      // of a record with proofs
}

// EventKind says what happened in an Event.
type EventKind string

// The kinds of events. After a restart all earlier ones are repeated, but only the newest 256 of
// EventOnline, EventOffline, EventClaim, EventVote, EventMark and EventSaid.
const (
	EventJoined   EventKind = "joined"   // Seat was taken
	EventLayout   EventKind = "layout"   // Seat's layout is committed and proven legal
	EventStarted  EventKind = "started"  // the first turn is Seat's
	EventPeek     EventKind = "peek"     // Seat, a partner, has shown its Layout to your seat alone
	EventFalse    EventKind = "false"    // what Seat, a partner, has shown is not its layout
	EventMove     EventKind = "move"     // Turn: a piece has moved, or attacks and the announcement is owed
	EventClash    EventKind = "clash"    // Turn: the announcement of an attack
	EventShown    EventKind = "shown"    // Turn: the place of the attacker's flag
	EventPass     EventKind = "pass"     // Turn: Seat's time was over
	EventNoMove   EventKind = "no-move"  // Turn: Seat has no legal move
	EventArrive   EventKind = "arrive"   // Turn: Seat's piece on To has come where its type wins, and is shown to be of it
	EventResign   EventKind = "resign"   // Turn: Seat resigned
	EventDraw     EventKind = "draw"     // Turn: Seat accepted a draw
	EventAbsent   EventKind = "absent"   // Turn: the others removed Seat
	EventOut      EventKind = "out"      // Seat is out, and the game continues
	EventOver     EventKind = "over"     // Result
	EventRevealed EventKind = "revealed" // Seat's Layout is public
	EventSealed   EventKind = "sealed"   // Conviction
	EventOnline   EventKind = "online"   // Seat came within reach
	EventOffline  EventKind = "offline"  // the link to Seat was lost
	EventClaim    EventKind = "claim"    // Seat claims that another was silent
	EventVote     EventKind = "vote"     // Seat votes to remove the silent seat
	EventCaught   EventKind = "caught"   // Conviction; the others can remove the cheat, then play on
	EventFlip     EventKind = "flip"     // Turn: Seat turns up a piece; the others' shares are owed
	EventShare    EventKind = "share"    // Seat has opened its layer of what is being turned up
	EventFace     EventKind = "face"     // Turn: what was turned up
	EventDeal     EventKind = "deal"     // Seat has shuffled what lies face down, for a new deal
	EventMark     EventKind = "mark"     // your Mark on a Piece
	EventSaid     EventKind = "said"     // Seat's player has said a Phrase or a Text
)

// log numbers the events. It keeps the match's events for good, and the newest of the events that
// a peer or a person can repeat at will.
type log struct {
	events  []Event
	number  int // of the newest
	passing int // how many of events are passing
}

// maxPassing is the maximum number of events kept of the kinds that can repeat at will.
const maxPassing = 256

// passing reports whether events of a kind can repeat at will.
func (k EventKind) passing() bool {
	return k == EventOnline || k == EventOffline || k == EventMark || k == EventClaim || k == EventVote || k == EventSaid
}

// add numbers an event and keeps it.
func (l *log) add(e Event) {
	l.number++
	e.Number = l.number
	l.events = append(l.events, e)
	if !e.Kind.passing() {
		return
	}
	if l.passing++; l.passing > maxPassing {
		oldest := slices.IndexFunc(l.events, func(e Event) bool { return e.Kind.passing() })
		l.events = slices.Delete(l.events, oldest, oldest+1)
		l.passing--
	}
}

// since lists the events with numbers above one.
func (l *log) since(number int) []Event {
	from, _ := slices.BinarySearchFunc(l.events, number, func(e Event, number int) int {
		if e.Number <= number {
			return -1
		}
		return 1
	})
	return slices.Clone(l.events[from:])
}
