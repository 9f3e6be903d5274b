package engine

import "fmt"

// Result is how a game ended, if it did.
type Result struct {
	Over   bool
	Draw   bool
	Winner Seat // if Over and not Draw
	Reason Reason
}

// Reason is why a game ended.
type Reason uint8

// The reasons.
const (
	NotOver       Reason = iota
	ByFlag               // the flag was taken, or carried home
	ByNoMove             // the loser had no legal move
	ByResignation        // the loser gave up
	ByTimeouts           // the loser ran out of time once too often
	ByQuiet              // draw: too many plies in a row without a clash
	ByAgreement          // draw: offered and accepted
	ByLastBoth           // draw: the last movable pieces left together (last-both=draw)
	ByShaken             // draw: the flag was taken by a shaken army (shaken=on)
	numReasons
)

// String is the reason in a word, as "flag".
func (r Reason) String() string {
	names := [...]string{"not over", "flag", "no-move", "resignation", "timeouts", "quiet", "agreed", "last-both", "shaken"}
	if int(r) < len(names) {
		return names[r]
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// String is the result in a few words, as "red wins (flag)" or "draw (agreed)".
func (r Result) String() string {
	switch {
	case !r.Over:
		return "not over"
	case r.Draw:
		return fmt.Sprintf("draw (%s)", r.Reason)
	}
	return fmt.Sprintf("%s wins (%s)", r.Winner, r.Reason)
}

func won(by Seat, reason Reason) Result { return Result{Over: true, Winner: by, Reason: reason} }

func drawn(reason Reason) Result { return Result{Over: true, Draw: true, Reason: reason} }
