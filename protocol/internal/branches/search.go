package branches

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds keep a search small.
type Bounds struct {
	Lies   int  // that liars sign in a run, votes aside
	Votes  int  // claimed absence is voted on in so many slots
	Single bool // no liar signs two records on one
	InTime bool // nobody votes against an honest seat, nor while a message is on its way
	False  bool // liars sign false records too
	States int  // at most
}

// Outcome is what a search has found.
type Outcome struct {
	States  int
	Whole   bool   // all states were seen
	Failure string // "" if none
	Trace   []string
}

// maxHonest is how many honest seats a state has room for.
const maxHonest = 4

// state is what all honest seats hold; a value, so that it can be looked up.
type state [maxHonest]view

// step is what leads from a state to another: who says or passes on what to which seat.
type step struct {
	state state
	verb  string
	to    Seat
	msg   int
}

type search struct {
	*model
	Bounds
	from map[state]step // the state before, and what led on
	gets map[taking]view
}

// taking is a seat that gets a message; what it comes to is worked out once.
type taking struct {
	to  Seat
	has view
	msg int
}

// Search looks through all states that a table can come to.
func Search(t Table, rules Rules, b Bounds) Outcome {
	s := &search{model: newModel(t, rules), Bounds: b, from: map[state]step{}, gets: map[taking]view{}}
	var first state
	for a := range first {
		first[a].head = start
	}
	s.from[first] = step{}
	queue := []state{first}
	for n := 0; n < len(queue); n++ { // breadth first, so that a trace is a shortest one
		now := queue[n]
		steps, stuck := s.steps(now)
		if stuck && b.InTime {
			if failure := s.stopped(now); failure != "" {
				return s.found(failure, now, first)
			}
		}
		for _, next := range steps {
			if _, known := s.from[next.state]; known {
				continue
			}
			s.from[next.state] = step{now, next.verb, next.to, next.msg}
			if failure := s.check(now, next.state); failure != "" {
				return s.found(failure, next.state, first)
			}
			queue = append(queue, next.state)
		}
		if len(queue) > b.States {
			return Outcome{States: len(queue)}
		}
	}
	return Outcome{States: len(queue), Whole: true}
}

func (s *search) found(failure string, at, first state) Outcome {
	out := Outcome{States: len(s.from), Failure: failure}
	for ; at != first; at = s.from[at].state {
		led := s.from[at]
		out.Trace = append(out.Trace, fmt.Sprintf("%s %d: %s", led.verb, led.to, s.text(led.msg)))
	}
	slices.Reverse(out.Trace)
	return out
}

// steps are all that may happen next. Stuck reports that honest seats have nothing to do
// and nothing to hear of each other.
func (s *search) steps(now state) (out []step, stuck bool) {
	all := s.known(now)
	level := true
	for a := range s.honest {
		level = level && now[a].held == all
	}
	stuck = true
	for a, i := range s.honest {
		give := func(verb string, msg int) {
			next := now
			next[a] = s.got(i, now[a], msg)
			out = append(out, step{next, verb, i, msg})
		}
		for msg := range all.minus(now[a].held).all() {
			give("relay to", msg)
			stuck = false
		}
		for _, said := range s.choices(i, now[a], s.Votes) {
			if s.InTime && said.kind == vote && !(level && slices.Contains(s.Liars, said.seat)) {
				continue
			}
			if msg := s.say(said); !now[a].held.has(msg) {
				give("seat", msg)
				stuck = false
			}
		}
		for _, said := range s.lies(all) {
			if msg := s.say(said); !now[a].held.has(msg) {
				give("liars to", msg)
			}
		}
	}
	return out, stuck
}

func (s *search) got(i Seat, v view, msg int) view {
	at := taking{i, v, msg}
	after, ok := s.gets[at]
	if !ok {
		after = s.get(i, v, msg)
		s.gets[at] = after
	}
	return after
}

