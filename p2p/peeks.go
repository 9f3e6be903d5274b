package p2p

import (
	"errors"
	"maps"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A Peek is for one seat alone, and sealed to it. Programs that carry it can't read it,
// nor tell whether it is true, nor who made it. So each keeps, of what a seat shows to
// its partner, no more than the last that came from each neighbour, and sends it over
// each new link again: straight to the reader, or while there is no link to that, to
// everybody else.

// peek is a sealed Peek that waits here for its reader.
type peek struct {
	from, to engine.Seat
	via      engine.Seat // from whom it came, our own seat of our own
	raw      []byte
	hash     transcript.Hash
	tried    bool // it is for us, and told us what it could
}

// same reports whether one takes the place of the other.
func (p *peek) same(other *peek) bool {
	return p.from == other.from && p.to == other.to && p.via == other.via
}

// shelvePeekLocked keeps a Peek, and reports whether it is the first of its seats that
// came from there.
func (s *Session) shelvePeekLocked(raw []byte, via engine.Seat) (first bool, err error) {
	sealed, err := transcript.ParsePeek(raw)
	if err != nil {
		return false, link.Malformed(err)
	}
	own := s.replica.own
	if !s.replica.shows(sealed.From, sealed.To) {
		return false, link.Refuse("p2p.peek-unasked", "these rules let nobody show its pieces so")
	}
	p := &peek{from: sealed.From, to: sealed.To, via: via, raw: raw, hash: transcript.HashRecord(raw)}
	known := func(q *peek) bool { return q.from == p.from && q.to == p.to && q.hash == p.hash }
	if p.from == own && via != own || slices.ContainsFunc(s.shelf, known) {
		return false, nil // an echo
	}
	if i := slices.IndexFunc(s.shelf, p.same); i >= 0 {
		s.shelf[i] = p
		return false, nil
	}
	s.shelf = append(s.shelf, p)
	return true, nil
}

// takePeekLocked takes a Peek that a peer sends or passes on.
func (l *peerLink) takePeekLocked(raw []byte) (news bool, err error) {
	s := l.session
	if l.of == nil {
		return false, nil // of somebody who has not joined
	}
	hash := transcript.HashRecord(raw)
	onShelf := func(h transcript.Hash) bool {
		return slices.ContainsFunc(s.shelf, func(p *peek) bool { return p.hash == h })
	}
	if !onShelf(hash) && !l.of.peeks.Spend(link.WordPace, s.cfg.Clock.Now()) {
		return false, nil
	}
	if news, err = s.shelvePeekLocked(raw, l.of.seat); err != nil {
		return false, err
	}
	l.peeks[hash] = true
	maps.DeleteFunc(l.peeks, func(h transcript.Hash, _ bool) bool { return !onShelf(h) })
	return news, s.settleLocked()
}

// peekLocked shows the own layout if that is due, and reads what has come.
func (s *Session) peekLocked() {
	if s.replica.player == nil {
		return
	}
	own := s.replica.own
	for _, raw := range s.replica.Peeks() {
		if _, err := s.shelvePeekLocked(raw, own); err != nil {
			s.cfg.Log.Error("own peek", "match", s.ID(), "error", err)
		}
	}
	for _, p := range s.shelf {
		if p.to != own || p.tried {
			continue
		}
		err := s.replica.ReceivePeek(p.raw)
		if errors.Is(err, protocol.ErrPeekEarly) {
			continue
		}
		p.tried = true
		if err != nil {
			s.cfg.Log.Warn("no peek", "match", s.ID(), "error", err)
		}
		s.life.notify()
	}
}

// peeksFor are those that should be sent over a link, each once.
func (l *peerLink) peeksLocked() (frames []wire.Frame) {
	s := l.session
	if l.of == nil {
		return nil
	}
	for _, p := range s.shelf {
		reader := s.peers.of(p.to)
		direct := reader != nil && reader.link != nil
		switch {
		case l.peeks[p.hash], p.to == s.replica.own, p.from == l.of.seat, p.via == l.of.seat:
		case direct && reader.link != l:
		default:
			l.peeks[p.hash] = true
			frames = append(frames, wire.Frame{Kind: wire.KindPeek, Payload: p.raw})
		}
	}
	return frames
}
