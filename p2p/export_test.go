package p2p

import "github.com/darkjunqi/darkjunqi/engine"

// SetHeard changes whether a session has heard a seat since it began.
func SetHeard(s *Session, seat engine.Seat, heard bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.peers.of(seat).heard = heard; heard {
		s.life.notify()
	}
}
