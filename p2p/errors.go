package p2p

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// LinkVersion is the version of the link's frames. Programs of different
// versions part with a *VersionError.
const LinkVersion = 1

// VersionError says that the other program speaks another version, and which side has to
// be updated.
type VersionError struct{ Ours, Theirs uint16 }

func (e *VersionError) Error() string { return e.coded().Error() }

// Code is that of a coded error.
func (e *VersionError) Code() string { return e.coded().Code() }

// Args are the two versions, theirs first.
func (e *VersionError) Args() []any { return e.coded().Args() }

func (e *VersionError) coded() *coded.Error {
	if e.Theirs > e.Ours {
		return coded.Errorf("p2p.version-newer", "the other side speaks link version %d, this program version %d: update darkjunqi here", e.Theirs, e.Ours)
	}
	return coded.Errorf("p2p.version-older", "the other side speaks link version %d, this program version %d: darkjunqi has to be updated there", e.Theirs, e.Ours)
}

// ByeError is the other side's reason for ending a link.
type ByeError struct {
	reason reason
	Text   string // the other program's own words, printable, at most 200 bytes
}

func (e *ByeError) Error() string { return e.coded().Error() }

// Code is that of a coded error.
func (e *ByeError) Code() string { return e.coded().Code() }

// Args are the reason, which is coded itself, and the other program's words if they can tell more.
func (e *ByeError) Args() []any { return e.coded().Args() }

func (e *ByeError) coded() *coded.Error {
	if e.Text == "" || e.reason.saysAll() {
		return coded.Errorf("p2p.bye", "the other side closed the link: %w", e.reason.err())
	}
	return coded.Errorf("p2p.bye-says", "the other side closed the link: %w (%q)", e.reason.err(), e.Text)
}

// Unwrap lets errors.Is find the reasons that callers act on.
func (e *ByeError) Unwrap() error { return byeErrors[e.reason] }

// saysAll reports that the other program's words could only repeat the reason.
func (r reason) saysAll() bool { return r >= byeClosing && r <= byeFull && r != byeRefused }

var byeErrors = map[reason]error{
	byeUnknown:  ErrUnknownMatch,
	byeStranger: ErrNotInvited,
	byeTaken:    ErrTaken,
	byeDiverged: ErrDiverged,
	byeFull:     ErrFull,
}

// reasons are what each reason is in words.
var reasons = map[reason]*coded.Error{
	byeClosing:  coded.Errorf("p2p.bye-closing", "its program was closed"),
	byeDone:     coded.Errorf("p2p.bye-done", "the match is over"),
	byeReplaced: coded.Errorf("p2p.bye-replaced", "a newer link took over"),
	byeVersion:  coded.Errorf("p2p.bye-version", "it speaks another version"),
	byeUnknown:  coded.Errorf("p2p.bye-unknown", "it does not run this match"),
	byeStranger: coded.Errorf("p2p.bye-stranger", "it did not accept our proof of the invite"),
	byeTaken:    coded.Errorf("p2p.bye-taken", "the seat is taken"),
	byeRefused:  coded.Errorf("p2p.bye-refused", "it refused what we sent"),
	byeFlood:    coded.Errorf("p2p.bye-flood", "we sent too much"),
	byeDiverged: coded.Errorf("p2p.bye-diverged", "its records contradict ours"),
	byeSilent:   coded.Errorf("p2p.bye-silent", "it has heard nothing for too long"),
	byeFull:     coded.Errorf("p2p.bye-full", "too many others are there"),
}

func (r reason) err() *coded.Error {
	if err, known := reasons[r]; known {
		return err
	}
	return coded.Errorf("p2p.bye-other", "reason %d", uint8(r))
}

func (r reason) String() string { return r.err().Error() }

// Errors for callers that choose words by them.
var (
	// ErrTaken: somebody else has joined with this invite.
	ErrTaken = coded.Errorf("p2p.taken", "the seat is taken: an invite is good for one guest")
	// ErrNotInvited: the other end could not prove that it knows the invite.
	ErrNotInvited = coded.Errorf("p2p.not-invited", "the invite was not proven")
	// ErrUnknownMatch: the program at that address does not run this match.
	ErrUnknownMatch = coded.Errorf("p2p.unknown-match", "the match is not running there")
	// ErrDiverged: the two sides hold contradicting records and neither is
	// convicted by them.
	ErrDiverged = coded.Errorf("p2p.diverged", "the two sides' records contradict each other")
	// ErrOwnRecords: the peer holds records signed by this seat in the place
	// of those in this folder, which therefore is an old copy.
	ErrOwnRecords = coded.Errorf("p2p.own-records", "this copy of the match is out of date: another copy of this seat has played on from it. Use the newer folder, and delete this one")
	// ErrBehind: see store.Match.Behind.
	ErrBehind = coded.Errorf("p2p.behind", "the match file is older than what was sent: nothing can be signed until the other side's copy has arrived")
	// ErrUnheard: after a restart nothing is signed before the other side has
	// said how far the match has come.
	ErrUnheard = coded.Errorf("p2p.unheard", "the other side has not been heard since the program started: nothing can be signed before that")
	// ErrNoGrace: the rules let nobody claim silence.
	ErrNoGrace = coded.Errorf("p2p.no-grace", "these rules let nobody claim silence (grace=off)")
	// ErrNotOverdue: the other side owes nothing, or has not owed it for longer
	// than the grace.
	ErrNotOverdue = coded.Errorf("p2p.not-overdue", "the other side has not been silent for longer than the grace of the rules")
	// ErrPeerGone: the match is over, but the other side neither took nor
	// gave all of it within the grace time.
	ErrPeerGone = coded.Errorf("p2p.peer-gone", "the match is over, but the other side has been gone past the grace time")
	// ErrSilent: the other side's program is linked, but says nothing, or
	// stopped in the middle of a frame.
	ErrSilent = coded.Errorf("p2p.silent", "the other side's program has stopped answering")
	// ErrNoLink: the host of the invite can't be reached.
	ErrNoLink = coded.Errorf("p2p.no-link", "the host can't be reached")
	// ErrWithheld: the other side's program says that it has records that we lack, and
	// does not send them.
	ErrWithheld = coded.Errorf("p2p.withheld", "the other side says that it has records, and does not send them")
	// ErrBothBehind: this side and the other have both lost records that this side has
	// signed, so nobody can bring them back.
	ErrBothBehind = coded.Errorf("p2p.both-behind", "the other side has lost the newest records as well: find a copy of the match file of either side")
	// ErrWatching: a watcher decides nothing.
	ErrWatching = coded.Errorf("p2p.watching", "who watches has no seat, and decides nothing")
	// ErrHostGone: who watches has had no link to the host for watchPatience.
	ErrHostGone = coded.Errorf("p2p.host-gone", "the host could not be reached for ten minutes")
	// ErrFull: as many watch there, or wait for a seat, as may.
	ErrFull = coded.Errorf("p2p.full", "too many others are here")
)

var (
	errClosed     = coded.Errorf("p2p.session-closed", "the session is closed")
	errRunsOnce   = coded.Errorf("p2p.runs-once", "a session runs once")
	errOtherTerms = coded.Errorf("p2p.terms-not-invited", "the terms are not those of the invite")
)

// isDiverged reports whether an error says that two chains contradict each other.
func isDiverged(err error) bool { return errors.Is(err, ErrDiverged) || errors.Is(err, ErrOwnRecords) }