func (s *search) known(now state) (all set) {
	for a := range s.honest {
		all = all.union(now[a].held)
	}
	return all
}

// lies are what liars can sign that nobody has yet.
func (s *search) lies(all set) (out []message) {
	spent := 0
	var votes []message
	signed := map[[2]int]bool{} // base, signer
	records := []int{start}
	for i := range all.all() {
		msg := s.messages[i]
		if msg.kind == vote && !slices.Contains(s.Liars, msg.signer) {
			votes = append(votes, msg)
		} else if msg.kind != vote && slices.Contains(s.Liars, msg.signer) {
			spent++
		}
		if base, ok := s.binds(msg); ok {
			signed[[2]int{base, msg.signer}] = true
		}
		if msg.kind == link || msg.kind == signOut {
			records = append(records, i)
		}
	}
	for _, v := range votes {
		for _, l := range s.Liars {
			if l != v.seat && s.places[v.on].living[l] {
				v.signer = l
				out = append(out, v)
			}
		}
	}
	if spent >= s.Lies {
		return out
	}
	add := func(msg message) {
		base, binds := s.binds(msg)
		if !s.Single || !binds || !signed[[2]int{base, msg.signer}] {
			out = append(out, msg)
		}
	}
	for _, l := range s.Liars {
		if s.False {
			out = append(out, message{kind: falsity, on: start, signer: l})
		}
		for _, r := range records {
			s.liesAt(l, r, all, add)
		}
	}
	return out
}

// liesAt are what one liar can sign about a record and after it.
func (s *search) liesAt(l Seat, r int, all set, add func(message)) {
	p := s.places[r]
	w, playing := s.writer(r)
	if playing && w == l {
		add(message{kind: link, on: r, signer: l})
		add(message{kind: link, on: r, signer: l, variant: 1})
	}
	if p.over && p.living[l] {
		add(message{kind: seen, on: r, signer: l})
	}
	if r != start && s.messages[r].kind == link && s.tieBreaker(s.messages[r].on, s.messages[r].signer) == l {
		add(message{kind: recall, on: r, signer: l})
	}
	for x := range s.Teams {
		for _, cause := range []Cause{Absent, Convicted} {
			if x != l && s.mayLeave(r, x, cause) && s.signOutWriter(r, x) == l && s.honestAgree(all, r, x, cause) {
				add(message{kind: signOut, on: r, signer: l, seat: x, cause: cause})
			}
		}
	}
}

func (s *search) honestAgree(all set, on int, x Seat, cause Cause) bool {
	for _, i := range s.honest {
		if s.places[on].living[i] && i != x && !s.voted(all, on, i, x, cause) {
			return false
		}
	}
	return true
}

// check looks for what must never be.
func (s *search) check(before, now state) string {
	all := s.known(now)
	convicted := s.convicted(all)
	for _, i := range s.honest {
		if convicted[i] {
			return fmt.Sprintf("honest seat %d is convicted", i)
		}
	}
	for a, i := range s.honest {
		if was, is := s.stands(i, before[a]), now[a].head; was != start && !s.after(is, was) && s.places[is].living[i] && !s.undone(i, before[a], now[a]) {
			return fmt.Sprintf("seat %d gives up what it has signed", i)
		}
		for b, j := range s.honest {
			mine, theirs := s.stands(i, now[a]), s.stands(j, now[b])
			apart := !s.after(mine, theirs) && !s.after(theirs, mine) && s.places[theirs].living[i] && s.places[mine].living[j]
			if apart && !slices.Contains(convicted, true) {
				return fmt.Sprintf("seats %d and %d have signed in two branches, and nobody is convicted", i, j)
			}
			if s.leftBehind(now[a].head, now[b].head, j) && number(convicted) < 2 {
				return fmt.Sprintf("seat %d goes on where seat %d has voted for it and does not follow", i, j)
			}
		}
	}
	return s.leaked(now, all)
}

