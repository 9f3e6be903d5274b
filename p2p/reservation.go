package p2p

import (
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// The guests of a match of several link to each other, and where none can be called from
// outside they need a place to be found. A host that is found at its relay lends each guest
// a reservation there: the right to be found under the guest's own key, and no other. The guest
// announces it with its other addresses, so that the others find it whether the host's
// program runs or not.

// reservationLocked returns the reservation that the other end of a link should be lent, once.
func (l *peerLink) reservationLocked() []wire.Frame {
	s := l.session
	if s.meta.role != wire.Host || s.replica.status().seats < 3 || l.of == nil || s.replica.status().complete {
		return nil
	}
	reservation := s.net.LentReservation(l.Peer)
	if reservation == "" || reservation == l.lent || len(reservation) > transport.MaxAddr {
		return nil
	}
	l.lent = reservation
	return []wire.Frame{{Kind: wire.KindReservation, Payload: []byte(reservation)}}
}

// takeReservationLocked takes a reservation that the host lends, and informs the others. There is one
// at a time, and a host that names ever new ones is heard now and then.
func (l *peerLink) takeReservationLocked(reservation transport.Addr) (news bool, err error) {
	s := l.session
	if l.Role != wire.Host || s.meta.role != wire.Guest {
		return false, link.Refuse("p2p.reservation-of-another", "%w: a reservation from a program that is not the host", wire.ErrMalformed)
	}
	if s.replica.status().seats < 3 || s.replica.status().complete || !l.of.reservations.Spend(link.WordPace, s.cfg.Clock.Now()) || !s.net.UseReservation(reservation) {
		return false, nil
	}
	s.meta.net = s.net.Keep()
	return true, s.settleLocked()
}
