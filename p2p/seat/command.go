package seat

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// Command is a decision of the player of a seat. Do determines which fields count. Errors of reading
// one from JSON are [Coded].
type Command struct {
	Do     string `json:"do"`
	Layout string `json:"layout,omitempty"` // "layout": in letters, such as "63425/8.1.7/…", or a name from junqi.Layouts, such as "triangle"
	From   string `json:"from,omitempty"`   // "move": a node
	To     string `json:"to,omitempty"`     // "move": a node
	Node   string `json:"node,omitempty"`   // "flip"
	Offer  bool   `json:"offer,omitempty"`  // "move", "flip": offer a draw with it
	Piece  *Ref   `json:"piece,omitempty"`  // "mark"
	Mark   string `json:"mark,omitempty"`   // "mark": the note, at most MaxMark bytes; "" removes it
	Phrase int    `json:"phrase,omitempty"` // "say": a set phrase, from 1; 0 for a text
	Text   string `json:"text,omitempty"`   // "say": a text of at most 80 characters
	Seat   string `json:"seat,omitempty"`   // "mute", "unmute"
}

// The commands.
const (
	DoLayout    = "layout"    // choose the layout, once
	DoArranging = "arranging" // tell the others that the layout is being chosen
	DoMove      = "move"      // move or attack
	DoFlip      = "flip"      // turn up a piece that lies face down, instead of moving
	DoAccept    = "accept"    // accept, instead of moving, the draw that all others offer
	DoResign    = "resign"    // at once in one's own turn, otherwise as soon as the rules allow
	DoPass      = "pass"      // skip the turn, because its time is over
	// DoClaim signs a statement that the seat the match waits for has been silent for too long; it
	// proves nothing. If the rules allow removing a silent seat, it is a vote for that.
	DoClaim  = "claim"
	DoWait   = "wait" // stop the program from voting by itself at State.VoteAt
	DoMark   = "mark" // put a private note on a piece
	DoSay    = "say"  // say something to the seats of State.TalkTo
	DoMute   = "mute" // show nothing more that the player of a seat says
	DoUnmute = "unmute"
)

// CanOffer is in State.Can if a move may offer a draw.
const CanOffer = "offer"

// MaxMark is the maximum length of a mark, in bytes of UTF-8.
const MaxMark = 32

var commands = []string{DoLayout, DoArranging, DoMove, DoFlip, DoAccept, DoResign, DoPass, DoClaim, DoWait, DoMark, DoSay, DoMute, DoUnmute}

// UnknownCommand returns the refusal of an unknown command; a program that accepts more commands than
// [Seat.Do] names them.
func UnknownCommand(do string, more ...string) error {
	known := strings.Join(append(slices.Clone(commands), more...), ", ")
	return coded.Errorf("seat.unknown-command", "unknown command %q: use one of %s", do, known)
}

// UnmarshalJSON implements [json.Unmarshaler]: the error for a wrong type names the field as the
// format does.
func (c *Command) UnmarshalJSON(text []byte) error {
	type fields Command
	err := json.Unmarshal(text, (*fields)(c))
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Field == "":
		return coded.Errorf("seat.no-object", "a command is a JSON object, not of type %s", jsonType(wrong.Value))
	}
	return coded.Errorf("seat.field-type", "the field %q of a command is of JSON type %s, not %s", wrong.Field, jsonTypes[wrong.Type.Kind()], jsonType(wrong.Value))
}

// jsonTypes are the types of the fields of a Command.
var jsonTypes = map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Struct: "object"}

// jsonType returns the type of a value as JSON calls it; encoding/json has names of its own, and
// some numbers behind their type.
func jsonType(value string) string {
	name, _, _ := strings.Cut(value, " ")
	if name == "bool" {
		return "boolean"
	}
	return name
}
