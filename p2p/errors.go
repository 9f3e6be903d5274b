package p2p

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// LinkVersion is the version of the link's frames. Programs of different versions disconnect with a
// *VersionError.
const LinkVersion = wire.Version

type (
	// VersionError reports that the other program has another version, and which side has to be
	// updated.
	VersionError = wire.VersionError
	// ByeError is the other side's reason for closing a link.
	ByeError = wire.ByeError
)

// Errors for callers that choose their own wording.
var (
	// ErrTaken: somebody else has joined with this invite.
	ErrTaken = wire.ErrTaken
	// ErrNotInvited: the other end could not prove that it knows the invite.
	ErrNotInvited = wire.ErrNotInvited
	// ErrUnknownMatch: the program at that address does not run this match.
	ErrUnknownMatch = wire.ErrUnknownMatch
	// ErrDiverged: the two sides hold contradicting records and neither is
	// convicted by them.
	ErrDiverged = wire.ErrDiverged
	// ErrOwnRecords: the peer holds records signed by this seat in the place
	// of those in this folder, which therefore is an old copy.
	ErrOwnRecords = coded.Errorf("p2p.own-records", "this copy of the match is out of date: another copy of this seat has played on from it. Use the newer folder, and delete this one")
	// ErrBehind: see store.Match.Behind.
	ErrBehind = coded.Errorf("p2p.behind", "the match file is older than what was sent: nothing can be signed until the other side's copy has arrived")
	// ErrUnheard: after a restart nothing is signed until the other side has reported how far the
	// match is.
	ErrUnheard = coded.Errorf("p2p.unheard", "the other side has not been heard since the program started: nothing can be signed before that")
	// ErrNoGrace: under these rules nobody can claim silence.
	ErrNoGrace = coded.Errorf("p2p.no-grace", "under these rules nobody can claim silence (grace=off)")
	// ErrNotOverdue: the other side owes nothing, or has not owed it for longer
	// than the grace.
	ErrNotOverdue = coded.Errorf("p2p.not-overdue", "the other side has not been silent for longer than the grace of the rules")
	// ErrPeerGone: the match is over, but was not exchanged completely within the grace time.
	ErrPeerGone = coded.Errorf("p2p.peer-gone", "the match is over, but the other side has been gone past the grace time")
	// ErrSilent: the other side's program is linked, but says nothing, or
	// stopped in the middle of a frame.
	ErrSilent = link.ErrSilent
	// ErrNoLink: the host of the invite can't be reached.
	ErrNoLink = coded.Errorf("p2p.no-link", "the host can't be reached")
	// ErrWithheld: the other side's program says that it has records that we lack, and
	// does not send them.
	ErrWithheld = link.ErrWithheld
	// ErrBothBehind: this side and the other have both lost records that this side has
	// signed, so nobody can bring them back.
	ErrBothBehind = coded.Errorf("p2p.both-behind", "the other side has lost the newest records as well: find a copy of the match file of either side")
	// ErrWatching: a watcher decides nothing.
	ErrWatching = coded.Errorf("p2p.watching", "a watcher has no seat and decides nothing")
	// ErrHostGone: a watcher has had no link to the host for watchPatience.
	ErrHostGone = coded.Errorf("p2p.host-gone", "the host could not be reached for ten minutes")
	// ErrFull: the host accepts no more watchers, or no more guests waiting for a seat.
	ErrFull = wire.ErrFull
)

var (
	errClosed     = coded.Errorf("p2p.session-closed", "the session is closed")
	errRunsOnce   = coded.Errorf("p2p.runs-once", "a session can run only once")
	errOtherTerms = coded.Errorf("p2p.terms-not-invited", "the terms are not the invite's")
)

// isDiverged reports whether an error says that two chains contradict each other.
func isDiverged(err error) bool { return errors.Is(err, ErrDiverged) || errors.Is(err, ErrOwnRecords) }
