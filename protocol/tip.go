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

// wordOf returns what a record says about a base, if anything.
func (m *Match) wordOf(r transcript.Record, raw []byte, base transcript.Hash) (w word, ok bool) {
	w = word{raw: bytes.Clone(raw), seat: r.Seat, base: base}
	switch r.Kind {
	case transcript.Seen:
		body, err := transcript.ParseSeen(r.Body)
		w.record = body.Record
		return w, err == nil && body.Base == base
	case transcript.State:
		body, err := transcript.ParseState(r.Body)
		w.cause, w.record, w.about, w.body = transcript.Divided, body.Record, body.Seat, transcript.HashRecord(r.Body)
		return w, err == nil && body.Base == base
	case transcript.Vote:
		body, err := transcript.ParseVote(r.Body)
		w.cause, w.about = body.Cause, body.Seat
		return w, err == nil && body.Base == base
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
	tried map[transcript.Hash]trial // of records on it
}

// trial is what came of verifying a record on a node: the match after it, or why it is not sound there.
type trial struct {
	after *Match
	err   error
}

// maxTrials is the number of trials that a node remembers, so that nothing is verified again that comes again. Each seat's
// false records that are kept, and may come again at little cost, are fewer.
const maxTrials = 8

// try returns the match after a record on a node, or says why it is not sound there.
func (n *node) try(raw []byte) (*Match, error) {
	hash := transcript.HashRecord(raw)
	if t, ok := n.tried[hash]; ok {
		return t.after, t.err
	}
	var t trial
	t.after = n.after.Fork()
	t.after.later.question = n.after.later.question
	t.err = t.after.append(raw)
	t.after.later = later{}
	if len(n.tried)%maxTrials == 0 {
		n.tried = map[transcript.Hash]trial{}
	}
	n.tried[hash] = t
	return t.after, t.err
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

// maxUnjudged is the size in bytes up to which a false record on a node is kept. A longer one would take much of maxAhead,
// and is judged if it comes again when the node is complete.
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

// ground returns the record that others are signed on with this base, in either round on the chain, and the index that
// they have in a chain.
func (p *Player) ground(base transcript.Hash) (on link, index int, ok bool) {
	for _, n := range p.tip.nodes {
		if n.hash == base {
			return n.link, n.after.Len(), true
		}
	}
	for i := len(p.match.chain) - 1; i >= len(p.match.seats()); i-- {
		if l := p.match.chain[i]; l.hash == base || l.second == base {
			return l, i + 1, true
		}
	}
	return on, 0, false
}

// atTip reports whether a base is that of the head, in either round, or of a node.
func (p *Player) atTip(base transcript.Hash) bool {
	_, i, ok := p.ground(base)
	return ok && i >= p.match.Len()
}

// keptRecords is for how many records at the end of the chain words are kept.
const keptRecords = 4

// remembers reports whether the words on the base of the i-th record are kept: at the tip, of play in the last of
// the chain, and of a SignOut and the two before it, where living seats may have diverged. Two that have can then still find
// who signed both. The seat put out may lack others' Seen of both, though it has given its own of the first.
func (p *Player) remembers(i int) bool {
	m := p.match
	near := func(s *SignedOut) bool { return s != nil && s.Record-2 <= i && i <= s.Record }
	return i >= len(m.setup) && (i >= len(m.chain)-keptRecords || slices.ContainsFunc(m.signedOut[:], near))
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
		_, i, ok := p.ground(w.base)
		keeps := ok && w.binds() && p.remembers(i)
		if ok && i >= p.match.Len() {
			keeps = !w.binds() || p.named(w) != nil || len(alike) < maxWords
		}
		if keeps {
			p.keep(w)
		}
	}
}

// say keeps a verified word that binds its seat and is new, or belongs to a node, and what it proves together with
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
	for on, i, ok := p.ground(w.base); ok && p.remembers(i); on, i, ok = p.ground(on.base) {
		p.compare(on.hash, w.seat)
	}
}

