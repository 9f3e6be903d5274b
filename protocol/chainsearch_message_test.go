package protocol

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/bits"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A message is something that a seat has signed: a record, or a request to resign.
type message struct {
	id     int
	raw    []byte
	name   string
	kind   transcript.Kind // 0: a request to resign
	by     engine.Seat
	base   transcript.Hash
	record transcript.Hash // what a choice or State names
	about  engine.Seat     // of a SignOut, Vote or State
	cause  transcript.Cause
	bogus  bool            // a liar's, which is false wherever it stands
	place  transcript.Hash // the base, of the second round that of the first
	second bool
	before *message   // of a record, Seen or State: the record of the place
	states []*message // those in a SignOut of the second round
}

// isState, isChoice and isRecord say what a message binds its signer to. This is written for
// the search once more, and compared with what a Match says of the pairs.
func (m *message) isState() bool  { return m.kind == transcript.State }
func (m *message) isRecord() bool { return m.kind != 0 && !m.kind.Extra() }
func (m *message) isChoice() bool { return m.isRecord() || m.kind == transcript.Seen }

// contradicts returns two branches of records, one with each message at its end, that convict
// who has signed both; nil if there are none. No honest seat chooses two records on a base in one
// round, nor signs on one of the first round if it has chosen one of the second.
func (m *message) contradicts(o *message) (branches [][]byte) {
	if m.by != o.by || !m.isState() && !m.isChoice() || !o.isState() && !o.isChoice() {
		return nil
	}
	var one [][]byte
	for a := m; a != nil; a = a.before {
		one = slices.Insert(one, 0, a.raw)
		var other [][]byte
		for b := o; b != nil; b = b.before {
			other = slices.Insert(other, 0, b.raw)
			switch {
			case a.place != b.place:
			case a.second != b.second && (a.second && b != o || b.second && a != m),
				a.second == b.second && a.record != b.record,
				a == m && b == o && m.isState() && o.isState() && m.about != o.about:
				return slices.Concat(one, other)
			}
		}
	}
	return nil
}

// messages are all that was ever signed in a search, each once.
type messages struct {
	match  *Match // of the start, which tries evidence
	list   []*message
	byKey  map[string]*message
	names  map[transcript.Hash]string          // of records
	after  map[transcript.Hash]*message        // records of the chain by their hashes
	judged map[[2]int]bool                     // whether two convict
	first  map[transcript.Hash]transcript.Hash // bases by those of their second rounds
}

// add returns the message of these bytes, with its base if the bytes don't say it. A Fault is
// taken for another that holds the same evidence.
func (all *messages) add(raw []byte, base func() transcript.Hash) *message {
	key := string(raw)
	if m := all.byKey[key]; m != nil {
		return m
	}
	m := &message{id: len(all.list), raw: bytes.Clone(raw)}
	if q, err := transcript.ParseResignRequest(raw); err == nil {
		m.by, m.base, m.name = q.Seat, q.Head, fmt.Sprintf("%s's request to resign after %s", q.Seat, all.names[q.Head])
	} else {
		r, err := transcript.Parse(raw)
		if err != nil {
			panic(err)
		}
		all.describe(m, r, base)
	}
	if m.kind == transcript.Fault {
		key = "fault " + m.name
		if other := all.byKey[key]; other != nil {
			all.byKey[string(raw)] = other
			return other
		}
	}
	m.place, m.second = m.base, false
	if first, ok := all.first[m.base]; ok {
		m.place, m.second = first, true
	}
	if m.isState() || m.isChoice() {
		m.before = all.after[m.place]
	}
	if m.isRecord() {
		all.after[m.record] = m
	}
	all.byKey[string(raw)], all.byKey[key] = m, m
	all.list = append(all.list, m)
	if body, err := transcript.ParseSignOut(m.body()); m.kind == transcript.SignOut && err == nil && m.second {
		for i := range body.Votes {
			for _, seat := range all.match.seats() {
				if r := body.Vote(m.place, seat, i); r.Verify(all.match.keys[seat], transcript.Link{Match: all.match.id, Prev: m.place}) {
					m.states = append(m.states, all.add(r.Marshal(), nil))
				}
			}
		}
	}
	return m
}

// describe fills in what a record says.
func (all *messages) describe(m *message, r transcript.Record, base func() transcript.Hash) {
	m.kind, m.by, m.record = r.Kind, r.Seat, transcript.HashRecord(m.raw)
	if len(r.Body) >= len(m.base) {
		m.base = transcript.Hash(r.Body)
	}
	short := hex.EncodeToString(m.record[:3])
	on := func() string { return all.names[m.base] }
	switch r.Kind {
	case transcript.Seen:
		body, _ := transcript.ParseSeen(r.Body)
		m.record = body.Record
		m.name = fmt.Sprintf("%s's Seen of %s", m.by, all.names[m.record])
	case transcript.Vote:
		body, _ := transcript.ParseVote(r.Body)
		m.about, m.cause = body.Seat, body.Cause
		m.name = fmt.Sprintf("%s's Vote, %s %s after %s", m.by, m.about, m.cause, on())
	case transcript.State:
		body, _ := transcript.ParseState(r.Body)
		m.about, m.record = body.Seat, body.Record
		m.name = fmt.Sprintf("%s's State about %s after %s: %s", m.by, m.about, on(), all.names[m.record])
	case transcript.Fault:
		body, _ := transcript.ParseFault(r.Body)
		var evidence []string
		for _, raw := range body.Records {
			h := transcript.HashRecord(raw)
			evidence = append(evidence, hex.EncodeToString(h[:3]))
		}
		slices.Sort(evidence)
		m.name = fmt.Sprintf("a Fault with %v after %s", evidence, on())
	case transcript.Reveal:
		m.base = base()
		m.name = fmt.Sprintf("%s's Reveal", m.by)
	default:
		m.base = base()
		what := r.Kind.String()
		if body, err := transcript.ParseSignOut(r.Body); r.Kind == transcript.SignOut && err == nil {
			m.about, m.cause = body.Seat, body.Cause
			what = fmt.Sprintf("SignOut, %s %s", m.about, m.cause)
		}
		m.name = fmt.Sprintf("%s's %s %s after %s", m.by, what, short, on())
		all.names[m.record] = short
		all.names[transcript.SecondBase(m.record)] = "second " + short
		all.first[transcript.SecondBase(m.record)] = m.record
	}
}

