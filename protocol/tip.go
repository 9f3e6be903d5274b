package protocol

import (
	"bytes"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// word is what a seat has signed about a base beyond the chain: a Vote; or what binds it there, a record
// that it has chosen, or its statement of what it has chosen.
type word struct {
	raw    []byte
	seat   engine.Seat
	base   transcript.Hash
	record transcript.Hash  // the chosen one; zeros in a State that names none
	cause  transcript.Cause // of a Vote or State, which is for a SignOut of this cause; 0 of a choice
	about  engine.Seat      // the seat that this puts out
	body   transcript.Hash  // of a State
	built  bool             // it is signed on the record or on what follows it
	second bool             // in the second round
}

func (w *word) isState() bool { return w.cause == transcript.Divided }

// binds reports whether it is a choice or State.
func (w *word) binds() bool { return w.cause == 0 || w.isState() }

// wordOf returns what a record says about a base, and whether it binds its signer there.
func (m *Match) wordOf(r transcript.Record, raw []byte, base transcript.Hash) (w word, binds bool) {
	w = word{raw: bytes.Clone(raw), seat: r.Seat, base: base}
	switch {
	case r.Kind == transcript.Seen:
		body, err := transcript.ParseSeen(r.Body)
		w.record = body.Record
		return w, err == nil && body.Base == base
	case r.Kind == transcript.State:
		body, err := transcript.ParseState(r.Body)
		w.record, w.about, w.body = body.Record, body.Seat, transcript.HashRecord(r.Body)
		if err == nil {
			w.cause = transcript.Divided
		}
		return w, err == nil && body.Base == base
	case r.Kind == transcript.Vote:
		body, err := transcript.ParseVote(r.Body)
		w.about = body.Seat
		if err == nil {
			w.cause = body.Cause
		}
		return w, false
	}
	w.record = transcript.HashRecord(raw)
	return w, !m.extra(r.Kind)
}

// agrees reports whether an honest seat may sign two words on one base: it chooses one record in
// each round and makes one State, but signs further in one round only.
func (w word) agrees(other word) bool {
	switch {
	case w.second != other.second:
		return !(w.second && other.built || w.built && other.second)
	case w.isState() && other.isState():
		return w.body == other.body
	}
	return w.record == other.record
}

// node is a sound record that is not complete yet: on the head, or on another node.
type node struct {
	link
	on    *node // nil of the head
	after *Match
}

// signsOut reports whether a record is a SignOut of a seat.
func (n *node) signsOut(seat engine.Seat) bool {
	s := n.after.signedOut[seat]
	return s != nil && s.Record == n.after.Len()-1
}

// isSecond reports whether a record is a SignOut of the second round.
func (n *node) isSecond() bool { return n.base != n.on.hash }

// signOut returns the body of a record that is a SignOut.
func (n *node) signOut() transcript.SignOutBody {
	r, _ := transcript.Parse(n.raw) // which is in a Match
	body, _ := transcript.ParseSignOut(r.Body)
	return body
}

// needs returns the set of the seats whose Seen a record needs.
func (n *node) needs() engine.SeatSet {
	return n.after.witnesses()
}

// maxWords is the maximum number of words of one seat that are kept for a base, besides those that name a node: two
// of each kind convict it.
const maxWords = 4

// maxUnjudged is the size in bytes up to which a false record on a node is kept, so that a liar
// can't fill the store. A longer one is judged if it comes again when the node is complete.
const maxUnjudged = 4 << 10

// maxAhead is the size in bytes of what is kept of one seat on records that are not complete, each of its records
// counted as noteCost more. All Notes of six seats then take less than 1 MiB.
const (
	maxAhead = 96 << 10
	noteCost = 1 << 10
)

// maxDepth is the distance of the last nodes from the head: a seat that was put out while it was away
// has to see what followed. That is a record that lacked it, SignOuts of all but two seats, and what
// these two signed then.
const maxDepth = engine.MaxSeats + 1

// tip holds what a seat knows beyond its chain. It is bounded: a few words of each seat for the head,
// its second round, the last bases before, and each node.
type tip struct {
	head  *node                       // as it was when it was last asked for
	nodes []*node                     // each after the node that it is on
	words []*word                     // in the order in which they came, the nodes among them
	on    map[transcript.Hash][]*word // the same, by base
}

// head returns the last record of the chain as a node, which the others are on.
func (p *Player) head() *node {
	if base := p.match.Base(); p.tip.head == nil || p.tip.head.hash != base {
		p.tip.head = &node{link: link{hash: base, second: transcript.SecondBase(base)}, after: p.match}
	}
	return p.tip.head
}

// stems lists the head and the nodes.
func (p *Player) stems() []*node { return append([]*node{p.head()}, p.tip.nodes...) }

// nodeAt returns the node that has this base, or the head, on which a second round has its own; nil if there is none.
func (p *Player) nodeAt(base transcript.Hash) *node {
	for _, n := range p.tip.nodes {
		if n.hash == base {
			return n
		}
	}
	if head := p.head(); base == head.hash || base == head.second {
		return head
	}
	return nil
}

// place is one of the chain, or the next.
type place struct {
	index  int
	second bool // of the second round there
}

// find returns the place in the chain that has this base.
func (p *Player) find(base transcript.Hash) (at place, ok bool) {
	if i, ok := p.match.find(base); ok {
		return place{i, false}, true
	}
	before := slices.IndexFunc(p.match.chain, func(l link) bool { return l.second == base })
	return place{before + 1, true}, before >= 0
}

// keptRecords is for how many records at the end of the chain words are kept.
const keptRecords = 4

// remembers reports whether the words on the base of the i-th record are kept: of play, the last of the chain,
// and those next to a SignOut, where living seats may have diverged. Two that have can then still find
// who signed both.
func (p *Player) remembers(i int) bool {
	m := p.match
	nextTo := func(s *SignedOut) bool { return s != nil && (i == s.Record-1 || i == s.Record) }
	return i >= len(m.setup) && i < len(m.chain) &&
		(i >= len(m.chain)-keptRecords || slices.ContainsFunc(m.signedOut[:], nextTo))
}

// said returns the words of a seat that bind it on a base.
func (p *Player) said(base transcript.Hash, seat engine.Seat) (list []*word) {
	for _, w := range p.tip.on[base] {
		if w.seat == seat && w.binds() {
			list = append(list, w)
		}
	}
	return list
}

// keep adds a word.
func (p *Player) keep(w *word) {
	if p.tip.on == nil {
		p.tip.on = map[transcript.Hash][]*word{}
	}
	p.tip.words, p.tip.on[w.base] = append(p.tip.words, w), append(p.tip.on[w.base], w)
}

// named returns the node that a word names, nil if there is none.
func (p *Player) named(w *word) *node {
	for _, n := range p.tip.nodes {
		if n.base == w.base && n.hash == w.record {
			return n
		}
	}
	return nil
}

// forget drops the words on what has left the tip and the last places of the chain, Votes on anything else than the tip, and
// at the tip what a seat has signed too much, once it names no node.
func (p *Player) forget() {
	all := p.tip.words
	p.tip.words, p.tip.on = nil, nil
	for _, w := range all {
		alike := slices.DeleteFunc(p.said(w.base, w.seat), func(o *word) bool { return o.isState() != w.isState() })
		at, ok := p.find(w.base)
		keeps := ok && w.binds() && p.remembers(at.index)
		if p.nodeAt(w.base) != nil {
			keeps = !w.binds() || p.named(w) != nil || len(alike) < maxWords
		}
		if keeps {
			p.keep(w)
		}
	}
}

// say keeps a verified word that binds its seat and is new, or is that of a node, and what it proves together with
// others. A word of this seat that another copy of its folder has signed binds it too.
func (p *Player) say(w word) {
	if w.seat == p.Seat() && p.journal.check(w) == nil {
		p.journal.note(w)
	}
	list := p.said(w.base, w.seat)
	known := slices.ContainsFunc(list, func(o *word) bool { return w.isState() == o.isState() && w.agrees(*o) })
	n := p.named(&w)
	if n != nil && (!known || bytes.Equal(n.raw, w.raw)) || !known && len(list) < maxWords {
		p.keep(&w)
	}
	if known || w.seat == p.Seat() {
		return
	}
	for at, ok := p.firstRound(w.base), true; ok; at, ok = p.before(at) {
		p.compare(at, w.seat)
	}
}

// firstRound returns the base whose second round may have this base.
func (p *Player) firstRound(base transcript.Hash) transcript.Hash {
	if at, ok := p.find(base); ok {
		return p.match.base(at.index)
	}
	return base
}

// before returns the base of the record with this hash, if words there are kept.
func (p *Player) before(hash transcript.Hash) (base transcript.Hash, ok bool) {
	base, i, ok := p.under(hash)
	return p.firstRound(base), ok && (i == len(p.match.chain) || p.remembers(i))
}

// A branch is what a seat has signed on a base, or on what follows it.
type branch struct {
	records [][]byte // each signed on the one before, the last by the seat
	word    word     // what they bind the seat to on the base
}

// maxBranch is how many records a branch has at most, of which one Fault can hold two.
const maxBranch = transcript.MaxEvidence - 1

// branches lists those of a seat from a base that are kept, of so many records or fewer.
func (p *Player) branches(base transcript.Hash, seat engine.Seat, most int) (list []branch) {
	if most == 0 {
		return nil
	}
	second := transcript.SecondBase(base)
	for _, on := range []transcript.Hash{base, second} {
		for _, said := range p.said(on, seat) {
			w := *said
			w.second = on == second
			list = append(list, branch{[][]byte{w.raw}, w})
		}
	}
	for _, l := range p.records(base) {
		w := word{seat: seat, record: l.hash, second: l.base == second}
		if l.seat == seat {
			list = append(list, branch{[][]byte{l.raw}, w})
		}
		w.built = true
		for _, b := range p.branches(l.hash, seat, most-1) {
			list = append(list, branch{slices.Concat([][]byte{l.raw}, b.records), w})
		}
	}
	return list
}

// records lists those of the chain and the nodes that are signed on a base, or in its second round.
func (p *Player) records(base transcript.Hash) (list []link) {
	if at, ok := p.find(base); ok && at.index < p.match.Len() {
		list = append(list, p.match.chain[at.index])
	}
	for _, n := range p.tip.nodes {
		if n.on.hash == base {
			list = append(list, n.link)
		}
	}
	return list
}

// compare looks for two branches from a base, kept or new, that no honest seat signs both. Of a seat
// that is accused it looks for nothing: liars could give it many branches.
func (p *Player) compare(base transcript.Hash, seat engine.Seat, others ...branch) {
	if p.isAccused(seat) {
		return
	}
	if evidence := p.double(base, seat, others...); evidence != nil {
		p.accuse(seat, evidence)
	}
}

// double returns two such branches, nil if there are none that a Fault can hold.
func (p *Player) double(base transcript.Hash, seat engine.Seat, others ...branch) *transcript.FaultBody {
	list := append(p.branches(base, seat, maxBranch), others...)
	for i, one := range list {
		for _, other := range list[:i] {
			if one.word.agrees(other.word) {
				continue
			}
			both := &transcript.FaultBody{At: base, Records: slices.Concat(other.records, one.records)}
			fits := len(both.Records) <= transcript.MaxEvidence && len(both.Marshal()) <= transcript.MaxFault
			if fits {
				return both
			}
		}
	}
	return nil
}

// followed reports whether a seat that had to choose a node has signed something on it, or on what
// follows it: then the node is complete, or that seat is convicted once all is compared. An end is
// never followed: honest seats sign nothing on it.
func (p *Player) followed(n *node) bool {
	return n.after.course() == Play && slices.ContainsFunc(n.needs().Seats(), func(seat engine.Seat) bool { return len(p.branches(n.hash, seat, maxBranch)) > 0 })
}

// chose reports whether a seat is known to have chosen a record.
func (p *Player) chose(seat engine.Seat, n *node) bool {
	return slices.ContainsFunc(p.tip.on[n.base], func(w *word) bool {
		return w.seat == seat && w.cause == 0 && w.record == n.hash
	})
}

// vote returns a seat's Vote on a base to put another out for a cause, or its State; nil if it is not here.
func (p *Player) vote(base transcript.Hash, voter, seat engine.Seat, cause transcript.Cause) *word {
	for _, w := range p.tip.on[base] {
		if w.seat == voter && w.about == seat && w.cause == cause {
			return w
		}
	}
	return nil
}

func (p *Player) voted(base transcript.Hash, voter, seat engine.Seat, cause transcript.Cause) bool {
	return p.vote(base, voter, seat, cause) != nil
}

// on lists the nodes on another.
func (p *Player) on(n *node) (list []*node) {
	for _, other := range p.tip.nodes {
		if other.on == n {
			list = append(list, other)
		}
	}
	return list
}

// hear takes a record that may belong to the tip, and reports whether it does.
func (p *Player) hear(raw []byte) (done bool, err error) {
	r, err := transcript.Parse(raw)
	if err != nil || int(r.Seat) >= p.match.rules.NumSeats() {
		return false, nil
	}
	switch r.Kind {
	case transcript.Vote, transcript.Seen, transcript.State:
		return true, p.hearWord(r, raw)
	}
	if p.match.extra(r.Kind) {
		return false, nil
	}
	return p.hearRecord(r, raw)
}

// hearWord takes a Seen, State or Vote.
func (p *Player) hearWord(r transcript.Record, raw []byte) error {
	base := transcript.Hash{}
	if len(r.Body) >= len(base) {
		base = transcript.Hash(r.Body)
	}
	w, binds := p.match.wordOf(r, raw, base)
	if !binds && w.cause == 0 {
		return transcript.Malformed(r.Kind, errWord)
	}
	tip := p.nodeAt(base) != nil
	at, known := p.find(base)
	late := !tip && !(known && p.remembers(at.index))
	switch {
	case int(w.about) >= p.match.rules.NumSeats(),
		!binds && (!tip || known && at.second || p.voted(base, r.Seat, w.about, w.cause)),
		late && (!known || at.index < len(p.match.setup)),
		slices.ContainsFunc(p.tip.on[base], func(o *word) bool { return bytes.Equal(o.raw, raw) }):
		return nil // in a second round seats make States, and vote for nothing
	case !binds && w.about == r.Seat, !p.match.hasSigned(r, base):
		return errForeignNote
	case late: // it is not kept, but may contradict what its seat has signed since
		w.second = at.second
		p.compare(p.match.base(at.index), r.Seat, branch{[][]byte{w.raw}, w})
	case !p.hasRoom(r.Seat, base, raw):
	case !binds:
		p.keep(&w)
	default:
		p.say(w)
		p.advance()
		if p.match.over() {
			_ = p.match.Append(raw) // the Seen of the last record are in the file
		}
	}
	return nil
}

// hearFault keeps the words in a Fault, which may belong to the tip.
func (p *Player) hearFault(r transcript.Record) {
	body, err := transcript.ParseFault(r.Body)
	if err != nil || len(body.Records) == 1 {
		return
	}
	for _, raw := range body.Records {
		_, _ = p.hear(raw)
	}
}

// hearRecord takes a record of the chain that is signed on the head or on a node, or is a second
// one for the place before.
func (p *Player) hearRecord(r transcript.Record, raw []byte) (done bool, err error) {
	m := p.match
	if p.Holds(transcript.HashRecord(raw)) || m.holds(raw) {
		return true, nil
	}
	divided := isDivided(r)
	if head := p.head(); divided && m.hasSigned(r, head.second) {
		return true, p.hearNode(r, raw, head, head.second)
	}
	for _, on := range p.stems() {
		if !divided && m.hasSigned(r, on.hash) {
			return true, p.hearNode(r, raw, on, on.hash)
		}
	}
	for i := len(m.chain) - 1; i >= len(m.setup); i-- {
		if !p.remembers(i) {
			continue
		}
		base := m.placeOf(r, i)
		if !m.hasSigned(r, base) {
			continue
		}
		if len(raw) > maxUnjudged {
			return false, nil // the chain judges it
		}
		w, _ := m.wordOf(r, raw, base)
		p.say(w)
		// Whether or not it is kept: its signer may have signed much there.
		if divided && i == len(m.chain)-1 {
			p.hearStates(r, m.base(i), m.before)
			if at, err := m.prefix(i); err == nil && base != m.chain[i].base && at.append(raw) == nil {
				p.journal.tear()
			}
		}
		return divided || m.chain[i].seat != r.Seat, nil // it is late, or its signer has signed two
	}
	return false, nil
}

// hasRoom reports whether a record of a seat is kept on a base: on the head it is, on a node if not too much of
// the seat is kept there.
func (p *Player) hasRoom(seat engine.Seat, base transcript.Hash, raw []byte) bool {
	size, onNode := noteCost+len(raw), false
	for _, n := range p.tip.nodes {
		onNode = onNode || n.hash == base
		for _, w := range p.tip.on[n.hash] {
			if w.seat == seat {
				size += noteCost + len(w.raw)
			}
		}
	}
	return !onNode || size <= maxAhead
}

// hearNode takes a record that is signed on the head or on a node, with this base.
func (p *Player) hearNode(r transcript.Record, raw []byte, on *node, base transcript.Hash) error {
	made := 0
	for _, n := range p.on(on) {
		if n.base == base && n.seat == r.Seat {
			made++
		}
	}
	if made == 2 || !p.hasRoom(r.Seat, base, raw) {
		return nil
	}
	sound := false
	if p.depth(on) < maxDepth {
		err := p.grow(on, raw)
		if err != nil && on == p.head() {
			return p.judge(raw, err, p.match.Len()-maxSought, p.match.Len())
		}
		sound = err == nil
	}
	// A node may fall away: a false record on it, or one too far ahead, is judged when the node is
	// complete.
	if w, binds := p.match.wordOf(r, raw, base); binds && (sound || len(raw) <= maxUnjudged) {
		p.say(w)
	}
	if sound && isDivided(r) {
		p.hearStates(r, p.match.Base(), p.match.living())
	}
	p.advance()
	return nil
}

// MakeRoom drops those records beyond the chain of convicted seats that nobody else has chosen, for another that may follow
// the chain. Two records of each seat are held; the one that a peer's chain continues with may arrive later.
func (p *Player) MakeRoom(raw []byte) {
	fits := func(n *node) bool { return n.after.Fork().append(raw) == nil }
	if !slices.ContainsFunc(p.stems(), fits) {
		return
	}
	p.tip.nodes = slices.DeleteFunc(p.tip.nodes, func(n *node) bool {
		seat := n.seat
		others := p.match.living().Remove(seat).Seats()
		return p.isAccused(seat) && len(p.on(n)) == 0 &&
			!slices.ContainsFunc(others, func(by engine.Seat) bool { return p.chose(by, n) })
	})
	p.forget()
}

// grow adds a record as a node on another, or says why it is not sound there.
func (p *Player) grow(on *node, raw []byte) error {
	after := on.after.Fork()
	after.later.question = on.after.later.question
	if err := after.append(raw); err != nil {
		return err
	}
	after.later = later{}
	p.tip.nodes = append(p.tip.nodes, &node{after.last(), on, after})
	return nil
}

// depth returns how far a node is from the head.
func (p *Player) depth(n *node) int { return n.after.Len() - p.match.Len() }

// hearStates takes the States that a SignOut of the second round on a base holds, where so
// many seats lived.
func (p *Player) hearStates(r transcript.Record, base transcript.Hash, living engine.SeatSet) {
	body, err := transcript.ParseSignOut(r.Body)
	voters := living.Remove(body.Seat).Seats()
	if err != nil || len(body.Votes) != len(voters) {
		return
	}
	for i, seat := range voters {
		state := body.Vote(base, seat, i)
		_ = p.hearWord(state, state.Marshal()) // one that its seat has not signed is refused
	}
}

// advance takes into the chain what is complete.
func (p *Player) advance() {
	for {
		nodes := p.on(p.head())
		i := slices.IndexFunc(nodes, p.takes)
		if i < 0 {
			return
		}
		p.settle(nodes[i])
	}
}

// settle takes a node into the chain, and drops what can't follow any more.
func (p *Player) settle(n *node) {
	for _, other := range p.on(p.head()) {
		if other.isSecond() != n.isSecond() && (other.isSecond() || p.complete(other)) {
			p.journal.tear()
		}
	}
	next := n.after
	next.claims, next.faults = p.match.claims, p.match.faults
	*p.match = *next
	p.tip.nodes = slices.DeleteFunc(p.tip.nodes, func(other *node) bool {
		on := other.on
		for on != nil && on != n {
			on = on.on
		}
		return on == nil
	})
	for _, other := range p.on(n) {
		other.on = p.head()
	}
	p.forget()
	for _, w := range p.tip.on[n.base] {
		if p.match.over() && w.cause == 0 {
			_ = p.match.Append(w.raw)
		}
	}
	for _, w := range slices.Clone(p.tip.on[p.match.Base()]) { // what could not be judged before
		if !transcript.Kind(w.raw[0]).Extra() {
			_, _ = p.hear(w.raw)
		}
	}
}

// Notes returns what other seats may lack besides the match: records that are not complete yet,
// Seen, Votes and States. They are sent with the extras of the match, but not to watchers, and
// stored with the seat's secrets. After Restore and Remember, pass each to Receive, in this order.
func (p *Player) Notes() (out [][]byte) {
	if !p.acknowledges() {
		return nil
	}
	for _, w := range p.tip.words {
		if p.nodeAt(w.base) != nil || transcript.Kind(w.raw[0]).Extra() {
			out = append(out, w.raw)
		}
	}
	return out
}

// Holds reports whether the seat holds a record after the Joins, in its chain or, where every record is
// acknowledged, beyond it.
func (p *Player) Holds(record transcript.Hash) bool {
	_, _, ok := p.under(record)
	return ok
}

// Held returns how many consecutive records the seat holds beyond its chain.
func (p *Player) Held() (most int) {
	for _, n := range p.tip.nodes {
		most = max(most, p.depth(n))
	}
	return most
}
