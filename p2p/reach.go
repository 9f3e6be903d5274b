package p2p

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// hintsLocked are the signals to send again to the other end of a link. A watcher learns whom the
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

// pathLocked is the way of a link: the worse of those that its ends take it to be, so that
// both say the same.
func (l *peerLink) pathLocked() transport.Path { return l.Conn.Path().Worse(l.hint.path) }

// reachLocked looks again which seats are within reach, and has the others told of what is
// new. Where somebody has a link and has not said yet whom else it reaches, what was known
// before stays.
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
