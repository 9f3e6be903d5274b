package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Programs tell each other to whom they are linked, and by which way they take a link to go,
// so that a player whose program is not linked to another's hears all the same that it has
// gone, and both ends of a link say the same of its way. Anybody can say anything there: it
// is shown, and nothing else hangs on it. Time, claims and votes go by a program's own links.

// presence holds which seats are within reach, as far as is known: by a link, or a link of somebody
// to whom there is one.
type presence struct {
	seats engine.SeatSet
	since [engine.MaxSeats]time.Time // the last change; zero if there was none
}

// hint holds what one end of a link has signalled to the other.
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

// hintsLocked returns the signals to send again to the other end of a link. A watcher learns whom the
// host reaches, even through others: it has no other link.
func (l *peerLink) hintsLocked() (frames []wire.Frame) {
	s := l.session
	now := hint{true, s.peers.here(), l.Conn.Path()}
	if l.Role == wire.Watcher {
		now.seats, now.path = s.presence.seats, ""
	}
	if l.Role == wire.Watcher || s.replica.status().seats > 2 {
		if !l.hinted.told || now.seats != l.hinted.seats {
			frames = append(frames, wire.NewSignal(wire.SignalSeats, uint32(now.seats)))
		}
	}
	if now.path != l.hinted.path {
		frames = append(frames, wire.NewSignal(wire.SignalPath, now.path.Rung()))
	}
	l.hinted = now
	return frames
}

// takeHintLocked takes what the other end of a link says of its links. What is no news, or of
// who has no seat, makes no work: all other links would have to be looked at.
func (l *peerLink) takeHintLocked(sig wire.Signal, value uint32) {
	s := l.session
	before := l.hint
	switch sig {
	case wire.SignalSeats:
		l.hint.told, l.hint.seats = true, engine.SeatSet(value&(1<<engine.MaxSeats-1))
	case wire.SignalPath:
		l.hint.path = transport.PathOfRung(value)
	}
	if l.of == nil || l.hint == before {
		return
	}
	s.reachLocked()
	s.life.notify()
}

// pathLocked returns how a link goes: the worse of what its two ends report, so that both show the
// same.
func (l *peerLink) pathLocked() transport.Path { return l.Conn.Path().Worse(l.hint.path) }

// reachLocked checks again which seats can be reached, and informs the others of changes. Until
// a newly linked seat reports which others it reaches, what was known before stays.
func (s *Session) reachLocked() {
	linked := s.peers.here()
	seats, silent := linked, false
	for _, p := range s.peers {
		if !p.isHere() {
			continue
		}
		seats |= p.link.hint.seats
		silent = silent || !p.link.hint.told
	}
	if silent && s.meta.seats > 2 {
		seats |= s.presence.seats
	}
	if n := s.replica.status().seats; n > 0 { // 0 while the rules are not here
		seats &= 1<<n - 1
	}
	seats &^= engine.SeatsOf(s.meta.seat)
	if seats != s.presence.seats {
		s.presence.set(seats, s.cfg.Clock.Now(), s.peers)
	}
	for l := range s.links {
		l.Wake()
	}
}
