package p2p

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A session replicates an append-only log. Each end says how many records it
// has and the hash of the last; whoever has more sends the rest, byte for
// byte. What was taken is confirmed by a State, or by a record that builds on
// it: then it is on disk. Two chains that differ are a matter for divergence.

// Outgoing returns what the writer should send now, and whether it is the
// last. Only what is on disk is in it.
func (l *peerLink) Outgoing() (frames []wire.Frame, last bool) {
	s := l.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if !l.greeted { // nothing may come before the first State
		l.greeted, l.ours = true, l.stateLocked()
		frames = append(frames, l.ours.Frame())
	}
	frames, l.control = append(frames, l.control...), nil
	size := 0
	add := func(f wire.Frame) {
		frames = append(frames, f)
		size += f.Size()
	}
	gives := l.heard && s.meta.role != wire.Watcher
	if gives && l.diverged == nil {
		for ; l.sent < s.log.length() && size < link.MaxBatch; l.sent++ {
			add(wire.NewRecord(l.sent, s.log.chain[l.sent]))
			// A program that sends a record has it and all before it.
			l.ours.Count, l.ours.Head = uint32(l.sent+1), s.log.hashes[l.sent]
		}
	}
	if gives && (l.diverged != nil || l.sent >= s.log.length()) {
		for _, e := range l.extrasForLocked() {
			if !l.extras[e.hash] && !l.brought[e.hash] && size < link.MaxBatch {
				l.given++
				l.extras.add(e.hash)
				add(wire.Frame{Kind: wire.KindExtra, Payload: e.raw})
			}
		}
	}
	all := l.sent >= s.log.length() || l.diverged != nil
	if st := l.stateLocked(); st != l.ours && (all || !gives) {
		l.ours = st
		add(st.Frame())
	}
	if gives && all { // after what the match waits for: the link may not last
		for _, f := range slices.Concat(l.reservationLocked(), l.peerRecordsLocked(), l.peeksLocked(), l.hintsLocked()) {
			add(f)
		}
	}
	if l.bye != nil {
		return append(frames, *l.bye), true
	}
	if size >= link.MaxBatch {
		l.Wake()
	}
	return frames, false
}

// Handle takes one frame of the peer. A *link.Refusal or *ByeError ends the link,
// any other error the session.
func (l *peerLink) Handle(f wire.Frame) error {
	l.session.mu.Lock()
	wait, err := l.handleLocked(f)
	l.session.mu.Unlock()
	l.Pause(wait) // with the lock free: it slows this link alone
	return err
}

func (l *peerLink) handleLocked(f wire.Frame) (wait time.Duration, err error) {
	s := l.session
	if f.Kind == wire.KindBye {
		return 0, l.takeByeLocked(f.Payload)
	}
	if !s.links[l] || l.bye != nil {
		return 0, nil // it was replaced or is closing: nothing it says counts
	}
	cost := link.FrameCost + len(f.Payload)
	if err := l.spendLocked(cost); err != nil {
		return 0, err
	}
	news, err := l.takeLocked(f)
	if news && err == nil {
		l.budget.Refund(cost)
		wait = l.budget.Use(cost, time.Now())
	}
	return wait, err
}

