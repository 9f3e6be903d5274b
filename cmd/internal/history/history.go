// Package history is what is known of the matches in a data folder: how far each has come, what an audit of
// it has found, and what its player's results are.
package history

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Entry is a match in the data folder.
type Entry struct {
	Match     string         `json:"match"`
	Rules     messages.Names `json:"rules"`
	Seat      string         `json:"seat"`
	Opponents []string       `json:"opponents"` // as BotName or ComputerOf, or their names; "" where it is not known
	When      seat.Millis    `json:"when"`
	Turns     int            `json:"turns"`
	Yours     bool           `json:"yours"`    // it waits for this player, as far as is known
	Left      seat.Millis    `json:"left"`     // of the time for the move when this was asked; 0 while no clock runs
	Timeouts  int            `json:"timeouts"` // of this player so far; 0 in practice, and while the match is not running
	Most      int            `json:"most"`     // how many lose the game; 0 if it is another's time
	Limit     int            `json:"limit"`    // how many lose the game, whoever moves; 0 without a clock
	Skipped   bool           `json:"skipped"`  // the last turn was this player's, and the clock has skipped it
	Running   bool           `json:"running"`
	State     string         `json:"state"`  // "invited", "setup", "play", "over", "sealed", "unreadable"
	You       string         `json:"you"`    // "won", "lost", "drew", ""
	Reason    string         `json:"reason"` // as seat.Result.Reason
	Verdict   string         `json:"verdict"`
}

// BotName returns the computer as an opponent: the page says it in its reader's language. No person's name holds what can't be printed.
func BotName(level string) string { return botMark + level }

// ComputerOf returns a computer that another player's program plays as an opponent, "" where that player's name is not known.
func ComputerOf(player string) string { return botMark + botMark + player }

const botMark = "\x01"

// Unread returns what is known of a match that nobody has read yet. How far it has come is a guess.
func Unread(in store.Info) Entry {
	return Entry{Match: in.ID, Seat: SeatOf(in.ID), Opponents: []string{}, When: seat.Millis(in.Modified.UnixMilli()), State: guess(in)}
}

// guess returns how far a match seems to have come that nobody has read yet.
func guess(in store.Info) string {
	switch {
	case in.Finished():
		return "over"
	case in.Records == 0:
		return "unreadable"
	case in.Records == 1: // the Terms
		return "invited"
	}
	return "play"
}

// SeatOf returns the owner's seat by the name of a match.
func SeatOf(match string) string {
	_, name := store.SplitID(match)
	if _, err := engine.ParseSeat(name); err != nil {
		return ""
	}
	return name
}
