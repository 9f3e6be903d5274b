package p2p

import (
	"errors"
	"slices"
	"time"
)

// runLink runs a proven link to its end. The error is why it ended.
func (s *Session) runLink(l *link) error {
	if err := s.attach(l); err != nil {
		s.partFrom(l.c, err)
		return err
	}
	defer s.links.Done()
	go l.write()
	err := l.read()
	close(l.dead)
	l.c.SetWriteDeadline(time.Now())
	l.c.Close()
	<-l.flushed
	s.detach(l, err)
	return err
}

// attach makes l the session's link. The host numbers links, so both ends
// agree which of two is the newer, in whatever order they come up.
func (s *Session) attach(l *link) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping || s.closed || s.err != nil:
		return &refusal{byeClosing, errors.New("the session has ended"), false}
	case s.link != nil && s.link.number >= l.number:
		return &refusal{byeReplaced, errors.New("there is a newer link"), false}
	}
	if s.link != nil {
		s.link.close(byeReplaced, "")
	}
	s.links.Add(1)
	s.link = l
	s.peer.since, s.peer.arranging = s.cfg.Clock.Now(), false
	s.trouble = nil
	s.learnAddrs(l)
	if s.request != nil {
		l.push(frame{frameResign, s.request})
	}
	if left := s.turn.deadline.Sub(s.cfg.Clock.Now()); !s.turn.deadline.IsZero() && left > 0 {
		l.push(signalFrame(signalClock, uint32(min(left.Milliseconds(), 1<<31))))
	}
	s.cfg.Log.Info("linked", "match", s.ID(), "link", l.number)
	s.notify()
	return nil
}

// detach forgets a link that has ended.
func (s *Session) detach(l *link, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != l {
		return
	}
	s.link = nil
	s.peer.since, s.peer.deadline, s.peer.arranging = s.cfg.Clock.Now(), time.Time{}, false
	s.trouble = err
	s.cfg.Log.Info("link lost", "match", s.ID(), "link", l.number, "error", err)
	select {
	case s.relink <- struct{}{}:
	default:
	}
	s.notify()
}

// learnAddrs keeps where the peer listens, for redialling after a restart.
func (s *Session) learnAddrs(l *link) {
	if s.facts.role == hostRole && l.peer != s.facts.guest {
		return
	}
	addrs := s.net.addrsOf(l.peer)
	for _, old := range s.facts.peer {
		if !slices.Contains(addrs, old) {
			addrs = append(addrs, old)
		}
	}
	s.facts.peer = addrs[:min(len(addrs), maxInviteAddrs)]
}

// letGo reports whether a Bye of ours is on its way.
func (s *Session) letGo(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.bye != nil
}

func (s *Session) closeLink(l *link, r reason, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.close(r, text)
}
