package p2p

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Players may say what they are called. Nobody vouches for it: a name is for people to
// read, and whose link it came over is all that is known of it. A guest names itself,
// and the host everybody.

// MaxName is how long a player's name may be, in characters.
const MaxName = 40

// IsName reports whether a player can be called so: up to MaxName characters that can be
// seen, and single spaces between them. None of them turns the direction of writing.
func IsName(name string) bool {
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxName || name == "" {
		return false
	}
	before := ' '
	for _, r := range name {
		if !unicode.IsPrint(r) || r == ' ' && before == ' ' {
			return false
		}
		before = r
	}
	return before != ' '
}

func nameFrame(seat engine.Seat, name string) frame {
	return frame{frameName, append([]byte{byte(seat)}, name...)}
}

func parseName(payload []byte) (engine.Seat, string, error) {
	s := cryptobyte.String(payload)
	var seat uint8
	if !s.ReadUint8(&seat) || seat >= maxSeats || !IsName(string(s)) {
		return 0, "", fmt.Errorf("%w: name", errFrame)
	}
	return engine.Seat(seat), string(s), nil
}

// introduceLocked tells the other end of a new link who plays: a host those whom it knows,
// a guest itself.
func (s *Session) introduceLocked(l *link) {
	for i, name := range s.names {
		seat := engine.Seat(i)
		if name != "" && (s.facts.role == hostRole && (l.role == watcherRole || seat != l.seat) || s.facts.role == guestRole && seat == s.facts.seat) {
			l.pushLocked(nameFrame(seat, name))
		}
	}
}

// takeNameLocked takes what a player is called. A host hears it of a guest once over a
// link, and passes it on when the seat is the guest's; a guest hears it from the host,
// or of another guest from that one.
func (s *Session) takeNameLocked(l *link, seat engine.Seat, name string) error {
	switch {
	case s.facts.role != hostRole:
		if seat != s.facts.seat && (l.role == hostRole || seat == l.seat) {
			s.nameLocked(seat, name)
		}
	case seat != l.seat:
		return refuse("p2p.names-another", "%w: the name of another seat", errFrame)
	case l.name == "":
		l.name = name
		if l.of != nil {
			s.nameLocked(seat, name)
		}
	}
	return nil
}

// nameLocked notes what the player of a seat is called, and tells the others.
func (s *Session) nameLocked(seat engine.Seat, name string) {
	if name == "" || s.names[seat] == name {
		return
	}
	s.names[seat] = name
	for l := range s.links {
		if s.facts.role == hostRole && (l.role == watcherRole || l.seat != seat) {
			l.pushLocked(nameFrame(seat, name))
		}
	}
	s.notifyLocked()
}
