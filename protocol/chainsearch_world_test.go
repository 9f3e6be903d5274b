package protocol

import (
	"fmt"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A searchCase is one table, and the bounds within which everything is tried.
type searchCase struct {
	name   string
	teams  []int
	chiefs bool     // the first seat of each team takes its partners with it when it goes out
	before []string // moves that everybody has seen
	acts   []string // what an honest player may do when it is to move
	wishes bool     // honest players may wish to resign at any time
	liars  []engine.Seat
	told   []string // what a liar may do when it is to move
	lies   int      // how many things liars sign beside what they may
	late   bool     // honest seats may vote against honest ones: they are late
	length int      // after so many records players and liars do nothing of their own accord
	starts int      // how often a program starts again
	old    bool     // also from an older match file: it may have lost what was complete
	forked bool     // the first liar is to move, has signed two records, and all honest seats know
	first  int      // so many of these have heard the second record first
	missed bool     // before that the last of them missed the first record, and the others voted against it
	voted  bool     // all honest seats but the writer have voted against it
	states int      // at most
}

// A world is the states of the honest seats, and all that is signed.
type world struct {
	seats  [engine.MaxSeats]int32
	tops   [engine.MaxSeats]int32 // the longest chain that each has had
	signed int32
	starts int32
}

// An event is what happens to one seat.
type event struct {
	seat  engine.Seat
	input input
}

// search goes through the worlds of a case.
type search struct {
	searchCase
	all    *messages
	pools  *pools
	seats  *seats
	liars  *liars
	honest []engine.Seat
	fine   map[[engine.MaxSeats]int32]bool // from which play goes on
	trust  map[[engine.MaxSeats]int32]bool // from which no honest seat is voted against
	chains []*chain
	apart  int // worlds in which two honest seats hold chains that differ, with somebody convicted
}

func newSearch(c searchCase, players []*Player) (*search, world) {
	all := &messages{match: players[0].match, byKey: map[string]*message{}, names: map[transcript.Hash]string{}, after: map[transcript.Hash]*message{}, judged: map[[2]int]bool{}, first: map[transcript.Hash]transcript.Hash{}}
	s := &search{searchCase: c, all: all, pools: newPools(all), fine: map[[engine.MaxSeats]int32]bool{}, trust: map[[engine.MaxSeats]int32]bool{}}
	var honest engine.SeatSet
	for _, p := range players {
		if !slices.Contains(c.liars, p.Seat()) {
			s.honest, honest = append(s.honest, p.Seat()), honest.Add(p.Seat())
		}
	}
	s.seats = newSeats(all, honest, c.acts)
	s.liars = &liars{seats: s.seats, all: all, who: c.liars, acts: c.told, made: map[lie]*message{}}
	for _, p := range players {
		s.liars.secrets[p.Seat()] = p.secret
	}
	var w world
	for _, seat := range s.honest {
		w.seats[seat] = int32(s.seats.intern(players[seat], nil, nil, nil).id)
	}
	return s, w
}

func (s *search) state(w *world, seat engine.Seat) *seatState { return s.seats.list[w.seats[seat]] }

// mayAct reports whether players and liars still do something of their own accord.
func (s *search) mayAct(st *seatState) bool { return st.chain.length < s.length }

// steps lists all that can happen.
func (s *search) steps(w *world) (list []event) {
	signed := s.pools.list[w.signed]
	for _, seat := range s.honest {
		st := s.state(w, seat)
		add := func(kind inputKind, arg int) { list = append(list, event{seat, input{kind, arg}}) }
		if s.mayAct(st) {
			if st.player.Decision() == ChooseMove {
				for i := range s.acts {
					add(plays, i)
				}
			} else if s.wishes && st.player.lives() && !st.player.resigning {
				add(wishes, 0)
			}
			if st.votable && (s.late || slices.Contains(s.searchCase.liars, st.against)) {
				add(votes, 0)
			}
		}
		if int(w.starts) < s.starts {
			add(restarts, 0)
			if s.old && st.older != nil && !st.losesOwn() {
				add(restarts, 1)
			}
		}
		news := func(id int) {
			dull := id>>6 < len(st.dull) && st.dull[id>>6]>>(id&63)&1 == 1
			if !dull && s.concerns(st, s.all.list[id]) {
				add(hears, id)
			}
		}
		signed.each(func(id int) bool {
			news(id)
			return true
		})
		if s.mayAct(st) || st.chain.over {
			s.liars.show(st, signed, func(m *message) {
				if !signed.contains(m.id) {
					news(m.id)
				}
			})
		}
	}
	return list
}

// concerns reports whether a message can matter to a seat now. A Vote matters only to the seat
// that signs the SignOut, once it has voted too, and to all where that seat is convicted; a State to the same, once it has stated. All
// that a seat has signed itself it knows, unless it has started again.
func (s *search) concerns(st *seatState, m *message) bool {
	p := st.player
	switch m.kind {
	case transcript.Vote:
		at := p.nodeAt(m.base)
		if at == nil || at.after.course() != Play {
			return false
		}
		if w := at.after.writer(); m.about == w && p.match.faults[at.after.Decider(w)] != nil {
			return true
		}
		return at.after.SignOutWriter(m.about) == p.Seat() && (m.by == p.Seat() || p.voted(m.base, p.Seat(), m.about, m.cause))
	case transcript.State:
		if m.base != p.match.Base() || p.match.course() != Play || p.match.SignOutWriter(m.about) != p.Seat() {
			return false
		}
		stated := p.voted(m.base, p.Seat(), m.about, transcript.Divided)
		return stated || m.by == p.Seat()
	}
	return true
}

// take does a step, and says what must not be and is. It returns the same world if nothing
// changes or the liars have lied enough.
func (s *search) take(w world, st event) (next world, fault string) {
	from := s.state(&w, st.seat)
	e := s.seats.after(from, st.input)
	if e.fault != "" {
		return w, e.fault
	}
	next = w
	next.seats[st.seat] = int32(e.to.id)
	signed := s.pools.list[w.signed]
	if st.input.kind == hears {
		signed = s.pools.with(signed, s.all.list[st.input.arg])
	}
	for _, id := range e.signed {
		signed = s.pools.with(signed, s.all.list[id])
	}
	if signed.lies > s.lies {
		return w, ""
	}
	next.signed = int32(signed.id)
	if st.input.kind == restarts && next != w {
		next.starts++
	}
	for len(s.chains) < len(s.seats.chains) {
		s.chains = append(s.chains, nil)
	}
	s.chains[from.chain.id], s.chains[e.to.chain.id] = from.chain, e.to.chain
	return next, s.check(&next, st.seat)
}

// check looks for what must never be.
func (s *search) check(w *world, seat engine.Seat) string {
	signed, now := s.pools.list[w.signed], s.state(w, seat)
	if guilty := signed.guilty &^ engine.SeatsOf(s.searchCase.liars...); guilty != 0 {
		return fmt.Sprintf("%s has signed two things that convict it", guilty)
	}
	top := s.chains[w.tops[seat]]
	if top == nil {
		top = s.seats.chains[s.all.match.Head()]
	}
	switch {
	case now.chain.goesOn(top):
		w.tops[seat] = int32(now.chain.id)
	case !s.old || w.starts == 0:
		return fmt.Sprintf("%s has given up what was complete", seat)
	}
	if fault := s.checkOwn(w, seat, signed); fault != "" {
		return fault
	}
	for _, c := range now.player.match.Convictions() {
		if !slices.Contains(s.searchCase.liars, c.Culprit) {
			return fmt.Sprintf("%s holds %s for convicted: %v", seat, c.Culprit, c.Reason)
		}
	}
	apart := false
	for _, other := range s.honest {
		o := s.state(w, other)
		if o.chain.agrees(now.chain) {
			continue
		}
		apart = true
		if signed.guilty == 0 {
			return fmt.Sprintf("%s and %s hold records that contradict each other, and nobody is convicted", seat, other)
		}
	}
	if apart {
		s.apart++
		if fault := s.findOut(*w); fault != "" {
			return fault
		}
	}
	return s.checkKeys(w, signed)
}

// checkOwn demands that the records of a seat's chain are those that it has chosen where it has
// chosen any, except one that puts it out, and those of the second round.
func (s *search) checkOwn(w *world, seat engine.Seat, signed *pool) (fault string) {
	held := map[transcript.Hash]*message{} // by base
	for c := s.state(w, seat).chain; c != nil; c = c.before {
		if m := s.all.after[c.hash]; m != nil && !m.second && (m.kind != transcript.SignOut || m.about != seat) {
			held[m.base] = m
		}
	}
	signed.each(func(id int) bool {
		m := s.all.list[id]
		if o := held[m.base]; o != nil && m.by == seat && m.isChoice() && m.record != o.record {
			fault = fmt.Sprintf("%s goes on along %s, and has chosen another record there", seat, o.name)
		}
		return fault == ""
	})
	return fault
}

// findOut has all honest seats hear what any of them passes on, and demands that one of them then
// holds somebody for convicted. (One Fault against each seat is made, and not every Fault can be
// checked in another chain.)
func (s *search) findOut(w world) string {
	if fault := s.hearAll(&w); fault != "" {
		return fault
	}
	for _, seat := range s.honest {
		if len(s.state(&w, seat).player.match.Convictions()) > 0 {
			return ""
		}
	}
	return "honest seats hold records that contradict each other, and can convict nobody"
}

// trusts has all honest seats hear what any of them passes on, and demands that none of them then
// would vote against another that has done what it can: that gives no Seen, or will never write
// where the first waits for it. They may be stopped, by two liars.
func (s *search) trusts(w world) string {
	from := w.seats
	if s.trust[from] {
		return ""
	}
	if fault := s.hearAll(&w); fault != "" {
		return fault
	}
	for _, seat := range s.honest {
		p := s.state(&w, seat).player
		x, on, err := p.absentee()
		if err != nil || p.TakesEnd() || slices.Contains(s.searchCase.liars, x) {
			continue
		}
		if other := s.state(&w, x).player; on != p.head() || other.match.Base() != p.match.Base() || other.hasChosen(p.match.Base()) {
			return fmt.Sprintf("%s would vote against %s, which is honest and in time, after %s", seat, x, s.all.names[on.hash])
		}
	}
	s.trust[from] = true
	return ""
}

// hearAll has all honest seats hear what any of them passes on.
func (s *search) hearAll(w *world) (fault string) {
	for moved := true; moved; {
		moved = false
		for _, seat := range s.honest {
			for _, from := range s.honest {
				for _, id := range s.state(w, from).shows {
					e := s.seats.after(s.state(w, seat), input{hears, id})
					moved = moved || e.to.id != int(w.seats[seat])
					w.seats[seat] = int32(e.to.id)
					if e.fault != "" {
						return e.fault
					}
				}
			}
		}
	}
	return ""
}

// checkKeys demands that whoever has given its key is at an end that all honest seats that
// lived before it have chosen, and that no honest seat plays on elsewhere. (With a
// liar's help a seat that was put out while it was late can end elsewhere, by a record of its own.)
func (s *search) checkKeys(w *world, signed *pool) string {
	for _, key := range signed.reveals {
		end := s.seats.chains[key.base]
		for _, seat := range s.honest {
			o := s.state(w, seat)
			at := o.player.match.position
			late := at.Out(key.by) != engine.NotOver && s.seats.bases[end.before.hash].lives(key.by)
			if o.player.match.course() == Play && at.Out(seat) == engine.NotOver && !late && !o.chain.agrees(end) {
				return fmt.Sprintf("%s has given its key for an end that %s does not have, and plays on", key.by, seat)
			}
			if !s.chose(signed, seat, end) {
				return fmt.Sprintf("%s has given its key before %s has chosen the end", key.by, seat)
			}
		}
	}
	return ""
}

// chose reports whether a seat has signed for the last record of a chain, or need not.
func (s *search) chose(signed *pool, seat engine.Seat, end *chain) bool {
	before := s.seats.bases[end.before.hash]
	if before == nil || !before.lives(seat) {
		return true
	}
	chosen := false
	signed.each(func(id int) bool {
		m := s.all.list[id]
		chosen = chosen || m.isChoice() && m.by == seat && m.record == end.hash || m.isRecord() && m.record == end.hash && m.kind == transcript.SignOut && m.about == seat
		return !chosen
	})
	return chosen
}

// goesOn has all honest seats hear all that any of them passes on, do what they owe, and resign
// when they are to move, while the liars are silent. It says why they come to no end, if they
// don't.
func (s *search) goesOn(w world) string {
	path := [][engine.MaxSeats]int32{}
	defer func() {
		for _, seats := range path {
			s.fine[seats] = true
		}
	}()
	resign := slices.Index(s.acts, "resign")
	do := func(seat engine.Seat, in input) (moved bool, fault string) {
		e := s.seats.after(s.state(&w, seat), in)
		moved = e.to.id != int(w.seats[seat])
		w.seats[seat] = int32(e.to.id)
		return moved, e.fault
	}
	for {
		if s.fine[w.seats] {
			return ""
		}
		path = append(path, w.seats)
		moved := false
		for _, seat := range s.honest {
			for _, from := range s.honest {
				for _, id := range s.state(&w, from).shows {
					st, in := s.state(&w, seat), input{hears, id}
					if m, to := s.state(&w, from).player.match, st.player.match; m.Len() > to.Len() && s.all.list[id].isRecord() && m.Hash(to.Len()) == s.all.list[id].record {
						in.kind = follows
					} else if id>>6 < len(st.dull) && st.dull[id>>6]>>(id&63)&1 == 1 || !s.concerns(st, s.all.list[id]) {
						continue
					}
					m, fault := do(seat, in)
					if fault != "" {
						path = nil
						return fault
					}
					moved = moved || m
				}
			}
		}
		for _, clock := range []bool{false, true} {
			for _, seat := range s.honest {
				st := s.state(&w, seat)
				var in input
				switch {
				case moved:
					continue
				case !clock && st.player.Decision() == ChooseMove:
					in = input{plays, resign}
				case clock && st.votable && slices.Contains(s.searchCase.liars, st.against):
					in = input{votes, 0}
				default:
					continue
				}
				m, fault := do(seat, in)
				if fault != "" {
					path = nil
					return fault
				}
				moved = moved || m
			}
		}
		if moved {
			continue
		}
		for _, seat := range s.honest {
			if st := s.state(&w, seat); !s.rests(st) {
				path = nil
				return fmt.Sprintf("%s goes on no more after record %d: it waits for %v", seat, st.chain.length, st.player.Waits())
			}
		}
		for _, one := range s.honest {
			for _, other := range s.honest {
				if s.isLeftBehind(s.state(&w, one), s.state(&w, other)) {
					path = nil
					return fmt.Sprintf("%s has come to an end, and %s does not follow", one, other)
				}
			}
		}
		return ""
	}
}

// isLeftBehind reports whether one seat has come to an end of the game, and another, in or out of it, has not, though it was not
// put out and holds nothing that ends the match for it.
func (s *search) isLeftBehind(end, st *seatState) bool {
	m := st.player.match
	sealed := m.convictedLiving() != 0 && !m.PutsOut()
	return end.chain.over && st.chain != end.chain && !sealed && end.player.match.SignedOut(st.seat()) == nil
}

// rests reports whether a seat that is where nothing happens any more has nothing to wait for:
// the game is over, or lacks only what one liar alone can keep back; or a Fault has ended it.
func (s *search) rests(st *seatState) bool {
	p := st.player
	m := p.match
	if !p.lives() || m.course() != Play {
		return true
	}
	for _, l := range s.searchCase.liars {
		if m.lives(l) && m.CheckSignOut(l, transcript.Absent) != nil && (m.faults[l] != nil || m.writer() == l) {
			return true // one team would be left
		}
	}
	return slices.ContainsFunc(p.on(p.head()), func(n *node) bool {
		miss := p.lacks(n)
		if miss.Len() != 1 || !slices.Contains(s.searchCase.liars, miss.First()) {
			return false
		}
		z := miss.First() // silent, but not convicted
		return m.faults[z] == nil && n.after.course() == Play && n.after.CheckSignOut(z, transcript.Absent) != nil
	})
}

// A verdict is what a search has come to.
type verdict struct {
	states int
	whole  bool // nothing within the bounds is left
	fault  string
	script []string
}

// run searches breadth first, so that a script is as short as can be.
func (s *search) run(first world) (v verdict) {
	type arrival struct {
		from  int32
		event event
	}
	index := map[world]struct{}{first: {}}
	worlds, arrivals := []world{first}, []arrival{{from: -1}}
	script := func(n int, last *event) (lines []string) {
		if last != nil {
			lines = []string{s.line(*last)}
		}
		for ; n > 0; n = int(arrivals[n].from) {
			lines = append(lines, s.line(arrivals[n].event))
		}
		slices.Reverse(lines)
		return lines
	}
	for n := 0; n < len(worlds); n++ {
		w := worlds[n]
		if fault := s.prospects(w); fault != "" {
			return verdict{len(worlds), false, fault, script(n, nil)}
		}
		if len(worlds) > s.states {
			return verdict{states: len(worlds)}
		}
		for _, st := range s.steps(&w) {
			next, fault := s.take(w, st)
			if fault != "" {
				return verdict{len(worlds), false, fault, script(n, &st)}
			}
			if _, known := index[next]; known {
				continue
			}
			index[next] = struct{}{}
			worlds, arrivals = append(worlds, next), append(arrivals, arrival{int32(n), st})
		}
	}
	return verdict{states: len(worlds), whole: true}
}

// line writes a step, as scripts have it.
func (s *search) line(st event) string {
	switch st.input.kind {
	case hears:
		return fmt.Sprintf("%s hears %s", st.seat, s.all.list[st.input.arg].name)
	case plays:
		return fmt.Sprintf("%s plays %s", st.seat, s.acts[st.input.arg])
	case wishes:
		return fmt.Sprintf("%s wishes to resign", st.seat)
	case votes:
		return fmt.Sprintf("%s votes absent", st.seat)
	}
	return fmt.Sprintf("%s starts again, %d", st.seat, st.input.arg)
}

func (v verdict) String() string {
	how := "whole"
	if !v.whole {
		how = "cut"
	}
	text := fmt.Sprintf("%d states, %s", v.states, how)
	if v.fault != "" {
		text = fmt.Sprintf("%d states: %s\n\t%s", v.states, v.fault, strings.Join(v.script, "\n\t"))
	}
	return text
}
