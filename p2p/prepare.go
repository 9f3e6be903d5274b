package p2p

import "github.com/darkjunqi/darkjunqi/protocol"

// prepareLocked has the attacks of the turn made ready while the player thinks, unless
// that is under way or switched off.
func (s *Session) prepareLocked() {
	if s.cfg.NoPrepare || s.turn.prepared || s.turn.decision != protocol.ChooseMove || s.phase < running || s.phase >= ended {
		return
	}
	s.turn.prepared = true
	length := s.turn.length
	s.running.Go(func() {
		for s.prepareOne(length) {
		}
	})
}

// prepareOne makes one attack ready, and reports whether there may be more of them. What
// comes meanwhile, a decision above all, waits for no more than this one.
func (s *Session) prepareOne(length int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.turn.decision != protocol.ChooseMove || s.phase >= ended || s.checkSignLocked() != nil {
		return false
	}
	more, err := s.seat.prepare(s.cfg.Rand)
	if err != nil { // the attack is made when it is played, and its error is told then
		s.cfg.Log.Warn("could not make an attack ready", "match", s.ID(), "error", err)
	}
	return more && err == nil
}
