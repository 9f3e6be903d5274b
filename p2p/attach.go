package p2p

import (
	"errors"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

const (
	maxUnseated = 16  // links of guests who know an invite and have not joined
	maxWatchers = 128 // links of those who watch
	maxSources  = 1024
)

// visitsOf bounds how often one source may come to watch: each link brings the whole match.
var visitsOf = admission.Pace{Burst: 2 * maxWatchers, PerSecond: 1}

// run runs a proven link to its end. The error is why it ended.
func (l *peerLink) run() error {
	s := l.session
	if err := l.attach(); err != nil {
		link.Abort(l.Conn, err)
		return err
	}
	l.Conn.Proven()
	defer s.running.Done()
	err := l.Run(l, s.cfg.Clock.Now)
	l.detach(err)
	return err
}

// attach makes l one of the session's links, and its peer's only one. The host numbers
// links, so both ends agree which of two is the newer, in whatever order they come up.
func (l *peerLink) attach() error {
	s := l.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.phase >= ended {
		return &link.Refusal{Reason: wire.ByeClosing, Err: coded.Errorf("p2p.session-ended", "the session has ended"), Strike: false}
	}
	for old := range s.links {
		if old.Peer != l.Peer {
			continue
		}
		if old.Number >= l.Number {
			return &link.Refusal{Reason: wire.ByeReplaced, Err: coded.Errorf("p2p.newer-link", "there is a newer link"), Strike: false}
		}
		old.closeLocked(wire.ByeReplaced, "")
		old.unlinkLocked()
	}
	if err := l.assignPeerLocked(); err != nil {
		return err
	}
	if l.of != nil && !l.budget.Spend(link.LinkCost, time.Now()) {
		return &link.Refusal{Reason: wire.ByeFlood, Err: errFlood(), Strike: false} // a bad line does that, too
	}
	s.countLocked()
	s.running.Add(1)
	s.links[l] = true
	l.watchLivenessLocked()
	l.introduceLocked()
	if p := l.of; p != nil {
		p.link, p.since, p.arranging, p.trouble, p.aside = l, s.cfg.Clock.Now(), false, nil, false
		l.tellClockLocked()
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
	s.cfg.Log.Info("linked", "match", s.ID(), "link", l.Number)
	s.life.notify()
	return nil
}

// assignPeerLocked finds the peer whose link l is, if it is one's: otherwise it is one of a
// bounded number of others.
func (l *peerLink) assignPeerLocked() error {
	s := l.session
	if l.Role == wire.Watcher {
		if !s.visits.Spend(l.Conn.Source(), time.Now()) {
			return &link.Refusal{Reason: wire.ByeFull, Err: ErrFull, Strike: false}
		}
		_, watchers := s.othersLocked()
		if len(watchers) < maxWatchers {
			return nil
		}
		crowd := crowdAmong(watchers, l.Conn.Source())
		if crowd == nil {
			return &link.Refusal{Reason: wire.ByeFull, Err: ErrFull, Strike: false}
		}
		oldestLocked(crowd).closeLocked(wire.ByeFull, "")
		return nil
	}
	p := s.peers.of(l.Seat)
	switch {
	case l.Role == wire.Host:
		p = s.peers.host()
	case s.meta.role != wire.Host: // shake has seen that it is this one's
	case p == nil || !p.key.IsZero() && p.key != l.Peer:
		return &link.Refusal{Reason: wire.ByeTaken, Err: ErrTaken, Strike: true} // it was free when the link was numbered
	case p.key.IsZero() && s.replica.hasJoined(l.Seat): // by a letter
		p.key = l.Peer
	case p.key.IsZero():
		if unseated, _ := s.othersLocked(); len(unseated) >= maxUnseated {
			oldestLocked(unseated).closeLocked(wire.ByeFull, "")
		}
		return nil
	}
	l.of, l.budget = p, &p.budget
	s.peers.prove(p)
	return nil
}

// othersLocked returns the links of nobody's peer.
func (s *Session) othersLocked() (unseated, watchers []*peerLink) {
	for l := range s.links {
		switch {
		case l.of != nil || l.bye != nil:
		case l.Role == wire.Watcher:
			watchers = append(watchers, l)
		default:
			unseated = append(unseated, l)
		}
	}
	return unseated, watchers
}

// crowdAmong returns the links from the source that has most, if it has more than this source would with one more; nil if not.
func crowdAmong(links []*peerLink, source string) (crowd []*peerLink) {
	from := map[string][]*peerLink{}
	for _, l := range links {
		from[l.Conn.Source()] = append(from[l.Conn.Source()], l)
	}
	for _, list := range from {
		if len(list) > len(from[source])+1 && len(list) > len(crowd) {
			crowd = list
		}
	}
	return crowd
}

func oldestLocked(links []*peerLink) *peerLink {
	oldest := links[0]
	for _, l := range links {
		if l.Number < oldest.Number {
			oldest = l
		}
	}
	return oldest
}

// detach forgets a link that has ended.
func (l *peerLink) detach(err error) {
	s := l.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.links[l] {
		return
	}
	l.unlinkLocked()
	s.reachLocked()
	s.scheduleVoteLocked()
	p := l.of
	if p == nil && l.Role == wire.Guest {
		p = s.peers.of(l.Seat) // whom it might have become
	}
	if p != nil && p.link == nil {
		p.trouble = lost(err)
		if bye, ok := errors.AsType[*ByeError](err); ok && bye.Reason == wire.ByeReplaced {
			s.stepAsideLocked(p)
		} else {
			p.redial()
		}
	}
	s.cfg.Log.Info("link lost", "match", s.ID(), "link", l.Number, "error", err)
	if s.life.usable() == nil && s.life.phase < ended {
		s.checkEndLocked() // nobody may be waiting for a peer that is not linked any more
	}
	s.life.notify()
}

// stepAsideLocked has a peer not be dialled for a while: where no newer link of ours comes, another program with a copy of our
// files has it, and the two would take it from each other for ever.
func (s *Session) stepAsideLocked(p *peer) {
	p.aside = true
	s.cfg.Clock.AfterFunc(retry.Max, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		p.aside = false
		p.redial()
	})
}

// unlinkLocked takes a link away from whose it was.
func (l *peerLink) unlinkLocked() {
	s := l.session
	s.countLocked()
	delete(s.links, l)
	if l.stopWatch != nil {
		l.stopWatch()
	}
	if p := l.of; p != nil && p.link == l {
		if p.isHere() { // else it has been away for longer
			p.since = s.cfg.Clock.Now()
		}
		p.link, p.arranging, p.deadline = nil, false, time.Time{}
		if !s.peers.anyLinked() {
			s.startAloneLocked()
		}
	}
}

// seatedLocked notes that a Join has come, by this link.
// From now on the seat is that peer's and nobody else's.
func (l *peerLink) seatedLocked(raw []byte) {
	s := l.session
	p := s.peers.of(signer(raw))
	if s.meta.role != wire.Host || p == nil || l.Seat != p.seat || !p.key.IsZero() {
		return
	}
	l.adoptLocked(p)
	for other := range s.links {
		if other != l && other.Seat == l.Seat && other.Role == wire.Guest && other.of == nil {
			other.closeLocked(wire.ByeTaken, "")
		}
	}
}

// adoptLocked makes a proven link the peer's own.
func (l *peerLink) adoptLocked(p *peer) {
	s := l.session
	p.key, p.link, l.of, l.budget = l.Peer, l, p, &p.budget
	s.peers.prove(p)
	p.since = s.cfg.Clock.Now()
	s.reachLocked()
	s.nameLocked(l.Seat, l.name)
}
