package p2p

import (
	"errors"
	"fmt"
)

// LinkVersion is the version of the link's frames. Programs of different
// versions part with a *VersionError.
const LinkVersion = 1

// VersionError says that the other program speaks another version.
type VersionError struct{ Ours, Theirs uint16 }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the other side speaks link version %d, this program version %d: both need the same release of darkjunqi", e.Theirs, e.Ours)
}

// ByeError is the other side's reason for ending a link.
type ByeError struct {
	reason reason
	Text   string // the other program's own words, printable, at most 200 bytes
}

func (e *ByeError) Error() string {
	if e.Text == "" || e.reason.saysAll() {
		return "the other side closed the link: " + e.reason.String()
	}
	return fmt.Sprintf("the other side closed the link: %s (%q)", e.reason, e.Text)
}

// Unwrap lets errors.Is find the reasons that callers act on.
func (e *ByeError) Unwrap() error { return byeErrors[e.reason] }

// saysAll reports that the other program's words could only repeat the reason.
func (r reason) saysAll() bool { return r >= byeClosing && r <= byeSilent && r != byeRefused }

var byeErrors = map[reason]error{
	byeUnknown:  ErrUnknownMatch,
	byeStranger: ErrNotInvited,
	byeTaken:    ErrTaken,
	byeDiverged: ErrDiverged,
}

func (r reason) String() string {
	switch r {
	case byeClosing:
		return "its program was closed"
	case byeDone:
		return "the match is over"
	case byeReplaced:
		return "a newer link took over"
	case byeVersion:
		return "it speaks another version"
	case byeUnknown:
		return "it does not run this match"
	case byeStranger:
		return "it did not accept our proof of the invite"
	case byeTaken:
		return "the seat is taken"
	case byeRefused:
		return "it refused what we sent"
	case byeFlood:
		return "we sent too much"
	case byeDiverged:
		return "its records contradict ours"
	case byeSilent:
		return "it has heard nothing for too long"
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// Errors for callers that choose words by them.
var (
	// ErrTaken: somebody else has joined with this invite.
	ErrTaken = errors.New("the seat is taken: an invite is good for one guest")
	// ErrNotInvited: the other end could not prove that it knows the invite.
	ErrNotInvited = errors.New("the invite was not proven")
	// ErrUnknownMatch: the program at that address does not run this match.
	ErrUnknownMatch = errors.New("the match is not running there")
	// ErrDiverged: the two sides hold contradicting records and neither is
	// convicted by them.
	ErrDiverged = errors.New("the two sides' records contradict each other")
	// ErrOwnRecords: the peer holds records signed by this seat in the place
	// of those in this folder, which therefore is an old copy.
	ErrOwnRecords = errors.New("this copy of the match is out of date: another copy of this seat has played on from it. Use the newer folder, and delete this one")
	// ErrBehind: see store.Match.Behind.
	ErrBehind = errors.New("the match file is older than what was sent: nothing can be signed until the other side's copy has arrived")
	// ErrUnheard: after a restart nothing is signed before the other side has
	// said how far the match has come.
	ErrUnheard = errors.New("the other side has not been heard since the program started: nothing can be signed before that")
	// ErrNoGrace: the rules let nobody claim silence.
	ErrNoGrace = errors.New("these rules let nobody claim silence (grace=off)")
	// ErrNotOverdue: the other side owes nothing, or has not owed it for longer
	// than the grace.
	ErrNotOverdue = errors.New("the other side has not been silent for longer than the grace of the rules")
	// ErrPeerGone: the match is over, but the other side neither took nor
	// gave all of it within the grace time.
	ErrPeerGone = errors.New("the match is over, but the other side has been gone past the grace time")
	// ErrSilent: the other side's program is linked, but says nothing, or
	// stopped in the middle of a frame.
	ErrSilent = errors.New("the other side's program has stopped answering")
	// ErrNoLink: the host of the invite can't be reached.
	ErrNoLink = errors.New("the host can't be reached")
)