// takeLocked does what a frame asks for, and reports whether it brought news.
func (l *peerLink) takeLocked(f wire.Frame) (news bool, err error) {
	s := l.session
	if !l.heard && f.Kind != wire.KindState {
		return false, link.Refuse("p2p.frame-too-early", "%w: kind %d before the first state", wire.ErrMalformed, f.Kind)
	}
	if l.Role == wire.Watcher && !f.Kind.FromWatchers() {
		return false, link.Refuse("p2p.watcher-speaks", "%w: kind %d from somebody who watches", wire.ErrMalformed, f.Kind)
	}
	switch f.Kind {
	case wire.KindState:
		st, err := wire.ParseState(f.Payload)
		if err != nil {
			return false, link.Malformed(err)
		}
		return l.takeStateLocked(st)
	case wire.KindRecord:
		index, raw, err := wire.ParseRecord(f.Payload)
		if err != nil {
			return false, link.Malformed(err)
		}
		return l.takeRecordLocked(index, raw)
	case wire.KindExtra:
		return l.takeExtraLocked(f.Payload)
	case wire.KindResign:
		return false, l.takeRequestLocked(f.Payload)
	case wire.KindPeerRecord:
		if w, _, _, err := wire.ParsePeerRecord(f.Payload); err == nil {
			l.told[w.Seat] = f.Payload
		}
		return s.takeWhereLocked(f.Payload)
	case wire.KindReservation:
		return l.takeReservationLocked(transport.Addr(f.Payload))
	case wire.KindPeek:
		return l.takePeekLocked(f.Payload)
	case wire.KindSignal:
		sig, value, err := wire.ParseSignal(f.Payload)
		if err != nil {
			return false, link.Malformed(err)
		}
		switch {
		case sig == wire.SignalSeats, sig == wire.SignalPath: // it may come before the Join
			l.takeHintLocked(sig, value)
		case l.of != nil:
			s.takeSignalLocked(l.of, sig, value)
		}
	case wire.KindName:
		seat, name, err := wire.ParseName(f.Payload)
		if err != nil {
			return false, link.Malformed(err)
		}
		return false, l.takeNameLocked(seat, name)
	case wire.KindSay:
		return false, l.session.takeSayLocked(l.of, f.Payload)
	case wire.KindPing:
	case wire.KindAsk:
		index, err := wire.ParseAsk(f.Payload)
		if err != nil || index >= s.log.length() {
			return false, link.Refuse("p2p.bad-ask", "%w: ask", wire.ErrMalformed)
		}
		if s.meta.role == wire.Watcher { // the host has found that the two differ
			return false, l.divergeLocked(index)
		}
		l.pushLocked(wire.NewHave(index, s.log.hashes[index]))
	case wire.KindHave:
		index, hash, err := wire.ParseHave(f.Payload)
		if err != nil {
			return false, link.Malformed(err)
		}
		return false, l.takeHaveLocked(index, hash)
	default:
		return false, link.Refuse("p2p.frame-too-late", "%w: kind %d after the handshake", wire.ErrMalformed, f.Kind)
	}
	return false, nil
}

// takeByeLocked ends the link. A peer that says that all have everything has
// confirmed whatever it had not before; also on a link that a newer one has taken over from
// in that moment, as the peer has gone then, and says it nowhere else.
func (l *peerLink) takeByeLocked(payload []byte) error {
	s := l.session
	bye, err := wire.ParseBye(payload)
	if err != nil {
		return link.Malformed(err)
	}
	if bye.Reason == wire.ByeDone && l.of != nil && s.replica.status().complete {
		l.closeLocked(wire.ByeDone, "")
		s.partLocked(l.of)
	}
	return bye
}

// takeRequestLocked takes another seat's request to resign, and passes it on.
func (l *peerLink) takeRequestLocked(raw []byte) error {
	s := l.session
	if l.of == nil {
		return nil
	}
	p, err := s.hearRequestLocked(raw)
	if p == nil || err != nil || !p.words.Spend(link.WordPace, s.cfg.Clock.Now()) {
		return err
	}
	p.request = raw
	s.peers.send(wire.Frame{Kind: wire.KindResign, Payload: raw}, l.of, p)
	return s.settleLocked()
}

// hearRequestLocked takes a request to resign, and returns whose it is: nobody's if it is known or can't be judged. Our
// own may come round, and one that is void after a later record.
func (s *Session) hearRequestLocked(raw []byte) (*peer, error) {
	q, err := transcript.ParseResignRequest(raw)
	if err != nil {
		return nil, link.Malformed(err)
	}
	p := s.peers.of(q.Seat)
	judges := s.replica.player != nil && s.replica.allJoined() // else it passes nothing on, for which others would turn it away
	if p == nil || !judges || bytes.Equal(p.request, raw) || s.log.passed(q.Head) {
		return nil, nil
	}
	if err := s.replica.receiveResignRequest(raw); err != nil {
		return nil, link.Malformed(err)
	}
	return p, nil
}

