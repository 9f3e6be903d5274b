package protocol

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A seatState is an honest Player after some inputs, with all that decides what it will do. A
// search keeps each once, since a Player that gets the same signs the same.
type seatState struct {
	id      int
	player  *Player    // which nobody changes
	bound   [][]byte   // the journal on disk, from before the last start
	older   *seatState // when its chain was shorter: what an old copy of its folder holds
	shows   []int      // the messages that it passes on
	chain   *chain
	votable bool // Absentee is known, and not voted against
	against engine.Seat
	edges   map[input]edge
	dull    []uint64 // messages that change nothing here
}

func (s *seatState) seat() engine.Seat { return s.player.Seat() }

// A chain is the records of play that are complete for a seat.
type chain struct {
	id     int
	before *chain // without the last; nil of the start
	hash   transcript.Hash
	length int // from the start of the search
	over   bool
}

// goesOn reports whether c is other, or goes on from it.
func (c *chain) goesOn(other *chain) bool {
	for c.length > other.length {
		c = c.before
	}
	return c == other
}

func (c *chain) agrees(other *chain) bool { return c.goesOn(other) || other.goesOn(c) }

// An input is what can happen to a Player.
type input struct {
	kind inputKind
	arg  int // message, place in the list of what it may play, ...
}

type inputKind uint8

const (
	hears    inputKind = iota // a message
	plays                     // one of the acts of the case
	wishes                    // to resign
	votes                     // VoteAbsent
	restarts                  // from its disk; arg 1: from an older copy of the match, with its journal
	follows                   // a message, as the next record of another's chain, for which room is made
)

// An edge is what an input makes of a seatState.
type edge struct {
	to     *seatState
	signed []int // messages
	fault  string
}

// seats are all states of all honest seats that a search has met.
type seats struct {
	all     *messages
	acts    []string
	list    []*seatState
	byKey   map[[32]byte]*seatState
	chains  map[transcript.Hash]*chain
	bases   map[transcript.Hash]*Match // as it stands there
	from    int                        // the length of the chain at the start
	honest  engine.SeatSet
	effort  int // inputs that were tried
	audited map[[32]byte]bool
}

func newSeats(all *messages, honest engine.SeatSet, acts []string) *seats {
	ss := &seats{all: all, acts: acts, byKey: map[[32]byte]*seatState{}, chains: map[transcript.Hash]*chain{},
		bases: map[transcript.Hash]*Match{}, from: all.match.Len(), honest: honest, audited: map[[32]byte]bool{}}
	all.names[all.match.Head()] = "the start"
	all.names[transcript.SecondBase(all.match.Head())] = "second the start"
	all.first[transcript.SecondBase(all.match.Head())] = all.match.Head()
	all.names[transcript.Hash{}] = "nothing"
	ss.chains[all.match.Head()] = &chain{hash: all.match.Head()}
	return ss
}

// seeded is a random stream that depends only on what it is for.
func seeded(what ...any) *rand.ChaCha8 {
	return rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, what...)))
}

// after returns what an input makes of a state.
func (ss *seats) after(s *seatState, in input) edge {
	if e, ok := s.edges[in]; ok {
		return e
	}
	ss.effort++
	p, bound, older := s.player.clone(), s.bound, s.older
	rng := seeded(p.Seat(), p.match.Base(), in.kind, in.arg)
	var e edge
	switch in.kind {
	case hears:
		e.fault = ss.hear(p, ss.all.list[in.arg].raw)
	case follows:
		raw := ss.all.list[in.arg].raw
		if e.fault = ss.hear(p, raw); e.fault == "" && !p.Holds(transcript.HashRecord(raw)) && p.MakeRoom(raw) {
			e.fault = ss.hear(p, raw)
		}
	case plays:
		if err := p.act(ss.acts[in.arg], rng); errors.Is(err, ErrBound) {
			e.fault = fmt.Sprintf("%s can't play: %v", p.Seat(), err)
		} else if err != nil { // these rules don't let it, here
			e.to = s
			s.edges[in] = e
			return e
		}
	case wishes:
		p.resigning = true
	case votes:
		if err := p.VoteAbsent(); err != nil {
			e.fault = fmt.Sprint("it can't vote: ", err)
		}
	case restarts:
		from := s
		if in.arg > 0 {
			from = s.older
		}
		older = from.older
		bound = slices.Concat(s.bound, s.player.Journal())
		p, e.fault = ss.restart(s.player, from.player.match, bound)
	}
	signed := map[int]bool{}
	collect := func() {
		for _, id := range ss.outputs(p) {
			if ss.all.list[id].by == p.Seat() {
				signed[id] = true
			}
		}
	}
	if e.fault == "" {
		collect()
		e.fault = ss.proceed(p, collect)
	}
	if e.fault != "" {
		e.to = s
		s.edges[in] = e
		return e
	}
	e.to = ss.intern(p, bound, s, older)
	for id := range signed {
		if !slices.Contains(s.shows, id) {
			e.signed = append(e.signed, id)
		}
	}
	slices.Sort(e.signed)
	s.edges[in] = e
	if in.kind == hears && e.to == s && len(e.signed) == 0 {
		for len(s.dull) <= in.arg>>6 {
			s.dull = append(s.dull, 0)
		}
		s.dull[in.arg>>6] |= 1 << (in.arg & 63)
	}
	return e
}

