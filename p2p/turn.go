package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// turn is the decision that the seat has to take now.
type turn struct {
	length   int // of the chain when it came up
	decision protocol.Decision
	deadline time.Time // zero without a clock
	stop     []func()
	tick     func() // stops what keeps the time on disk; may be nil
	prepared bool   // its attacks are being made ready, or are
}

// newTurnLocked starts the clock of a decision that has come up.
func (s *Session) newTurnLocked() {
	d := s.replica.decision()
	if !s.maySignLocked() {
		d = protocol.Nothing
	}
	s.countLocked()
	if d == s.turn.decision && s.replica.length() == s.turn.length {
		return
	}
	if s.replica.length() != s.turn.length {
		for _, p := range s.peers {
			p.deadline = time.Time{}
		}
	}
	s.turn.end()
	s.turn = turn{length: s.replica.length(), decision: d}
	s.tickLocked()
	limit := s.replica.status().clock
	if d != protocol.ChooseMove || limit == 0 {
		return
	}
	left := limit - s.elapsed.own // some of it before this program was started again
	s.turn.deadline = s.cfg.Clock.Now().Add(left)
	length := s.turn.length
	s.turn.stop = []func(){
		s.cfg.Clock.AfterFunc(left, func() { s.timeUp(length) }),
		// A turn that is over within a moment isn't worth a signal.
		s.cfg.Clock.AfterFunc(time.Second, func() { s.tellClock(length) }),
	}
}

func (t *turn) end() {
	for _, stop := range t.stop {
		stop()
	}
	if t.tick != nil {
		t.tick()
	}
	t.stop, t.tick = nil, nil
}

func (s *Session) timeUp(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.turn.decision != protocol.ChooseMove || s.checkSignLocked() != nil {
		return
	}
	if s.cfg.AutoPass {
		if err := s.replica.Pass(s.cfg.Rand); err != nil {
			s.cfg.Log.Warn("could not pass", "match", s.ID(), "error", err)
		}
		s.settleLocked() // its error has ended the session
		return
	}
	s.life.notify()
}

func (s *Session) tellClock(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length == length {
		for _, p := range s.peers {
			if p.link != nil {
				p.link.tellClockLocked()
			}
		}
	}
}

// tellClockLocked tells a peer how much time is left for our move, or whoever watches, for anybody's.
func (l *peerLink) tellClockLocked() {
	s := l.session
	until := s.turn.deadline
	if mover := s.peers.of(s.replica.status().mover); l.Role == wire.Watcher && mover != nil {
		until = s.clockOfLocked(mover)
	}
	if left := until.Sub(s.cfg.Clock.Now()); !until.IsZero() && left > 0 {
		l.pushLocked(wire.NewSignal(wire.SignalClock, uint32(min(left.Milliseconds(), 1<<31))))
	}
}

// waitingSinceLocked returns since when others owe something, zero if nobody does. What
// this program has waited before it was started again counts, the time between does not.
func (s *Session) waitingSinceLocked() time.Time {
	if len(s.replica.awaited()) == 0 {
		return time.Time{}
	}
	s.countLocked()
	return s.elapsed.at.Add(-s.elapsed.waited)
}

// lineTime is the time that may pass between a move made in time and its arrival here.
const lineTime = 10 * time.Second

// overdueLocked is Snapshot.Overdue.
func (s *Session) overdueLocked() bool {
	at := s.claimAtLocked()
	return !at.IsZero() && s.elapsed.at.After(at)
}

// claimAtLocked is from when silence may be claimed if all stays silent, and linked, as it
// is; zero if it never may.
func (s *Session) claimAtLocked() time.Time {
	grace, limit, since := s.replica.status().grace, s.replica.status().clock, s.waitingSinceLocked()
	if grace == 0 || since.IsZero() {
		return time.Time{}
	}
	drawn := s.elapsed.drawn
	if mover := s.replica.status().mover; drawn.IsZero() && limit > 0 && mover != wire.NoSeat && s.peers.isHere(mover) {
		drawn = s.elapsed.at.Add(limit + lineTime - s.elapsed.linked[mover])
	}
	if at := since.Add(grace); drawn.IsZero() || at.Before(drawn) {
		return at
	}
	return drawn
}

// clockOfLocked is until when a peer has time for its move: as its program says, but no
// longer than can be seen from here.
func (s *Session) clockOfLocked(p *peer) time.Time {
	limit, since := s.replica.status().clock, s.waitingSinceLocked()
	if limit == 0 || since.IsZero() || p.seat == wire.NoSeat || s.replica.status().mover != p.seat {
		return time.Time{}
	}
	seen := since.Add(limit)
	if !p.deadline.IsZero() && p.deadline.Before(seen) {
		return p.deadline
	}
	return seen
}

// countLocked brings the elapsed time up to date.
func (s *Session) countLocked() {
	deciding := s.turn.decision == protocol.ChooseMove && s.turn.length == s.replica.length()
	s.elapsed.count(s.cfg.Clock.Now(), &s.replica, deciding, s.peers)
}

// tickLocked keeps the time on disk now and then while it counts: four times in the time
// that matters first, and ever more rarely when that is long over.
func (s *Session) tickLocked() {
	matters := s.replica.status().clock
	if grace := s.replica.status().grace; grace > 0 && (matters == 0 || grace < matters) {
		matters = grace
	}
	if matters == 0 || s.turn.decision != protocol.ChooseMove && len(s.replica.awaited()) == 0 {
		return
	}
	length := s.turn.length
	next := max(time.Second, matters/4, s.elapsed.waited/4)
	s.turn.tick = s.cfg.Clock.AfterFunc(next, func() { s.tick(length) })
}

func (s *Session) tick(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.life.phase >= ended {
		return
	}
	s.saveElapsedLocked()
	s.tickLocked()
}

// saveElapsedLocked puts the time on disk.
func (s *Session) saveElapsedLocked() {
	s.countLocked()
	if s.life.usable() != nil || s.replica.behind() || s.replica.status().complete || s.elapsed.own == 0 && s.elapsed.waited == 0 {
		return
	}
	u := s.updateLocked()
	u.Spent = s.elapsed.marshal()
	if err := s.st.Save(u); err != nil {
		s.life.fail(err)
		return
	}
	s.savedLocked()
}
