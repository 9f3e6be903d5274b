// Package review shows a match from outside, after an audit: what was proven of each turn, and the board
// after it as each seat saw it.
package review

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Match is a match to be looked at from outside.
type Match interface {
	Summary() Summary
	// Frame is the match after so many turns, as seen by a seat, seat.Public or seat.Open.
	Frame(turns int, eyes string) (seat.State, error)
	// File is the transcript or certificate itself.
	File() (data []byte, err error)
}

// The verdicts of an audit.
const (
	Honest     = "honest"
	Cheating   = "cheating"
	Unfinished = "unfinished"
	Unreadable = "unreadable"
)

// Summary is what there is to say of a match from outside.
type Summary struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"` // of its file
	Table      seat.Table       `json:"table"`
	Turns      []seat.Turn      `json:"turns"`
	Eyes       []string         `json:"eyes"`     // through which it can be seen: seats, seat.Public, seat.Open
	Steps      []Step           `json:"steps"`    // what was proven; number 0 is the setup
	Left       [][]int          `json:"left"`     // for each seat how many pieces it had, after each turn from 0
	Evidence   bool             `json:"evidence"` // it is a certificate
	Verdict    string           `json:"verdict"`
	Words      messages.Names   `json:"words"`             // the verdict in a sentence
	Grounds    []messages.Names `json:"grounds,omitempty"` // what a conviction means, and what it can't mean
	Records    int              `json:"records"`
	Proofs     int              `json:"proofs"`
	Bytes      int              `json:"bytes"`
	Micros     int64            `json:"micros"` // how long the audit took here
	Result     *seat.Result     `json:"result"`
	Conviction *seat.Conviction `json:"conviction"`
	False      *FalseTurn       `json:"false"` // the turn of the record that convicts, if that is known
	Match      string           `json:"match"` // its id, in hex; "" if it has none yet
	Key        string           `json:"key"`   // with which the convicted seat signs, in hex; "" without a conviction
}

// FalseTurn is a turn with a false record.
type FalseTurn struct {
	Number int    `json:"number"` // 0 if it is a layout; one more than there are turns if the record is false that was to make it
	From   string `json:"from,omitempty"`
	To     string `json:"to,omitempty"`
}

// Step lists what was checked of a turn.
type Step struct {
	Number int     `json:"number"`
	Checks []Check `json:"checks"`
}

// Check is one thing that was checked.
type Check struct {
	Words  messages.Names `json:"words"`
	Seat   string         `json:"seat"` // the signer of the record that was checked; "" if unknown
	Bytes  int            `json:"bytes"`
	Micros int64          `json:"micros"`
	OK     bool           `json:"ok"`
}
