package protocol

import (
	"io"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Where others may put a seat out, every record of play is acknowledged. docs/spec-seats.md, section
// 12.5, has the rules, and docs/security.md, section 17, their reasons. What a seat signs for them is
// here; what it holds beyond its chain is in tip.go, and what it has ever signed in journal.go.

// acknowledges reports whether the next record of the chain has to be acknowledged.
func (p *Player) acknowledges() bool { return p.match.bySeen() }

// bySeen reports whether records on the head of the match, or its last, are acknowledged.
func (m *Match) bySeen() bool {
	return m.Joined() && !m.rules.AbsentStop() && m.course() != Setup
}

// lives reports whether the seat is still in the game.
func (p *Player) lives() bool { return p.match.lives(p.Seat()) }

func (m *Match) lives(seat engine.Seat) bool {
	return m.course() == Play && m.position.Out(seat) == engine.NotOver
}

// seats lists the match's seats, none before its rules are here.
func (m *Match) seats() []engine.Seat {
	if m.rules == nil {
		return nil
	}
	return m.rules.Seats()
}

// lacks returns the set of the seats whose Seen a node still needs.
func (p *Player) lacks(n *node) (set engine.SeatSet) {
	for _, seat := range n.needs().Seats() {
		if !p.chose(seat, n) {
			set = set.Add(seat)
		}
	}
	return set
}

// complete reports whether a node lacks nothing; or only one seat, which is put out for it by a SignOut that lacks nothing,
// or which is convicted and can't be put out any more.
func (p *Player) complete(n *node) bool {
	miss := p.lacks(n)
	if miss.Len() != 1 {
		return miss == 0
	}
	z := miss.First()
	return p.exempts(z, n) || slices.ContainsFunc(p.on(n), func(s *node) bool {
		return s.signsOut(z) && !s.isSecond() && p.lacks(s) == 0
	})
}

// exempts reports whether a node needs no Seen of a seat, because it is convicted and nothing can put it out afterwards: it is out
// already, or only one team would be left.
func (p *Player) exempts(seat engine.Seat, n *node) bool {
	return p.match.faults[seat] != nil && n.after.CheckSignOut(seat, transcript.Convicted) != nil
}

// takes reports whether a node on the head enters the chain: a seat follows what it has chosen
// itself, unless it is put out, and nothing of the first round once it has passed to the second.
func (p *Player) takes(n *node) bool {
	own := p.Seat()
	bound := p.lives() && !n.signsOut(own)
	chosen, chose := p.journal.choices[n.base]
	passed := !n.isSecond() && p.hasChosen(n.on.second)
	if p.match.course() != Play || passed || bound && chose && chosen != n.hash {
		return false
	}
	mayMiss := !bound || chose && !n.after.lives(own)
	return p.complete(n) || mayMiss && p.followed(n) || slices.ContainsFunc(p.on(n), func(s *node) bool {
		return s.signsOut(own) && (p.followed(s) || p.lacks(s) == 0)
	})
}

// propose makes a record of the chain on the head or on a node, in its first or second round, as this seat's choice there.
func (p *Player) propose(on *node, base transcript.Hash, kind transcript.Kind, body []byte) error {
	return p.bindTo(base, kind, body, func(raw []byte, w word) error {
		if err := p.grow(on, raw); err != nil {
			return err
		}
		p.say(w)
		return nil
	})
}

// note returns what makes a Seen, State or Vote of this seat on a base.
func (p *Player) note(base transcript.Hash, kind transcript.Kind, body []byte) func(io.Reader) error {
	return func(io.Reader) error {
		return p.bindTo(base, kind, body, func(raw []byte, _ word) error {
			_, err := p.hear(raw)
			return err
		})
	}
}

// sees makes the seat's Seen of a node.
func (p *Player) sees(n *node) func(io.Reader) error {
	body := transcript.SeenBody{Base: n.base, Record: n.hash}
	return p.note(n.base, transcript.Seen, body.Marshal())
}

// hasChosen reports whether this seat has chosen anything on a base.
func (p *Player) hasChosen(base transcript.Hash) bool {
	_, ok := p.journal.choices[base]
	return ok
}

// frozen reports whether this seat has stated what it has chosen on a base.
func (p *Player) frozen(base transcript.Hash) bool {
	_, ok := p.journal.states[base]
	return ok
}

// built reports whether this seat has chosen anything on the record of the head that it has chosen.
func (p *Player) built() bool {
	chosen, chose := p.journal.choices[p.match.Base()]
	return chose && p.hasChosen(chosen)
}

// contested returns the seat about which the others have to state what they have chosen on the head: its
// writer, if convicted; or its decider, if convicted when it may put the writer out, so that others may have chosen by either.
func (p *Player) contested() (seat engine.Seat, ok bool) {
	m := p.match
	w := m.writer()
	d, convicted := m.Decider(w), m.convictedLiving()
	switch {
	case convicted.Has(w):
		seat = w
	case convicted.Has(d) && p.mayPutOut(d, w):
		seat = d
	default:
		return 0, false
	}
	return seat, seat != p.Seat() && m.CheckSignOut(seat, transcript.Convicted) == nil
}

// mayPutOut reports whether a decider has all others' Votes to put the writer out.
func (p *Player) mayPutOut(d, w engine.Seat) bool {
	return !slices.ContainsFunc(p.match.voters(w).Remove(d).Seats(), func(seat engine.Seat) bool {
		return !p.voted(p.match.Base(), seat, w, transcript.Absent)
	})
}

// stands reports whether a record on the head holds, by the States in a SignOut of the second round: if all but the writer have
// chosen one, it is that by which the decider puts the writer out, which may not be here yet.
func (p *Player) stands(body transcript.SignOutBody) bool {
	if i := slices.Index(p.match.voters(body.Seat).Seats(), p.match.writer()); i >= 0 {
		others := slices.Compact(slices.Delete(slices.Clone(body.Stated), i, i+1))
		if len(others) == 1 && others[0] != (transcript.Hash{}) {
			return true
		}
	}
	return slices.ContainsFunc(p.on(p.head()), func(n *node) bool {
		need := n.needs().Remove(body.Seat)
		for i, seat := range p.match.voters(body.Seat).Seats() {
			if body.Stated[i] == n.hash {
				need = need.Remove(seat)
			}
		}
		return need == 0 && !n.isSecond()
	})
}

// chainDuty returns what the seat does without a decision to complete records and put seats out; nil if
// nothing.
func (p *Player) chainDuty() func(io.Reader) error {
	if !p.acknowledges() || !p.lives() {
		return nil
	}
	head := p.head()
	x, contested := p.contested()
	switch {
	case contested && !p.frozen(head.hash):
		return p.states(x)
	case contested:
		if duty := p.divides(x); duty != nil {
			return duty
		}
	case p.match.convictedLiving().Has(p.match.writer()):
		return nil // nobody is left to play against
	}
	for _, on := range append([]*node{head}, p.on(head)...) {
		if _, almost := p.almost(on); on != head && !almost {
			continue
		}
		for _, n := range p.on(on) {
			if p.owesSeen(n) {
				return p.sees(n)
			}
		}
		if duty := p.votesAt(on, contested); duty != nil {
			return duty
		}
	}
	return nil
}

// owesSeen reports whether the seat gives its Seen of a node now: on one that lacks a seat only if it puts that out.
func (p *Player) owesSeen(n *node) bool {
	on := n.on
	switch {
	case n.seat == p.Seat(), !on.after.lives(p.Seat()), n.signsOut(p.Seat()), p.hasChosen(n.base):
		return false
	case n.isSecond():
		return p.frozen(on.hash) && !p.built() && !p.stands(n.signOut())
	case on != p.head() && !n.signsOut(p.lacks(on).First()):
		return false
	}
	return !p.frozen(on.hash) && !p.awaitsDecider(n)
}

// awaitsDecider reports whether the seat has voted against the writer of a node, so that it gives its Seen
// only when the decider has, or is convicted.
func (p *Player) awaitsDecider(n *node) bool {
	w := p.match.writer()
	d := p.match.Decider(w)
	voted := n.seat == w && d != p.Seat() && p.voted(n.base, p.Seat(), w, transcript.Absent)
	return voted && p.match.faults[d] == nil && !p.chose(d, n)
}

// choseAnother reports whether a seat has chosen another sound record on a node's base: so it is not silent.
func (p *Player) choseAnother(z engine.Seat, n *node) bool {
	return slices.ContainsFunc(p.on(n.on), func(s *node) bool { return s != n && !s.isSecond() && p.chose(z, s) })
}

// states makes the seat's State of what it has chosen on the head.
func (p *Player) states(x engine.Seat) func(io.Reader) error {
	base := p.match.Base()
	body := transcript.StateBody{Base: base, Seat: x, Record: p.journal.choices[base]}
	return p.note(base, transcript.State, body.Marshal())
}

// divides makes the SignOut of the second round, if this seat owes it now.
func (p *Player) divides(x engine.Seat) func(io.Reader) error {
	m, head, own := p.match, p.head(), p.Seat()
	if !p.voted(head.hash, own, x, transcript.Divided) || m.SignOutWriter(x) != own || p.built() || p.hasChosen(head.second) {
		return nil
	}
	body, all := p.ballot(head.hash, m.voters(x), x, transcript.Divided)
	if !all || body.Agreed() || p.stands(body) {
		return nil // agreed on a record that is not here, which programs restored from old files may have lost
	}
	return func(io.Reader) error { return p.propose(head, head.second, transcript.SignOut, body.Marshal()) }
}

// almost returns the only seat that a node lacks, if this seat may continue without it: it has chosen
// the node, or is out.
func (p *Player) almost(n *node) (engine.Seat, bool) {
	head := p.head()
	miss := p.lacks(n)
	chosen := p.journal.choices[n.base] == n.hash || !p.lives()
	if !chosen || miss.Len() != 1 || p.hasChosen(head.second) {
		return 0, false
	}
	z := miss.First()
	return z, !p.frozen(head.hash) || p.voted(head.hash, p.Seat(), z, transcript.Divided)
}

// votesAt votes against convicted seats, on the head or on a node that lacks one seat, and signs
// the SignOut once all votes are here.
func (p *Player) votesAt(on *node, contested bool) func(io.Reader) error {
	m, base, own, atHead := on.after, on.hash, p.Seat(), on == p.head()
	if !m.lives(own) || p.hasChosen(base) || p.frozen(base) {
		return nil
	}
	for _, x := range m.seats() {
		if !atHead && !p.lacks(on).Has(x) || x == own {
			continue
		}
		convicted := p.match.faults[x] != nil && m.CheckSignOut(x, transcript.Convicted) == nil
		if convicted && (!atHead || !contested) && !p.voted(base, own, x, transcript.Convicted) {
			return p.votes(base, x, transcript.Convicted)
		}
		for _, cause := range []transcript.Cause{transcript.Absent, transcript.Convicted} {
			if m.CheckSignOut(x, cause) == nil && m.SignOutWriter(x) == own {
				if body, all := p.ballot(base, m.voters(x), x, cause); all {
					return func(io.Reader) error {
						err := p.propose(on, base, transcript.SignOut, body.Marshal())
						p.advance()
						return err
					}
				}
			}
		}
	}
	return nil
}

// ballot returns the body of a SignOut, if the Votes or States of all others are here.
func (p *Player) ballot(base transcript.Hash, voters engine.SeatSet, x engine.Seat, cause transcript.Cause) (body transcript.SignOutBody, all bool) {
	body = transcript.SignOutBody{Seat: x, Cause: cause}
	for _, voter := range voters.Seats() {
		w := p.vote(base, voter, x, cause)
		if w == nil {
			return body, false
		}
		if w.isState() {
			body.Stated = append(body.Stated, w.record)
		}
		if w.isState() || voter != p.Seat() {
			body.Votes = append(body.Votes, [64]byte(w.raw[len(w.raw)-64:]))
		}
	}
	return body, true
}

func (p *Player) votes(base transcript.Hash, x engine.Seat, cause transcript.Cause) func(io.Reader) error {
	body := transcript.VoteBody{Base: base, Seat: x, Cause: cause}
	return p.note(base, transcript.Vote, body.Marshal())
}

// Wait names what the match waits for: a seat owes the next record, or its Seen or State.
type Wait struct {
	Seat engine.Seat
	Seen bool // its program owes it, not its player
}

// Waits lists the seats that the match waits for, as far as this seat knows.
func (p *Player) Waits() (list []Wait) {
	m := p.match
	if !p.acknowledges() || m.course() != Play {
		for _, due := range m.owing() {
			list = append(list, Wait{due.Seat, due.Kinds[0] == transcript.Seen})
		}
		return list
	}
	var waits engine.SeatSet
	if x, contested := p.contested(); contested {
		for _, seat := range m.voters(x).Seats() {
			if !p.voted(m.Base(), seat, x, transcript.Divided) {
				waits = waits.Add(seat)
			}
		}
	} else if nodes := p.on(p.head()); len(nodes) == 0 {
		return []Wait{{m.writer(), false}}
	} else {
		for _, n := range nodes {
			waits |= p.lacks(n)
		}
	}
	for _, seat := range waits.Seats() {
		list = append(list, Wait{seat, true})
	}
	return list
}

// absentee returns the seat that this one may vote absent now, and where: on the head the writer, if no record of it
// is here; or on a node the one seat whose Seen that lacks, unless it has chosen another.
func (p *Player) absentee() (x engine.Seat, on *node, err error) {
	m, own := p.match, p.Seat()
	stopped := m.convictedLiving() != 0 && !m.PutsOut() // nobody signs any more
	if !p.acknowledges() || m.course() != Play || p.journal.torn() || stopped {
		return 0, nil, ErrNobodyOwes
	}
	head := p.head()
	if w := m.writer(); p.lives() && !p.hasChosen(head.hash) && !p.frozen(head.hash) && w != own &&
		!slices.ContainsFunc(p.on(head), func(n *node) bool { return n.seat == w }) {
		return w, head, m.CheckSignOut(w, transcript.Absent)
	}
	_, contested := p.contested()
	for _, n := range p.on(head) {
		z, ok := p.almost(n)
		ends := n.after.course() != Play && !contested
		if ok && z != own && !p.choseAnother(z, n) && (ends || n.after.lives(own) && n.after.CheckSignOut(z, transcript.Absent) == nil) {
			return z, n, nil
		}
	}
	return 0, nil, ErrNobodyOwes
}

// Absentee returns the seat that VoteAbsent is about, and whether this seat has voted so.
func (p *Player) Absentee() (seat engine.Seat, voted bool, err error) {
	x, on, err := p.absentee()
	return x, err == nil && p.voted(on.hash, p.Seat(), x, transcript.Absent), err
}

// TakesEnd reports whether VoteAbsent would put nobody out, but accept the record that ends the
// game.
func (p *Player) TakesEnd() bool {
	_, on, err := p.absentee()
	return err == nil && on.after.course() != Play
}

// VoteAbsent states that the seat for which the match waits has been silent past the grace, which
// the caller measures. If all others say so, it is put out. If it owes only its Seen of the record
// that ends the game, nobody is put out: this seat accepts the record, and the keys wait for the
// Seen. The error is ErrNobodyOwes, or why the rules put nobody out here.
func (p *Player) VoteAbsent() error {
	x, on, err := p.absentee()
	switch {
	case err != nil:
		return err
	case p.TakesEnd():
		p.settle(on)
		return nil
	}
	return p.votes(on.hash, x, transcript.Absent)(nil)
}

// Votes returns the seats that have voted, on the head or on an incomplete record, to put a seat
// out for a cause.
func (p *Player) Votes(seat engine.Seat, cause transcript.Cause) (set engine.SeatSet) {
	for _, w := range p.tip.words {
		if w.about == seat && w.cause == cause {
			set = set.Add(w.seat)
		}
	}
	return set
}

// choseAll reports whether the seat has chosen all records on which it lived: the last, and so all that this
// follows. Otherwise its program gives no key by itself.
func (p *Player) choseAll() bool {
	m, n := p.match, p.match.Len()
	if !m.bySeen() {
		return true
	}
	for n > len(m.setup) && p.journal.choices[m.chain[n-1].base] != m.chain[n-1].hash {
		n--
	}
	after, err := m.prefix(n)
	return err == nil && !after.lives(p.Seat())
}

// errWord is about a malformed Seen or State.
var errWord = coded.Errorf("protocol.word", "it names no base and record")
