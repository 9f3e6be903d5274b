package branches

import "slices"

// view is what one honest seat holds, and the last record of its chain.
type view struct {
	held set
	head int
}

// get gives a seat a message, with the records before it, and lets its program do all that
// follows by itself.
func (m *model) get(i Seat, v view, msg int) view {
	v.held = v.held.union(m.closure[msg])
	for {
		if next, ok := m.take(i, v); ok {
			v = next
			continue
		}
		said, ok := m.unasked(i, v)
		if !ok {
			return v
		}
		v.held = v.held.union(m.closure[m.say(said)])
	}
}

// take goes on with a record that is held, if the seat may.
func (m *model) take(i Seat, v view) (view, bool) {
	for _, kid := range m.kids[v.head] {
		if v.held.has(kid) && (m.messages[kid].kind == signOut || !m.holdsBack(i, v) || m.recalled(v, kid)) {
			v.head = kid
			return v, true
		}
	}
	if turned, ok := m.turn(i, v); ok {
		return turned, true
	}
	return m.yield(i, v)
}

// turn goes over to that of two records of a seat which the tie-breaker has recalled.
func (m *model) turn(i Seat, v view) (view, bool) {
	if !m.rules.Turn || v.head == start {
		return v, false
	}
	for _, taken := range m.places[v.head].chain {
		record := m.messages[taken]
		if m.rules.Stay && m.hasWord(i, v, taken) {
			continue
		}
		other := m.recallOf(v.held, record.on, m.tieBreaker(record.on, record.signer))
		if other != start && other != taken && m.messages[other].signer == record.signer {
			v.head = other
			return v, true
		}
	}
	return v, false
}

// hasWord reports whether a seat holds anything that the tie-breaker of the signer of a
// record in its chain has signed after it, or knows that this one was put out after it.
func (m *model) hasWord(i Seat, v view, record int) bool {
	said := m.messages[record]
	decider := m.tieBreaker(said.on, said.signer)
	if decider == i || said.kind == signOut || m.has(v.held, message{kind: recall, on: record, signer: decider}) ||
		m.has(v.held, message{kind: seen, on: v.head, signer: decider}) {
		return true
	}
	for _, later := range m.places[v.head].chain {
		if !m.after(later, record) {
			continue
		}
		if l := m.messages[later]; later != record && (l.kind == signOut || l.signer == decider) {
			return true
		}
	}
	return false
}

// yield gives up what a seat did too late that all others put out for it.
func (m *model) yield(i Seat, v view) (view, bool) {
	if v.head == start {
		return v, false
	}
	for _, taken := range m.places[v.head].chain {
		if m.messages[taken].kind == signOut {
			continue
		}
		base := m.messages[taken].on
		for _, kid := range m.kids[base] {
			out := m.messages[kid]
			if !v.held.has(kid) || kid == taken || out.kind != signOut || m.messages[taken].signer != out.seat {
				continue
			}
			if m.recallOf(v.held, base, out.signer) == start && (out.seat == i || !m.places[base].living[i]) {
				v.head = kid
				return v, true
			}
		}
	}
	return v, false
}

func (m *model) holdsBack(i Seat, v view) bool {
	w, ok := m.writer(v.head)
	return m.rules.Wait && ok && m.places[v.head].living[i] && m.tieBreaker(v.head, w) != i &&
		(m.voted(v.held, v.head, i, w, Absent) || m.voted(v.held, v.head, i, w, Convicted))
}

// recalled reports whether the tie-breaker goes on with a record after the head.
func (m *model) recalled(v view, record int) bool {
	w, _ := m.writer(v.head)
	return m.recallOf(v.held, v.head, m.tieBreaker(v.head, w)) == record
}

// recallOf is the record after another that a seat has recalled, start if none.
func (m *model) recallOf(held set, base int, by Seat) int {
	for _, kid := range m.kids[base] {
		if m.has(held, message{kind: recall, on: kid, signer: by}) {
			return kid
		}
	}
	return start
}

// frozen reports whether somebody who lives is convicted.
func (m *model) frozen(v view) bool {
	for seat, is := range m.convicted(v.held) {
		if is && m.places[v.head].living[seat] {
			return true
		}
	}
	return false
}

// unasked is what a program signs by itself, if anything.
func (m *model) unasked(i Seat, v view) (message, bool) {
	if !m.places[v.head].living[i] {
		return message{}, false
	}
	for _, next := range []func(Seat, view) (message, bool){m.completes, m.recalls, m.votesConvicted} {
		if said, ok := next(i, v); ok {
			return said, true
		}
	}
	return message{}, false
}