func (s *Session) takeSignalLocked(p *peer, sig wire.Signal, value uint32) {
	switch sig {
	case wire.SignalArranging:
		p.arranging = true
	case wire.SignalClock:
		mover, limit := s.replica.status().mover, s.replica.status().clock
		left := min(time.Duration(value)*time.Millisecond, limit)
		switch {
		case mover == wire.NoSeat:
			return
		case s.meta.role == wire.Watcher: // which may have come in the middle of the turn
			s.countLocked()
			s.elapsed.waited = limit - left
		case mover == p.seat:
			first := p.deadline.IsZero() // of this turn, over this link
			p.deadline = s.cfg.Clock.Now().Add(left)
			if _, watchers := s.othersLocked(); first {
				for _, l := range watchers {
					l.tellClockLocked()
				}
			}
		default:
			return
		}
	default:
		return // of a later version, and for comfort only
	}
	s.life.notify()
}

// takeStateLocked compares what the peer has with what we have.
func (l *peerLink) takeStateLocked(st wire.State) (news bool, err error) {
	s := l.session
	if l.heard && (st.Count < l.theirs.Count || st.Extras < l.theirs.Extras) {
		return false, link.Refuse("p2p.peer-forgot", "the other side forgot records that it had")
	}
	if l.heard && st.Count == l.theirs.Count && st.Head != l.theirs.Head {
		return false, errMisnamed()
	}
	if st.Extras > l.given {
		return false, link.Refuse("p2p.confirmed-unsent", "the other side confirms records that were not sent")
	}
	news = !l.heard || st.Extras > l.theirs.Extras || int(st.Count) <= s.log.length() && l.budget.Confirms(st.Count)
	grew := !l.heard || st.Count > l.theirs.Count
	l.theirs, l.heard = st, true
	l.sent = max(l.sent, int(st.Count))
	if grew {
		l.expectLocked()
	}
	if grew && l.Role == wire.Watcher && int(st.Count) == s.log.length() {
		l.tellClockLocked()
	}
	if n := int(st.Count); n > 0 && n <= s.log.length() && s.log.hashes[n-1] != st.Head {
		return news, l.divergeLocked(n - 1)
	}
	l.hearNewsLocked()
	l.bothBehindLocked()
	if l.of != nil {
		err = s.settleLocked()
	} else if s.life.usable() == nil { // no seat waits for what watchers have, and they may link again and again
		s.checkEndLocked()
	}
	l.Wake()
	return news, err
}

func errMisnamed() error {
	return link.Refuse("p2p.misnamed-records", "the other side's records are not those that it named")
}

// expectLocked gives the peer the time of a record, if it says that it has one that we
// lack, or that its own differs from ours. Otherwise it could keep us waiting for it for ever,
// and unable to sign.
func (l *peerLink) expectLocked() {
	l.Expect(l.Role != wire.Watcher && (int(l.theirs.Count) > l.session.replica.length()+l.session.replica.held() || l.diverged != nil))
}

// bothBehindLocked says so, where the peer has lost the records that this side waits for.
func (l *peerLink) bothBehindLocked() {
	s := l.session
	if count, _ := s.st.Marker(); s.replica.behind() && l.of != nil && int(l.theirs.Count) < count {
		l.of.trouble = ErrBothBehind
		s.life.notify()
	}
}

