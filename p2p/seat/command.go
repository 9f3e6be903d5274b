package seat

// Command is something that a seat wants done. Which fields count follows from Do.
type Command struct {
	Do     string `json:"do"`
	Layout string `json:"layout,omitempty"` // "layout": in letters, as "63425/8.1.7/…", or a preset's name
	From   string `json:"from,omitempty"`   // "move": the nodes
	To     string `json:"to,omitempty"`     // "move"
	Offer  bool   `json:"offer,omitempty"`  // "move": offer a draw with it
	Piece  *Ref   `json:"piece,omitempty"`  // "mark"
	Mark   string `json:"mark,omitempty"`   // "mark": the note, at most MaxMark bytes; "" erases it
}

// The commands.
const (
	DoLayout    = "layout"    // choose the layout; it can't be changed afterwards
	DoArranging = "arranging" // tell the others that the layout is being chosen
	DoMove      = "move"
	DoAccept    = "accept" // accept a draw, in place of a move
	DoResign    = "resign"
	DoPass      = "pass"  // give up the turn, because its time is over
	DoClaim     = "claim" // claim that a seat that owes something is silent
	DoWait      = "wait"  // don't vote by itself that who is silent now be put out
	DoMark      = "mark"  // put a note on a piece
)

// CanOffer stands in State.Can if a move may offer a draw.
const CanOffer = "offer"

// MaxMark is the length of a mark, in bytes of UTF-8, at most.
const MaxMark = 32

var commands = []string{DoLayout, DoArranging, DoMove, DoAccept, DoResign, DoPass, DoClaim, DoWait, DoMark}
