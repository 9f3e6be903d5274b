package audited

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// An Opening is what the reveals show about one clash: both types, and the seats with
// the tapes that were revealed, by role. Replaying the rounds of a match in order with
// the same Seats saves their remembered work.
type Opening struct {
	Attacker, Defender engine.Type
	Seats              [2]Seat
}

// A Deviation is the first byte that an honest program would not have sent.
type Deviation struct {
	Step   tape.Step // the message; Step.Role() made it
	Offset int       // of the first different byte; for an answer, the code is byte 0 and the proof follows
	Reason error     // why an honest program would have sent nothing; nil if it would have
}

// Error names the message and its maker.
func (d *Deviation) Error() string {
	if d.Reason != nil {
		return fmt.Sprintf("%s of the %s: nobody honest makes it: %s", d.Step, d.Step.Role(), d.Reason)
	}
	return fmt.Sprintf("%s of the %s: not what its layout and its committed random numbers yield", d.Step, d.Step.Role())
}

// Replay makes all messages of a clash again and compares. It returns nil if both sides did what
// they should, as far as they got, and a *[Deviation] if one did not: every message is made from
// what was really sent before it, so the first that differs convicts its maker alone. A dispute or
// refusal of a message that replays correctly was false, and convicts the disputer.
//
// A message for a piece of a type that it can't be of, by what is known of it, is its maker's
// deviation too. The other seat is not to blame: what is known may result from a lie in another
// clash, which that seat has not seen.
func Replay(r *Round, o Opening) error {
	types := [2]engine.Type{tape.Attacker: o.Attacker, tape.Defender: o.Defender}
	for i, said := range r.Said {
		step := tape.Step(i)
		role := step.Role()
		should, err := o.Seats[role].Make(r.Before(step), types[role])
		if err != nil {
			return &Deviation{Step: step, Reason: err}
		}
		if at := difference(said, should); at >= 0 {
			return &Deviation{Step: step, Offset: at}
		}
	}
	return nil
}

// difference returns the first place at which two messages differ, or -1.
func difference(said, should []byte) int {
	for i := range max(len(said), len(should)) {
		if i >= len(said) || i >= len(should) || said[i] != should[i] {
			return i
		}
	}
	return -1
}
