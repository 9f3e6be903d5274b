package p2p

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Letter returns what should be sent to the others now, nil if the same letter was returned before
// or there is nothing to send. Call it when all letters that are there have been taken, this seat's own
// too: they may hold what an old copy of the match lacks, and the seat signs nothing before the first call.
func (s *Session) Letter() *mail.Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unread {
		s.unread = false
		_ = s.settleLocked() // its error has ended the session
		s.life.notify()      // for decisions that wait
	}
	if s.life.usable() != nil || s.replica.player == nil {
		return nil // who signs nothing writes nothing
	}
	n := s.log.length()
	known := n
	lacks := false
	for _, p := range s.peers {
		st := p.letter
		known = min(known, int(st.Count))
		lacks = lacks || int(st.Count) < n || slices.ContainsFunc(s.log.extras, p.lacks)
	}
	l := &mail.Letter{Terms: s.meta.terms, Seat: s.meta.seat}
	if s.asked == n {
		l.Request = s.request
	}
	// One that both have comes again, so that the letter says where it belongs.
	l.First = max(0, min(known, n-1))
	l.Chain = s.log.chain[l.First:n:n]
	for _, e := range s.log.extras {
		l.Extras = append(l.Extras, e.raw)
	}
	for _, p := range s.pendingPeeks {
		if p.to != s.meta.seat {
			l.Peeks = append(l.Peeks, p.raw)
		}
	}
	mark := markOf(l)
	if mark == s.posted || !lacks && l.Request == nil && mark.peeks == s.posted.peeks && !s.replica.status().complete {
		return nil
	}
	s.posted = mark
	l.Signature = [wire.VouchSize]byte(s.replica.Vouch(l.Signed()))
	return l
}

// letterMark distinguishes letters by what they bring.
type letterMark struct {
	state          wire.State
	request, peeks string
}

func markOf(l *mail.Letter) letterMark {
	return letterMark{wire.StateOf(l.First, l.Chain, l.Extras), string(l.Request), string(bytes.Join(l.Peeks, nil))}
}

// TakeLetter takes the content of a letter, even one that this seat wrote itself: a copy of what
// was sent. The error is an *mail.OtherMatchError, a *mail.GapError, ErrTaken, a
// *protocol.Refusal, ErrOwnRecords, what ends the session, or says that the seat has not signed it.
func (s *Session) TakeLetter(l *mail.Letter) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.life.usable(); err != nil {
		return err
	}
	if l.Terms != s.meta.terms {
		return mail.NewOtherMatchError(l.Terms)
	}
	in := &incomingLetter{l, s, maxUseless, passed{}}
	err := in.takeLocked()
	var refused *link.Refusal
	switch {
	case errors.As(err, &refused) && in.isUnconfirmedLocked():
		return ErrTaken
	case errors.As(err, &refused):
		return refused.Err
	}
	return err
}

// incomingLetter is a letter that a session takes, under its lock.
type incomingLetter struct {
	*mail.Letter
	session *Session
	left    int // of maxUseless
	brought passed
}

// maxUseless is the size in bytes up to which a letter is taken that brings nothing new, counted as over a link. What honest
// programs hold is less.
const maxUseless = 4 * link.BudgetBurst

// chargeLocked has a record taken, and counts it if it brings nothing new.
func (l *incomingLetter) chargeLocked(raw []byte, take func() error) error {
	r, hash, cost := &l.session.replica, transcript.HashRecord(raw), costOf(raw)
	if l.left -= cost; l.left < 0 {
		return errFlood()
	}
	err := take()
	if !l.brought[hash] && (r.keeps(raw) || r.player != nil && r.Holds(hash)) {
		l.brought.add(hash)
		l.left += cost
	}
	return err
}

// costOf is what a record costs that brings nothing new.
func costOf(raw []byte) int {
	cost := link.FrameCost + len(raw)
	switch kind := kindOf(raw); {
	case kind == transcript.Fault:
		cost += link.FaultCost
	case !kind.Extra():
		cost += link.LentCost
	}
	return cost
}

// isUnconfirmedLocked reports whether a letter that was refused continues from the Joins, and its
// writer has never said that it has ours: then it continues from the Joins of others, one of whom was
// faster with our invite.
func (l *incomingLetter) isUnconfirmedLocked() bool {
	s := l.session
	seats := s.replica.status().seats
	p := s.peers.of(l.Seat)
	return s.meta.role == wire.Guest && p != nil && s.replica.length() == seats && l.First == seats && int(p.letter.Count) < seats && l.isSignedLocked()
}

