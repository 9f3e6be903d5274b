package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// checkEndLocked checks whether the match is over, and which peers have all of it.
func (s *Session) checkEndLocked() {
	if !s.replica.status().over || s.life.phase == idle {
		return
	}
	if patience := s.patienceLocked(); s.graceStop == nil && patience > 0 && s.life.phase < ended {
		s.graceStop = s.cfg.Clock.AfterFunc(patience, s.graceEnds)
	}
	if s.replica.status().convicted {
		s.life.advance(sealed)
	}
	if s.st.Done() { // before this program started, perhaps
		s.life.advance(settled)
	}
	if !s.replica.status().complete {
		return
	}
	for l := range s.links {
		if l.hasAllLocked() {
			s.hasLocked(l.of)
			l.closeLocked(wire.ByeDone, "")
		}
	}
	if s.replica.isExtra() {
		s.allHaveLocked()
	}
	s.allPartedLocked()
}

// patienceLocked returns how long a finished match waits for the others: the grace of
// the rules. Where they give none (play by mail) it waits for what somebody
// still owes without end, but not to be told that they have everything. A program that
// was started again when all was here already waits for little: the others have
// probably finished and gone.
func (s *Session) patienceLocked() time.Duration {
	const toBeTold, toBeToldAgain = 10 * time.Minute, time.Minute
	grace := s.replica.status().grace
	switch {
	case s.complete && (grace == 0 || grace > toBeToldAgain):
		return toBeToldAgain
	case grace > 0 || !s.replica.status().complete:
		return grace
	}
	return toBeTold
}

// hasLocked notes that a peer has all of the finished match. p is nil for a program that is not a peer.
func (s *Session) hasLocked(p *peer) {
	if p == nil || p.has {
		return
	}
	p.has = true
	s.allHaveLocked()
}

// allHaveLocked settles the match once all have it.
func (s *Session) allHaveLocked() {
	if s.life.phase == idle || s.life.phase >= settled || !s.doneLocked() {
		return
	}
	s.life.advance(settled)
	_ = s.saveLocked(s.updateLocked())
}

// partLocked notes that a peer has said that all have everything.
func (s *Session) partLocked(p *peer) {
	s.hasLocked(p)
	p.parted = true
	s.allPartedLocked()
}

// takeInvite hears that a peer invites to another match. Whoever does has left this one: its goodbye was lost, and nobody
// need wait for it.
func (s *Session) takeInvite(from transport.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.peers.first(func(p *peer) bool { return p.key == from })
	if p != nil && s.replica.status().complete {
		s.partLocked(p)
	}
}

// Part ends the wait for the others' goodbyes, if all have everything of the match: its player has something else to do.
func (s *Session) Part() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.phase == settled {
		s.life.advance(parted)
	}
}

// allPartedLocked ends the wait for those who have still to hear that all have everything, and for a seat that was put out: as
// long as its program is linked or, if this one has taken up the finished match again, may come.
func (s *Session) allPartedLocked() {
	if s.life.phase != settled || !s.peers.all(&s.replica, func(p *peer) bool { return p.parted }) {
		return
	}
	for l := range s.links {
		if l.of != nil && !l.hasAllLocked() {
			return
		}
	}
	for _, p := range s.peers {
		if s.parting == recallTime && s.replica.isAbsent(p.seat) && !p.has {
			return
		}
	}
	s.life.advance(parted)
}

// graceEnds: whoever has not revealed by now is not waited for.
func (s *Session) graceEnds() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.usable() != nil || s.life.phase >= ended {
		return
	}
	if s.replica.player != nil {
		s.replica.GraceOver()
	}
	if s.settleLocked() != nil {
		return
	}
	// A peer that is here gets what was just made.
	s.graceStop = s.cfg.Clock.AfterFunc(link.HandshakeTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.life.phase == running {
			s.life.end(ErrPeerGone, wire.ByeClosing)
		}
	})
}

// resignLocked resigns in the seat's turn, and asks the seat to move to take the resignation in another's.
func (s *Session) resignLocked() error {
	request, err := s.replica.Resign()
	s.resigning = err == nil
	if request == nil {
		return err
	}
	s.request, s.asked = request, s.replica.length()
	s.peers.send(wire.Frame{Kind: wire.KindResign, Payload: request})
	return nil
}
