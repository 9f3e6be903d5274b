package p2p

import (
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// A line can die without a sign, and its link then stands until idleTime: ending it sooner
// would cost slow and honest lines theirs. What a player is told goes by what was heard: a link
// is quiet, and its other end away, when nothing has come for quietTime, in which it pings more
// than once. Being quiet by choice gains a peer no more than ending the link does, which it always
// could.

// quietTime is no longer than lineTime, so that silence can be claimed for an overdrawn clock
// only of a seat that was heard after its time was over.
const quietTime = lineTime

// ear is when something came over a link last. Nothing else is locked under its lock.
type ear struct {
	mu    sync.Mutex // guards what follows
	last  time.Time
	quiet bool
}

// hearing is what the reader of a link reads from.
type hearing struct{ l *link }

func (h hearing) Read(b []byte) (int, error) {
	n, err := h.l.c.Read(b)
	if n > 0 {
		h.l.session.hear(h.l)
	}
	return n, err
}

// hear notes that something has come.
func (s *Session) hear(l *link) {
	if !l.ear.hears(s.cfg.Clock.Now()) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countLocked()
	l.ear.wake()
	s.listenLocked(l)
	if p := l.of; p != nil && p.link == l {
		p.since = s.cfg.Clock.Now()
		if p.trouble == ErrSilent {
			p.trouble = nil
		}
	}
	s.reachLocked()
	s.scheduleVoteLocked()
	s.notifyLocked()
}

// listenLocked looks whether a link is quiet when it may be.
func (s *Session) listenLocked(l *link) {
	if l.role != wire.Watcher && s.facts.role != wire.Watcher && s.links[l] {
		left := quietTime - s.cfg.Clock.Now().Sub(l.ear.heard())
		l.listens = s.cfg.Clock.AfterFunc(left, func() { s.listen(l) })
	}
}

func (s *Session) listen(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.links[l] {
		return
	}
	s.countLocked()
	silent, quiet := l.ear.listens(s.cfg.Clock.Now())
	if !quiet {
		s.listenLocked(l)
		return
	}
	if p := l.of; p != nil && p.link == l {
		s.spent.takeBackLocked(p.seat, silent)
		p.since = s.cfg.Clock.Now().Add(-silent)
		if p.trouble == nil {
			p.trouble = ErrSilent
		}
	}
	s.reachLocked()
	s.scheduleVoteLocked()
	s.notifyLocked()
}

// hears notes that something came now, and reports whether the link was quiet.
func (e *ear) hears(now time.Time) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = now
	return e.quiet
}

// heard is when something came last.
func (e *ear) heard() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.last
}

// listens reports for how long nothing has come, and whether the link is quiet for that.
func (e *ear) listens(now time.Time) (silent time.Duration, quiet bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	silent = now.Sub(e.last)
	e.quiet = silent >= quietTime
	return silent, e.quiet
}

func (e *ear) wake() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.quiet = false
}

func (e *ear) isQuiet() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.quiet
}

// hereLocked reports whether a peer is linked, and not by a quiet link.
func (p *peer) hereLocked() bool { return p.link != nil && !p.link.ear.isQuiet() }
