package p2p

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A session replicates an append-only log. Each end says how many records it
// has and the hash of the last; whoever has more sends the rest, byte for
// byte. What was taken is confirmed by a State, or by a record that builds on
// it: then it is on disk. Two chains that differ are a matter for divergence.

// outgoing returns what the writer should send now, and whether it is the
// last. Only what is on disk is in it.
func (s *Session) outgoing(l *link) (frames []frame, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !l.greeted { // nothing may come before the first State
		l.greeted, l.ours = true, s.state(l)
		frames = append(frames, l.ours.frame())
	}
	frames, l.control = append(frames, l.control...), nil
	size := 0
	add := func(f frame) {
		frames = append(frames, f)
		size += f.size()
	}
	if l.heard && l.diverged == nil {
		for ; l.sent < len(s.chain) && size < maxBatch; l.sent++ {
			add(recordFrame(l.sent, s.chain[l.sent]))
			// Who sends a record has it and all before it.
			l.ours.count, l.ours.head = uint32(l.sent+1), transcript.HashRecord(s.chain[l.sent])
		}
	}
	if l.heard && (l.diverged != nil || l.sent >= len(s.chain)) {
		for _, raw := range s.extras {
			if h := transcript.HashRecord(raw); !l.extras[h] && size < maxBatch {
				l.extras[h] = true
				add(frame{frameExtra, raw})
			}
		}
	}
	if st := s.state(l); st != l.ours && (l.sent >= len(s.chain) || l.diverged != nil) {
		l.ours = st
		add(st.frame())
	}
	if l.bye != nil {
		return append(frames, *l.bye), true
	}
	if size >= maxBatch {
		l.poke()
	}
	return frames, false
}

// state is how far the match on disk has come.
func (s *Session) state(l *link) state {
	st := state{count: uint32(len(s.chain)), extras: l.taken}
	if n := len(s.chain); n > 0 {
		st.head = transcript.HashRecord(s.chain[n-1])
	}
	return st
}

// hasAll reports whether the peer has confirmed everything.
func (l *link) hasAll() bool {
	ours := l.session.state(l)
	for _, raw := range l.session.extras {
		if !l.extras[transcript.HashRecord(raw)] {
			return false
		}
	}
	if !l.heard || int(l.theirs.extras) < len(l.extras) {
		return false
	}
	return l.session.seat.convicted() || l.theirs.count == ours.count && l.theirs.head == ours.head
}

// handle takes one frame of the peer. A *refusal or *ByeError ends the link,
// any other error the session.
func (s *Session) handle(l *link, f frame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.kind == frameBye {
		return s.takeBye(l, f.payload)
	}
	if s.link != l || l.bye != nil {
		return nil // it was replaced or is closing: nothing it says counts
	}
	cost := frameCost + len(f.payload)
	if !l.budget.spend(cost, time.Now()) {
		return &refusal{byeFlood, errors.New("too many frames that tell nothing new"), true}
	}
	news, err := s.take(l, f)
	if news && err == nil {
		l.budget.refund(cost)
	}
	return err
}

// take does what a frame asks for, and reports whether it told anything new.
func (s *Session) take(l *link, f frame) (news bool, err error) {
	if !l.heard && f.kind != frameState {
		return false, refuse("%w: kind %d before the first state", errFrame, f.kind)
	}
	switch f.kind {
	case frameState:
		st, err := parseState(f.payload)
		if err != nil {
			return false, malformed(err)
		}
		return s.takeState(l, st)
	case frameRecord:
		index, raw, err := parseRecordFrame(f.payload)
		if err != nil {
			return false, malformed(err)
		}
		return s.takeRecord(l, index, raw)
	case frameExtra:
		return s.takeExtra(l, f.payload)
	case frameResign:
		if err := s.seat.receiveResignRequest(f.payload); err != nil {
			return false, malformed(err)
		}
		return false, s.settle()
	case frameSignal:
		sig, value, err := parseSignal(f.payload)
		if err != nil {
			return false, malformed(err)
		}
		s.takeSignal(sig, value)
	case framePing:
	case frameAsk:
		index, err := parseAsk(f.payload)
		if err != nil || index >= len(s.chain) {
			return false, malformed(fmt.Errorf("%w: ask", errFrame))
		}
		l.push(haveFrame(index, transcript.HashRecord(s.chain[index])))
	case frameHave:
		index, hash, err := parseHave(f.payload)
		if err != nil {
			return false, malformed(err)
		}
		return false, s.takeHave(l, index, hash)
	default:
		return false, refuse("%w: kind %d after the handshake", errFrame, f.kind)
	}
	return false, nil
}

// takeBye ends the link. A peer that says that both have everything has
// confirmed whatever it had not before.
func (s *Session) takeBye(l *link, payload []byte) error {
	bye, err := parseBye(payload)
	if err != nil {
		return malformed(err)
	}
	if bye.reason == byeDone && s.link == l && s.seat.complete() {
		s.finish()
		shut(s.parted)
	}
	return bye
}

