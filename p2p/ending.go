package p2p

import (
	"time"
)

// checkEnd looks whether the match is over, and whether the peer has all of
// it.
func (s *Session) checkEnd() {
	if !s.seat.over() {
		return
	}
	if patience := s.patience(); s.graceStop == nil && patience > 0 {
		s.graceStop = s.cfg.Clock.AfterFunc(patience, s.graceEnds)
	}
	if s.done {
		shut(s.finished) // before this program started
	}
	if s.seat.convicted() {
		shut(s.sealed)
	}
	if s.seat.complete() && s.link != nil && s.link.hasAll() {
		s.finish()
	}
}

// patience is how long a finished match waits for the other side: the grace of
// the rules. Where they give none (play by mail) it waits for what the other
// still owes without end, but not to be told that the other has everything.
func (s *Session) patience() time.Duration {
	const toBeTold = 10 * time.Minute
	if grace := s.seat.grace(); grace > 0 || !s.seat.complete() {
		return grace
	}
	return toBeTold
}

// finish notes that the peer has everything, and tells it so.
func (s *Session) finish() {
	s.link.close(byeDone, "")
	shut(s.finished)
	if s.done {
		return
	}
	s.done = true
	if err := s.st.Save(s.update()); err != nil {
		s.fail(err)
		return
	}
	s.saved()
}

// shut closes a channel that may be closed already.
func shut(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// graceEnds: whoever has not revealed by now is not waited for.
func (s *Session) graceEnds() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return
	}
	s.seat.graceOver()
	if s.settle() != nil {
		return
	}
	// A peer that is here gets what was just made.
	s.graceStop = s.cfg.Clock.AfterFunc(handshakeTime, func() { shut(s.late) })
}
