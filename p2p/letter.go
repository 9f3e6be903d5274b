package p2p

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A letter carries a match by hand: all that the others may lack, in one piece of text
// that can be pasted or mailed. It is as public as the transcript, and proves nothing of
// itself: its records do. What it says about its sender's copy only decides what the next
// letter holds, and that the sender has been heard.
//
// A letter may be lost, come twice, or late: the next holds whatever is not known to have
// arrived.

const (
	letterPrefix   = "djql1"
	letterLine     = 76       // characters
	letterChecksum = 4        // bytes
	maxLetter      = 16 << 20 // characters
)

// Letter is one that was read.
type Letter struct {
	terms   transcript.Hash
	seat    engine.Seat // whose program wrote it; noSeat of one that cannot sign
	first   int         // index of the first of the records
	chain   [][]byte
	extras  [][]byte
	request []byte // to resign; nil if there is none
	peeks   [][]byte
}

// letterStatus is what is known of a peer's copy by its letters.
type letterStatus struct {
	state wire.State // extras is how many it holds
}

// Errors about text that is no letter.
var (
	ErrNoLetter      = coded.Errorf("p2p.no-letter", "not a letter of a match: it starts with %s", letterPrefix)
	ErrLetterTyping  = coded.Errorf("p2p.letter-typing", "the letter is incomplete or was altered: copy it once more as a whole")
	ErrLetterVersion = coded.Errorf("p2p.letter-version", "a letter of another version of darkjunqi: both sides need the same")
)

// LetterGapError says that a letter continues another that has not come yet.
type LetterGapError struct {
	Seat  engine.Seat // who has written both
	First int         // the record with which the letter begins
	Have  int         // so many are here
}

func (e *LetterGapError) Error() string { return e.coded().Error() }

// Code is that of a coded error.
func (e *LetterGapError) Code() string { return e.coded().Code() }

// Args are those of the sentence.
func (e *LetterGapError) Args() []any { return e.coded().Args() }

func (e *LetterGapError) coded() *coded.Error {
	return coded.Errorf("p2p.letter-gap", "it continues an earlier letter of %s, which has not come: it begins with record %d, and the next one here is %d", e.Seat, e.First, e.Have)
}

// OtherMatchError says that a letter is of another match.
type OtherMatchError struct{ Terms transcript.Hash }

// Table is what every seat's MatchID of that match begins with.
func (e *OtherMatchError) Table() string { return tableOf(e.Terms) }

func (e *OtherMatchError) Error() string { return e.coded().Error() }

// Code is that of a coded error.
func (e *OtherMatchError) Code() string { return e.coded().Code() }

// Args is the Table.
func (e *OtherMatchError) Args() []any { return e.coded().Args() }

func (e *OtherMatchError) coded() *coded.Error {
	return coded.Errorf("p2p.letter-other-match", "the letter is of another match, %s", e.Table())
}

// otherLetter is how a letter of a later version begins.
var otherLetter = regexp.MustCompile(`(^|\s)djql[2-9][A-Za-z0-9_-]{32}`)

// Terms returns the hash of the Terms record of the letter's match.
func (l *Letter) Terms() transcript.Hash { return l.terms }

// Seat returns the seat whose program has written the letter.
func (l *Letter) Seat() engine.Seat { return l.seat }

// Record returns a record of the chain, if the letter holds it.
func (l *Letter) Record(index int) ([]byte, bool) {
	if index < l.first || index >= l.first+len(l.chain) {
		return nil, false
	}
	return l.chain[index-l.first], true
}

// String returns the letter as text, in lines:
//
//	"djql1", base64 (RFC 4648, URL alphabet, no padding) of:
//	hash of Terms[32], u8 seat, frames of a link: a State (extras: how many the writer
//	holds), Records in order up to the State's last, Extras, at most one Resign, Peeks;
//	first 4 bytes of SHA-512/256 over "djql1" and all of the above
func (l *Letter) String() string {
	payload := append(l.terms[:], byte(l.seat))
	payload = l.state().Frame().Append(payload)
	for i, raw := range l.chain {
		payload = wire.NewRecord(l.first+i, raw).Append(payload)
	}
	for _, raw := range l.extras {
		payload = wire.Frame{Kind: wire.KindExtra, Payload: raw}.Append(payload)
	}
	if l.request != nil {
		payload = wire.Frame{Kind: wire.KindResign, Payload: l.request}.Append(payload)
	}
	for _, raw := range l.peeks {
		payload = wire.Frame{Kind: wire.KindPeek, Payload: raw}.Append(payload)
	}
	sum := letterSum(payload)
	text := letterPrefix + base64.RawURLEncoding.EncodeToString(append(payload, sum[:]...))
	var b strings.Builder
	for len(text) > letterLine {
		b.WriteString(text[:letterLine] + "\n")
		text = text[letterLine:]
	}
	b.WriteString(text + "\n")
	return b.String()
}

