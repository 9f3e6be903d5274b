package app

import (
	"context"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Seat is a seat at a running match: *seat.Seat.
type Seat interface {
	Table() seat.Table
	State() seat.State
	Events(since int) []seat.Event
	Changed() <-chan struct{}
	Do(c seat.Command) error
	Way(from, to string) []string
}

// Match is a match that this program plays or watches: its session runs until the match is over or
// left. Its seat can be looked at afterwards too.
type Match struct {
	id      string
	session *p2p.Session
	net     transport.Transport // what the Listen made
	seat    *seat.Seat
	view    *namedSession
	timed   []*p2p.Session // of a practice match, all in it: nobody else waits
	hurry   func()         // has its bots move without delay; nil where others wait
	stop    context.CancelFunc
	closed  chan struct{}    // once all files are closed
	ended   error            // why the session does not run any more; to be read when closed is
	err     error            // of closing the files, likewise
	rematch *rematchWindow   // where the others may ask for another match; nil while they can't. It is guarded by the App's lock
	settled chan struct{}    // closed once it is known whether they can ask, when the match has ended
	fresh   []friends.Friend // who became known by this match; to be read when settled is closed
	meetErr error            // why they can't be remembered, likewise
}

// ID names the match.
func (r *Match) ID() string { return r.id }

// Seat is this program's seat, or a spectator's.
func (r *Match) Seat() *seat.Seat { return r.seat }

// Session returns the match itself, to be looked at: only the App runs and closes it.
func (r *Match) Session() *p2p.Session { return r.session }

// Transport returns the match's place in the network, as the [Listen] of this program made it, perhaps for other matches too; nil for
// a match without links.
func (r *Match) Transport() transport.Transport { return r.net }

// Terms returns the hash of the match's Terms; zero while they are not known.
func (r *Match) Terms() (hash transcript.Hash) {
	r.session.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil && m.Len() > 0 {
			hash = m.Hash(0)
		}
	})
	return hash
}

// file returns the transcript so far; nil while nothing of it is known.
func (r *Match) file() (file []byte) {
	r.session.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil && m.Len() > 0 {
			file = m.File()
		}
	})
	return file
}

// Settled is closed once the match is over or left, and all of it is on disk.
func (r *Match) Settled() <-chan struct{} { return r.settled }

// Ended returns why a match that is Settled has ended: nil if all sides have all of it, else as
// [p2p.Session.Run] says.
func (r *Match) Ended() error { return r.ended }

// Leave leaves the match, which can be resumed. The error comes from closing its files.
func (r *Match) Leave() error {
	r.stop()
	<-r.settled
	r.seat.Close()
	return r.err
}

// Met returns those who can be recognised from now on because the match was finished with them, or
// why they can't. It is known once the match is Settled.
func (r *Match) Met() (fresh []friends.Friend, err error) { return r.fresh, r.meetErr }

// left reports whether the match doesn't run any more.
func (r *Match) left() bool {
	select {
	case <-r.closed:
		return true
	default:
		return false
	}
}
