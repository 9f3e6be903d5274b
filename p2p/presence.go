package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Programs tell each other to whom they are linked, and by which way they take a link to go,
// so that a player whose program is not linked to another's hears all the same that it has
// gone, and both ends of a link say the same of its way. Anybody can say anything there: it
// is shown, and nothing else hangs on it. Time, claims and votes go by a program's own links.

// presence is which seats are within reach, as far as is known: by a link, or a link of somebody
// to whom there is one.
type presence struct {
	seats engine.SeatSet
	since [engine.MaxSeats]time.Time // that changed; zero if it never did
}

// hint is what one end of a link has signalled to the other.
type hint struct {
	told  bool
	seats engine.SeatSet // to whose programs it is linked
	path  transport.Path // the way that it takes the link to go
}

// set notes which seats are within reach now.
func (r *presence) set(seats engine.SeatSet, now time.Time, ps peers) {
	for seat := range engine.Seat(engine.MaxSeats) {
		if seats.Has(seat) == r.seats.Has(seat) {
			continue
		}
		since := now
		if p := ps.of(seat); p != nil && p.since.After(r.since[seat]) {
			since = p.since // a link may have been quiet for a while
		}
		r.since[seat] = since
	}
	r.seats = seats
}
