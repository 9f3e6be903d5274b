package p2p

import (
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// peer is the program of another seat; to who watches, the host's. It belongs to the
// session's lock.
type peer struct {
	seat   engine.Seat      // noSeat: the host's, to who watches and has not its Terms yet
	host   bool             // it hosts
	key    transport.Key    // zero until it is known
	addrs  []transport.Addr // the last that are known
	secret [32]byte         // peerFact.secret
	number uint64           // of where
	where  []byte           // where it is, signed, to be passed on; nil if it has not said so
	met    bool             // there was a link to it, in this or an earlier run
	link   *peerLink        // nil while there is none

	relink chan struct{} // pokes the dialer: the link is gone, or there is more to dial

	heard   bool  // it has said, since this program started, how far the match is, and we have all of that
	has     bool  // all of the finished match
	parted  bool  // and has said so
	trouble error // why the last link ended, or could not be made

	since     time.Time // of the link, or of its loss
	arranging bool
	deadline  time.Time // of its move, as it says

	request []byte          // to resign, of this seat, for the head that it names
	words   admission.Meter // of what it says of itself, whoever passes it on
	peeks   admission.Meter // of the Peeks that it sends or passes on
	berths  admission.Meter // of those that it lends
	letter  letterStatus    // what its letters say that it has
}

// newPeers makes the peers of a program: those of all other seats, or of the host's only
// if it watches.
func newPeers(f facts, host engine.Seat) []*peer {
	add := func(seat engine.Seat, host bool) *peer {
		p := &peer{seat: seat, host: host, relink: make(chan struct{}, 1)}
		for _, known := range f.peers {
			if known.seat == seat {
				p.key, p.addrs, p.met, p.secret = known.key, known.addrs, known.met, known.secret
			}
		}
		return p
	}
	if f.role == wire.Watcher {
		return []*peer{add(wire.NoSeat, true)}
	}
	var out []*peer
	for seat := range engine.Seat(f.seats) {
		if seat != f.seat {
			out = append(out, add(seat, seat == host))
		}
	}
	return out
}

// poke lets the dialer look again.
func (p *peer) poke() {
	select {
	case p.relink <- struct{}{}:
	default:
	}
}

// peerOfLocked is the peer of a seat, nil if there is none.
func (s *Session) peerOfLocked(seat engine.Seat) *peer {
	for _, p := range s.peers {
		if s.facts.role == wire.Watcher && s.replica.length() > 0 {
			p.seat = s.replica.status().host
		}
		if p.seat == seat {
			return p
		}
	}
	return nil
}

// hostPeerLocked is the host's, nil if this program hosts.
func (s *Session) hostPeerLocked() *peer {
	if i := slices.IndexFunc(s.peers, func(p *peer) bool { return p.host }); i >= 0 {
		return s.peers[i]
	}
	return nil
}

// seatedLocked notes that a Join has come, by a link that is nil if it came otherwise.
// From now on the seat is that peer's and nobody else's.
func (s *Session) seatedLocked(l *peerLink, raw []byte) {
	p := s.peerOfLocked(signer(raw))
	if s.facts.role != wire.Host || p == nil || l == nil || l.Seat != p.seat || !p.key.IsZero() {
		return
	}
	s.adoptLocked(p, l)
	for other := range s.links {
		if other != l && other.Seat == l.Seat && other.Role == wire.Guest && other.of == nil {
			other.closeLocked(wire.ByeTaken, "")
		}
	}
}

// adoptLocked makes a proven link the peer's own.
func (s *Session) adoptLocked(p *peer, l *peerLink) {
	p.key, p.link, l.of, p.met = l.Peer, l, p, true
	p.since = s.cfg.Clock.Now()
	s.learnAddrsLocked(p)
	s.reachLocked()
	s.nameLocked(l.Seat, l.name)
}

// learnAddrsLocked keeps where the peer listens, for redialling after a restart. What its
// seat has vouched for is all of that, and in its order.
func (s *Session) learnAddrsLocked(p *peer) {
	if p.where != nil {
		return
	}
	addrs := s.net.AddrsOf(p.key)
	for _, old := range p.addrs {
		if !slices.Contains(addrs, old) {
			addrs = append(addrs, old)
		}
	}
	addrs = slices.DeleteFunc(addrs, func(a transport.Addr) bool { return len(a) > transport.MaxAddr })
	p.addrs = addrs[:min(len(addrs), invite.MaxAddrs)]
}

// factsLocked are what must be kept, as they are now.
func (s *Session) factsLocked() []byte {
	s.facts.peers = nil
	for _, p := range s.peers {
		if !p.key.IsZero() {
			s.facts.peers = append(s.facts.peers, peerFact{p.seat, p.key, p.addrs, p.met, p.secret})
		}
	}
	return s.facts.marshal()
}

// lonelyTime is how long a program that has started again waits for those whom it knew.
const lonelyTime = 2 * time.Minute

// heardLocked reports whether those have said how far the match is who would know a record
// of ours that we have forgotten: all to whom there ever was a link. Who does not come for
// long is not waited for, if another has come: what we sent went round.
func (s *Session) heardLocked() bool {
	heard := false
	for _, p := range s.peers {
		if !p.heard && !s.replica.isGone(p.seat) && (p.link != nil || !s.alone && s.neededLocked(p)) {
			return false
		}
		heard = heard || p.heard
	}
	return heard
}

// neededLocked reports whether a peer is one without whom the match does not go on for us:
// to a host all others; to a guest the host, and whom else it has met. Not whom the others
// have put out for its silence.
func (s *Session) neededLocked(p *peer) bool {
	return (p.met || p.host || s.facts.role == wire.Host) && !s.replica.isAbsent(p.seat)
}

// lonely: the others have had their time to come.
func (s *Session) lonely() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.phase >= ended {
		return
	}
	s.alone = true
	s.settleLocked() // its error has ended the session
	s.notifyLocked()
}

// extraLocked reports whether this program is one that nobody waits for: it watches, or its
// seat was put out for its silence.
func (s *Session) extraLocked() bool {
	return s.facts.role == wire.Watcher || s.replica.isAbsent(s.replica.own)
}

// allLocked reports whether something holds of every peer that has to have the whole match
// before this program goes. To a guest that is the host, who brings it to the others; if
// they have put the host out for its silence, those whom it has met. Who is waited for by
// nobody waits for nobody either, once it has the whole match: the others may have gone. It
// only sees off the seats that it is linked to.
func (s *Session) allLocked(holds func(*peer) bool) bool {
	if s.extraLocked() {
		return s.replica.status().complete && !slices.ContainsFunc(s.peers, func(p *peer) bool {
			return p.link != nil && !holds(p) && s.facts.role != wire.Watcher
		})
	}
	host := s.hostPeerLocked()
	hub := host != nil && !s.replica.isAbsent(host.seat)
	anybody := false
	for _, p := range s.peers {
		if !s.neededLocked(p) || hub && !p.host {
			continue
		}
		if !holds(p) {
			return false
		}
		anybody = true
	}
	return anybody
}

// isJoin reports whether a record takes a seat.
func isJoin(raw []byte) bool { return transcript.Kind(raw[0]) == transcript.Join }
