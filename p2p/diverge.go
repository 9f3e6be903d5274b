package p2p

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// divergeLocked starts the search: record high differs.
func (l *peerLink) divergeLocked(high int) error {
	s := l.session
	if l.diverged != nil {
		return nil
	}
	if s.meta.role == wire.Watcher { // it was given complete records alone, which are never undone
		return &link.Refusal{Reason: wire.ByeDiverged, Err: errMisnamed(), Strike: true}
	}
	s.cfg.Log.Warn("the two sides' records differ", "match", s.ID(), "at or before", high)
	l.diverged = &divergence{high: high}
	l.expectLocked()
	l.searchLocked()
	s.life.notify()
	return nil
}

// searchLocked asks for the record in the middle, or shows the one that was found.
func (l *peerLink) searchLocked() {
	d := l.diverged
	if d.low < d.high {
		l.pushLocked(wire.NewAsk((d.low + d.high) / 2))
		return
	}
	l.showLocked(d.low)
}

// showLocked sends our record of a place where the chains differ. The other side
// answers with its own.
func (l *peerLink) showLocked(index int) {
	s := l.session
	if l.diverged.shown || index >= s.log.length() || s.meta.role == wire.Watcher {
		return
	}
	l.diverged.shown = true
	l.pushLocked(wire.NewRecord(index, s.log.chain[index]))
}

func (l *peerLink) takeHaveLocked(index int, hash transcript.Hash) error {
	s := l.session
	d := l.diverged
	if d == nil || d.low >= d.high || index != (d.low+d.high)/2 {
		return link.Refuse("p2p.unasked-have", "%w: have without ask", wire.ErrMalformed)
	}
	if s.log.hashes[index] == hash {
		d.low = index + 1
	} else {
		d.high = index
	}
	l.searchLocked()
	return nil
}

// contradictLocked judges a record of the peer in a place where ours differs.
func (l *peerLink) contradictLocked(index int, raw []byte) error {
	s := l.session
	if index == 0 {
		return errOtherTermsSent()
	}
	if l.diverged == nil {
		l.diverged = &divergence{low: index, high: index}
	}
	l.showLocked(index)
	if s.replica.chose(raw) {
		return nil // nothing is new in it
	}
	if s.replica.signedBy(s.replica.own, raw, index) {
		// Not the peer's doing. Signing anything more would make it worse.
		s.life.fail(ErrOwnRecords)
		return &link.Refusal{Reason: wire.ByeDiverged, Err: ErrOwnRecords, Strike: false}
	}
	if isJoin(s.log.chain[index]) {
		return &link.Refusal{Reason: wire.ByeTaken, Err: ErrTaken, Strike: true}
	}
	if err := l.spendLocked(link.LentCost); err != nil {
		return err
	}
	err := s.timings.measure(&s.replica, func() error { return s.replica.receiveOther(index, raw) })
	var refused *protocol.Refusal
	if errors.As(err, &refused) && s.replica.isAccused(signer(raw)) {
		return nil // whom a Fault convicts already
	}
	if err := s.judgedLocked(err); err != nil {
		return err
	}
	return s.settleLocked()
}