// takeRecordLocked takes a record of the chain.
func (l *peerLink) takeRecordLocked(index int, raw []byte) (news bool, err error) {
	s := l.session
	if s.replica.behind() {
		return l.takeLeadLocked(index, raw)
	}
	if !s.replica.allJoined() && isJoin(raw) && index < engine.MaxSeats {
		return l.takeJoinLocked(raw)
	}
	switch n, held := s.replica.length(), s.replica.held(); {
	case index > n && held == 0:
		return false, link.Refuse("p2p.record-gap", "record %d came before record %d", index, n)
	case index > n+held: // of a chain that this seat can't take, since it has chosen another
		l.hasLocked(index, transcript.HashRecord(raw))
		l.Expect(false)
		return true, nil
	case index < n && bytes.Equal(s.replica.record(index), raw):
		return l.takeEchoLocked(index), nil
	case index < n:
		return false, l.contradictLocked(index, raw)
	}
	l.sent = max(l.sent, index+1)
	length, held, hash := s.replica.length(), s.replica.held(), transcript.HashRecord(raw)
	if l.of != nil && s.replica.isAccused(l.of.seat) { // it could displace what others have sent, before their Seen of that are here
		err = s.receiveLocked(raw)
	} else {
		_, err = s.receiveNextLocked(index, raw)
	}
	if err != nil {
		return false, err
	}
	if s.replica.length() <= index {
		if s.replica.isAccused(signer(raw)) || s.replica.held() > 0 {
			grew := s.replica.length() > length || s.replica.held() > held
			if s.replica.Holds(hash) {
				l.hasLocked(index, hash)
			}
			if !grew && (s.replica.isAccused(signer(raw)) || !s.replica.Holds(hash)) {
				if err := l.spendLocked(link.LentCost); err != nil {
					return false, err
				}
			}
			return grew, s.settleLocked()
		}
		return false, link.Refuse("p2p.not-next", "record %d is not in the chain, or belongs elsewhere in it", index)
	}
	hash = s.replica.hash(index)
	if !l.hasLocked(index, hash) && uint32(index+1) == l.theirs.Count && hash != l.theirs.Head {
		return true, errMisnamed()
	}
	l.expectLocked()
	l.hearNewsLocked()
	return true, s.settleLocked()
}

// takeLeadLocked takes a record of the chain while the match file is behind what was sent. What each
// peer sends is followed by itself, since any may lie, until it has passed through the marker.
func (l *peerLink) takeLeadLocked(index int, raw []byte) (news bool, err error) {
	s := l.session
	lead := &l.lead
	// Each new link would have it verified again.
	if l.of != nil {
		lead = &l.of.lead
	}
	if *lead == nil {
		*lead = s.replica.fork()
	}
	if index < (*lead).length() {
		return false, nil
	}
	if err = s.followLocked(*lead, index, raw); err == nil {
		n := (*lead).length()
		if n <= index { // all Joins enter the chain with the last
			return false, nil
		}
		l.Expect(int(l.theirs.Count) > n)
		news = l.budget.Confirms(uint32(n))
		err = s.takeOverLocked(*lead)
	}
	if err != nil {
		*lead = nil
	}
	return news, err
}

// followLocked appends a record to a chain that is followed by itself.
func (s *Session) followLocked(lead ledger, index int, raw []byte) error {
	if lead.length() == 0 && transcript.HashRecord(raw) != s.meta.terms {
		return errOtherTermsSent()
	}
	if err := lead.add(raw); err != nil {
		return link.Malformed(err)
	}
	if n := lead.length(); n != index+1 && (n > index || !isJoin(raw)) {
		return link.Refuse("p2p.record-gap", "record %d came before record %d", index, n)
	}
	return nil
}

// takeOverLocked makes a chain that was followed by itself this program's own, once it has passed through the
// marker.
func (s *Session) takeOverLocked(lead ledger) error {
	count, hash := s.st.Marker()
	switch {
	case lead.length() < count:
		return nil
	case lead.hash(count-1) != hash:
		return &link.Refusal{Reason: wire.ByeDiverged, Err: ErrOwnRecords, Strike: true}
	}
	for _, raw := range s.replica.extras() {
		_ = lead.add(raw) // which the other may have too
	}
	s.replica.ledger = lead
	return s.settleLocked()
}

