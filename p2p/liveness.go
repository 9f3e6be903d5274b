package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Revived implements [link.Handler]: something came over a link that was quiet.
func (l *peerLink) Revived() {
	s := l.session
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countLocked()
	l.ClearQuiet()
	l.watchLivenessLocked()
	if p := l.of; p != nil && p.link == l {
		p.since = s.cfg.Clock.Now()
		if p.trouble == ErrSilent {
			p.trouble = nil
		}
	}
	s.linksChangedLocked()
}

// watchLivenessLocked checks again once the link may be quiet.
func (l *peerLink) watchLivenessLocked() {
	s := l.session
	if l.Role != wire.Watcher && s.meta.role != wire.Watcher && s.links[l] {
		left := link.QuietTime - s.cfg.Clock.Now().Sub(l.LastHeard())
		l.stopWatch = s.cfg.Clock.AfterFunc(left, l.checkLiveness)
	}
}

func (l *peerLink) checkLiveness() {
	s := l.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.links[l] {
		return
	}
	s.countLocked()
	silent, quiet := l.CheckQuiet(s.cfg.Clock.Now())
	if !quiet {
		l.watchLivenessLocked()
		return
	}
	l.fellQuietLocked(silent)
}

func (l *peerLink) fellQuietLocked(silent time.Duration) {
	s := l.session
	if p := l.of; p != nil && p.link == l {
		s.elapsed.takeBackLocked(p.seat, silent)
		p.since = s.cfg.Clock.Now().Add(-silent)
		if p.trouble == nil {
			p.trouble = ErrSilent
		}
		if l.Conn.Path() != transport.Relayed { // what is sent again ever more rarely comes later than a new link
			s.net.Drop(p.key)
		}
	}
	s.linksChangedLocked()
}

// linksChangedLocked follows up on a link that came, went, fell quiet or revived.
func (s *Session) linksChangedLocked() {
	s.reachLocked()
	s.scheduleVoteLocked()
	s.life.notify()
}
