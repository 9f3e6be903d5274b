package seat

// Event is something that happened. Events are numbered from 1 in each run of the
// program (see Table.Run); what happened before it started comes first, in order.
//
// Kind determines which fields are present; the others are absent from the JSON.
type Event struct {
	Number int       `json:"number"`
	At     Millis    `json:"at"` // when it was seen here; 0 if that was before this run
	Kind   EventKind `json:"kind"`

	Seat       string      `json:"seat,omitempty"`       // whom it concerns
	Turn       *Turn       `json:"turn,omitempty"`       // the turn as far as it has come
	Result     *Result     `json:"result,omitempty"`     // EventOver
	Conviction *Conviction `json:"conviction,omitempty"` // EventSealed
	Trouble    *Problem    `json:"trouble,omitempty"`    // EventOffline: why, if that is known
	Layout     string      `json:"layout,omitempty"`     // EventRevealed, EventPeek, and EventLayout of this seat: in letters
	Piece      *Ref        `json:"piece,omitempty"`      // EventMark
	Mark       string      `json:"mark,omitempty"`       // EventMark: the note, "" if it was erased
	Phrase     int         `json:"phrase,omitempty"`     // EventSaid: a set phrase
	Text       string      `json:"text,omitempty"`       // EventSaid: or a text, which nobody vouches for
	Proof      *Proof      `json:"proof,omitempty"`      // the record that carried it, where it has proofs
}

// EventKind says what happened in an Event.
type EventKind string

// The kinds of events.
const (
	EventJoined   EventKind = "joined"   // Seat was taken
	EventLayout   EventKind = "layout"   // Seat's layout is committed and proven legal
	EventStarted  EventKind = "started"  // the first turn is Seat's
	EventPeek     EventKind = "peek"     // Seat, a partner, has shown its Layout to this seat alone
	EventFalse    EventKind = "false"    // what Seat, a partner, has shown of its layout is not true
	EventMove     EventKind = "move"     // Turn: a piece has moved, or attacks and the answer is owed
	EventClash    EventKind = "clash"    // Turn: the announcement of an attack
	EventShown    EventKind = "shown"    // Turn: the place of the attacker's flag
	EventPass     EventKind = "pass"     // Turn: Seat's time was over
	EventNoMove   EventKind = "no-move"  // Turn: Seat has no legal move
	EventResign   EventKind = "resign"   // Turn: Seat gave up
	EventDraw     EventKind = "draw"     // Turn: Seat accepted a draw
	EventAbsent   EventKind = "absent"   // Turn: Seat was put out by the others
	EventOut      EventKind = "out"      // Seat is out, and the game goes on
	EventOver     EventKind = "over"     // Result
	EventRevealed EventKind = "revealed" // Seat's Layout lies open to everybody
	EventSealed   EventKind = "sealed"   // Conviction
	EventOnline   EventKind = "online"   // Seat came within reach
	EventOffline  EventKind = "offline"  // the link to Seat was lost
	EventClaim    EventKind = "claim"    // Seat claims that another was silent
	EventVote     EventKind = "vote"     // Seat votes that who owes something be put out
	EventCaught   EventKind = "caught"   // Conviction; the others can put the cheat out, and play on
	EventFlip     EventKind = "flip"     // Turn: Seat turns a piece up; the others' shares are owed
	EventShare    EventKind = "share"    // Seat has given its share of what is being turned up
	EventFace     EventKind = "face"     // Turn: what was turned up
	EventDeal     EventKind = "deal"     // Seat has shuffled what lies face down, for a new deal
	EventMark     EventKind = "mark"     // the person put a Mark on a Piece
	EventSaid     EventKind = "said"     // Seat's player has said a Phrase or a Text
)