// takeLeadLocked follows the chain of a letter while this program's match file is behind: after as many records of
// the match file, or of what an earlier letter has brought, as the letter leaves out. Any of these letters may lie. One
// that fits nothing yet may come after a letter that is still on its way.
func (l *incomingLetter) takeLeadLocked() error {
	s := l.session
	if len(l.Chain) == 0 {
		return l.addExtras(s.mailed)
	}
	for _, from := range append([]ledger{s.replica.ledger}, s.mailed...) {
		lead, first := s.replica.fork(), l.Chain[0]
		if !from.status().allJoined() {
			lead = from.fork() // Joins wait beside the chain
		} else if l.First > lead.length() && !from.signedBy(signer(first), first, l.First) {
			continue // to see that, nothing has to be verified again
		}
		var err error
		for i := lead.length(); i < min(l.First, from.length()) && err == nil; i++ {
			err = lead.add(from.record(i))
		}
		if err == nil {
			err = l.followLocked(lead)
		}
		switch {
		case err != nil && s.replica.allJoined() && l.First <= s.replica.length():
			return err // what it leaves out is in the match file: no other letter can mend it
		case err != nil:
			continue
		}
		if i := slices.IndexFunc(s.mailed, func(known ledger) bool { return begins(lead, known) }); i >= 0 && lead.status().allJoined() {
			return l.addExtras(s.mailed[i : i+1])
		}
		if err := l.addExtras([]ledger{lead}); err != nil {
			return err
		}
		s.mailed = slices.DeleteFunc(s.mailed, func(known ledger) bool { return begins(known, lead) })
		s.mailed = append(s.mailed, lead)
		s.dropMailedLocked()
		return s.takeOverLocked(lead)
	}
	return mail.NewGapError(l.First, s.replica.length())
}

// begins reports whether a chain is the beginning of another.
func begins(one, other ledger) bool {
	n := one.length()
	return n == 0 || n <= other.length() && one.hash(n-1) == other.hash(n-1)
}

// maxMailed is how many chains that letters have brought are followed.
const maxMailed = 4

// dropMailedLocked makes room. What leads to the marker stays: the journal names its records, and none of a fork's own.
func (s *Session) dropMailedLocked() {
	if len(s.mailed) <= maxMailed {
		return
	}
	chosen := protocol.Chosen(s.st.Journal())
	count := func(lead ledger) (n int) {
		for i := range lead.length() {
			if chosen[lead.hash(i)] {
				n++
			}
		}
		return n
	}
	least := slices.MinFunc(s.mailed, func(a, b ledger) int { return count(a) - count(b) })
	s.mailed = slices.DeleteFunc(s.mailed, func(lead ledger) bool { return lead == least })
}

// followLocked appends a letter's records to a chain, and that which the marker names: the writer may hold it at its tip.
func (l *incomingLetter) followLocked(lead ledger) error {
	count, last := l.session.st.Marker()
	for i, raw := range l.Chain {
		index := l.First + i
		if lead.length() >= count {
			return nil // what follows need not be complete
		}
		if index < lead.length() && bytes.Equal(lead.record(index), raw) {
			continue
		}
		if err := l.session.followLocked(lead, index, raw); err != nil {
			return err
		}
	}
	if i := slices.IndexFunc(l.Extras, func(raw []byte) bool { return transcript.HashRecord(raw) == last }); i >= 0 {
		_ = lead.add(l.Extras[i]) // what comes before it may be in another letter
	}
	return nil
}

