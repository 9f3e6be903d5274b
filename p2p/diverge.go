package p2p

import (
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// divergence is the search for the first record in which two chains differ.
type divergence struct {
	low, high int  // records before low agree, record high differs
	shown     bool // our record was sent
}

// diverge starts the search: record high differs.
func (s *Session) diverge(l *link, high int) error {
	if l.diverged != nil {
		return nil
	}
	s.cfg.Log.Warn("the two sides' records differ", "match", s.ID(), "at or before", high)
	l.diverged = &divergence{high: high}
	s.search(l)
	s.notify()
	return nil
}

// search asks for the record in the middle, or shows the one that was found.
func (s *Session) search(l *link) {
	d := l.diverged
	if d.low < d.high {
		l.push(askFrame((d.low + d.high) / 2))
		return
	}
	s.show(l, d.low)
}

// show sends our record of a place where the chains differ. The other side
// answers with its own.
func (s *Session) show(l *link, index int) {
	if l.diverged.shown || index >= len(s.chain) {
		return
	}
	l.diverged.shown = true
	l.push(recordFrame(index, s.chain[index]))
}

func (s *Session) takeHave(l *link, index int, hash transcript.Hash) error {
	d := l.diverged
	if d == nil || d.low >= d.high || index != (d.low+d.high)/2 {
		return refuse("%w: have without ask", errFrame)
	}
	if transcript.HashRecord(s.chain[index]) == hash {
		d.low = index + 1
	} else {
		d.high = index
	}
	s.search(l)
	return nil
}

// contradict judges a record of the peer in a place where ours differs.
func (s *Session) contradict(l *link, index int, raw []byte) error {
	if index == 0 {
		return refuse("these are the terms of another match")
	}
	if l.diverged == nil {
		l.diverged = &divergence{low: index, high: index}
	}
	s.show(l, index)
	if s.seat.signedByUs(raw, index) {
		// Not the peer's doing. Signing anything more would make it worse.
		s.fail(ErrOwnRecords)
		return &refusal{byeDiverged, ErrOwnRecords, false}
	}
	if index == 1 {
		return &refusal{byeTaken, ErrTaken, true}
	}
	return s.receive(l, raw)
}
