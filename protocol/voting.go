package protocol

import (
	"bytes"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A seat that is silent, or that a Fault convicts, is put out by a SignOut that holds the
// votes of all others. What an honest seat does for that, so that no two of them go on
// along two branches:
//
//   - It votes on the head of its chain alone, at most once for each cause, and for absence
//     only when it holds no record for that place.
//   - Who has voted in the slot of a seat takes no late record of that seat before the
//     tie-breaker has: it holds the record, until the tie-breaker's Recall names it, or the
//     SignOut is here.
//   - The tie-breaker signs the SignOut, once all votes are here, or takes the late record
//     and recalls the votes, whichever it can first; never both, which would convict it.
//   - Nothing that it has signed on is given up, but for one of two records that a cheat has
//     signed in one place (branch.go).
//
// docs/security.md says what this achieves; package protocol/internal/branches searches it.

// maxHeld is how many records of the chain a seat holds that it does not take yet: between two
// turns of its own the others have no more, unless they attack each other three times in a row with
// an audited resolver and the game ends with it, or they have put this seat out, too. What comes
// beyond is dropped, and whoever brings it brings it again once what is held was taken.
const maxHeld = 16

// maxWords is how many Votes and Recalls of one signer a seat keeps between two records of
// its chain, one in the place of another, that don't go on along it: each is stored, and goes
// round all programs.
const maxWords = 16

// voteKey is what a Vote is about; of each the last is kept.
type voteKey struct {
	voter, seat engine.Seat
	cause       transcript.Cause
}

// vote is one that was received or made, and verified.
type vote struct {
	raw    []byte
	record transcript.Record
	body   transcript.VoteBody
}

// ballot is what a seat knows of votes and of second records, and what it holds back because
// of its own.
type ballot struct {
	votes   map[voteKey]vote
	recalls [engine.MaxSeats][]recall // by signer, the newest last
	rivals  [engine.MaxSeats][]rival  // by signer
	words   map[engine.Seat]int       // by signer: see maxWords
	held    [][]byte                  // records of the chain from its head on, that are not taken yet
	ahead   *Match                    // the match with these
}

// void gives up what is held.
func (b *ballot) void() { b.held, b.ahead = nil, nil }

// Notes are what other seats may lack beside the match: Votes, Recalls and what they name,
// second records, and the records that are held, so that they come to the tie-breaker. They
// go along with the extras of the match, and are kept with the seat's secrets, since its own
// votes bind it. After Restore each is given back by Receive, in this order; that of a second
// record says whom it convicts.
func (p *Player) Notes() (out [][]byte) {
	for _, seat := range p.match.seats() {
		for _, other := range p.match.seats() {
			for _, cause := range []transcript.Cause{transcript.Absent, transcript.Convicted} {
				if v, ok := p.ballot.votes[voteKey{seat, other, cause}]; ok {
					out = append(out, v.raw)
				}
			}
		}
	}
	out = append(out, p.branchNotes()...)
	return append(out, p.ballot.held...)
}

// seats lists those of the match, none before its rules are here.
func (m *Match) seats() []engine.Seat {
	if m.rules == nil {
		return nil
	}
	return m.rules.Seats()
}

// Held returns how many records of the chain the seat holds and does not take, since it
// has voted that their signer be put out.
func (p *Player) Held() int { return len(p.ballot.held) }

// Votes returns who has voted on the head that a seat be put out for a cause.
func (p *Player) Votes(seat engine.Seat, cause transcript.Cause) (set engine.SeatSet) {
	for key, v := range p.ballot.votes {
		if key.seat == seat && key.cause == cause && v.body.Base == p.match.Base() {
			set = set.Add(key.voter)
		}
	}
	return set
}

// VoteAbsent states that the seat which owes the next record has been silent past the
// grace, which the caller measures, and shall be put out. If all others say so it is. The
// error is ErrNobodyOwes, or says why the rules put nobody out here.
func (p *Player) VoteAbsent() error {
	if p.match.Stage() != Play || p.match.position.Out(p.Seat()) != engine.NotOver || p.match.writer() == p.Seat() {
		return ErrNobodyOwes
	}
	return p.vote(p.match.writer(), transcript.Absent)
}

// vote makes the seat's vote on the head, if it has made none there for that cause.
func (p *Player) vote(seat engine.Seat, cause transcript.Cause) error {
	if err := p.match.CheckSignOut(seat, cause); err != nil {
		return err
	}
	if p.hasVoted(cause) {
		return nil
	}
	base := p.match.Base()
	body := transcript.VoteBody{Base: base, Seat: seat, Cause: cause}
	r := transcript.Sign(p.secret.SigningKey(), transcript.Link{Match: p.match.id, Prev: base}, transcript.Vote, p.Seat(), body.Marshal())
	return p.receiveVote(r, r.Marshal())
}

// hasVoted reports whether the seat has voted on the head for a cause, against anybody.
func (p *Player) hasVoted(cause transcript.Cause) bool {
	return slices.ContainsFunc(p.match.seats(), func(seat engine.Seat) bool {
		return p.Votes(seat, cause).Has(p.Seat())
	})
}

// Errors about what travels and is nobody's.
var errForeignNote = coded.Errorf("protocol.foreign-vote", "this is not the word of a seat of this match")

// receiveNote takes a Vote or a Recall. What is not validly signed is refused; what is of
// no use here is dropped.
func (p *Player) receiveNote(r transcript.Record, raw []byte) error {
	if r.Kind == transcript.Vote {
		return p.receiveVote(r, raw)
	}
	return p.receiveRecall(r, raw)
}

// signedHere reports whether a seat of this match, in which others may put one out, has
// signed a Vote or Recall on a base.
func (p *Player) signedHere(r transcript.Record, base transcript.Hash) bool {
	return p.match.Joined() && !p.match.rules.AbsentStop() && int(r.Seat) < p.match.rules.NumSeats() &&
		r.Verify(p.match.keys[r.Seat], transcript.Link{Match: p.match.id, Prev: base})
}

func (p *Player) receiveVote(r transcript.Record, raw []byte) error {
	body, err := transcript.ParseVote(r.Body)
	if err != nil {
		return err
	}
	if int(body.Seat) >= engine.MaxSeats || body.Seat == r.Seat || !p.signedHere(r, body.Base) {
		return errForeignNote
	}
	v := vote{slices.Clone(raw), r, body}
	p.recallForVote(v)
	key := voteKey{r.Seat, body.Seat, body.Cause}
	old := p.ballot.votes[key]
	late := old.raw != nil && p.older(body.Base, old.body.Base) // an echo of long ago
	if bytes.Equal(old.raw, raw) || late || !p.heeds(r.Seat, body.Base, old.body.Base) {
		return nil
	}
	if p.ballot.votes == nil {
		p.ballot.votes = map[voteKey]vote{}
	}
	p.ballot.votes[key] = v
	return nil
}

// passed reports whether a base is one of the chain and not its head.
func (p *Player) passed(base transcript.Hash) bool {
	i, ok := p.match.find(base)
	return ok && i < p.match.Len()
}

// older reports whether a base has passed, and stands before another or that one may be yet
// to come.
func (p *Player) older(base, than transcript.Hash) bool {
	i, _ := p.match.find(base)
	j, known := p.match.find(than)
	return p.passed(base) && (!known || i < j)
}

// heeds reports whether what a seat says on a base is to be kept in the place of what it
// said on another, zero if it has said nothing. Along the chain it always is; else so many
// times.
func (p *Player) heeds(seat engine.Seat, base, last transcript.Hash) bool {
	i, known := p.match.find(base)
	j, stands := p.match.find(last)
	if known && (!stands || j < i) {
		return true
	}
	if p.ballot.words == nil {
		p.ballot.words = map[engine.Seat]int{}
	}
	p.ballot.words[seat]++
	return p.ballot.words[seat] <= maxWords
}

// accuseOf keeps two records of one seat on one base as evidence, unless a Fault convicts
// that seat already.
func (p *Player) accuseOf(base transcript.Hash, a, b []byte, culprit engine.Seat) error {
	if p.match.faults[culprit] == nil && !bytes.Equal(a, b) {
		p.evidence[culprit] = &transcript.FaultBody{At: base, Records: [][]byte{a, b}}
	}
	return nil
}

// positionAt is the game before the i-th record of the chain.
func (m *Match) positionAt(i int) (engine.Position, error) {
	p := engine.Start(m.rules, m.FirstMover())
	for n, e := range m.events {
		if m.sources[n] >= i {
			break
		}
		if err := p.Apply(e); err != nil {
			return p, err
		}
	}
	return p, nil
}

// holdsBack reports whether the seat's own vote keeps it from taking a record of whoever
// owes the next: until the tie-breaker has.
func (p *Player) holdsBack() bool {
	m := p.match
	if !m.Joined() || m.course() != Play || m.position.Out(p.Seat()) != engine.NotOver {
		return false
	}
	owes := m.writer()
	return m.TieBreaker(owes) != p.Seat() &&
		(p.Votes(owes, transcript.Absent) | p.Votes(owes, transcript.Convicted)).Has(p.Seat())
}

// recalled reports whether the tie-breaker goes on with a record on the head.
func (p *Player) recalled(raw []byte) bool {
	r := p.recallOf(p.match.TieBreaker(p.match.writer()), p.match.Base())
	return r != nil && r.body.Record == transcript.HashRecord(raw)
}

// hold takes a record of the chain that the seat may not go on with yet, and reports
// whether it is one. Of what comes after the first it keeps what goes on from that; the rest
// is of another branch, or nothing, and whoever passes it on is not to blame.
func (p *Player) hold(r transcript.Record, raw []byte) bool {
	if !p.holdsBack() || p.match.extra(r.Kind) || p.recalled(raw) {
		return false
	}
	if slices.ContainsFunc(p.ballot.held, func(other []byte) bool { return bytes.Equal(other, raw) }) {
		return true
	}
	here := p.match.fork()
	sound := here.append(raw) == nil
	switch {
	case sound && r.Kind == transcript.SignOut: // it settles what is to be done
		return false
	case !sound && (len(p.ballot.held) == 0 || r.Verify(p.match.keys[r.Seat], transcript.Link{Match: p.match.id, Prev: p.match.Base()})):
		return false // judged as ever
	case sound && len(p.ballot.held) > 0:
		p.accuseOf(p.match.Base(), p.ballot.held[0], raw, r.Seat)
		return true
	case sound:
		p.ballot.ahead = here
	case len(p.ballot.held) == maxHeld || p.ballot.ahead.Append(raw) != nil:
		return true
	}
	p.ballot.held = append(p.ballot.held, slices.Clone(raw))
	return true
}

// release takes what was held, if the tie-breaker has.
func (p *Player) release() error {
	if len(p.ballot.held) == 0 || p.holdsBack() && !p.recalled(p.ballot.held[0]) {
		return nil
	}
	held := p.ballot.held
	p.ballot.void()
	for _, raw := range held {
		if err := p.receiveChained(raw); err != nil {
			return err
		}
	}
	return nil
}

// moved follows up on a record that was taken: what was held for its place is void if it is
// another, and votes on its base may ask for a Recall.
func (p *Player) moved(from int) {
	if p.match.Len() == from {
		return
	}
	p.ballot.void()
	p.ballot.words = nil
	p.accuseRecaller(from, p.match.chain[from].raw, p.match.chain[from].seat)
	for _, v := range p.ballot.votes {
		if v.body.Base == p.match.base(from) {
			p.recallForVote(v)
		}
	}
}

// votesConvicted is the seat that this one votes to put out because a Fault convicts it:
// first whose slot it is, then by seats.
func (p *Player) votesConvicted() (engine.Seat, bool) {
	m := p.match
	if m.course() != Play || m.sealedForGood() || m.position.Out(p.Seat()) != engine.NotOver || p.hasVoted(transcript.Convicted) {
		return 0, false
	}
	convicted := m.convictedLiving()
	if convicted == 0 || p.awaitsWord() {
		return 0, false
	}
	list := convicted.Seats()
	if w := m.writer(); convicted.Has(w) {
		list = append([]engine.Seat{w}, list...)
	}
	for _, seat := range list {
		if seat != p.Seat() && m.CheckSignOut(seat, transcript.Convicted) == nil {
			return seat, true
		}
	}
	return 0, false
}

// completes returns the body of the SignOut that is for this seat to sign: all have voted,
// itself too.
func (p *Player) completes() ([]byte, bool) {
	m := p.match
	if m.course() != Play || !p.free(transcript.SignOut) {
		return nil, false
	}
	for _, seat := range m.seats() {
		for _, cause := range []transcript.Cause{transcript.Absent, transcript.Convicted} {
			voters := m.voters(seat)
			if m.CheckSignOut(seat, cause) != nil || m.SignOutWriter(seat) != p.Seat() || voters&^p.Votes(seat, cause) != 0 {
				continue
			}
			body := transcript.SignOutBody{Seat: seat, Cause: cause}
			for _, voter := range voters.Remove(p.Seat()).Seats() {
				body.Votes = append(body.Votes, p.ballot.votes[voteKey{voter, seat, cause}].record.Signature)
			}
			return body.Marshal(), true
		}
	}
	return nil, false
}
