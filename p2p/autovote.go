package p2p

import "time"

// voteWarning is the time between the warning to a player and the vote of its program.
const voteWarning = time.Minute

// Wait stops the program from voting by itself against the seat that it waits for now.
func (s *Session) Wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.votes.waitedAt = s.replica.length()
	s.scheduleVoteLocked()
	s.life.notify()
}

// voteAtLocked returns when the program votes by itself: a while after silence may be claimed, and
// after it has come back to somebody; zero if it won't. A program
// that reaches nobody may be the one that is away: its vote would come to no other, and bind
// its own seat all the same. An end that lacks one Seen it takes by itself, whatever its player
// says, since that puts nobody out.
func (s *Session) voteAtLocked() time.Time {
	seat, ok := s.replica.votable()
	if !ok || s.replica.hasVoted(seat) || s.replica.status().grace == 0 {
		return time.Time{}
	}
	takesEnd := s.replica.TakesEnd()
	if !takesEnd && (!s.cfg.AutoVote || s.votes.waitedAt == s.replica.length()) {
		return time.Time{}
	}
	connected, since := s.peers.connectedForVote(&s.replica, seat)
	if !connected {
		return time.Time{}
	}
	s.countLocked()
	at := s.elapsed.claimAt(&s.replica, s.peers)
	if at.Before(since) {
		at = since
	}
	if !takesEnd {
		at = at.Add(voteWarning)
	}
	if now := s.cfg.Clock.Now(); at.Before(now) {
		return now
	}
	return at
}

// scheduleVoteLocked sets the time of the next automatic vote.
func (s *Session) scheduleVoteLocked() {
	at := s.voteAtLocked()
	if s.votes.cancel != nil {
		s.votes.cancel()
		s.votes.cancel = nil
	}
	if at.IsZero() || s.life.phase >= ended {
		return
	}
	length := s.replica.length()
	s.votes.cancel = s.cfg.Clock.AfterFunc(at.Sub(s.cfg.Clock.Now())+time.Millisecond, func() { s.voteDue(length) })
}

func (s *Session) voteDue(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.voteAtLocked()
	if s.replica.length() != length || s.life.usable() != nil || s.life.phase >= ended || at.IsZero() {
		return
	}
	if !s.cfg.Clock.Now().Before(at) {
		if err := s.replica.VoteAbsent(); err != nil {
			s.cfg.Log.Warn("could not vote", "match", s.ID(), "error", err)
		}
		s.settleLocked() // its error has ended the session
		s.life.notify()
		return
	}
	s.scheduleVoteLocked()
}