// completes signs a SignOut for which all votes are here.
func (m *model) completes(i Seat, v view) (message, bool) {
	bases := []int{v.head}
	if !m.rules.Head && v.head != start {
		for _, r := range m.places[v.head].chain {
			bases = append(bases, m.messages[r].on)
		}
	}
	for _, base := range bases {
		for x := range m.Teams {
			for _, cause := range []Cause{Absent, Convicted} {
				said := message{kind: signOut, on: base, signer: i, seat: x, cause: cause}
				if m.mayLeave(base, x, cause) && m.signOutWriter(base, x) == i && m.agreed(v.held, base, x, cause) && !m.has(v.held, said) {
					return said, true
				}
			}
		}
	}
	return message{}, false
}

// recalls returns the record that the seat, as the tie-breaker, has continued with: where
// there are votes to put its signer out before it, or a second record of its signer, or its
// signer is convicted and the seat has signed nothing since.
func (m *model) recalls(i Seat, v view) (message, bool) {
	if v.head == start {
		return message{}, false
	}
	for _, r := range m.places[v.head].chain {
		record := m.messages[r]
		said := message{kind: recall, on: r, signer: i}
		if record.kind != link || m.tieBreaker(record.on, record.signer) != i || m.has(v.held, said) {
			continue
		}
		if m.rules.Ask && (m.twice(v.held, r) || m.convicted(v.held)[record.signer] && !m.signedSince(i, v, r)) {
			return said, true
		}
		for j := range m.Teams {
			if j != i && (m.voted(v.held, record.on, j, record.signer, Absent) || m.voted(v.held, record.on, j, record.signer, Convicted)) {
				return said, true
			}
		}
	}
	return message{}, false
}

// signedSince reports whether a seat has signed a record of its chain after another.
func (m *model) signedSince(i Seat, v view, record int) bool {
	return slices.ContainsFunc(m.places[v.head].chain, func(later int) bool {
		return later != record && m.after(later, record) && m.messages[later].signer == i
	})
}

// votesConvicted votes against a cheat: first whose slot it is, then by seats.
func (m *model) votesConvicted(i Seat, v view) (message, bool) {
	w, playing := m.writer(v.head)
	if !playing || m.hasVoted(i, v, Convicted) {
		return message{}, false
	}
	convicted, order := m.convicted(v.held), []Seat{w}
	if m.rules.Word && m.awaitsWord(i, v, convicted) {
		return message{}, false
	}
	for x := range m.Teams {
		order = append(order, x)
	}
	for _, x := range order {
		if x != i && convicted[x] && m.mayLeave(v.head, x, Convicted) {
			return message{kind: vote, on: v.head, signer: i, seat: x, cause: Convicted}, true
		}
	}
	return message{}, false
}

// awaitsWord reports whether a tie-breaker has yet to say that what a cheat has done stands.
func (m *model) awaitsWord(i Seat, v view, convicted []bool) bool {
	if v.head == start {
		return false
	}
	return slices.ContainsFunc(m.places[v.head].chain, func(record int) bool {
		return convicted[m.messages[record].signer] && !m.hasWord(i, v, record)
	})
}

func (m *model) hasVoted(i Seat, v view, cause Cause) bool {
	for x := range m.Teams {
		if m.voted(v.held, v.head, i, x, cause) || !m.rules.PerCause && (m.voted(v.held, v.head, i, x, Absent) || m.voted(v.held, v.head, i, x, Convicted)) {
			return true
		}
	}
	return false
}

// choices are what a seat's player or clock may have it sign, at any time.
func (m *model) choices(i Seat, v view, votesUntil int) (out []message) {
	p := m.places[v.head]
	if !p.living[i] || m.frozen(v) {
		return nil
	}
	w, playing := m.writer(v.head)
	switch {
	case playing && w == i:
		out = append(out, message{kind: link, on: v.head, signer: i})
		if p.depth == m.Ends {
			out = append(out, message{kind: link, on: v.head, signer: i, variant: 1})
		}
	case playing:
		if p.depth < votesUntil && m.mayLeave(v.head, w, Absent) && !m.hasVoted(i, v, Absent) {
			out = append(out, message{kind: vote, on: v.head, signer: i, seat: w, cause: Absent})
		}
	case p.over:
		return m.atEnd(i, v)
	}
	return out
}

// atEnd are the Seen of a seat, and its key when all have seen the end.
func (m *model) atEnd(i Seat, v view) []message {
	last := m.messages[v.head]
	decider := m.tieBreaker(last.on, last.signer)
	hasSeen := func(seat Seat) bool { return m.has(v.held, message{kind: seen, on: v.head, signer: seat}) }
	own := message{kind: seen, on: v.head, signer: i}
	if !m.has(v.held, own) {
		if i != decider && !hasSeen(decider) {
			return nil
		}
		return []message{own}
	}
	for seat, lived := range m.places[last.on].living {
		if lived && !hasSeen(seat) && (m.rules.AllSeen || seat == decider) {
			return nil
		}
	}
	return []message{{kind: key, on: v.head, signer: i}}
}
