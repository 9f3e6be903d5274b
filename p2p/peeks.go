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

// takePeekLocked takes a Peek that a peer sends or passes on.
func (l *peerLink) takePeekLocked(raw []byte) (news bool, err error) {
	s := l.session
	if l.of == nil {
		return false, nil // of somebody who has not joined
	}
	hash := transcript.HashRecord(raw)
	if !s.pendingPeeks.has(hash) && !l.of.peeks.Spend(link.WordPace, s.cfg.Clock.Now()) {
		return false, nil
	}
	if news, err = s.pendingPeeks.queue(&s.replica, raw, l.of.seat); err != nil {
		return false, err
	}
	l.peeks[hash] = true
	maps.DeleteFunc(l.peeks, func(h transcript.Hash, _ bool) bool { return !s.pendingPeeks.has(h) })
	return news, s.settleLocked()
}

// peekLocked shows this seat's layout if that is due, and reads what has come.
func (s *Session) peekLocked() {
	if s.replica.player == nil {
		return
	}
	own := s.replica.own
	for _, raw := range s.replica.Peeks() {
		if _, err := s.pendingPeeks.queue(&s.replica, raw, own); err != nil {
			s.cfg.Log.Error("own peek", "match", s.ID(), "error", err)
		}
	}
	for _, p := range s.pendingPeeks {
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
	if l.of == nil || s.log.length() == 0 {
		return nil
	}
	for _, p := range s.pendingPeeks {
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

// peek is a sealed Peek that waits here for its reader.
type peek struct {
	from, to engine.Seat
	via      engine.Seat // the seat that sent it to us; our own seat if we made it
	raw      []byte
	hash     transcript.Hash
	tried    bool // it is for us, and has been opened
}

// same reports whether one replaces the other.
func (p *peek) same(other *peek) bool {
	return p.from == other.from && p.to == other.to && p.via == other.via
}

// pendingPeeks are the Peeks that wait here for their readers.
type pendingPeeks []*peek

// queue keeps a Peek, and reports whether it is the first of its seats that came from there.
func (ps *pendingPeeks) queue(r *replica, raw []byte, via engine.Seat) (first bool, err error) {
	sealed, err := transcript.ParsePeek(raw)
	if err != nil {
		return false, link.Malformed(err)
	}
	if r.length() > 0 && !r.shows(sealed.From, sealed.To) { // a lost file has no rules: see judge
		return false, link.Refuse("p2p.peek-unasked", "these rules let nobody show its pieces so")
	}
	p := &peek{from: sealed.From, to: sealed.To, via: via, raw: raw, hash: transcript.HashRecord(raw)}
	known := func(q *peek) bool { return q.from == p.from && q.to == p.to && q.hash == p.hash }
	if p.from == r.own && via != r.own || slices.ContainsFunc(*ps, known) {
		return false, nil // an echo
	}
	if i := slices.IndexFunc(*ps, p.same); i >= 0 {
		(*ps)[i] = p
		return false, nil
	}
	*ps = append(*ps, p)
	return true, nil
}

// judge drops what the rules let nobody show, once a lost file with them is back.
func (ps *pendingPeeks) judge(r *replica) {
	*ps = slices.DeleteFunc(*ps, func(p *peek) bool { return !r.shows(p.from, p.to) })
}

func (ps pendingPeeks) has(hash transcript.Hash) bool {
	return slices.ContainsFunc(ps, func(p *peek) bool { return p.hash == hash })
}
