package p2p

import (
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// phase is how far a session is with its work. It only grows.
type phase uint8

const (
	idle    phase = iota // made; Run has not been called
	running              // the match goes on, or is over and not everybody has all of it
	sealed               // somebody was convicted: nothing more follows, and the others are being told
	settled              // everybody has all of the finished match
	parted               // and everybody has said so
	ended                // the outcome stands, and no new link is taken
	closed               // the files are given back
)

// outcome is why a session has ended.
type outcome struct {
	err    error       // Run's
	bye    wire.Reason // what the others are told
	broken bool        // this program can't go on: nothing is signed or stored any more
}

// advanceLocked goes on to a phase, if it lies ahead, and tells who waits.
func (s *Session) advanceLocked(to phase) {
	if s.phase < to {
		s.phase = to
		s.notifyLocked()
	}
}

// endLocked ends the session's work with an error, or without: a match that everybody
// has, or that somebody was convicted in, has ended well whatever err is.
func (s *Session) endLocked(err error, bye wire.Reason) {
	if s.phase >= ended {
		return
	}
	switch s.phase {
	case settled, parted:
		err, bye = nil, wire.ByeDone
	case sealed:
		err = nil
	}
	s.outcome = outcome{err: err, bye: bye}
	s.advanceLocked(ended)
}

// failLocked ends the session because this program can't go on.
func (s *Session) failLocked(err error) {
	if s.outcome.broken {
		return
	}
	bye := wire.ByeClosing
	if isDiverged(err) {
		bye = wire.ByeDiverged
	}
	if s.phase < ended || s.outcome.err == nil {
		s.outcome = outcome{err: err, bye: bye}
	}
	s.outcome.broken = true
	s.advanceLocked(ended)
}

// usableLocked reports why nothing can be done in the session any more.
func (s *Session) usableLocked() error {
	switch {
	case s.phase == closed:
		return errClosed
	case s.outcome.broken:
		return s.outcome.err
	}
	return nil
}
