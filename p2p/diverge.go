package p2p

import (
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// divergence is the search for the first record in which two chains differ.
type divergence struct {
	low, high int  // records before low agree, record high differs
	shown     bool // our record was sent
}

// divergeLocked starts the search: record high differs.
func (s *Session) divergeLocked(l *link, high int) error {
	if l.diverged != nil {
		return nil
	}
	if s.facts.role == wire.Watcher {
		s.beginAnewLocked()
		return nil
	}
	s.cfg.Log.Warn("the two sides' records differ", "match", s.ID(), "at or before", high)
	l.diverged = &divergence{high: high}
	l.expectLocked()
	s.searchLocked(l)
	s.notifyLocked()
	return nil
}

// beginAnewLocked forgets the match that somebody watches: its host has given up part of it,
// as the match went on along another branch. Who watches signs nothing, and can prove nothing by
// what it has seen that those who play can't.
func (s *Session) beginAnewLocked() {
	s.cfg.Log.Warn("the match that is watched went on along another branch", "match", s.ID())
	s.seat, s.log, s.st = protocolGame{}.audience(), log{}, &memory{id: s.ID()}
	s.cut, s.took = Cut{s.cut.Times + 1, 0}, nil
	for l := range s.links {
		l.closeLocked(wire.ByeClosing, "")
	}
	s.notifyLocked()
}

// searchLocked asks for the record in the middle, or shows the one that was found.
func (s *Session) searchLocked(l *link) {
	d := l.diverged
	if d.low < d.high {
		l.pushLocked(wire.NewAsk((d.low + d.high) / 2))
		return
	}
	s.showLocked(l, d.low)
}

// showLocked sends our record of a place where the chains differ. The other side
// answers with its own.
func (s *Session) showLocked(l *link, index int) {
	if l.diverged.shown || index >= s.log.length() || s.facts.role == wire.Watcher {
		return
	}
	l.diverged.shown = true
	l.pushLocked(wire.NewRecord(index, s.log.chain[index]))
}

func (s *Session) takeHaveLocked(l *link, index int, hash transcript.Hash) error {
	d := l.diverged
	if d == nil || d.low >= d.high || index != (d.low+d.high)/2 {
		return refuse("p2p.unasked-have", "%w: have without ask", wire.ErrMalformed)
	}
	if s.log.hashes[index] == hash {
		d.low = index + 1
	} else {
		d.high = index
	}
	s.searchLocked(l)
	return nil
}

// contradictLocked judges a record of the peer in a place where ours differs.
func (s *Session) contradictLocked(l *link, index int, raw []byte) error {
	if index == 0 {
		return refuse("p2p.other-terms", "these are the terms of another match")
	}
	if l.diverged == nil {
		l.diverged = &divergence{low: index, high: index}
	}
	s.showLocked(l, index)
	if s.seat.signedByUs(raw, index) {
		// Not the peer's doing. Signing anything more would make it worse.
		s.failLocked(ErrOwnRecords)
		return &refusal{wire.ByeDiverged, ErrOwnRecords, false}
	}
	if isJoin(s.log.chain[index]) {
		return &refusal{wire.ByeTaken, ErrTaken, true}
	}
	if s.lateLocked(index, raw) {
		return nil
	}
	if err := s.receiveLocked(raw); err != nil {
		return err
	}
	return s.settleLocked()
}
