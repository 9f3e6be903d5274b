package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// turn is the decision that the seat has to take now.
type turn struct {
	length   int // of the chain when it came up
	decision protocol.Decision
	deadline time.Time // zero without a clock
	stop     []func()
	tick     func()    // stops what counts the time; may be nil
	kept     time.Time // when the time was put on disk, or the decision came up
	prepared bool      // its attacks are being made ready, or are
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
	s.turn = turn{length: s.replica.length(), decision: d, kept: s.cfg.Clock.Now()}
	s.tickLocked()
	s.startClockLocked()
}

// Pause stops the time of the match for this program, or lets it go on. It is for matches all of whose seats are paused: the
// programs of others count on.
func (s *Session) Pause(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countLocked()
	s.paused = on
	if s.life.phase < ended {
		s.startClockLocked()
		s.life.notify()
	}
}

// startClockLocked has our clock run from now on, with the time that is left of it: some may have passed before this program was
// started again, before it slept, or before a pause.
func (s *Session) startClockLocked() {
	limit := s.replica.status().clock
	s.turn.deadline = time.Time{}
	if s.turn.decision != protocol.ChooseMove || limit == 0 || s.paused {
		return
	}
	left := limit - s.elapsed.own
	s.turn.deadline = s.cfg.Clock.Now().Add(left)
	s.turn.stop = append(s.turn.stop, s.laterInTurnLocked(left, s.timeUpLocked),
		// A turn that is over within a moment isn't worth a signal.
		s.laterInTurnLocked(time.Second, func() {
			for _, p := range s.peers {
				if p.link != nil {
					p.link.tellClockLocked()
				}
			}
		}))
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

// laterInTurnLocked calls f under the lock after a while, if the turn is still the same.
func (s *Session) laterInTurnLocked(after time.Duration, f func()) (stop func()) {
	length := s.turn.length
	return s.cfg.Clock.AfterFunc(after, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.turn.length == length {
			f()
		}
	})
}

func (s *Session) timeUpLocked() {
	s.countLocked()
	if s.turn.decision != protocol.ChooseMove || s.checkSignLocked() != nil || s.paused || s.cfg.Clock.Now().Before(s.turn.deadline) {
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

// tellClockLocked tells a peer how much time is left for our move, or whoever watches, for anybody's.
func (l *peerLink) tellClockLocked() {
	s := l.session
	until := s.turn.deadline
	if mover := s.peers.of(s.replica.status().mover); l.Role == wire.Watcher && mover != nil {
		s.countLocked()
		until = s.elapsed.clockOf(mover, &s.replica)
	}
	if left := until.Sub(s.cfg.Clock.Now()); !until.IsZero() && left > 0 {
		l.pushLocked(wire.NewSignal(wire.SignalClock, uint32(min(left.Milliseconds(), 1<<31))))
	}
}

// countEvery is the time between counts, at most, where it matters.
const countEvery = 2 * time.Second

// countLocked brings the elapsed time up to date. If nothing was counted for as long as makes a link
// quiet, this program has not run: its device slept, or the browser froze its page. That time counts for
// nobody, just as the others count none for us.
func (s *Session) countLocked() {
	now, deciding := s.cfg.Clock.Now(), s.turn.decision == protocol.ChooseMove && s.turn.length == s.replica.length()
	slept := s.turn.tick != nil && now.Sub(s.elapsed.at) >= link.QuietTime
	if slept || s.paused {
		s.elapsed.at = now
	}
	s.elapsed.count(now, &s.replica, deciding, s.peers)
	if slept && deciding {
		s.startClockLocked()
		s.life.notify()
	}
}

// tickLocked counts the time, and keeps it on disk now and then: four times in the time
// that matters first, and ever more rarely when that is long over.
func (s *Session) tickLocked() {
	matters := s.replica.status().clock
	if grace := s.replica.status().grace; grace > 0 && (matters == 0 || grace < matters) {
		matters = grace
	}
	if matters == 0 || s.turn.decision != protocol.ChooseMove && len(s.replica.awaited()) == 0 {
		return
	}
	next := max(time.Second, matters/4, s.elapsed.waited/4)
	s.turn.tick = s.laterInTurnLocked(min(next, countEvery), func() {
		if s.life.phase >= ended {
			return
		}
		s.countLocked()
		if now := s.cfg.Clock.Now(); now.Sub(s.turn.kept) >= next {
			s.turn.kept = now
			s.saveElapsedLocked()
		}
		s.tickLocked()
	})
}

// saveElapsedLocked puts the time on disk.
func (s *Session) saveElapsedLocked() {
	s.countLocked()
	if s.life.usable() != nil || s.replica.behind() || s.replica.status().complete || s.elapsed.own == 0 && s.elapsed.waited == 0 {
		return
	}
	u := s.updateLocked()
	u.Spent = s.elapsed.marshal()
	_ = s.saveLocked(u)
}
