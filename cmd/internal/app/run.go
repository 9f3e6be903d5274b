package app

import (
	"context"
	"errors"
	"sync"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/robot"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

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
		o.Marks, o.Times = marks{a.dir, m.session.ID()}, times{a, m.session.ID()}
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
	r := &Match{id: m.session.ID(), session: m.session, net: m.net.made, seat: s, view: view, stop: stop, closed: make(chan struct{}), settled: make(chan struct{})}
	if m.closed { // nobody else waits
		r.timed = []*p2p.Session{m.session}
		hurry := make(chan struct{})
		r.hurry = sync.OnceFunc(func() { close(hurry) })
		for i := range m.bots {
			r.timed = append(r.timed, m.bots[i].session)
			m.bots[i].robot.Hurry = hurry
		}
	}
	a.mu.Lock()
	a.matches[r.id] = r
	a.mu.Unlock()
	a.work.Go(func() {
		defer stop()
		r.ended = m.run(ctx, a)
		snap := m.session.Snapshot()
		stays := snap.Done && snap.Conviction == nil && !m.closed && !m.watched && !m.net.byHand()
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

func (m *matchParts) close() error {
	return errors.Join(m.session.Close(), m.net.Close(), m.leaveBots())
}

func (m *matchParts) leaveBots() (err error) {
	for _, c := range m.bots {
		err = errors.Join(err, c.session.Close(), c.net.Close())
	}
	return err
}

// config returns the configuration of a session of the person's seat.
func (a *App) config(name string) p2p.Config {
	return p2p.Config{AutoPass: true, AutoVote: true, NoPrepare: a.o.NoPrepare, Name: name}
}

// idOf returns the name of a match that was opened.
func idOf(r *Match, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return r.id, nil
}

// resumeAt resumes a session at a place in the network, with room in this program, inside, for the computers of a host.
func (a *App) resumeAt(at Listen, st *store.Match, name string, computers levels) (m matchParts, inside *pipe.Net, err error) {
	kept, err := p2p.Kept(st)
	if err != nil {
		return m, nil, errors.Join(err, st.Close())
	}
	if m.net, err = at(kept); err != nil {
		return m, nil, errors.Join(err, st.Close())
	}
	carrier, inside, err := withComputers(m.net, computers)
	if err == nil {
		m.session, err = p2p.Resume(carrier, st, a.config(name))
	}
	if err != nil {
		return m, nil, errors.Join(err, m.net.Close(), st.Close())
	}
	return m, inside, nil
}