func letterSum(payload []byte) [letterChecksum]byte {
	sum := sha512.Sum512_256(append([]byte(letterPrefix), payload...))
	return [letterChecksum]byte(sum[:])
}

// state is what the letter says about its writer's copy.
func (l *Letter) state() wire.State {
	st := wire.State{Count: uint32(l.first + len(l.chain)), Extras: uint32(len(l.extras))}
	if n := len(l.chain); n > 0 {
		st.Head = transcript.HashRecord(l.chain[n-1])
	}
	return st
}

// quoteMarks are those that mail programs put before the lines of what they quote.
var quoteMarks = regexp.MustCompile(`(?m)^[ \t]*>[> \t]*`)

// ParseLetter reads a letter. White space anywhere in it is forgiven, and so is what
// stands before it, after a blank line behind it or after the line that begins a signature
// (RFC 3676, section 4.3), and marks of a quotation, as mail programs put it. The error is
// ErrNoLetter, ErrLetterVersion or ErrLetterTyping.
func ParseLetter(text string) (*Letter, error) {
	if len(text) > maxLetter {
		return nil, ErrLetterTyping
	}
	_, rest, found := strings.Cut(text, letterPrefix)
	if !found {
		if otherLetter.MatchString(text) {
			return nil, ErrLetterVersion
		}
		return nil, ErrNoLetter
	}
	text = quoteMarks.ReplaceAllString(rest, "")
	text, _, _ = strings.Cut(strings.ReplaceAll(text, "\r", ""), "\n\n")
	text, _, _ = strings.Cut(text, "\n-- \n")
	raw, err := base64.RawURLEncoding.Strict().DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil || len(raw) < letterChecksum {
		return nil, ErrLetterTyping
	}
	payload := raw[:len(raw)-letterChecksum]
	if letterSum(payload) != [letterChecksum]byte(raw[len(payload):]) {
		return nil, ErrLetterTyping
	}
	l, err := parseLetter(payload)
	if err != nil {
		return nil, ErrLetterTyping
	}
	return l, nil
}

// parseLetter reads what a letter holds before its checksum.
func parseLetter(payload []byte) (*Letter, error) {
	if len(payload) < sha512.Size256+1 {
		return nil, wire.ErrMalformed
	}
	l := &Letter{terms: transcript.Hash(payload[:sha512.Size256]), seat: engine.Seat(payload[sha512.Size256])}
	if l.seat >= engine.MaxSeats && l.seat != wire.NoSeat {
		return nil, wire.ErrMalformed
	}
	r := bytes.NewReader(payload[sha512.Size256+1:])
	f, err := wire.Read(r, nil)
	if err != nil || f.Kind != wire.KindState {
		return nil, wire.ErrMalformed
	}
	says, err := wire.ParseState(f.Payload)
	if err != nil {
		return nil, err
	}
	l.first = int(says.Count)
	last := wire.KindState
	for {
		f, err := wire.Read(r, nil)
		if err == io.EOF {
			break
		}
		if err != nil || f.Kind < last || f.Kind == wire.KindResign && last == wire.KindResign {
			return nil, wire.ErrMalformed
		}
		last = f.Kind
		if err := l.add(f); err != nil {
			return nil, err
		}
	}
	if l.state() != says {
		return nil, wire.ErrMalformed
	}
	return l, nil
}

func (l *Letter) add(f wire.Frame) error {
	switch f.Kind {
	case wire.KindRecord:
		index, raw, err := wire.ParseRecord(f.Payload)
		if err != nil || len(l.chain) > 0 && index != l.first+len(l.chain) {
			return wire.ErrMalformed
		}
		if len(l.chain) == 0 {
			l.first = index
		}
		l.chain = append(l.chain, raw)
	case wire.KindExtra:
		l.extras = append(l.extras, f.Payload)
	case wire.KindResign:
		l.request = f.Payload
	case wire.KindPeek:
		l.peeks = append(l.peeks, f.Payload)
	default:
		return wire.ErrMalformed
	}
	return nil
}

// Letter returns what should be sent to the others now, nil if a letter like that was
// returned before or there is nothing to tell.
func (s *Session) Letter() *Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.log.length()
	if n == 0 || s.facts.role == wire.Watcher {
		return nil
	}
	known := n
	lacks := false
	for _, p := range s.peers {
		st := p.letter.state
		known = min(known, int(st.Count))
		lacks = lacks || int(st.Count) < n || int(st.Extras) < len(s.log.extras)
	}
	l := &Letter{terms: s.facts.terms, seat: s.facts.seat}
	if s.asked == n {
		l.request = s.request
	}
	// One that both have comes again, so that the letter says where it belongs.
	l.first = max(0, min(known, n-1))
	l.chain = s.log.chain[l.first:n:n]
	for _, e := range s.log.extras {
		l.extras = append(l.extras, e.raw)
	}
	for _, p := range s.shelf {
		if p.to != s.facts.seat {
			l.peeks = append(l.peeks, p.raw)
		}
	}
	mark := l.mark()
	if mark == s.posted || !lacks && l.request == nil && mark.peeks == s.posted.peeks && !s.replica.status().complete {
		return nil
	}
	s.posted = mark
	return l
}

