package p2p

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// Players may say what they are called. Nobody vouches for it: a name is for people to
// read, and whose link it came over is all that is known of it. A guest names itself,
// and the host everybody.

// MaxName is the maximum length of a player's name, in characters.
const MaxName = wire.MaxName

// IsName reports whether a text can be a player's name: up to MaxName visible characters, with
// single spaces between them, none of which changes the direction of writing.
func IsName(name string) bool { return wire.IsName(name) }

// introduceLocked tells the other end of a new link who plays: a host those whom it knows,
// a guest itself.
func (l *peerLink) introduceLocked() {
	s := l.session
	for i, name := range s.names {
		seat := engine.Seat(i)
		if name != "" && (s.meta.role == wire.Host && (l.Role == wire.Watcher || seat != l.Seat) || s.meta.role == wire.Guest && seat == s.meta.seat) {
			l.pushLocked(wire.NewName(seat, name))
		}
	}
}

// takeNameLocked takes what a player is called. A host hears it of a guest once over a
// link, and passes it on when the seat is the guest's; a guest hears it from the host,
// or of another guest from that one.
func (l *peerLink) takeNameLocked(seat engine.Seat, name string) error {
	s := l.session
	switch {
	case s.meta.role != wire.Host:
		if seat != s.meta.seat && (l.Role == wire.Host || seat == l.Seat) {
			s.nameLocked(seat, name)
		}
	case seat != l.Seat:
		return link.Refuse("p2p.names-another", "%w: the name of another seat", wire.ErrMalformed)
	case l.name == "":
		l.name = name
		if l.of != nil {
			s.nameLocked(seat, name)
		}
	}
	return nil
}

// nameLocked notes what the player of a seat is called, and passes it on. The first name of a run stays: new ones
// during the match could tell a partner what only set phrases may.
func (s *Session) nameLocked(seat engine.Seat, name string) {
	if name == "" || s.names[seat] != "" {
		return
	}
	s.names[seat] = name
	for l := range s.links {
		if s.meta.role == wire.Host && (l.Role == wire.Watcher || l.Seat != seat) {
			l.pushLocked(wire.NewName(seat, name))
		}
	}
	s.life.notify()
}
