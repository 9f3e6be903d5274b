package app

import (
	"context"
	"errors"
	"sync"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// room is a match that this program plays: its session runs from the moment that the room is opened until the match is over
// or left. The seat can be looked at afterwards too.
type room struct {
	id      string
	session *p2p.Session
	seat    *seat.Seat
	view    *named
	stop    context.CancelFunc
	closed  chan struct{} // once all files are closed
	err     error         // of the session; to be read when closed is
	parlour *parlour      // where the others may ask for another match; nil while they can't. It is guarded by the lobby's lock
	settled chan struct{} // closed once it is known whether they can ask, when the match has ended
}

// chair is a seat of a match that a bot plays in this program.
type chair struct {
	session *p2p.Session
	net     Network
	robot   robot.Robot
}

// runs is what a room needs.
type runs struct {
	session *p2p.Session
	net     Network
	names   names // of the players, as far as they are known
	bots    []chair
	closed  bool // nobody from outside can join
}

// open lets a match run, in a room that others may enter. The caller holds l.opening.
func (l *App) open(m runs) (*room, error) {
	of := seat.Of(m.session, m.net.How)
	if m.closed {
		of = seat.WithoutInvites(of)
	}
	view := newNamed(of, m.names)
	if !m.closed {
		view.meet = l.acquaintance(m.session)
	}
	go view.follow()
	s, err := seat.New(view, seat.Options{Marks: marks{l.dir, m.session.ID()}})
	if err != nil {
		view.close(nil)
		return nil, errors.Join(err, m.close())
	}
	if rs := s.Rules(); rs != nil {
		l.know(rs)
	}
	ctx, stop := context.WithCancel(l.ctx)
	r := &room{id: m.session.ID(), session: m.session, seat: s, view: view, stop: stop, closed: make(chan struct{}), settled: make(chan struct{})}
	l.mu.Lock()
	l.rooms[r.id] = r
	l.mu.Unlock()
	l.work.Go(func() {
		defer stop()
		err := m.run(ctx, l)
		snap := m.session.Snapshot()
		stays := snap.Done && snap.Conviction == nil && !m.closed
		if r.err = m.session.Close(); !stays {
			r.err = errors.Join(r.err, m.leave())
		}
		view.close(err)
		if snap.Done {
			l.dismissBots(r.id)
		}
		if errors.Is(err, p2p.ErrTaken) { // it was somebody else's match from the start: there is nothing to keep
			r.err = errors.Join(r.err, l.dir.Delete(r.id))
		}
		close(r.closed)
		if !stays {
			close(r.settled)
		} else {
			l.meet(m.session, m.net)
			l.lounge(ctx, r, m.net)
		}
	})
	return r, nil
}

// run plays the match, and its bots with it, until it is over or ctx ends.
func (m *runs) run(ctx context.Context, l *App) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var bots sync.WaitGroup
	for _, c := range m.bots {
		bots.Go(func() {
			if err := c.robot.Run(ctx, c.session); err != nil && ctx.Err() == nil {
				l.o.Log.Warn("a bot has left", "match", c.session.ID(), "error", err)
			}
		})
	}
	err := m.session.Run(ctx)
	if err != nil {
		stop()
	}
	bots.Wait()
	return err
}

// close gives back what the match has used.
func (m *runs) close() error { return errors.Join(m.session.Close(), m.leave()) }

// leave closes the network, and what the bots have used.
func (m *runs) leave() error {
	err := m.net.Close()
	for _, c := range m.bots {
		err = errors.Join(err, c.session.Close(), c.net.Close())
	}
	return err
}

// leave leaves the match, which can be resumed.
func (r *room) leave() error {
	r.stop()
	<-r.closed
	r.seat.Close()
	return r.err
}

// left reports whether the match doesn't run any more.
func (r *room) left() bool {
	select {
	case <-r.closed:
		return true
	default:
		return false
	}
}
