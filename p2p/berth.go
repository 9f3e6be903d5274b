package p2p

import (
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// The guests of a match of several link to each other, and where none can be called from
// outside they need a place to be found. A host that is found at its relay lends each guest
// a berth there: the right to be found under the guest's own key, and no other. The guest
// tells it with the rest of its whereabouts, so that the others find it whether the host's
// program runs or not.

// berthForLocked is the berth that the other end of a link should be lent, once.
func (s *Session) berthForLocked(l *link) []wire.Frame {
	if s.facts.role != wire.Host || s.seat.seats() < 3 || l.of == nil || s.seat.complete() {
		return nil
	}
	berth := s.net.Berth(l.peer)
	if berth == "" || berth == l.berth || len(berth) > transport.MaxAddr {
		return nil
	}
	l.berth = berth
	return []wire.Frame{{Kind: wire.KindReservation, Payload: []byte(berth)}}
}

// takeBerthLocked takes a berth that the host lends, and tells the others of it. There is one
// at a time, and a host that names ever new ones is heard now and then.
func (s *Session) takeBerthLocked(l *link, berth transport.Addr) (news bool, err error) {
	if l.role != wire.Host || s.facts.role != wire.Guest {
		return false, refuse("p2p.berth-of-another", "%w: a berth from who does not host", wire.ErrMalformed)
	}
	if s.seat.seats() < 3 || s.seat.complete() || !l.of.berths.Spend(wordPace, s.cfg.Clock.Now()) || !s.net.Borrow(berth) {
		return false, nil
	}
	s.facts.net = s.net.Keep()
	return true, s.settleLocked()
}