// A branch is what a seat has signed on a base, or on what follows it.
type branch struct {
	records [][]byte // each signed on the one before, the last by the seat
	word    word     // what they bind the seat to on the base
}

// maxBranch is how many records a branch has at most, of which one Fault can hold two.
const maxBranch = transcript.MaxEvidence - 1

// branches lists a seat's kept branches from a base, of so many records or fewer.
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

// records lists the records of the chain and the nodes that are signed on a base, or in its second round.
func (p *Player) records(base transcript.Hash) (list []link) {
	if _, i, ok := p.ground(base); ok && i < p.match.Len() {
		list = append(list, p.match.chain[i])
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
	if !p.isAccused(seat) {
		p.accuse(seat, p.double(base, seat, others...))
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
// never followed: honest seats sign nothing on it. For a seat that lives the decider's word is not enough: a liar that
// decides on a late writer would take from the others the State that they wait for.
func (p *Player) followed(n *node) bool {
	signed := func(seat engine.Seat) bool { return len(p.branches(n.hash, seat, maxBranch)) > 0 }
	others := p.match.living()
	if p.lives() {
		others = others.Remove(p.match.Decider(p.match.writer()))
	}
	return n.after.course() == Play && slices.ContainsFunc(n.needs().Seats(), signed) && slices.ContainsFunc(others.Seats(), signed)
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
	var base transcript.Hash
	copy(base[:], r.Body)
	w, ok := p.match.wordOf(r, raw, base)
	if !ok {
		return transcript.Malformed(r.Kind, errWord)
	}
	on, i, known := p.ground(base)
	second, binds := base != on.hash, w.binds()
	switch {
	case int(w.about) >= p.match.rules.NumSeats(), !known || i < len(p.match.setup),
		!p.remembers(i) && w.record == p.match.chain[i].hash, // of which there may be many
		!binds && (i < p.match.Len() || second || p.voted(base, r.Seat, w.about, w.cause)),
		slices.ContainsFunc(p.tip.on[base], func(o *word) bool { return bytes.Equal(o.raw, raw) }):
		return nil // in a second round seats make States, and vote for nothing
	case !binds && w.about == r.Seat, !p.match.hasSigned(r, base):
		return errForeignNote
	case !p.remembers(i): // it is not kept, but may contradict what its seat has signed since
		w.second = second
		p.compare(on.hash, r.Seat, branch{[][]byte{w.raw}, w})
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

// hearFault keeps the words in a Fault, which may belong to the tip, and takes what is complete by it.
func (p *Player) hearFault(f *fault) {
	for _, raw := range f.body.Records {
		if len(f.body.Records) > 1 {
			_, _ = p.hear(raw)
		}
	}
	p.advance()
}

// hearRecord takes a record of the chain that is signed on the head or on a node, or is a second
// one for the place before.
func (p *Player) hearRecord(r transcript.Record, raw []byte) (done bool, err error) {
	m := p.match
	if p.Holds(transcript.HashRecord(raw)) {
		return true, nil
	}
	divided := isDivided(r)
	signed := func(base transcript.Hash) bool { return m.hasSigned(r, base) }
	if i := slices.IndexFunc(p.tip.words, func(w *word) bool { return bytes.Equal(w.raw, raw) }); i >= 0 {
		kept := p.tip.words[i].base // or each echo would be sought on all nodes, of which there may be many
		signed = func(base transcript.Hash) bool { return base == kept }
	}
	for _, on := range p.stems() {
		base := on.after.placeOf(r, on.after.Len())
		if (on.on == nil || !divided) && signed(base) {
			return true, p.hearNode(r, raw, on, base)
		}
	}
	for i := len(m.chain) - 1; i >= len(m.setup); i-- {
		base := m.placeOf(r, i)
		if !p.remembers(i) || !signed(base) {
			continue
		}
		if len(raw) > maxUnjudged {
			return false, nil // the chain judges it
		}
		w, _ := m.wordOf(r, raw, base)
		p.say(w)
		// Whether or not it is kept: its signer may have signed much there.
		if divided && i == len(m.chain)-1 {
			if at, err := m.prefix(i); err == nil {
				p.hearStates(r, at)
				if base != m.chain[i].base && at.append(raw) == nil {
					p.journal.tear()
				}
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
	made := slices.DeleteFunc(p.on(on), func(n *node) bool { return n.base != base || n.seat != r.Seat })
	if len(made) == 2 || !p.hasRoom(r.Seat, base, raw) {
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
	if sound || len(raw) <= maxUnjudged {
		w, _ := p.match.wordOf(r, raw, base)
		p.say(w)
	}
	if sound && isDivided(r) {
		p.hearStates(r, p.match)
	}
	p.advance()
	return nil
}

// needless reports whether no other living seat has chosen a record. A seat that has chosen it passes it on, and a convicted seat may
// sign others without end.
func (p *Player) needless(seat engine.Seat, base, record transcript.Hash) bool {
	others := p.match.living().Remove(seat)
	return !slices.ContainsFunc(p.tip.on[base], func(w *word) bool {
		return others.Has(w.seat) && w.cause == 0 && w.record == record
	})
}

// MakeRoom drops those records beyond the chain of convicted seats that nobody else has chosen, for another that may follow
// the chain, and reports whether it has. Two records of each seat are held; the one that a peer's chain continues with may
// arrive later. The other is verified only if there is something to drop.
func (p *Player) MakeRoom(raw []byte) bool {
	var on *node // what it fits on, which may have come from the same peer just now, before others' Seen of it
	drops := func(n *node) bool {
		return n != on && p.isAccused(n.seat) && len(p.on(n)) == 0 && p.needless(n.seat, n.base, n.hash)
	}
	fits := func(n *node) bool {
		on = n
		_, err := n.try(raw)
		return err == nil
	}
	if !slices.ContainsFunc(p.tip.nodes, drops) || !slices.ContainsFunc(p.stems(), fits) {
		return false
	}
	for slices.ContainsFunc(p.tip.nodes, drops) { // first what is signed on others
		p.tip.nodes = slices.DeleteFunc(p.tip.nodes, drops)
	}
	p.forget()
	return true
}

// grow adds a record as a node on another, or says why it is not sound there.
func (p *Player) grow(on *node, raw []byte) error {
	after, err := on.try(raw)
	if err == nil {
		p.tip.nodes = append(p.tip.nodes, &node{link: after.last(), on: on, after: after})
	}
	return err
}

// depth returns how far a node is from the head.
func (p *Player) depth(n *node) int { return n.after.Len() - p.match.Len() }

// hearStates takes the States that a SignOut of the second round on a match holds.
func (p *Player) hearStates(r transcript.Record, on *Match) {
	body, err := transcript.ParseSignOut(r.Body)
	voters := on.voters(body.Seat).Seats()
	if err != nil || len(body.Votes) != len(voters) {
		return
	}
	for i, seat := range voters {
		state := body.Vote(on.Base(), seat, i)
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
	n.after, n.on, p.tip.head = p.match, nil, n
	kept := []*node{n}
	for _, other := range p.tip.nodes {
		if slices.Contains(kept, other.on) {
			kept = append(kept, other)
		}
	}
	p.tip.nodes = kept[1:]
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
		convicted := p.match.faults[w.seat] != nil
		if transcript.Kind(w.raw[0]).Extra() || p.atTip(w.base) && !(convicted && p.needless(w.seat, w.base, w.record)) {
			out = append(out, w.raw)
		}
	}
	return out
}

// Holds reports whether the seat holds a record after the Joins, in its chain or, where every record is
// acknowledged, beyond it.
func (p *Player) Holds(record transcript.Hash) bool {
	on, _, ok := p.ground(record)
	return ok && on.hash == record
}

// Held returns how many consecutive records the seat holds beyond its chain.
func (p *Player) Held() (most int) {
	for _, n := range p.tip.nodes {
		most = max(most, p.depth(n))
	}
	return most
}
