package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/protocol"
)

// turn is the decision that the seat has to take now.
type turn struct {
	length   int // of the chain when it came up
	decision protocol.Decision
	deadline time.Time // zero without a clock
	stop     []func()
}

// peerView is what is known of the other side's program.
type peerView struct {
	since     time.Time // of the link, or of its loss
	waiting   time.Time // since when the other side owes something
	arranging bool
	deadline  time.Time // of its move, as it says
}

// newTurn starts the clock of a decision that has come up.
func (s *Session) newTurn() {
	s.peer.waiting = s.waitingSince()
	d := s.seat.decision()
	if !s.maySign() {
		d = protocol.Nothing
	}
	if d == s.turn.decision && s.seat.length() == s.turn.length {
		return
	}
	s.turn.end()
	s.turn = turn{length: s.seat.length(), decision: d}
	s.peer.deadline = time.Time{}
	limit := s.seat.clock()
	if d != protocol.ChooseMove || limit == 0 {
		return
	}
	s.turn.deadline = s.cfg.Clock.Now().Add(limit)
	length := s.turn.length
	s.turn.stop = []func(){
		s.cfg.Clock.AfterFunc(limit, func() { s.timeUp(length) }),
		// A turn that is over within a moment isn't worth a signal.
		s.cfg.Clock.AfterFunc(time.Second, func() { s.tellClock(length) }),
	}
}

func (t *turn) end() {
	for _, stop := range t.stop {
		stop()
	}
	t.stop = nil
}

// waitingSince returns since when the other side owes what this one waits for.
func (s *Session) waitingSince() time.Time {
	if s.seat.complete() || s.seat.decision() != protocol.Nothing || s.seat.length() < 2 {
		return time.Time{}
	}
	if s.peer.waiting.IsZero() || s.turn.length != s.seat.length() {
		return s.cfg.Clock.Now()
	}
	return s.peer.waiting
}

func (s *Session) timeUp(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.turn.decision != protocol.ChooseMove || s.checkSign() != nil {
		return
	}
	if s.cfg.AutoPass {
		if err := s.seat.pass(); err != nil {
			s.cfg.Log.Warn("could not pass", "match", s.ID(), "error", err)
		}
		s.settle() // its error has ended the session
		return
	}
	s.notify()
}

func (s *Session) tellClock(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.turn.deadline.IsZero() || s.link == nil {
		return
	}
	if left := s.turn.deadline.Sub(s.cfg.Clock.Now()); left > 0 {
		s.link.push(signalFrame(signalClock, uint32(min(left.Milliseconds(), 1<<31))))
	}
}

// Overdue reports whether the other side has owed a record for longer than
// the grace of the rules, so that its silence may be claimed. Without a grace
// it never may.
func (s *Session) Overdue() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.overdue()
}

func (s *Session) overdue() bool {
	grace := s.seat.grace()
	return grace > 0 && !s.peer.waiting.IsZero() && s.cfg.Clock.Now().Sub(s.peer.waiting) > grace
}

// peerClock is until when the other side has time for its move: as its program
// says, or until that has been heard, as far as can be seen from here.
func (s *Session) peerClock() time.Time {
	limit := s.seat.clock()
	if limit == 0 || !s.seat.awaitsMove() || s.peer.waiting.IsZero() || !s.peer.deadline.IsZero() {
		return s.peer.deadline
	}
	return s.peer.waiting.Add(limit)
}
