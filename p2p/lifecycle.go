package p2p

import (
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// phase is the progress of a session. It only grows.
type phase uint8

const (
	idle    phase = iota // made; Run has not been called
	running              // the match continues, or is over and not everybody has all of it
	sealed               // somebody was convicted: nothing more follows, and the others are being told
	settled              // everybody has all of the finished match
	parted               // and everybody has said so
	ended                // the outcome is final, and no new link is taken
	closed               // the files are given back
)

// outcome is the reason a session has ended.
type outcome struct {
	err    error       // Run's
	bye    wire.Reason // the reason sent to the others
	broken bool        // this program can't continue: nothing is signed or stored any more
}

// lifecycle is the phase and outcome of a session, and the channel that wakes those who wait
// for a change.
type lifecycle struct {
	phase   phase
	outcome outcome
	changed chan struct{}
}

// notify wakes those who wait for a change.
func (c *lifecycle) notify() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// advance moves on to a phase, if it is a later one, and wakes those who wait.
func (c *lifecycle) advance(to phase) {
	if c.phase < to {
		c.phase = to
		c.notify()
	}
}

// end ends the session's work with an error, or without: a match that everybody
// has, or that somebody was convicted in, has ended well whatever err is.
func (c *lifecycle) end(err error, bye wire.Reason) {
	if c.phase >= ended {
		return
	}
	switch c.phase {
	case settled, parted:
		err, bye = nil, wire.ByeDone
	case sealed:
		err = nil
	}
	c.outcome = outcome{err: err, bye: bye}
	c.advance(ended)
}

// fail ends the session because this program can't continue.
func (c *lifecycle) fail(err error) {
	if c.outcome.broken {
		return
	}
	bye := wire.ByeClosing
	if isDiverged(err) {
		bye = wire.ByeDiverged
	}
	if c.phase < ended || c.outcome.err == nil {
		c.outcome = outcome{err: err, bye: bye}
	}
	c.outcome.broken = true
	c.advance(ended)
}

// usable reports why nothing can be done in the session any more.
func (c *lifecycle) usable() error {
	switch {
	case c.phase == closed:
		return errClosed
	case c.outcome.broken:
		return c.outcome.err
	}
	return nil
}
