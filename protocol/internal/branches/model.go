// Package branches is a small model of what honest seats do so that no two of them go on
// along two branches of a match, for an exhaustive search: every order of delivery, and
// whatever liars sign and show to whom. The rules are those of protocol.Player (its file
// voting.go) and of the keys at the end; what a record says of the game is left out, but
// for whose turn is next and whether the game is over.
//
// A state is what each honest seat holds, and where its own chain ends. Liars know
// everything and show anything that they can sign to anybody at any time. What a program
// does by itself it does at once; what its player or its clock decides, at any time or
// never.
package branches

import "slices"

// Seat numbers the seats of a table from 0, in turn order.
type Seat = int

// Cause is why a seat is put out.
type Cause uint8

// The causes.
const (
	Absent Cause = iota + 1
	Convicted
)

// Slot is a place of the chain: who writes there, and in whose turn it is. With either out
// it falls away.
type Slot struct{ Writer, Turn Seat }

// Table is the seats and the rules of a search.
type Table struct {
	Teams []int  // of each seat
	Slots []Slot // what is to be written, in order
	Ends  int    // the slot with which the game may end, by one of two records; -1: none
	Liars []Seat
}

// Rules are what honest programs hold to; without one of them a search finds a failure.
type Rules struct {
	Wait     bool // a seat that has voted takes a late record only when the tie-breaker has
	Head     bool // a SignOut is for the head of its signer's chain, and nothing is given up for it
	PerCause bool // a vote for each cause on a base, not one in all
	AllSeen  bool // a key leaves when all have seen the end, not the tie-breaker alone
	Turn     bool // of two records of a seat on one, all go on with that which the tie-breaker recalls
	Ask      bool // the tie-breaker that is shown a second record recalls the one it has taken
	Word     bool // nobody votes that a cheat be put out before it has the tie-breaker's word for all that the cheat did
	Stay     bool // what the tie-breaker's word is in hand for is not given up
}

// AllRules are those of the protocol.
var AllRules = Rules{true, true, true, true, true, true, true, true}

type kind uint8

const (
	link    kind = iota // a record of the writer, sound
	signOut             // of a seat, by all others
	falsity             // a record that is false wherever it stands
	vote
	recall
	seen
	key
)

// message is anything that is signed. What it is about is a record: the one before, or the
// one that is recalled or seen; start is that before the first.
type message struct {
	kind    kind
	on      int
	signer  Seat
	seat    Seat  // that is put out
	cause   Cause // why
	variant int   // of links
}

const start = -1

// binds is the record on which a message of this kind may be its signer's only one.
func (m *model) binds(msg message) (base int, ok bool) {
	switch msg.kind {
	case link, signOut:
		return msg.on, true
	case recall:
		return m.messages[msg.on].on, true
	}
	return 0, false
}

// place is the game after a record.
type place struct {
	living []bool
	slots  []Slot
	depth  int
	over   bool  // the game has ended
	chain  []int // all records up to it
}

// model is a table with all messages that came up, each once.
type model struct {
	Table
	rules    Rules
	messages []message
	number   map[message]int
	closure  []set // the records that it needs before it
	places   map[int]*place
	kids     map[int][]int
	honest   []Seat
}

func newModel(t Table, rules Rules) *model {
	m := &model{Table: t, rules: rules, number: map[message]int{}, places: map[int]*place{}, kids: map[int][]int{}}
	first := &place{slots: t.Slots}
	for seat := range t.Teams {
		first.living = append(first.living, true)
		if !slices.Contains(t.Liars, seat) {
			m.honest = append(m.honest, seat)
		}
	}
	m.places[start] = first
	return m
}

// say numbers a message.
func (m *model) say(msg message) int {
	if i, ok := m.number[msg]; ok {
		return i
	}
	i := len(m.messages)
	m.messages = append(m.messages, msg)
	m.number[msg] = i
	var with set
	if msg.on != start {
		with = m.closure[msg.on]
	}
	m.closure = append(m.closure, with.add(i))
	if msg.kind == link || msg.kind == signOut {
		before := m.places[msg.on]
		after := &place{living: slices.Clone(before.living), slots: before.slots, depth: before.depth + 1}
		after.chain = append(slices.Clone(before.chain), i)
		switch {
		case msg.kind == signOut:
			after.living[msg.seat] = false
			after.slots = slices.DeleteFunc(slices.Clone(after.slots), func(s Slot) bool { return s.Writer == msg.seat || s.Turn == msg.seat })
		case before.depth == m.Ends && msg.variant == 0:
			after.slots, after.over = nil, true
		default:
			after.slots = after.slots[1:]
		}
		m.places[i] = after
		m.kids[msg.on] = append(m.kids[msg.on], i)
	}
	return i
}

// writer is the seat that owes the next record after a record.
func (m *model) writer(at int) (Seat, bool) {
	if slots := m.places[at].slots; len(slots) > 0 {
		return slots[0].Writer, true
	}
	return 0, false
}

func (m *model) tieBreaker(at int, x Seat) Seat {
	n, p := len(m.Teams), m.places[at]
	for k := 1; k < n; k++ {
		if d := (x + k) % n; p.living[d] && m.Teams[d] != m.Teams[x] {
			return d
		}
	}
	return x
}

func (m *model) signOutWriter(at int, x Seat) Seat {
	if w, _ := m.writer(at); w != x {
		return w
	}
	return m.tieBreaker(at, x)
}

// mayLeave reports whether a seat can be put out after a record.
func (m *model) mayLeave(at int, x Seat, cause Cause) bool {
	p := m.places[at]
	w, ok := m.writer(at)
	if !ok || !p.living[x] || cause == Absent && w != x {
		return false
	}
	team := -1
	for seat, lives := range p.living {
		if lives && seat != x {
			if team >= 0 && m.Teams[seat] != team {
				return true
			}
			team = m.Teams[seat]
		}
	}
	return false
}

// voted reports whether a seat's vote on a record is among what is held.
func (m *model) voted(held set, on int, by, x Seat, cause Cause) bool {
	return m.has(held, message{kind: vote, on: on, signer: by, seat: x, cause: cause})
}

func (m *model) has(held set, msg message) bool {
	i, ok := m.number[msg]
	return ok && held.has(i)
}

// agreed reports whether all who have to have voted.
func (m *model) agreed(held set, on int, x Seat, cause Cause) bool {
	for seat, lives := range m.places[on].living {
		if lives && seat != x && !m.voted(held, on, seat, x, cause) {
			return false
		}
	}
	return true
}

// convicted lists whom what is held convicts.
func (m *model) convicted(held set) []bool {
	out := make([]bool, len(m.Teams))
	type slot struct{ base, signer int }
	first := map[slot]bool{}
	for i := range held.all() {
		msg := m.messages[i]
		if msg.kind == falsity {
			out[msg.signer] = true
		}
		if base, ok := m.binds(msg); ok {
			at := slot{base, msg.signer}
			out[msg.signer] = out[msg.signer] || first[at]
			first[at] = true
		}
	}
	return out
}

// twice reports whether a seat is known to have signed another record on the one before its
// own.
func (m *model) twice(held set, record int) bool {
	mine := m.messages[record]
	for _, kid := range m.kids[mine.on] {
		if kid != record && held.has(kid) && m.messages[kid].signer == mine.signer {
			return true
		}
	}
	return false
}

// after reports whether a record is another or follows it.
func (m *model) after(record, other int) bool {
	return other == start || record != start && slices.Contains(m.places[record].chain, other)
}
