package engine

import "fmt"

// Result describes how a game ended, if it did.
type Result struct {
	Over    bool
	Draw    bool
	Winners SeatSet // if Over and not Draw: the team that won, including its seats that are out
	Reason  Reason  // why it ended: if somebody won, why the last of the others went out
}

// Reason identifies why a game ended, or why a seat is out of it.
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
	ByLastBoth           // draw: the last movable pieces left together (lastBoth "draw")
	ByShaken             // draw: the flag was taken by a shaken army (shaken)
	ByAbsence            // the others put the seat out
	ByChief              // its commander-in-chief is out; no reason for an end
	ByReach              // a piece of the winner came where it wins
	ByCount              // too few pieces of a type were left: of the loser, or of the winner to lose
	numReasons
)

var reasons = [numReasons]string{
	"not over", "flag", "no-move", "resignation", "timeouts", "quiet", "agreed", "last-both", "shaken", "absent", "chief", "reach", "count",
}

// String returns the reason in a word, such as "flag".
func (r Reason) String() string {
	if r < numReasons {
		return reasons[r]
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// String returns the result in a few words, such as "red wins (flag)", "blue and teal win
// (no-move)" or "draw (agreed)".
func (r Result) String() string {
	switch {
	case !r.Over:
		return "not over"
	case r.Draw:
		return fmt.Sprintf("draw (%s)", r.Reason)
	case r.Winners.Len() > 1:
		return fmt.Sprintf("%s win (%s)", r.Winners, r.Reason)
	}
	return fmt.Sprintf("%s wins (%s)", r.Winners, r.Reason)
}

func won(by SeatSet, reason Reason) Result {
	return Result{Over: true, Winners: by, Reason: reason}
}

func drawn(reason Reason) Result { return Result{Over: true, Draw: true, Reason: reason} }
