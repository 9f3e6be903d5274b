package protocol

import (
	"bytes"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Two records on one base begin two branches. They are those of the seat that owes the record
// there, which both convict it, or its late record and the SignOut that the tie-breaker signs.
// What an honest seat does so that all end on one:
//
//   - The tie-breaker that is shown a second record for a place where its chain has another
//     of that seat recalls its own. So it does, unasked, with what a cheat has done since the
//     tie-breaker signed last, and with that by which it goes out itself.
//   - Whoever has the other goes over to the one that is recalled, and gives up what follows,
//     its own records too; unless it has the tie-breaker's word for the one that it has: that
//     is, knows of anything that the tie-breaker has signed after it.
//   - Nobody votes that a cheat be put out before it has that word for all of the cheat's
//     records in its chain. So the votes of all honest seats are for one branch, which none
//     of them leaves any more.
//
// A second record is passed on, so that it comes to the tie-breaker, and so is a record that
// was recalled.

// maxBranches is how many second records of a seat are kept at a time, and how many Recalls:
// more than what a seat does between two records of its tie-breaker gives occasion to.
const maxBranches = 16

// maxRival is the most that a second record which is kept may hold, in bytes: no record of
// play that is sound has as many, and a private file takes what is kept in one entry.
const maxRival = 4 << 10

// recall is a Recall that was received or made, and verified.
type recall struct {
	raw  []byte
	body transcript.RecallBody
}

// rival is a record that a seat has signed on a base where the chain has another of its.
type rival struct {
	base transcript.Hash
	raw  []byte
}

// branchNotes are the Recalls, what they name, and the second records.
func (p *Player) branchNotes() (out [][]byte) {
	for _, list := range p.ballot.recalls {
		for _, r := range list {
			out = append(out, r.raw)
			if i, ok := p.match.find(r.body.Base); ok && i < p.match.Len() && p.match.chain[i].hash == r.body.Record {
				out = append(out, p.match.chain[i].raw)
			}
		}
	}
	for _, list := range p.ballot.rivals {
		for _, r := range list {
			out = append(out, r.raw)
		}
	}
	return out
}

// lives reports whether the seat is in the game.
func (p *Player) lives() bool {
	return p.match.course() == Play && p.match.position.Out(p.Seat()) == engine.NotOver
}

// recallOf is what a seat has recalled on a base, nil if nothing.
func (p *Player) recallOf(seat engine.Seat, base transcript.Hash) *recall {
	list := p.ballot.recalls[seat]
	if i := slices.IndexFunc(list, func(r recall) bool { return r.body.Base == base }); i >= 0 {
		return &list[i]
	}
	return nil
}

func (p *Player) receiveRecall(r transcript.Record, raw []byte) error {
	body, err := transcript.ParseRecall(r.Body)
	if err != nil {
		return err
	}
	if !p.signedHere(r, body.Base) {
		return errForeignNote
	}
	i, known := p.match.find(body.Base)
	if known && i < p.match.Len() && p.match.chain[i].seat == r.Seat {
		return p.accuseOf(body.Base, p.match.chain[i].raw, raw, r.Seat)
	}
	if other := p.recallOf(r.Seat, body.Base); other != nil {
		if !known {
			return nil // no Fault of this chain can name that base
		}
		return p.accuseOf(body.Base, other.raw, raw, r.Seat)
	}
	var newest transcript.Hash
	if list := p.ballot.recalls[r.Seat]; len(list) > 0 {
		newest = list[len(list)-1].body.Base
	}
	if !p.heeds(r.Seat, body.Base, newest) {
		return nil
	}
	p.keepRecall(r.Seat, recall{slices.Clone(raw), body})
	return p.release()
}

func (p *Player) keepRecall(seat engine.Seat, r recall) {
	list := append(p.ballot.recalls[seat], r)
	p.ballot.recalls[seat] = list[max(0, len(list)-maxBranches):]
	p.dropRivals()
}

// recallForVote makes the Recall that a vote on a base which is behind asks of this seat: it
// is the tie-breaker of a seat whose late record it has taken.
func (p *Player) recallForVote(v vote) {
	i, known := p.match.find(v.body.Base)
	if known && i < p.match.Len() && p.match.chain[i].seat == v.body.Seat && v.record.Seat != p.Seat() {
		p.recall(i)
	}
}

// recall has the seat say that it goes on with the i-th record of its chain, if it is the
// tie-breaker of that record's signer, and has not said so.
func (p *Player) recall(i int) {
	m := p.match
	body := transcript.RecallBody{Base: m.base(i), Record: m.chain[i].hash}
	if i < len(m.setup) || m.chain[i].kind == transcript.SignOut || p.recallOf(p.Seat(), body.Base) != nil {
		return
	}
	if before, err := m.positionAt(i); err != nil || tieBreaker(m.rules, &before, m.chain[i].seat) != p.Seat() {
		return
	}
	_ = p.bindTo(body.Base, transcript.Recall, body.Marshal(), func(raw []byte) error {
		p.keepRecall(p.Seat(), recall{raw, body})
		return nil
	})
}

// contested looks for the place in the chain where the signer of a record has signed another.
// There it asks the tie-breaker for its word, or gives it. The refusal is nil if there is no
// such place.
func (p *Player) contested(raw []byte) *Refusal {
	r, i, ok := p.match.second(raw)
	if !ok {
		return nil
	}
	p.recall(i)
	known := func(other rival) bool { return other.base == p.match.base(i) }
	if list := p.ballot.rivals[r.Seat]; len(list) < maxBranches && len(raw) <= maxRival && !slices.ContainsFunc(list, known) {
		p.ballot.rivals[r.Seat] = append(list, rival{p.match.base(i), slices.Clone(raw)})
	}
	p.dropRivals()
	return &Refusal{Index: i, Kind: r.Kind, Culprit: r.Seat, Provable: true, Err: errDouble}
}

// weigh follows up on a record that was taken: a Fault may hold a second record, and by one of
// another seat this one may have gone out, which later may not be there to be asked.
func (p *Player) weigh(raw []byte, lived bool) {
	if lived && !p.lives() && p.match.course() == Play {
		p.recall(p.match.Len() - 1)
	}
	if r, err := transcript.Parse(raw); err == nil && r.Kind == transcript.Fault {
		if body, err := transcript.ParseFault(r.Body); err == nil && len(body.Records) == 2 {
			p.contested(body.Records[0])
			p.contested(body.Records[1])
		}
	}
	p.giveWord()
}

// dropRivals forgets the second records about which the tie-breaker has given its word, and
// those that are for no place of the chain any more.
func (p *Player) dropRivals() {
	for seat, list := range p.ballot.rivals {
		p.ballot.rivals[seat] = slices.DeleteFunc(list, func(r rival) bool {
			i, known := p.match.find(r.base)
			if !known || i >= p.match.Len() {
				return true
			}
			before, err := p.match.positionAt(i)
			return err != nil || p.recallOf(tieBreaker(p.match.rules, &before, engine.Seat(seat)), r.base) != nil
		})
	}
}

// giveWord recalls, as their tie-breaker, the records of convicted seats that this one has
// signed nothing after.
func (p *Player) giveWord() {
	m := p.match
	convicted := m.convictedLiving()
	for i := len(m.chain) - 1; convicted != 0 && i >= len(m.setup) && m.chain[i].seat != p.Seat(); i-- {
		if convicted.Has(m.chain[i].seat) {
			p.recall(i)
		}
	}
}

// second finds the place of the chain, in play, where the signer of a record has signed it and
// another. SignOuts are none of these: they hold the votes of all.
func (m *Match) second(raw []byte) (r transcript.Record, i int, ok bool) {
	r, err := transcript.Parse(raw)
	if err != nil || !m.Joined() || m.extra(r.Kind) || r.Kind == transcript.SignOut {
		return r, 0, false
	}
	for i := len(m.setup); i < len(m.chain); i++ {
		ours := m.chain[i]
		if ours.seat == r.Seat && ours.kind != transcript.SignOut && r.Verify(m.keys[r.Seat], transcript.Link{Match: m.id, Prev: m.base(i)}) {
			return r, i, !bytes.Equal(raw, ours.raw)
		}
	}
	return r, 0, false
}

// turn goes over to a record of a seat that has signed another in its place, if that is the
// one which the tie-breaker has recalled.
func (p *Player) turn(raw []byte) bool {
	m := p.match
	r, i, ok := m.second(raw)
	if !ok {
		return false
	}
	before, err := m.positionAt(i)
	if err != nil {
		return false
	}
	decider := tieBreaker(m.rules, &before, r.Seat)
	word := p.recallOf(decider, m.base(i))
	if word == nil || word.body.Record != transcript.HashRecord(raw) || p.hasWord(i, decider) {
		return false
	}
	base, ours := m.base(i), m.chain[i].raw
	if !p.cut(i, raw) {
		return false
	}
	_ = p.accuseOf(base, ours, raw, r.Seat)
	p.dropRivals()
	return true
}

// hasWord reports whether the seat knows of anything that another, the tie-breaker for the
// i-th record of the chain, has signed after it; or that the votes of all are after it.
func (p *Player) hasWord(i int, decider engine.Seat) bool {
	m := p.match
	if said := p.recallOf(decider, m.base(i)); said != nil && said.body.Record == m.chain[i].hash {
		return true
	}
	if decider == p.Seat() || m.chain[i].kind == transcript.SignOut || m.seen[decider] != nil {
		return true
	}
	for _, later := range m.chain[i+1:] {
		if later.seat == decider || later.kind == transcript.SignOut {
			return true
		}
	}
	return false
}

// awaitsWord reports whether a tie-breaker has yet to say that what a convicted seat has done
// stands.
func (p *Player) awaitsWord() bool {
	m := p.match
	position, event := engine.Start(m.rules, m.FirstMover()), 0
	for i := len(m.setup); i < len(m.chain); i++ {
		for ; event < len(m.events) && m.sources[event] < i; event++ {
			if position.Apply(m.events[event]) != nil {
				return false
			}
		}
		by := m.chain[i].seat
		if m.faults[by] != nil && !p.hasWord(i, tieBreaker(m.rules, &position, by)) {
			return true
		}
	}
	return false
}

// accuseRecaller keeps what convicts the signer of a SignOut for the i-th place of the chain
// that has recalled the votes there, and reports whether it has.
func (p *Player) accuseRecaller(i int, raw []byte, signer engine.Seat) bool {
	base := p.match.base(i)
	r := p.recallOf(signer, base)
	if r == nil {
		return false
	}
	_ = p.accuseOf(base, raw, r.raw, signer)
	return true
}

// yield gives up the records from a place of the chain on for the SignOut of the seat that
// signed the one there, if that is what raw is. It has the votes of all who play: so only
// the seat itself, which made those records too late, and seats that were out before can
// have taken them.
func (p *Player) yield(raw []byte) bool {
	m := p.match
	r, err := transcript.Parse(raw)
	if err != nil || r.Kind != transcript.SignOut || !m.Joined() {
		return false
	}
	body, err := transcript.ParseSignOut(r.Body)
	if err != nil {
		return false
	}
	for i := len(m.setup); i < len(m.chain); i++ {
		if m.chain[i].seat != body.Seat || m.chain[i].kind == transcript.SignOut || !r.Verify(m.keys[r.Seat], transcript.Link{Match: m.id, Prev: m.base(i)}) {
			continue
		}
		if p.accuseRecaller(i, raw, r.Seat) {
			return true
		}
		before, err := m.positionAt(i)
		if err != nil || body.Seat != p.Seat() && before.Out(p.Seat()) == engine.NotOver {
			return false
		}
		return p.cut(i, raw)
	}
	return false
}

// cut puts a sound record in the place of all from the i-th on. What stands outside the
// chain is taken again, as far as it still fits.
func (p *Player) cut(i int, raw []byte) bool {
	shorter, err := p.match.prefix(i)
	if err != nil || shorter.append(raw) != nil {
		return false
	}
	for _, extra := range p.match.Extras() {
		_ = shorter.Append(extra) // a Claim about what is gone is gone too
	}
	*p.match = *shorter
	for seat, f := range p.evidence {
		if f == nil {
			continue
		}
		if _, known := shorter.find(f.At); !known {
			p.evidence[seat] = nil // no Fault of this chain can name its base
		}
	}
	p.resigning, p.ready, p.clashes = false, nil, nil
	p.ballot.void()
	return true
}