// hear gives a Player a message, and says if that convicts somebody honest.
func (ss *seats) hear(p *Player, raw []byte) (fault string) {
	if q, err := transcript.ParseResignRequest(raw); err == nil && q.Verify(p.match.Key(q.Seat), p.match.id) {
		if err := p.ReceiveResignRequest(raw); err != nil && q.Seat != p.Seat() {
			return fmt.Sprint("it refuses a request to resign: ", err)
		}
		return ""
	}
	var refusal *Refusal
	if err := p.Receive(raw); errors.As(err, &refusal) && refusal.Provable && ss.honest.Has(refusal.Culprit) {
		return fmt.Sprintf("%s holds %s for a cheat: %v", p.Seat(), refusal.Culprit, err)
	}
	return ""
}

// proceed has a Player do all that it does by itself.
func (ss *seats) proceed(p *Player, each func()) (fault string) {
	for range 100 {
		made, err := p.Proceed(seeded(p.Seat(), p.match.Base()))
		switch {
		case err != nil:
			return fmt.Sprintf("%s can't go on: %v", p.Seat(), err)
		case !made:
			return ""
		}
		each()
	}
	return fmt.Sprintf("%s signs without end", p.Seat())
}

// restart brings a Player back from its private file, which holds its secrets, its journal and
// its notes, and from a match file, which may be older.
func (ss *seats) restart(p *Player, m *Match, journal [][]byte) (again *Player, fault string) {
	again, err := Restore(p.Secret(), m.Records(), m.Extras())
	if err == nil {
		err = again.Remember(journal)
	}
	if err != nil {
		return nil, fmt.Sprintf("%s can't be restored: %v", p.Seat(), err)
	}
	for _, raw := range p.Notes() {
		if fault := ss.hear(again, raw); fault != "" {
			return nil, fault
		}
	}
	again.resigning = p.resigning
	return again, ""
}

