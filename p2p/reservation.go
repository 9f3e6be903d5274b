package p2p

import (
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// The guests of a match of several link to each other, and where none can be called from
// outside they need a place to be found. A host that is found at its relay lends each guest
// a berth there: the right to be found under the guest's own key, and no other. The guest
// tells it with the rest of its whereabouts, so that the others find it whether the host's
// program runs or not.

// reservationLocked is the berth that the other end of a link should be lent, once.
func (l *peerLink) reservationLocked() []wire.Frame {
	s := l.session
	if s.meta.role != wire.Host || s.replica.status().seats < 3 || l.of == nil || s.replica.status().complete {
		return nil
	}
	berth := s.net.Berth(l.Peer)
	if berth == "" || berth == l.lent || len(berth) > transport.MaxAddr {
		return nil
	}
	l.lent = berth
	return []wire.Frame{{Kind: wire.KindReservation, Payload: []byte(berth)}}
}

// takeReservationLocked takes a berth that the host lends, and tells the others of it. There is one
// at a time, and a host that names ever new ones is heard now and then.
func (l *peerLink) takeReservationLocked(berth transport.Addr) (news bool, err error) {
	s := l.session
	if l.Role != wire.Host || s.meta.role != wire.Guest {
		return false, link.Refuse("p2p.berth-of-another", "%w: a berth from who does not host", wire.ErrMalformed)
	}
	if s.replica.status().seats < 3 || s.replica.status().complete || !l.of.berths.Spend(link.WordPace, s.cfg.Clock.Now()) || !s.net.Borrow(berth) {
		return false, nil
	}
	s.meta.net = s.net.Keep()
	return true, s.settleLocked()
}
