package p2p

import (
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// peer is a program that this one would play with: to a host each other seat's, to
// anybody else the host's. It belongs to the session's lock.
type peer struct {
	seat  engine.Seat      // noSeat: the host's, before its Terms are here
	key   transport.Key    // zero until somebody has joined
	addrs []transport.Addr // the last that are known
	link  *link            // nil while there is none

	relink chan struct{} // pokes the dialer: the link is gone, or somebody has joined

	heard   bool  // it has said, since this program started, how far the match is, and we have all of that
	has     bool  // all of the finished match
	parted  bool  // and has said so
	trouble error // why the last link ended, or could not be made

	since     time.Time // of the link, or of its loss
	arranging bool
	deadline  time.Time // of its move, as it says

	request []byte       // to resign, of this seat, for the head that it names
	letter  letterStatus // what its letters say that it has
}

func newPeers(f facts) []*peer {
	add := func(seat engine.Seat) *peer {
		p := &peer{seat: seat, relink: make(chan struct{}, 1)}
		for _, known := range f.peers {
			if f.role != hostRole || known.seat == seat {
				p.key, p.addrs = known.key, known.addrs
			}
		}
		return p
	}
	if f.role != hostRole {
		return []*peer{add(noSeat)}
	}
	var out []*peer
	for seat := range engine.Seat(f.seats) {
		if seat != f.seat {
			out = append(out, add(seat))
		}
	}
	return out
}

// peerOfLocked is the peer of a seat, nil if this program is not linked to it.
func (s *Session) peerOfLocked(seat engine.Seat) *peer {
	for _, p := range s.peers {
		if s.facts.role != hostRole && s.seat.length() > 0 {
			p.seat = s.seat.host()
		}
		if p.seat == seat {
			return p
		}
	}
	return nil
}

// seatedLocked notes that a Join has come, by a link that is nil if it came otherwise.
// From now on the seat is that peer's and nobody else's.
func (s *Session) seatedLocked(l *link, raw []byte) {
	p := s.peerOfLocked(signer(raw))
	if s.facts.role != hostRole || p == nil || l == nil || l.seat != p.seat || !p.key.IsZero() {
		return
	}
	s.adoptLocked(p, l)
	for other := range s.links {
		if other != l && other.seat == l.seat && other.role == guestRole && other.of == nil {
			other.closeLocked(byeTaken, "")
		}
	}
}

// adoptLocked makes a proven link the peer's own.
func (s *Session) adoptLocked(p *peer, l *link) {
	p.key, p.link, l.of = l.peer, l, p
	p.since = s.cfg.Clock.Now()
	s.learnAddrsLocked(p)
	s.nameLocked(l.seat, l.name)
}

// learnAddrsLocked keeps where the peer listens, for redialling after a restart.
func (s *Session) learnAddrsLocked(p *peer) {
	addrs := s.net.AddrsOf(p.key)
	for _, old := range p.addrs {
		if !slices.Contains(addrs, old) {
			addrs = append(addrs, old)
		}
	}
	addrs = slices.DeleteFunc(addrs, func(a transport.Addr) bool { return len(a) > transport.MaxAddr })
	p.addrs = addrs[:min(len(addrs), maxInviteAddrs)]
}

// factsLocked are what must be kept, as they are now.
func (s *Session) factsLocked() []byte {
	s.facts.peers = nil
	for _, p := range s.peers {
		if !p.key.IsZero() {
			s.facts.peers = append(s.facts.peers, peerFact{p.seat, p.key, p.addrs})
		}
	}
	return s.facts.marshal()
}

// heardLocked reports whether every peer has said how far the match is: a record of
// ours that we have forgotten would be known to one of them.
func (s *Session) heardLocked() bool {
	for _, p := range s.peers {
		if !p.heard {
			return false
		}
	}
	return true
}

// allLocked reports whether something holds of every peer.
func (s *Session) allLocked(holds func(*peer) bool) bool {
	return !slices.ContainsFunc(s.peers, func(p *peer) bool { return !holds(p) })
}

// isJoin reports whether a record takes a seat.
func isJoin(raw []byte) bool { return transcript.Kind(raw[0]) == transcript.Join }
