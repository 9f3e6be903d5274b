package p2p

import (
	"errors"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Do lets f make a decision of the seat, under the session's lock. What f changes is stored,
// followed by the records that the seat then owes automatically, and sent. f must not keep p.
//
// The error is f's, or ErrUnheard or ErrBehind if nothing may be signed yet, or
// ErrWatching, or what has ended the session.
func (s *Session) Do(f func(p *protocol.Player) error) error {
	return s.do(func() error { return f(s.replica.protocolPlayer()) })
}

func (s *Session) do(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.awaitHeardLocked()
	if err := s.checkSignLocked(); err != nil {
		return err
	}
	err := s.timings.measure(&s.replica, f)
	return errors.Join(err, s.settleLocked())
}

// heardTime is the time a decision waits for peers whose links have just come up, and for letters to be read.
const heardTime = 5 * time.Second

// awaitHeardLocked waits while nothing may be signed only because linked peers have not said
// yet how far the match is, or letters are unread: such a link may have come up since the caller
// saw that a decision was due. It gives the lock back while it waits.
func (s *Session) awaitHeardLocked() {
	timeout := time.NewTimer(heardTime)
	defer timeout.Stop()
	for s.checkSignLocked() == ErrUnheard && (s.unread || s.peers.aboutToSpeak(&s.replica, s.isolated)) {
		changed, late := s.life.changed, false
		s.mu.Unlock()
		select {
		case <-changed:
		case <-timeout.C:
			late = true
		}
		s.mu.Lock()
		if late {
			return
		}
	}
}

// Place chooses the seat's layout. The error is one of Do, with
// protocol.Player.Place for f; and so for Play, Flip, AcceptDraw and Pass, whose
// error is protocol.ErrNotYourTurn if the clock was faster.
func (s *Session) Place(l engine.Layout) error {
	return s.Do(func(p *protocol.Player) error { return p.Place(l) })
}

// Play moves a piece and may offer a draw with it.
func (s *Session) Play(m engine.Move, offer bool) error {
	return s.Do(func(p *protocol.Player) error { return p.Play(m, offer, s.cfg.Rand) })
}

// Flip turns up a piece that lies face down, and may offer a draw with it.
func (s *Session) Flip(n engine.Node, offer bool) error {
	return s.Do(func(p *protocol.Player) error { return p.Flip(n, offer) })
}

// AcceptDraw ends the game by accepting the other's offer, instead of moving.
func (s *Session) AcceptDraw() error {
	return s.Do(func(p *protocol.Player) error { return p.AcceptDraw(s.cfg.Rand) })
}

// Pass gives up the turn because its time is over.
func (s *Session) Pass() error {
	return s.Do(func(p *protocol.Player) error { return p.Pass(s.cfg.Rand) })
}

// Claim states in the transcript that another seat has been silent for longer than the grace of the
// rules, or has overdrawn its clock under our eyes (see Snapshot). It proves nothing, and ends
// nothing: the match goes on if the other side comes back. If the rules let the others put out a
// silent seat, it is a vote for that (a second call then makes the statement). The error is
// ErrNoGrace or ErrNotOverdue if there is nothing to claim, or one of Do.
func (s *Session) Claim() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countLocked()
	switch {
	case s.life.usable() != nil || s.replica.behind() || s.meta.role == wire.Watcher:
		return s.checkSignLocked()
	case s.replica.status().grace == 0:
		return ErrNoGrace
	case !s.elapsed.overdue(&s.replica, s.peers):
		return ErrNotOverdue
	}
	if seat, ok := s.replica.votable(); ok && !s.replica.hasVoted(seat) {
		err := s.replica.VoteAbsent()
		return errors.Join(err, s.settleLocked())
	}
	// Even a seat that has not heard the others since it started may claim: it
	// says so about a record that all have, and signs nothing in the chain.
	err := s.replica.ClaimSilence()
	return errors.Join(err, s.settleLocked())
}

// Resign gives up the game: at once if it is the seat's turn; otherwise the seat that is to
// move is asked to take it, and failing that the seat resigns when its turn
// comes. The error is one of Do.
func (s *Session) Resign() error { return s.do(s.resignLocked) }

// Arranging tells the others that the layout is being chosen, for their
// Snapshots. It signs nothing.
func (s *Session) Arranging() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replica.decision() == protocol.ChooseLayout {
		s.peers.send(wire.NewSignal(wire.SignalArranging, 0))
	}
}