// addExtras adds what is outside the chain, and none of those records of it that may not be complete.
func (l *incomingLetter) addExtras(to []ledger) error {
	for _, raw := range l.Extras {
		if !kindOf(raw).Extra() && !isJoin(raw) {
			continue
		}
		err := l.chargeLocked(raw, func() error {
			for _, lead := range to {
				_ = lead.add(raw)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// takeLocked takes what a letter holds. Its records prove themselves. All else counts only if the writer's seat has signed it, with
// a key that these records may bring, and what a later letter would replace only if none of them is refused. But the writer of a
// refused letter is heard, if all is here that it says it has: or who signs nothing before would never read it otherwise.
func (l *incomingLetter) takeLocked() error {
	s := l.session
	err := l.takeRecordsLocked()
	switch {
	case l.isSignedLocked():
		if err == nil {
			err = l.takeRestLocked()
		}
		if p := s.peers.of(l.Seat); p != nil {
			p.met = true
			l.noteStateLocked(p, err == nil)
		}
	case err == nil:
		err = coded.Errorf("p2p.letter-forged", "%s has not signed it: only the records in it count", l.Seat)
	}
	return cmp.Or(s.settleLocked(), err)
}

// isSignedLocked reports whether the writer's seat has signed the letter. A lost match file knows no keys: letters have brought them.
func (l *incomingLetter) isSignedLocked() bool {
	s, what := l.session, l.Signed()
	return slices.ContainsFunc(append([]ledger{s.replica.ledger}, s.mailed...), func(from ledger) bool {
		return from.vouched(l.Seat, what, l.Signature[:])
	})
}

// takeRecordsLocked takes the records piece by piece, each as if a link had brought it: what is refused keeps no other
// back, and the letter is read again when something has changed.
func (l *incomingLetter) takeRecordsLocked() (err error) {
	s := l.session
	if have := s.replica.length(); s.replica.behind() {
		err = l.takeLeadLocked()
	} else if l.First > have && (s.replica.allJoined() || l.First >= engine.MaxSeats) {
		err = mail.NewGapError(l.First, have)
	}
	if err != nil {
		return err
	}
	records, extras := l.Chain, l.Extras
	if s.replica.behind() { // takeLeadLocked has followed them
		records, extras = nil, nil
	}
	for i, raw := range records {
		if index := l.First + i; index >= s.replica.length() || !bytes.Equal(s.replica.record(index), raw) {
			if err = l.chargeLocked(raw, func() error { return l.takeRecordLocked(index, raw) }); err != nil {
				break
			}
		}
	}
	for _, raw := range extras {
		err = cmp.Or(err, l.chargeLocked(raw, func() error { return l.takeExtraLocked(raw) }))
	}
	return err
}

// takeRestLocked takes the request and the Peeks.
func (l *incomingLetter) takeRestLocked() error {
	s := l.session
	if l.Request != nil {
		if _, err := s.hearRequestLocked(l.Request); err != nil {
			return err
		}
	}
	for _, raw := range l.Peeks { // a bad one is dropped: refused, the letter would bring the good ones again
		_, _ = s.pendingPeeks.queue(&s.replica, raw, l.Seat)
	}
	if l.Seat == s.meta.seat {
		s.posted = markOf(l.Letter)
	}
	return nil
}

func (l *incomingLetter) takeRecordLocked(index int, raw []byte) error {
	s := l.session
	if !s.replica.allJoined() && isJoin(raw) && index < engine.MaxSeats {
		return l.takeExtraLocked(raw)
	}
	if n := s.replica.length(); index < n {
		if s.replica.chose(raw) {
			return nil
		}
		if index > 0 && s.replica.signedBy(s.replica.own, raw, index) {
			s.life.fail(ErrOwnRecords)
			return ErrOwnRecords
		}
		if isJoin(raw) {
			return ErrTaken
		}
		return s.judgedLocked(s.replica.receiveOther(index, raw))
	}
	displaces, err := s.receiveNextLocked(index, raw)
	if err != nil {
		return err
	}
	if displaces { // a convicted seat may sign others without end
		l.left -= link.LentCost
	}
	if s.replica.length() <= index && !s.replica.isAccused(signer(raw)) && s.replica.held() == 0 {
		return link.Refuse("p2p.not-next", "record %d is not in the chain, or belongs elsewhere in it", index)
	}
	return nil
}

func (l *incomingLetter) takeExtraLocked(raw []byte) error {
	s := l.session
	r, err := transcript.Parse(raw)
	if err != nil {
		return link.Malformed(err)
	}
	switch {
	case r.Kind == transcript.Join && s.replica.holdsJoin(raw):
		return nil
	case r.Kind == transcript.Join && s.replica.hasJoined(r.Seat):
		return ErrTaken
	case r.Kind != transcript.Join && !r.Kind.Extra() && s.replica.allowsVotes():
		return s.receiveLentLocked(raw)
	case r.Kind != transcript.Join && !r.Kind.Extra():
		return link.Refuse("p2p.chained-extra", "a %s is a record of the chain", r.Kind)
	}
	return s.receiveLocked(raw)
}

// noteStateLocked notes what a peer's letter says about its copy, of a refused one only if all of that is here.
func (l *incomingLetter) noteStateLocked(p *peer, took bool) {
	st := wire.StateOf(l.First, l.Chain, l.Extras)
	s := l.session
	covers := s.replica.covers(st)
	if !took && !covers {
		return
	}
	if st.Count >= p.letter.Count {
		p.letter.Count, p.letter.Head = st.Count, st.Head
	}
	for _, raw := range l.Extras {
		p.mailed.add(transcript.HashRecord(raw))
	}
	if covers {
		p.noteHeard(&s.life)
	}
	if n := s.replica.length(); s.replica.status().complete && int(st.Count) == n && st.Head == s.replica.hash(n-1) && l.hasExtrasLocked() {
		s.hasLocked(p)
	}
}

// hasExtrasLocked reports whether a letter holds as many records outside the chain as this program has, of each kind. They need not
// be the same: each seat signs its own Fault against whom it convicts, and a liar's second Reveal or Claim is an echo.
func (l *incomingLetter) hasExtrasLocked() bool {
	more := map[transcript.Kind]int{}
	for _, raw := range l.Extras {
		more[kindOf(raw)]++
	}
	for _, raw := range l.session.replica.extras() {
		more[kindOf(raw)]--
	}
	for _, n := range more {
		if n < 0 {
			return false
		}
	}
	return true
}
