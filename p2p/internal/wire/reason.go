package wire

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// ErrMalformed is wrapped by every error about bytes that are not one of our frames.
var ErrMalformed = errors.New("malformed frame")

// Version is the version of the link's frames. Programs of different versions part with a
// *VersionError.
const Version = 1

// VersionError says that the other program speaks another version, and which side has to
// be updated.
type VersionError struct {
	*coded.Base
	Ours, Theirs uint16
}

// NewVersionError returns the error about a program of another version.
func NewVersionError(ours, theirs uint16) *VersionError {
	text := coded.Errorf("p2p.version-older", "the other side uses link version %d, this program version %d: darkjunqi has to be updated there", theirs, ours)
	if theirs > ours {
		text = coded.Errorf("p2p.version-newer", "the other side uses link version %d, this program version %d: update darkjunqi here", theirs, ours)
	}
	return &VersionError{text, ours, theirs}
}

// Reason identifies why a program ends a link.
type Reason uint8

const (
	ByeClosing  Reason = 1 // the program ends; the match can be resumed
	ByeDone     Reason = 2 // the match is over and both sides have all of it
	ByeReplaced Reason = 3 // a newer link has taken over
	ByeVersion  Reason = 4
	ByeUnknown  Reason = 5 // no such match here
	ByeStranger Reason = 6 // the invite was not proven
	ByeTaken    Reason = 7 // somebody else has the seat
	ByeRefused  Reason = 8 // a frame or record that has no place here
	ByeFlood    Reason = 9
	ByeDiverged Reason = 10 // the two chains contradict each other
	ByeSilent   Reason = 11 // nothing was heard for too long
	ByeFull     Reason = 12 // too many others are here
)

// ByeError is the other side's reason for ending a link.
type ByeError struct {
	*coded.Base
	Reason Reason
	Text   string // the other program's own words, printable, at most 200 bytes
}

// NewByeError returns the error about a Bye. It repeats the other program's words only if they can say
// more than the reason.
func NewByeError(reason Reason, text string) *ByeError {
	base := coded.Errorf("p2p.bye", "the other side closed the link: %w", reason.err())
	switch {
	case reason == ByeTaken:
		base = ErrTaken
	case text != "" && !reason.saysAll():
		base = coded.Errorf("p2p.bye-says", "the other side closed the link: %w (%q)", reason.err(), text)
	}
	return &ByeError{base, reason, text}
}

// Unwrap lets errors.Is find the reasons that callers act on.
func (e *ByeError) Unwrap() error { return byeErrors[e.Reason] }

// saysAll reports that the other program's words could only repeat the reason.
func (r Reason) saysAll() bool { return r >= ByeClosing && r <= ByeFull && r != ByeRefused }

var byeErrors = map[Reason]error{
	ByeUnknown:  ErrUnknownMatch,
	ByeStranger: ErrNotInvited,
	ByeTaken:    ErrTaken,
	ByeDiverged: ErrDiverged,
	ByeFull:     ErrFull,
}

// reasons holds each reason in words.
var reasons = map[Reason]*coded.Error{
	ByeClosing:  coded.Errorf("p2p.bye-closing", "its program was closed"),
	ByeDone:     coded.Errorf("p2p.bye-done", "the match is over"),
	ByeReplaced: coded.Errorf("p2p.bye-replaced", "a newer link took over: if no other comes, another program with a copy of your files is running, and one of the two has to be closed"),
	ByeVersion:  coded.Errorf("p2p.bye-version", "it runs another version"),
	ByeUnknown:  coded.Errorf("p2p.bye-unknown", "it does not run this match"),
	ByeStranger: coded.Errorf("p2p.bye-stranger", "it did not accept our proof of the invite"),
	ByeTaken:    ErrTaken,
	ByeRefused:  coded.Errorf("p2p.bye-refused", "it refused what we sent"),
	ByeFlood:    coded.Errorf("p2p.bye-flood", "we sent too much"),
	ByeDiverged: coded.Errorf("p2p.bye-diverged", "its records contradict ours"),
	ByeSilent:   coded.Errorf("p2p.bye-silent", "it has heard nothing for too long"),
	ByeFull:     coded.Errorf("p2p.bye-full", "too many others are there"),
}

func (r Reason) err() *coded.Error {
	if err, known := reasons[r]; known {
		return err
	}
	return coded.Errorf("p2p.bye-other", "reason %d", uint8(r))
}

func (r Reason) String() string { return r.err().Error() }

// What errors.Is finds in a ByeError.
var (
	ErrTaken        = coded.Errorf("p2p.taken", "the seat is taken: ask the host for another invite")
	ErrNotInvited   = coded.Errorf("p2p.not-invited", "the invite was not proven")
	ErrUnknownMatch = coded.Errorf("p2p.unknown-match", "the match is not running there")
	ErrDiverged     = coded.Errorf("p2p.diverged", "the two sides' records contradict each other")
	ErrFull         = coded.Errorf("p2p.full", "too many others are here")
)