// letterMark is what a letter tells.
type letterMark struct {
	state   wire.State
	request string
	peeks   string
}

func (l *Letter) mark() letterMark {
	return letterMark{l.state(), string(l.request), string(bytes.Join(l.peeks, nil))}
}

// TakeLetter takes what a letter brings, which may be one that this very seat has
// written: then it is a copy of what was sent. The error is an *OtherMatchError, a *LetterGapError, ErrTaken,
// a *protocol.Refusal, ErrOwnRecords, or what ends the session.
func (s *Session) TakeLetter(l *Letter) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.life.usable(); err != nil {
		return err
	}
	if l.terms != s.facts.terms {
		return &OtherMatchError{l.terms}
	}
	if l.first > s.replica.length() && (!!s.replica.allJoined() || l.first >= engine.MaxSeats) {
		return &LetterGapError{l.seat, l.first, s.replica.length()}
	}
	err := s.takeLetterLocked(l)
	var refused *link.Refusal
	switch {
	case errors.As(err, &refused) && s.unconfirmedLocked(l):
		return ErrTaken
	case errors.As(err, &refused):
		return refused.Err
	}
	return err
}

// unconfirmedLocked reports whether a letter that was refused goes on from the Joins, and its
// writer has never said that it has ours: then it goes on from those of others, one of whom was
// faster with our invite.
func (s *Session) unconfirmedLocked(l *Letter) bool {
	seats := s.replica.status().seats
	p := s.peers.of(l.seat)
	return s.facts.role == wire.Guest && p != nil && s.replica.length() == seats && l.first == seats && int(p.letter.state.Count) < seats
}

func (s *Session) takeLetterLocked(l *Letter) error {
	for i, raw := range l.chain {
		if err := s.takeLetterRecordLocked(l.first+i, raw); err != nil {
			return err
		}
	}
	for _, raw := range l.extras {
		if err := s.takeLetterExtraLocked(raw); err != nil {
			return err
		}
	}
	own := l.seat == s.facts.seat
	for _, raw := range l.peeks {
		if _, err := s.shelvePeekLocked(raw, l.seat); err != nil {
			return err
		}
	}
	if l.request != nil && !own {
		if err := s.replica.receiveResignRequest(l.request); err != nil {
			return link.Malformed(err)
		}
	}
	if own {
		s.posted = l.mark()
	} else if p := s.peers.of(l.seat); p != nil {
		s.letterFromLocked(p, l.state())
	}
	return s.settleLocked()
}

func (s *Session) takeLetterRecordLocked(index int, raw []byte) error {
	if !s.replica.allJoined() && isJoin(raw) && index < engine.MaxSeats {
		return s.takeLetterExtraLocked(raw)
	}
	if n := s.replica.length(); index < n {
		if bytes.Equal(s.replica.record(index), raw) {
			return nil
		}
		if index > 0 && s.replica.signedBy(s.replica.own, raw, index) {
			s.life.fail(ErrOwnRecords)
			return ErrOwnRecords
		}
		if isJoin(raw) {
			return ErrTaken
		}
		if s.log.isLate(index, raw) {
			return nil
		}
		return s.receiveLocked(raw)
	}
	if err := s.receiveLocked(raw); err != nil {
		return err
	}
	if s.replica.length() <= index && !s.replica.isAccused(signer(raw)) && s.replica.held() == 0 {
		return link.Refuse("p2p.not-next", "record %d is no record of the chain, or one from elsewhere in it", index)
	}
	return nil
}

func (s *Session) takeLetterExtraLocked(raw []byte) error {
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
		_, err := s.receiveLentLocked(raw)
		return err
	case r.Kind != transcript.Join && !r.Kind.Extra():
		return link.Refuse("p2p.chained-extra", "a %s is a record of the chain", r.Kind)
	}
	return s.receiveLocked(raw)
}

// letterFromLocked notes what a peer's letter says about its copy.
func (s *Session) letterFromLocked(p *peer, st wire.State) {
	if st.Count >= p.letter.state.Count {
		p.letter.state.Count, p.letter.state.Head = st.Count, st.Head
	}
	p.letter.state.Extras = max(p.letter.state.Extras, st.Extras)
	if s.replica.covers(st) {
		s.heardFromLocked(p)
	}
	all := s.log.state()
	if s.replica.status().complete && st.Count == all.Count && st.Head == all.Head && int(st.Extras) >= len(s.replica.extras()) {
		s.hasLocked(p)
	}
}
