package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// voteWarning is the time between the warning to a player and the vote of its program.
const voteWarning = time.Minute

// takeLentLocked takes a record of the chain that comes as an extra: one that its sender holds
// back, or a second one for a place of its chain, or one that its sender has and that may be
// the second for its receiver.
func (l *peerLink) takeLentLocked(raw []byte) (news bool, err error) {
	s := l.session
	if s.replica.player == nil {
		return false, nil // it takes what is complete
	}
	before := [2]int{s.replica.length(), s.replica.held()}
	if err := s.receiveLentLocked(raw); err != nil {
		return false, err
	}
	grew := [2]int{s.replica.length(), s.replica.held()} != before
	hash := transcript.HashRecord(raw)
	kept := s.replica.Holds(hash) || s.replica.keeps(raw)
	if !grew && !kept {
		if err := l.spendLentLocked(); err != nil {
			return false, err
		}
	}
	news = grew || kept && !l.brought[hash]
	if kept {
		l.brought[hash] = true
	}
	if err := s.settleLocked(); err != nil {
		return news, err
	}
	l.tookLocked()
	return news, nil
}

// spendLentLocked charges the peer for a record that was sought in several places, for nothing.
func (l *peerLink) spendLentLocked() error {
	if !l.budget.Spend(link.LentCost, time.Now()) {
		return errFlood()
	}
	return nil
}

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
	at := s.claimAtLocked()
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
