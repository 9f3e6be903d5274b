package lobby

import (
	"context"
	"errors"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/robot"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// room is a match that this program plays: its session runs from the moment that the room is opened until the match is over
// or left. The seat can be looked at afterwards too.
type room struct {
	id     string
	seat   *seat.Seat
	view   *named
	stop   context.CancelFunc
	closed chan struct{} // once all files are closed
	err    error         // of the session; to be read when closed is
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
	names   [engine.MaxSeats]string // of the players, as far as they are known
	bots    []chair
	closed  bool // nobody from outside can join
}

// open lets a match run, in a room that others may enter. The caller holds l.opening.
func (l *Lobby) open(m runs) (*room, error) {
	view := newNamed(seat.Of(m.session, m.net.How), m.names)
	view.closed = m.closed
	go view.follow()
	s, err := seat.New(view, seat.Options{Marks: Marks(l.dir, m.session.ID())})
	if err != nil {
		view.close(nil)
		return nil, errors.Join(err, m.close())
	}
	if rs := s.Rules(); rs != nil {
		l.know(rs)
	}
	ctx, stop := context.WithCancel(l.ctx)
	r := &room{id: m.session.ID(), seat: s, view: view, stop: stop, closed: make(chan struct{})}
	l.mu.Lock()
	l.rooms[r.id] = r
	l.mu.Unlock()
	l.work.Go(func() {
		defer close(r.closed)
		defer stop()
		err := m.run(ctx, l)
		done := m.session.Snapshot().Done
		r.err = m.close()
		view.close(err)
		if done {
			l.dismissBots(r.id)
		}
		if errors.Is(err, p2p.ErrTaken) { // it was somebody else's match from the start: there is nothing to keep
			r.err = errors.Join(r.err, l.dir.Delete(r.id))
		}
	})
	return r, nil
}

// run plays the match, and its bots with it, until it is over or ctx ends.
func (m *runs) run(ctx context.Context, l *Lobby) error {
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
func (m *runs) close() error {
	err := errors.Join(m.session.Close(), m.net.Close())
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

// named is a session whose players have names, as far as this program knows them, and which tells why it has ended.
type named struct {
	seat.Session
	names  [engine.MaxSeats]string
	closed bool // nobody from outside can join: there are no invites

	mu      sync.Mutex
	trouble error
	changed chan struct{}
	over    chan struct{}
}

func newNamed(s seat.Session, names [engine.MaxSeats]string) *named {
	return &named{Session: s, names: names, changed: make(chan struct{}), over: make(chan struct{})}
}

// follow passes on what changes in the session.
func (n *named) follow() {
	for {
		changed := n.Session.Changed()
		n.wake(nil)
		select {
		case <-changed:
		case <-n.over:
			return
		}
	}
}

// wake tells those who wait that something has changed.
func (n *named) wake(trouble error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if trouble != nil {
		n.trouble = trouble
	}
	close(n.changed)
	n.changed = make(chan struct{})
}

// close says that the session has ended, and why.
func (n *named) close(err error) {
	close(n.over)
	n.wake(err)
}

// Changed implements [seat.Session].
func (n *named) Changed() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.changed
}

// Look implements [seat.Session].
func (n *named) Look(events int) seat.Look {
	look := n.Session.Look(events)
	for i := range look.Sides {
		look.Sides[i].Name = n.names[i]
	}
	if n.closed {
		look.Invites, look.WatchInvite = map[string]string{}, ""
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.trouble != nil {
		look.Link.Trouble = n.trouble
	}
	return look
}
