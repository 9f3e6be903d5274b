package p2p

import (
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// notify wakes those who wait for a change.
func (s *Session) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Changed returns a channel that is closed at the next change of anything
// that Snapshot tells. Take it before the Snapshot, so that nothing is missed.
func (s *Session) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// Snapshot is the state of a session at one moment.
type Snapshot struct {
	Seat     engine.Seat
	Stage    protocol.Stage
	Joined   bool        // somebody has taken the guest's seat
	Records  int         // in the chain
	First    engine.Seat // who begins, from Play on
	Position engine.Position
	Events   []engine.Event
	Result   engine.Result
	// Conviction says who cheated, if the match was sealed for it.
	Conviction *protocol.Conviction

	Decision protocol.Decision // what the seat has to decide; Nothing if it may not sign yet
	Deadline time.Time         // of that decision; zero without a clock

	Online    bool      // there is a link
	Since     time.Time // it came up, or was lost; zero if there was none yet
	Heard     bool      // the peer has said how far the match is: needed before anything is signed
	Behind    bool      // the match file is older than what was sent (store.Match.Behind)
	Arranging bool      // the other side says that it is choosing its layout
	PeerClock time.Time // until when the other side has time to move, as far as is known; or zero
	Waiting   time.Time // since when the other side owes something; or zero
	Trouble   error     // why the last link ended, or could not be made: *ByeError, ErrSilent, ErrNotInvited, a *protocol.Refusal, or the network's

	Over    bool // by rule or sealed
	Done    bool // over, and both sides hold all of it
	Traffic Traffic
}

// Snapshot returns the present state. Its slices are the caller's.
func (s *Session) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	snap := Snapshot{
		Seat: s.seat.seat(), Records: s.seat.length(), Joined: s.seat.length() > 1,
		Decision: s.turn.decision, Deadline: s.turn.deadline,
		Online: s.link != nil, Since: s.peer.since, Heard: s.heard, Behind: s.seat.watching(),
		Arranging: s.peer.arranging, PeerClock: s.peerClock(), Waiting: s.peer.waiting, Trouble: s.trouble,
		Over: s.seat.over(), Done: s.done,
		Traffic: Traffic{s.traffic.sent.Load(), s.traffic.received.Load()},
	}
	if m := s.seat.match(); m != nil {
		snap.Stage, snap.Position, snap.Result = m.Stage(), m.Position(), m.Result()
		snap.First = m.FirstMover()
		snap.Events, snap.Conviction = slices.Clone(m.Events()), m.Conviction()
	}
	return snap
}

// View lets f read the Player or, while the file is behind, its Match (p is
// nil then), under the session's lock. f must change nothing and keep neither.
func (s *Session) View(f func(p *protocol.Player, m *protocol.Match)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.player(), s.seat.match())
}