func (s *Session) takeSignal(sig signal, value uint32) {
	switch sig {
	case signalArranging:
		s.peer.arranging = true
	case signalClock:
		if !s.seat.awaitsMove() {
			return
		}
		left := min(time.Duration(value)*time.Millisecond, s.seat.clock())
		s.peer.deadline = s.cfg.Clock.Now().Add(left)
	default:
		return // of a later version, and for comfort only
	}
	s.notify()
}

// takeState compares what the peer has with what we have.
func (s *Session) takeState(l *link, st state) (news bool, err error) {
	if l.heard && (st.count < l.theirs.count || st.extras < l.theirs.extras) {
		return false, refuse("the other side forgot records that it had")
	}
	if l.heard && st.count == l.theirs.count && st.head != l.theirs.head {
		return false, refuse("the other side's records are not those that it named")
	}
	if int(st.extras) > len(l.extras) {
		return false, refuse("the other side confirms records that were not sent")
	}
	news = !l.heard || st != l.theirs
	l.theirs, l.heard = st, true
	l.sent = max(l.sent, int(st.count))
	if n := int(st.count); n > 0 && n <= len(s.chain) && transcript.HashRecord(s.chain[n-1]) != st.head {
		return news, s.diverge(l, n-1)
	}
	s.hearNews(l)
	if err := s.settle(); err != nil {
		return news, err
	}
	l.poke()
	return news, nil
}

// hearNews notes that we are not missing anything that the peer has: from now
// on the seat may sign.
func (s *Session) hearNews(l *link) {
	if s.heard || l.diverged != nil {
		return
	}
	n := int(l.theirs.count)
	if n == 0 || n <= s.seat.length() && transcript.HashRecord(s.seat.record(n-1)) == l.theirs.head {
		s.heard = true
		s.notify()
	}
}

// takeRecord takes a record of the chain.
func (s *Session) takeRecord(l *link, index int, raw []byte) (news bool, err error) {
	switch n := s.seat.length(); {
	case index > n:
		return false, refuse("record %d came before record %d", index, n)
	case index < n && bytes.Equal(s.seat.record(index), raw):
		return false, nil // sent twice
	case index < n:
		return false, s.contradict(l, index, raw)
	}
	l.sent = max(l.sent, index+1)
	if err := s.receive(l, raw); err != nil {
		return false, err
	}
	if s.seat.length() <= index {
		if s.seat.convicted() {
			return true, nil
		}
		return false, refuse("record %d is no record of the chain, or one from elsewhere in it", index)
	}
	if s.facts.role == hostRole && index == 1 {
		// The Join stands: the seat is this peer's, and nobody else's.
		s.facts.guest = l.peer
		s.learnAddrs(l)
	}
	switch count, hash := uint32(index+1), transcript.HashRecord(raw); {
	case count > l.theirs.count:
		l.theirs.count, l.theirs.head = count, hash
	case count == l.theirs.count && hash != l.theirs.head:
		return true, refuse("the other side's records are not those that it named")
	}
	s.hearNews(l)
	return true, s.settle()
}

// takeExtra takes a Reveal, a Fault or a Claim.
func (s *Session) takeExtra(l *link, raw []byte) (news bool, err error) {
	if r, err := transcript.Parse(raw); err == nil && !r.Kind.Extra() {
		return false, refuse("a %s is a record of the chain", r.Kind)
	}
	before := len(s.seat.extras())
	if err := s.receive(l, raw); err != nil {
		return false, err
	}
	news = len(s.seat.extras()) > before
	if err := s.settle(); err != nil {
		return news, err
	}
	l.taken++ // it is on disk now, so it may be confirmed
	l.poke()
	return news, nil
}

// receive hands a record to the seat. A false record that convicts its signer
// seals the match; any other that doesn't fit only costs the link.
func (s *Session) receive(l *link, raw []byte) error {
	err := s.seat.receive(raw)
	var refused *protocol.Refusal
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused):
		return err
	case !refused.Provable:
		return malformed(refused)
	case refused.Culprit == s.seat.seat():
		// As in contradict, wherever the peer says that the record stands.
		s.fail(ErrOwnRecords)
		return &refusal{byeDiverged, ErrOwnRecords, false}
	}
	s.cfg.Log.Warn("the other side cheated", "match", s.ID(), "record", refused.Index, "kind", refused.Kind.String())
	// Whatever we may have forgotten, nothing follows the seal.
	s.heard = s.heard || refused.Kind != transcript.Fault
	if err := s.settle(); err != nil { // makes the Fault
		return err
	}
	if !s.seat.convicted() {
		// A false Fault or Reveal: it convicts its signer at the audit, and
		// there is nothing to seal.
		return malformed(refused)
	}
	return nil
}