// undone reports whether a seat gives up what follows one of two records of another, for
// which it does not have the word of the tie-breaker.
func (s *search) undone(i Seat, before, now view) bool {
	for _, record := range s.places[before.head].chain {
		if !s.after(now.head, record) {
			return s.twice(now.held, record) && !s.hasWord(i, before, record)
		}
	}
	return false
}

// leftBehind reports whether a chain has a seat put out by the vote of another whose own chain
// is along another branch.
func (s *search) leftBehind(head, others int, voter Seat) bool {
	if head == start {
		return false
	}
	return slices.ContainsFunc(s.places[head].chain, func(record int) bool {
		out := s.messages[record]
		return out.kind == signOut && out.cause == Convicted && out.seat != voter && s.places[out.on].living[voter] &&
			!s.after(others, out.on) && !s.after(out.on, others)
	})
}

// number counts what is so.
func number(list []bool) (n int) {
	for _, is := range list {
		if is {
			n++
		}
	}
	return n
}

// stands is the last record of a seat's chain that it has signed, or signed about.
func (s *search) stands(i Seat, v view) int {
	if v.head == start {
		return start
	}
	for _, r := range slices.Backward(s.places[v.head].chain) {
		if s.messages[r].signer == i || s.has(v.held, message{kind: recall, on: r, signer: i}) || s.has(v.held, message{kind: seen, on: r, signer: i}) {
			return r
		}
	}
	return start
}

// leaked looks for a key that has left while an honest seat plays on along another branch.
func (s *search) leaked(now state, all set) string {
	for i := range all.all() {
		left := s.messages[i]
		if left.kind != key {
			continue
		}
		for b, j := range s.honest {
			head := now[b].head
			if _, playing := s.writer(head); playing && s.places[head].living[j] && !s.after(left.on, head) && !s.after(head, left.on) {
				return fmt.Sprintf("the key of seat %d has left, and seat %d plays on", left.signer, j)
			}
		}
	}
	return ""
}

// stopped says where the game stops although only one seat lies.
func (s *search) stopped(now state) string {
	v := now[0]
	for a, i := range s.honest {
		if now[a].head != v.head && s.places[now[a].head].living[i] && s.places[v.head].living[s.honest[0]] {
			return fmt.Sprintf("seats %d and %d stay on two branches", s.honest[0], i)
		}
	}
	w, playing := s.writer(v.head)
	if !playing || !s.mayLeave(v.head, w, Convicted) || s.seals(v) {
		return ""
	}
	return fmt.Sprintf("nobody can go on, and seat %d owes the next record", w)
}

// seals reports whether a seat is convicted that can't be put out: one team would be left.
func (s *search) seals(v view) bool {
	for seat, is := range s.convicted(v.held) {
		if is && s.places[v.head].living[seat] && !s.mayLeave(v.head, seat, Convicted) {
			return true
		}
	}
	return false
}

// text describes a message.
func (s *search) text(i int) string {
	msg := s.messages[i]
	switch msg.kind {
	case link, signOut:
		return s.name(i)
	case falsity:
		return fmt.Sprintf("a false record of %d", msg.signer)
	}
	names := map[kind]string{vote: fmt.Sprintf("vote against %d (%d)", msg.seat, msg.cause), recall: "recall", seen: "seen", key: "key"}
	return fmt.Sprintf("%s by %d on %s", names[msg.kind], msg.signer, s.name(msg.on))
}

// name identifies a record by those before it.
func (s *search) name(record int) string {
	var b strings.Builder
	b.WriteString("h")
	if record == start {
		return b.String()
	}
	for _, r := range s.places[record].chain {
		msg := s.messages[r]
		if msg.kind == signOut {
			fmt.Fprintf(&b, ".out%d(%d)", msg.signer, msg.seat)
		} else {
			fmt.Fprintf(&b, ".%d%c", msg.signer, 'a'+rune(msg.variant))
		}
	}
	return b.String()
}