// outputs are the messages that a Player passes on.
func (ss *seats) outputs(p *Player) (ids []int) {
	add := func(raw []byte, base func() transcript.Hash) { ids = append(ids, ss.all.add(raw, base).id) }
	for i := ss.from; i < p.match.Len(); i++ {
		add(p.match.Record(i), func() transcript.Hash { return p.match.chain[i].base })
	}
	for _, n := range p.tip.nodes {
		add(n.raw, func() transcript.Hash { return n.base })
	}
	for _, raw := range p.match.Extras() {
		add(raw, p.match.Head)
	}
	for _, raw := range p.Notes() {
		add(raw, func() transcript.Hash { return p.baseOf(raw) })
	}
	if p.resigning && p.lives() && !p.owesMove() {
		q := transcript.SignResignRequest(p.secret.SigningKey(), p.match.id, p.Seat(), p.match.Head())
		add(q.Marshal(), nil)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// baseOf is that of a word that a Player keeps.
func (p *Player) baseOf(raw []byte) transcript.Hash {
	for _, w := range p.tip.words {
		if string(w.raw) == string(raw) {
			return w.base
		}
	}
	panic("nobody's word")
}

// nodeAt returns the node that has this base, or the head, on which a second round has its own; nil if there is none.
func (p *Player) nodeAt(base transcript.Hash) *node {
	for _, n := range p.stems() {
		if base == n.hash || n == p.head() && base == n.second {
			return n
		}
	}
	return nil
}

// losesOwn reports whether an older copy of the match lacks a record of the seat itself. Then
// a program only follows until it has it again.
func (s *seatState) losesOwn() bool {
	for i := s.older.player.match.Len(); i < s.player.match.Len(); i++ {
		if s.player.match.chain[i].seat == s.seat() {
			return true
		}
	}
	return false
}

// intern returns the state of a Player that came from another state.
func (ss *seats) intern(p *Player, bound [][]byte, from, older *seatState) *seatState {
	key := p.key()
	if s := ss.byKey[key]; s != nil {
		return s
	}
	s := &seatState{id: len(ss.list), player: p, bound: bound, older: older, shows: ss.outputs(p), edges: map[input]edge{}}
	s.chain = ss.chainOf(p.match)
	if from != nil && s.chain.length > from.chain.length {
		s.older = from
	}
	if x, voted, err := p.Absentee(); err == nil && !voted {
		s.votable, s.against = true, x
	}
	ss.keepBase(p.match)
	for _, n := range p.tip.nodes {
		ss.keepBase(n.after)
	}
	ss.byKey[key] = s
	ss.list = append(ss.list, s)
	return s
}

func (ss *seats) keepBase(m *Match) {
	if ss.bases[m.Base()] == nil {
		ss.bases[m.Base()] = m.Fork()
	}
}

func (ss *seats) chainOf(m *Match) *chain {
	c := ss.chains[m.Hash(ss.from-1)]
	for i := ss.from; i < m.Len(); i++ {
		next := ss.chains[m.Hash(i)]
		if next == nil {
			next = &chain{id: len(ss.chains), before: c, hash: m.Hash(i), length: c.length + 1, over: i == m.Len()-1 && m.over()}
			ss.chains[m.Hash(i)] = next
		}
		c = next
	}
	return c
}

// key is a hash of all that decides what a Player does next. Whose Fault convicts a seat does
// not, nor with which evidence.
func (p *Player) key() [32]byte {
	var b []byte
	hash := func(h transcript.Hash) { b = append(b, h[:]...) }
	num := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	flag := func(f bool) {
		if f {
			num(1)
		} else {
			num(0)
		}
	}
	num(int(p.Seat()))
	hash(p.match.Head())
	for seat := range p.match.seats() {
		flag(p.match.faults[seat] != nil)
		flag(p.evidence[seat] != nil)
		flag(p.match.seen[seat] != nil)
		flag(p.match.reveals[seat] != nil)
		if q, ok := p.requests[engine.Seat(seat)]; ok && q.Head == p.match.Head() {
			num(seat + 100)
		}
	}
	for _, f := range []bool{p.resigning, p.graceOver, p.released, p.journal.torn()} {
		flag(f)
	}
	num(len(p.tip.nodes))
	for _, n := range p.tip.nodes {
		hash(n.hash)
		hash(n.base)
	}
	for _, base := range sortedHashes(p.tip.on) {
		hash(base)
		for _, seat := range p.match.seats() {
			words := p.said(base, seat)
			num(len(words))
			for _, w := range words {
				hash(transcript.HashRecord(w.raw))
			}
		}
		votes := slices.DeleteFunc(slices.Clone(p.tip.on[base]), (*word).binds)
		slices.SortFunc(votes, func(a, b *word) int {
			return cmp.Or(cmp.Compare(a.seat, b.seat), cmp.Compare(a.about, b.about), cmp.Compare(a.cause, b.cause))
		})
		for _, w := range votes {
			num(int(w.seat))
			num(int(w.about))
			num(int(w.cause))
		}
	}
	for _, list := range []map[transcript.Hash]transcript.Hash{p.journal.choices, p.journal.states} {
		num(len(list))
		for _, base := range sortedHashes(list) {
			hash(base)
			hash(list[base])
		}
	}
	return sha256.Sum256(b)
}

func sortedHashes[T any](m map[transcript.Hash]T) []transcript.Hash {
	return slices.SortedFunc(maps.Keys(m), func(a, b transcript.Hash) int { return slices.Compare(a[:], b[:]) })
}