// takeEchoLocked takes a record that is here already, of another who has it too: that is
// news, once.
func (l *peerLink) takeEchoLocked(index int) (news bool) {
	s := l.session
	l.sent = max(l.sent, index+1)
	if !l.hasLocked(index, s.replica.hash(index)) {
		return false
	}
	l.expectLocked()
	l.hearNewsLocked()
	return true
}

// hasLocked notes that the peer has a record that it has sent, and reports whether that is new: no State says it again.
func (l *peerLink) hasLocked(index int, hash transcript.Hash) bool {
	count := uint32(index + 1)
	if count <= l.theirs.Count {
		return false
	}
	l.theirs.Count, l.theirs.Head = count, hash
	return true
}

// takeExtraLocked takes a record outside the chain; or one of the chain that its sender has not complete, or that
// may be a second one for a place.
func (l *peerLink) takeExtraLocked(raw []byte) (news bool, err error) {
	s := l.session
	r, err := transcript.Parse(raw)
	lent, hash := !r.Kind.Extra(), transcript.HashRecord(raw)
	switch {
	case err != nil:
		return false, link.Malformed(err)
	case s.replica.behind() && (lent || s.replica.length() == 0):
		// It follows what is complete, each peer's Joins too; as was the record that the marker names, which the peer may hold at its tip.
		if count, last := s.st.Marker(); hash == last && int(l.theirs.Count) == count-1 {
			return l.takeLeadLocked(count-1, raw)
		}
		return false, nil
	case s.useless[hash]:
		l.tookLocked()
		return false, nil
	case r.Kind == transcript.Join:
		news, err := l.takeJoinLocked(raw)
		if err == nil {
			l.tookLocked()
		}
		return news, err
	case lent && !s.replica.allowsVotes():
		return false, link.Refuse("p2p.chained-extra", "a %s is a record of the chain", r.Kind)
	case lent && s.replica.player == nil:
		return false, nil // it takes what is complete
	}
	before, had := [2]int{s.replica.length(), s.replica.held()}, s.replica.keeps(raw)
	// A later Claim comes in the place of a seat's last, and the whole match file is written for it. A peer that passes it on
	// can't help that.
	by := s.peers.of(r.Seat)
	claims := r.Kind == transcript.Claim && !had && by != nil
	if claims && !by.claims.Spend(link.WordPace, s.cfg.Clock.Now()) {
		l.tookLocked()
		return false, nil
	}
	if lent {
		err = s.receiveLentLocked(raw)
	} else {
		err = s.receiveLocked(raw)
	}
	grew := [2]int{s.replica.length(), s.replica.held()} != before
	kept := err == nil && (s.replica.keeps(raw) || lent && s.replica.Holds(hash))
	if claims && !kept {
		by.claims.Refund()
	}
	switch {
	case err != nil:
		return false, err
	case lent && !grew && !kept: // it was sought in several places, for nothing
		err = l.spendLocked(link.LentCost)
	case r.Kind == transcript.Fault && !kept:
		if s.log.tries(r) {
			s.useless.add(hash)
		}
		err = l.spendLocked(link.FaultCost)
	}
	if err != nil {
		return false, err
	}
	// What another link has brought already is news of this peer, once, as an echo of a
	// record of the chain is.
	news = kept && !l.brought[hash] || grew ||
		!kept && (r.Kind.Travels() || r.Kind == transcript.Seen) && l.budget.Forgives(notesFor(s.replica.status().seats)*s.replica.length())
	if kept {
		l.brought.add(hash)
	}
	if err := s.settleLocked(); err != nil {
		return news, err
	}
	l.tookLocked()
	return news, nil
}

// spendLocked charges the peer for what it has cost.
func (l *peerLink) spendLocked(cost int) error {
	if !l.budget.Spend(cost, time.Now()) {
		return errFlood()
	}
	return nil
}

