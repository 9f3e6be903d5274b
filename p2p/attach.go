package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

const (
	maxUnseated = 16  // links of guests who know an invite and have not joined
	maxWatchers = 128 // links of those who watch
)

// runLink runs a proven link to its end. The error is why it ended.
func (s *Session) runLink(l *link) error {
	if err := s.attach(l); err != nil {
		s.partFrom(l.c, err)
		return err
	}
	defer s.running.Done()
	go l.write()
	err := l.read()
	close(l.dead)
	l.c.SetWriteDeadline(time.Now())
	l.c.Close()
	<-l.flushed
	s.detach(l, err)
	return err
}

// attach makes l one of the session's links, and its peer's only one. The host numbers
// links, so both ends agree which of two is the newer, in whatever order they come up.
func (s *Session) attach(l *link) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase >= ended {
		return &refusal{wire.ByeClosing, coded.Errorf("p2p.session-ended", "the session has ended"), false}
	}
	for old := range s.links {
		if old.peer != l.peer {
			continue
		}
		if old.number >= l.number {
			return &refusal{wire.ByeReplaced, coded.Errorf("p2p.newer-link", "there is a newer link"), false}
		}
		old.closeLocked(wire.ByeReplaced, "")
		s.unlinkLocked(old)
	}
	if err := s.placeOfLocked(l); err != nil {
		return err
	}
	s.countLocked()
	s.running.Add(1)
	s.links[l] = true
	s.listenLocked(l)
	s.introduceLocked(l)
	if p := l.of; p != nil {
		p.link, p.since, p.arranging, p.trouble = l, s.cfg.Clock.Now(), false, nil
		s.learnAddrsLocked(p)
		s.tellClockLocked(l)
		for _, other := range s.peers {
			if other != p && other.request != nil {
				l.pushLocked(wire.Frame{Kind: wire.KindResign, Payload: other.request})
			}
		}
		if s.request != nil {
			l.pushLocked(wire.Frame{Kind: wire.KindResign, Payload: s.request})
		}
	}
	s.reachLocked()
	s.scheduleVoteLocked()
	s.cfg.Log.Info("linked", "match", s.ID(), "link", l.number)
	s.notifyLocked()
	return nil
}

// placeOfLocked finds the peer whose link l is, if it is one's: else it is one of a
// bounded number of others.
func (s *Session) placeOfLocked(l *link) error {
	if l.role == wire.Watcher {
		if _, watchers := s.othersLocked(); len(watchers) >= maxWatchers {
			return &refusal{wire.ByeFull, ErrFull, false}
		}
		return nil
	}
	p := s.peerOfLocked(l.seat)
	switch {
	case l.role == wire.Host:
		p = s.hostPeerLocked()
	case s.facts.role != wire.Host: // shake has seen that it is this one's
	case p == nil || !p.key.IsZero() && p.key != l.peer:
		return &refusal{wire.ByeTaken, ErrTaken, true} // it was free when the link was numbered
	case p.key.IsZero() && s.seat.joined(l.seat): // by a letter
		p.key = l.peer
	case p.key.IsZero():
		if unseated, _ := s.othersLocked(); len(unseated) >= maxUnseated {
			oldestLocked(unseated).closeLocked(wire.ByeFull, "")
		}
		return nil
	}
	l.of, p.met = p, true
	return nil
}

// othersLocked are the links of nobody's peer.
func (s *Session) othersLocked() (unseated, watchers []*link) {
	for l := range s.links {
		switch {
		case l.of != nil || l.bye != nil:
		case l.role == wire.Watcher:
			watchers = append(watchers, l)
		default:
			unseated = append(unseated, l)
		}
	}
	return unseated, watchers
}

func oldestLocked(links []*link) *link {
	oldest := links[0]
	for _, l := range links {
		if l.number < oldest.number {
			oldest = l
		}
	}
	return oldest
}

// detach forgets a link that has ended.
func (s *Session) detach(l *link, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.links[l] {
		return
	}
	s.unlinkLocked(l)
	s.reachLocked()
	s.scheduleVoteLocked()
	p := l.of
	if p == nil && l.role == wire.Guest {
		p = s.peerOfLocked(l.seat) // whom it might have become
	}
	if p != nil && p.link == nil {
		p.trouble = err
		p.poke()
	}
	s.cfg.Log.Info("link lost", "match", s.ID(), "link", l.number, "error", err)
	if s.usableLocked() == nil && s.phase < ended {
		s.checkEndLocked() // who is not linked any more may not be waited for
	}
	s.notifyLocked()
}

// unlinkLocked takes a link away from whose it was.
func (s *Session) unlinkLocked(l *link) {
	s.countLocked()
	delete(s.links, l)
	if l.listens != nil {
		l.listens()
	}
	if p := l.of; p != nil && p.link == l {
		if p.hereLocked() { // else it has been away for longer
			p.since = s.cfg.Clock.Now()
		}
		p.link, p.arranging, p.deadline = nil, false, time.Time{}
		if !s.anyLinkLocked() {
			s.lonesomeLocked()
		}
	}
}

// letGo reports whether a Bye of ours is on its way.
func (s *Session) letGo(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.bye != nil
}

func (s *Session) closeLink(l *link, r wire.Reason, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.closeLocked(r, text)
}
