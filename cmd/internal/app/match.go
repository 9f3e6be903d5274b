package app

import (
	"context"
	"errors"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Match is a match that this program plays or watches: its session runs until the match is over or
// left. Its seat can be looked at afterwards too.
type Match struct {
	id      string
	session *p2p.Session
	net     transport.Transport
	seat    *seat.Seat
	view    *namedSession
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

// Seat is this program's seat, or that of a spectator.
func (r *Match) Seat() *seat.Seat { return r.seat }

// Session is the match itself, to be looked at: only the App runs and closes it.
func (r *Match) Session() *p2p.Session { return r.session }

// Transport is the match's place in the network, as the [Listen] of this program made it.
func (r *Match) Transport() transport.Transport { return r.net }

// Terms is the hash of the match's Terms; zero while they are not known.
func (r *Match) Terms() (hash transcript.Hash) {
	r.session.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil && m.Len() > 0 {
			hash = m.Hash(0)
		}
	})
	return hash
}

// Settled is closed once the match is over or left, and all of it is on disk.
func (r *Match) Settled() <-chan struct{} { return r.settled }

// Ended is why a match that is Settled has ended: nil if all sides have all of it, else as
// [p2p.Session.Run] says.
func (r *Match) Ended() error { return r.ended }

// Leave leaves the match, which can be resumed. The error is that of closing its files.
func (r *Match) Leave() error {
	r.stop()
	<-r.settled
	r.seat.Close()
	return r.err
}

// Met returns those who can be recognised from now on because the match was finished with them, or
// why they can't. It is known once the match is Settled.
func (r *Match) Met() (fresh []friends.Friend, err error) { return r.fresh, r.meetErr }

// botSeat is a seat of a match that a bot plays in this program.
type botSeat struct {
	session *p2p.Session
	net     Network
	robot   robot.Robot
}

// matchParts is what a match is made of.
type matchParts struct {
	session *p2p.Session
	net     Network
	names   names // of the players, as far as they are known
	bots    []botSeat
	closed  bool // nobody from outside can join
	watched bool // by somebody without a seat
}

// open lets a match run. The caller holds a.opening.
func (a *App) open(m matchParts) (*Match, error) {
	of := seat.Of(m.session, m.net.How)
	if m.closed {
		of = seat.WithoutInvites(of)
	}
	view := newNamedSession(of, m.names)
	var o seat.Options
	switch {
	case m.watched:
		view.meet = func() knownPlayers { return knownPlayers{names: m.session.Snapshot().Names} }
	case !m.closed:
		view.meet = a.watchPlayers(m.session)
	}
	if !m.watched {
		o.Marks = marks{a.dir, m.session.ID()}
	}
	go view.follow()
	s, err := seat.New(view, o)
	if err != nil {
		view.close(nil)
		return nil, errors.Join(err, m.close())
	}
	if rs := s.Rules(); rs != nil {
		a.Know(rs)
	}
	ctx, stop := context.WithCancel(a.ctx)
	r := &Match{id: m.session.ID(), session: m.session, net: m.net.Transport, seat: s, view: view, stop: stop, closed: make(chan struct{}), settled: make(chan struct{})}
	a.mu.Lock()
	a.matches[r.id] = r
	a.mu.Unlock()
	a.work.Go(func() {
		defer stop()
		r.ended = m.run(ctx, a)
		snap := m.session.Snapshot()
		stays := snap.Done && snap.Conviction == nil && !m.closed && !m.watched && !m.net.Mail
		if r.err = m.session.Close(); !stays {
			r.err = errors.Join(r.err, m.net.Close())
		}
		r.err = errors.Join(r.err, m.leaveBots())
		view.close(r.ended)
		if snap.Done {
			a.deleteBotFiles(r.id)
		}
		if errors.Is(r.ended, p2p.ErrTaken) { // it was somebody else's match from the start: there is nothing to keep
			r.err = errors.Join(r.err, a.dir.Delete(r.id))
		}
		close(r.closed)
		if !stays {
			close(r.settled)
		} else {
			r.fresh, r.meetErr = a.meet(m.session, m.net)
			a.openRematchWindow(ctx, r, m.net)
		}
	})
	return r, nil
}

// run plays the match, and its bots with it, until it is over or ctx ends.
func (m *matchParts) run(ctx context.Context, a *App) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var bots sync.WaitGroup
	for _, c := range m.bots {
		bots.Go(func() {
			if err := c.robot.Run(ctx, c.session); err != nil && ctx.Err() == nil {
				a.o.Log.Warn("a bot has left", "match", c.session.ID(), "error", err)
			}
		})
	}
	play := m.session.Run
	if a.o.Player != nil && !m.watched {
		own := robot.Robot{Bot: a.o.Player, Rand: robot.FreshRand()}
		play = func(ctx context.Context) error { return own.Run(ctx, m.session) }
	}
	err := play(ctx)
	if err != nil {
		stop()
	}
	bots.Wait()
	return err
}

// close gives back what the match has used.
func (m *matchParts) close() error {
	return errors.Join(m.session.Close(), m.net.Close(), m.leaveBots())
}

// leaveBots gives back what the bots have used.
func (m *matchParts) leaveBots() (err error) {
	for _, c := range m.bots {
		err = errors.Join(err, c.session.Close(), c.net.Close())
	}
	return err
}

// left reports whether the match doesn't run any more.
func (r *Match) left() bool {
	select {
	case <-r.closed:
		return true
	default:
		return false
	}
}