func (m *message) body() []byte {
	r, err := transcript.Parse(m.raw)
	if err != nil {
		return nil // a request to resign
	}
	return r.Body
}

// convicts reports whether two messages convict who has signed both, and has a Match judge the
// same.
func (all *messages) convicts(m, o *message) bool {
	pair := [2]int{m.id, o.id}
	if known, ok := all.judged[pair]; ok {
		return known
	}
	records, at := m.contradicts(o), m.place
	convicts := records != nil
	if !convicts && m.by == o.by && m.place == o.place {
		records = [][]byte{m.raw, o.raw}
	} else if convicts {
		r, _ := transcript.Parse(records[0])
		for !r.Verify(all.match.keys[r.Seat], transcript.Link{Match: all.match.id, Prev: at}) &&
			!r.Verify(all.match.keys[r.Seat], transcript.Link{Match: all.match.id, Prev: transcript.SecondBase(at)}) {
			at = all.after[at].place
		}
	}
	if len(records) > 0 && len(records) <= transcript.MaxEvidence {
		if c, err := all.match.convictDoubleAt(at, records); convicts != (err == nil && c.Culprit == m.by) {
			panic(fmt.Sprintf("a Match judges %s and %s otherwise: %v", m.name, o.name, err))
		}
	}
	all.judged[pair] = convicts
	return convicts
}

// A pool is a set of messages that are signed, with what it proves. No two have the same
// messages.
type pool struct {
	id      int
	has     []uint64
	next    map[int]*pool
	guilty  engine.SeatSet // convicted by what they have signed
	lies    int            // what liars have signed beside what they may
	reveals []*message
}

func (p *pool) contains(id int) bool { return id>>6 < len(p.has) && p.has[id>>6]>>(id&63)&1 == 1 }

// each calls f with the number of each message, until it returns false.
func (p *pool) each(f func(id int) bool) {
	for i, w := range p.has {
		for ; w != 0; w &= w - 1 {
			if !f(i<<6 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// pools are all sets of messages that a search has met.
type pools struct {
	all   *messages
	list  []*pool
	byKey map[string]*pool
}

func newPools(all *messages) *pools {
	empty := &pool{next: map[int]*pool{}}
	return &pools{all, []*pool{empty}, map[string]*pool{"": empty}}
}

// with returns a pool with a message more.
func (ps *pools) with(p *pool, m *message) *pool {
	if p.contains(m.id) {
		return p
	}
	if next := p.next[m.id]; next != nil {
		return next
	}
	has := slices.Clone(p.has)
	for len(has) <= m.id>>6 {
		has = append(has, 0)
	}
	has[m.id>>6] |= 1 << (m.id & 63)
	key := make([]byte, 0, 8*len(has))
	for _, w := range has {
		for range 8 {
			key, w = append(key, byte(w)), w>>8
		}
	}
	next := ps.byKey[string(key)]
	if next == nil {
		next = &pool{id: len(ps.list), has: has, next: map[int]*pool{}, guilty: p.guilty, lies: p.lies, reveals: p.reveals}
		ps.list, ps.byKey[string(key)] = append(ps.list, next), next
		next.lies += ps.liesAbout(next, m) - ps.liesAbout(p, m)
		if m.bogus {
			next.guilty = next.guilty.Add(m.by)
		}
		p.each(func(id int) bool {
			if ps.all.convicts(m, ps.all.list[id]) {
				next.guilty = next.guilty.Add(m.by)
			}
			return true
		})
		if m.kind == transcript.Reveal {
			next.reveals = append(slices.Clip(p.reveals), m)
		}
	}
	for _, state := range m.states {
		next = ps.with(next, state)
	}
	p.next[m.id] = next
	return next
}

// liesAbout counts what the signer of a message has signed beside what it may, false records
// and what it has chosen or stated on the base of the message.
func (ps *pools) liesAbout(p *pool, m *message) (lies int) {
	choices, states := map[transcript.Hash]bool{}, map[stated]bool{}
	p.each(func(id int) bool {
		o := ps.all.list[id]
		switch {
		case o.by != m.by:
		case o.bogus:
			lies++
		case o.base != m.base:
		case o.isState():
			states[stated{o.record, o.about}] = true
		case o.isChoice():
			choices[o.record] = true
		}
		return true
	})
	lies += max(0, len(choices)-1) + max(0, len(states)-1)
	for s := range states {
		if len(choices) > 0 && !choices[s.record] {
			lies++
		}
	}
	return lies
}

type stated struct {
	record transcript.Hash
	about  engine.Seat
}
