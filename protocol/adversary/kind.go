package adversary

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Stopped says where a cheat ends.
type Stopped string

const (
	// AtOnce: the honest seat's Match takes the very record as proof against its
	// signer, and the match is sealed with it.
	AtOnce Stopped = "convicted at once"
	// Unattributed: refused at once too, but anybody could have made these bytes, so
	// they convict nobody. The honest seat drops them.
	Unattributed Stopped = "refused at once, convicts nobody"
	// AtAudit: the record looks right, or is disputed; the audit convicts its signer
	// after the reveals.
	AtAudit Stopped = "convicted by the audit"
	// Claimed: nothing false was said. The honest seat can claim the silence, which
	// proves nothing; the audit calls the match incomplete.
	Claimed Stopped = "claimed, never proven"
)

// A Kind is one way to cheat.
type Kind struct {
	Name        string
	Description string // one line
	Stopped     Stopped
	Record      transcript.Kind // what is false, or what is withheld
	Scene       Scene           // a game in which the occasion comes up

	lies lies
}

// lies are sent by a cheat instead of the records that its seat owes. A lie
// under Move is sent at the turn that the scene marks, whatever record it is; the
// others as soon as the record is owed. Each is sent once.
type lies map[transcript.Kind]lie

// A lie makes a record. None at all (nil) stands for silence from then on. What it can't make
// fails it (see must), with errLater for an honest record this time.
type lie func(p *Player) []byte

// Kinds lists all the ways to cheat, in the order in which a match gives occasion
// for them.
func Kinds() []Kind {
	return slices.Concat(layoutKinds, moveKinds, attackKinds, answerKinds, cardKinds, lotKinds, placeKinds, endKinds, auditedKinds)
}

// Find returns the kind of that name.
func Find(name string) (Kind, error) {
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, fmt.Errorf("no cheat is called %q", name)
	}
	return kinds[i], nil
}

// Check says how an audit of the honest seat's transcript differs from what it
// should find; nil if the cheat is stopped as it should be.
func (k Kind) Check(r *protocol.Report) error {
	want := protocol.Cheating
	if k.Stopped == Unattributed || k.Stopped == Claimed {
		want = protocol.Incomplete
	}
	c := r.Conviction
	if r.Verdict != want || want == protocol.Cheating && (c.Culprit != k.Scene.Liar || c.Kind != k.Record) {
		return fmt.Errorf("%s: the audit says %s, %+v: %w", k.Name, r.Verdict, c, r.Reason)
	}
	if claimed := len(r.Claims) > 0; claimed != (k.Stopped == Claimed) || slices.Contains(r.Claims, k.Scene.Liar) {
		return fmt.Errorf("%s: silence is claimed by %v", k.Name, r.Claims)
	}
	return nil
}
