package p2p

import (
	"errors"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// With more than two seats the others can put out one that is silent. A program votes for
// it when that seat is overdue, its player was warned, and did not say wait; what follows
// from the votes of all the Player does by itself. Where others may put a seat out, records that
// are not complete travel as extras do, with the Seen, Votes and States for them; but to no
// watcher, and they stand in no match file.

// seenGrace is how long a program may owe its Seen before it may be voted absent, unless the
// grace of the rules is shorter: no decision of a player stands behind it.
const seenGrace = 2 * time.Minute

// voteWarning is how long a player is told before its program votes.
const voteWarning = time.Minute

// votes is what a session keeps of its own votes: those that it will cast by itself. The votes
// of all are in the replica.
type votes struct {
	waitedAt int    // how long the chain was when the player said wait; 0: never
	cancel   func() // the automatic vote; nil if none is due
}

// allowsVotes reports whether this is a match in which others may remove a seat.
func (r *replica) allowsVotes() bool {
	m := r.match()
	return m != nil && m.Rules() != nil && !m.Rules().AbsentStop()
}

// votable is the seat that may be removed for its silence now.
func (r *replica) votable() (seat engine.Seat, ok bool) {
	m := r.match()
	if r.player == nil || m == nil || m.Stage() != protocol.Play {
		return 0, false
	}
	seat, _, err := r.Absentee()
	return seat, err == nil
}

// hasVoted reports whether this seat has voted to remove another for its silence.
func (r *replica) hasVoted(seat engine.Seat) bool {
	return r.player != nil && r.Votes(seat, transcript.Absent).Has(r.own)
}

// isGone reports whether a seat is gone so far that nobody waits to hear it: it was
// removed, or this seat has voted for that.
func (r *replica) isGone(seat engine.Seat) bool {
	m := r.match()
	return m != nil && seat.Valid() && (m.SignedOut(seat) != nil || r.hasVoted(seat))
}

// programsOwe reports whether the match waits for Seen and States alone.
func (r *replica) programsOwe() bool {
	if r.player == nil || r.ledger.status().over {
		return false
	}
	waits := r.Waits()
	return len(waits) > 0 && waits[0].Seen
}

// status is that of the match, with what this seat knows of who keeps it from going on.
func (r *replica) status() status {
	st := r.ledger.status()
	if r.player == nil || st.over {
		return st
	}
	waits := r.Waits()
	if len(waits) == 0 || !waits[0].Seen {
		return st
	}
	st.owing, st.mover, st.clock, st.grace = nil, wire.NoSeat, 0, min(st.grace, seenGrace)
	for _, w := range waits {
		st.owing = append(st.owing, w.Seat)
	}
	return st
}

// marshalNotes encodes notes for the private file, as frames of a file.
func marshalNotes(notes [][]byte) []byte {
	out := []byte{}
	for _, raw := range notes {
		out = transcript.AppendFrame(out, raw)
	}
	return out
}

// recall gives a seat back what it knew beyond its chain. A record that it held may have no
// place in a chain that others have brought up to date, and a second one is refused once more.
func (r *replica) recall(notes []byte) error {
	if r.player == nil || len(notes) == 0 {
		return nil
	}
	records, _, err := transcript.ParseFrames(notes, func([]byte) error { return nil })
	for _, raw := range records {
		var refused *protocol.Refusal
		if e := r.Receive(raw); !errors.As(e, &refused) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// takeLentLocked takes a record of the chain that comes as an extra: one that its sender holds
// back, or a second one for a place of its chain, or one that its sender has and that may be
// the second for its receiver.
func (l *peerLink) takeLentLocked(raw []byte) (news bool, err error) {
	s := l.session
	if s.replica.player == nil {
		return false, nil // it takes what is complete
	}
	before := [2]int{s.replica.length(), s.replica.held()}
	lost, err := s.receiveLentLocked(raw)
	if lost && !l.budget.Spend(link.LentCost, time.Now()) {
		err = errFlood()
	}
	if err != nil {
		return false, err
	}
	news = [2]int{s.replica.length(), s.replica.held()} != before
	if err := s.settleLocked(); err != nil {
		return news, err
	}
	l.tookLocked()
	return news, nil
}

// receiveLentLocked gives such a record to the seat. One that has no place here any more, and
// is lost, is nobody's fault.
func (s *Session) receiveLentLocked(raw []byte) (lost bool, err error) {
	err = s.receiveLocked(raw)
	var refused *protocol.Refusal
	if errors.As(err, &refused) && !refused.Provable {
		return true, nil
	}
	return false, err
}

// extrasForLocked are the extras that a peer is given: to a watcher none that travels.
func (l *peerLink) extrasForLocked() (out []extra) {
	for _, e := range l.session.log.extras {
		if l.Role != wire.Watcher || !e.note {
			out = append(out, e)
		}
	}
	return out
}

// Wait has the program not vote by itself against the seat that it waits for now.
func (s *Session) Wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.votes.waitedAt = s.replica.length()
	s.scheduleVoteLocked()
	s.life.notify()
}

// voteAtLocked is when the program votes by itself: a while after silence may be claimed, and
// after it has come back to somebody; zero if it won't. A program
// that reaches nobody may be the one that is away: its vote would come to no other, and bind
// its own seat all the same.
func (s *Session) voteAtLocked() time.Time {
	seat, ok := s.replica.votable()
	if !ok || !s.cfg.AutoVote || s.replica.hasVoted(seat) || s.votes.waitedAt == s.replica.length() || s.replica.status().grace == 0 {
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
	at = at.Add(voteWarning)
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

// relinkAfterHoldLocked ends, once nothing is held any more, the links over which more came than
// could be: who has sent it sends it again over the next.
func (s *Session) relinkAfterHoldLocked() {
	if s.replica.held() > 0 {
		return
	}
	for l := range s.links {
		if l.dropped {
			l.closeLocked(wire.ByeClosing, "")
		}
	}
}