func errFlood() error {
	return &link.Refusal{Reason: wire.ByeFlood, Err: coded.Errorf("p2p.flood", "too many frames without news"), Strike: true}
}

// notesFor returns how many Votes, Seen and States an honest program passes on, at most, for each record of a chain among n
// seats: of each it keeps two Votes against each other, and three words that are not double-dealing. Here they may be
// useless: the chain has gone on, or their signer has signed each twice. A peer that passes them on can't help that.
func notesFor(n int) int { return n * (2*n + 1) }

// tookLocked confirms an extra: it is on disk now.
func (l *peerLink) tookLocked() {
	l.taken++
	l.Wake()
}

// takeJoinLocked takes the Join of a guest.
func (l *peerLink) takeJoinLocked(raw []byte) (news bool, err error) {
	s := l.session
	if s.replica.holdsJoin(raw) {
		return false, nil
	}
	r, err := transcript.Parse(raw)
	if err == nil && s.replica.hasJoined(r.Seat) {
		return false, &link.Refusal{Reason: wire.ByeTaken, Err: ErrTaken, Strike: true}
	}
	if err := s.receiveLocked(raw); err != nil {
		return false, err
	}
	l.seatedLocked(raw)
	l.hearNewsLocked()
	return true, s.settleLocked()
}

// receiveLocked hands a record to the seat. A false record that convicts its signer
// seals the match; any other that doesn't fit only costs the link.
func (s *Session) receiveLocked(raw []byte) error {
	if s.replica.length() == 0 && transcript.HashRecord(raw) != s.meta.terms {
		return errOtherTermsSent()
	}
	return s.judgedLocked(s.timings.measure(&s.replica, func() error { return s.replica.receive(raw, s.cfg.Rand) }))
}

// receiveNextLocked is receiveLocked for a record that a peer's chain holds where this one ends, or further. A long one costs much
// to verify, and may be false: once again only if that helps to follow the peer's chain, in the place of what it displaces.
func (s *Session) receiveNextLocked(index int, raw []byte) (displaces bool, err error) {
	err = s.receiveLocked(raw)
	if err == nil && s.replica.length() <= index && s.replica.held() > 0 && !s.replica.Holds(transcript.HashRecord(raw)) && s.replica.MakeRoom(raw) {
		return true, s.receiveLocked(raw)
	}
	return false, err
}

func errOtherTermsSent() error {
	return link.Refuse("p2p.other-terms", "these are the terms of another match")
}

// judgedLocked draws the conclusions from what the seat has said of a record.
func (s *Session) judgedLocked(err error) error {
	var refused *protocol.Refusal
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused) || !refused.Provable:
		return link.Malformed(err)
	case refused.Culprit == s.replica.own:
		// As in contradictLocked, wherever the peer says that the record stands.
		s.life.fail(ErrOwnRecords)
		return &link.Refusal{Reason: wire.ByeDiverged, Err: ErrOwnRecords, Strike: false}
	}
	s.cfg.Log.Warn("the other side cheated", "match", s.ID(), "record", refused.Index, "kind", refused.Kind.String())
	if refused.Kind != transcript.Fault { // whatever we may have forgotten, nothing follows the seal
		for _, p := range s.peers {
			p.heard = true
		}
	}
	if err := s.settleLocked(); err != nil { // makes the Fault
		return err
	}
	if !s.replica.isAccused(refused.Culprit) {
		// A false Fault or Reveal: it convicts its signer at the audit, and
		// there is nothing to seal.
		return link.Malformed(refused)
	}
	return nil
}

// receiveLentLocked gives a record that others have lent to the seat. One that has no place here any more is
// nobody's fault.
func (s *Session) receiveLentLocked(raw []byte) error {
	err := s.receiveLocked(raw)
	var refused *protocol.Refusal
	if errors.As(err, &refused) && !refused.Provable {
		return nil
	}
	return err
}
