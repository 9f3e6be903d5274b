package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// Among several seats the others may finish without one that is away, or out of the game,
// and go for good. It can get the rest from any of them, but none comes by itself: people
// have to ask each other.

const (
	// desertedTime is the time a player is alone before the program says so.
	desertedTime = 30 * time.Second
	// recallTime is the time a program that takes up a finished match stays, for one that has missed
	// its end: longer than such a one takes to dial again.
	recallTime = time.Minute
)

// startAloneLocked notes that from now on there is no link to any peer.
func (s *Session) startAloneLocked() {
	s.aloneSince = s.cfg.Clock.Now()
	if s.aloneStop != nil {
		s.aloneStop()
	}
	s.aloneStop = s.cfg.Clock.AfterFunc(desertedTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.life.notify()
	})
}

// desertedLocked reports whether none of several others has been here for a while, without
// whom this seat has nothing to do but to wait for what they know.
func (s *Session) desertedLocked() bool {
	_, byMail := s.net.(MailTransport)
	if byMail || s.meta.role == wire.Watcher || s.replica.status().seats == 2 || !s.replica.allJoined() {
		return false
	}
	if s.life.phase == idle || s.life.phase >= settled || s.peers.anyLinked() || s.cfg.Clock.Now().Sub(s.aloneSince) < desertedTime {
		return false
	}
	return s.replica.status().over || s.replica.behind() || s.replica.isOut() || !s.peers.heard(&s.replica, s.isolated)
}

// isolationTime is the time a program that has started again waits for those whom it knew.
const isolationTime = 2 * time.Minute

// isolate continues without the others, whose time to come is over.
func (s *Session) isolate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.phase >= ended {
		return
	}
	s.isolated = true
	s.settleLocked() // its error has ended the session
	s.life.notify()
}
