package protocol

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
)

// The search of the acknowledged chain (docs/spec-seats.md, section 12.5). The seats of a small game
// are real Players. What an honest program does by itself it does at once; what its player or
// its clock decides, at any time or never. All that was signed can come to anybody at any time,
// in any order, or never. Liars know all that anybody has signed, sign what may do harm, and show
// it to whom they like.
//
// A Player that gets the same signs the same. So the search keeps each state of a Player
// once, with what each input makes of it, and goes through the combinations of these states
// with what is signed, each once, by the shortest way. In each it demands that
//
//   - no honest seat has signed two things that convict it, nor anything that another refuses
//     as false;
//   - no honest seat has given up a record, or an end, that was complete for it;
//   - no key has left before all honest seats that lived have chosen the end;
//   - the chains of two honest seats agree, unless somebody is convicted by what it has signed;
//   - with one liar, that the honest seats, in or out, come to an end when it falls silent, and all
//     that they have reaches all of them;
//   - with two, or with honest seats that are late, that then no honest seat would vote another out
//     that has done what it can.
//
// Bounds: the records and lies of each case, two different records of a liar on a base
// beside those of its case, and so many states. Of Votes and States only those go on their way
// that come to the seat which signs the SignOut, and when it could.

// When so many states of a case have been seen, the search goes some ways at random, which lead
// further. More of both, and all for hours:
//
//	go test ./protocol -run TestChain -chain.states 30000 -chain.walks 1000 -timeout 2h
//	go test ./protocol -run TestChain -chain.for 8h -timeout 9h
var (
	chainStates = flag.Int("chain.states", 10, "how many states of each case the search of the chain visits")
	chainWalks  = flag.Int("chain.walks", 1, "how many ways it goes at random in each case")
	chainLength = flag.Int("chain.length", 3, "how many records the honest seats and the liars of a case sign")
	chainLies   = flag.Int("chain.lies", 2, "how many things the liars of a case sign beside what they may")
	chainFor    = flag.Duration("chain.for", 0, "how long it goes on, at random, in all cases of a test together")
)

var (
	three    = []int{0, 1, 2}
	oneTwo   = []int{0, 1, 0}
	partners = []int{0, 1, 0, 1}
	four     = []int{0, 1, 2, 3}
)

// The first moves of games, which everybody has seen.
var (
	met      = []string{"s0-m0"}                      // blue can attack red's runner
	closeBy  = []string{"s0-m0", "s1-m1", "pass"}     // red can take blue's flag
	offering = []string{"offer s0-m0", "offer s1-m1"} // amber can agree to a draw
)

// Moves: a seat owes a record.
func TestChainMoves(t *testing.T) {
	searchAll(t, searchCase{name: "three", teams: three})
	searchAll(t, searchCase{name: "partners", teams: partners})
}

// Attacks, their answers, and seats that can't move any more.
func TestChainClashes(t *testing.T) {
	searchAll(t, searchCase{name: "three", teams: three, before: met})
	searchAll(t, searchCase{name: "partners", teams: partners, before: met})
	if isLong() {
		searchAll(t, searchCase{name: "four", teams: four, before: met})
	}
}

// Flags that are taken, draws, and the keys after them.
func TestChainEnds(t *testing.T) {
	searchAll(t, searchCase{name: "flag", teams: oneTwo, before: closeBy, acts: []string{"m0-h1"}, told: []string{"m0-h1"}})
	searchAll(t, searchCase{name: "flag of one", teams: three, before: closeBy, acts: []string{"m0-h1"}, told: []string{"m0-h1"}})
	searchAll(t, searchCase{name: "draw", teams: three, before: offering, acts: []string{"accept"}, told: []string{"accept"}})
}

// Seats that ask the one to move to put them out.
func TestChainResignations(t *testing.T) {
	searchAll(t, searchCase{name: "three", teams: three, wishes: true})
	if isLong() {
		searchAll(t, searchCase{name: "partners", teams: partners, wishes: true})
	}
	searchAll(t, searchCase{name: "one is out", teams: four, before: []string{"resign"}})
}

// The tip is forked: what the others state, and the second round.
func TestChainForks(t *testing.T) {
	for first := range 2 {
		name := fmt.Sprint(", ", first, " heard the second record first")
		searchAll(t, searchCase{name: "three" + name, teams: three, forked: true, first: first})
		searchAll(t, searchCase{name: "partners" + name, teams: partners, forked: true, first: first})
	}
	searchAll(t, searchCase{name: "partners, one missed a record", teams: partners, forked: true, missed: true, first: 3})
}

// A writer is late, and its decider lies.
func TestChainDeciders(t *testing.T) {
	searchAll(t, searchCase{name: "three", teams: three, voted: true})
	searchAll(t, searchCase{name: "four", teams: four, voted: true})
	searchAll(t, searchCase{name: "partners", teams: partners, voted: true})
	if isLong() {
		searchAll(t, searchCase{name: "six", teams: []int{0, 1, 2, 3, 4, 5}, voted: true})
		searchAll(t, searchCase{name: "attack", teams: partners, before: met, voted: true})
	}
}

// Six seats, in every division into teams of one size. It takes its time:
//
//	go test ./protocol -run TestChainSix -chain.states 1000 -timeout 2h
func TestChainSix(t *testing.T) {
	if !isLong() {
		t.Skip("takes its time")
	}
	searchAll(t, searchCase{name: "six", teams: []int{0, 1, 2, 3, 4, 5}})
	searchAll(t, searchCase{name: "three pairs", teams: []int{0, 1, 2, 0, 1, 2}, forked: true})
	searchAll(t, searchCase{name: "two teams", teams: []int{0, 1, 0, 1, 0, 1}, before: met})
}

// Seats that go out with their commander-in-chief.
func TestChainChiefs(t *testing.T) {
	searchAll(t, searchCase{name: "chiefs", teams: partners, chiefs: true, before: met})
	searchAll(t, searchCase{name: "forked chiefs", teams: partners, chiefs: true, forked: true, first: 1})
	if isLong() {
		pairs := []int{0, 1, 2, 0, 1, 2}
		searchAll(t, searchCase{name: "pairs", teams: pairs, chiefs: true, before: met})
		searchAll(t, searchCase{name: "forked pairs", teams: pairs, chiefs: true, forked: true})
	}
}

// Programs that are restored from their disks.
func TestChainRestarts(t *testing.T) {
	searchAll(t, searchCase{name: "three", teams: three, starts: 1})
	searchAll(t, searchCase{name: "old match file", teams: three, starts: 1, old: true})
	if isLong() {
		searchAll(t, searchCase{name: "partners", teams: partners, starts: 1})
	}
}

// isLong reports whether the search takes its time, and tries four seats everywhere.
func isLong() bool { return *chainStates >= 1000 || *chainFor > 0 }

// liarsAmong are nobody, each seat alone, and each pair.
func liarsAmong(n int) (lists [][]engine.Seat) {
	lists = append(lists, nil)
	for a := range engine.Seat(n) {
		lists = append(lists, []engine.Seat{a})
	}
	for a := range engine.Seat(n) {
		for b := a + 1; b < engine.Seat(n); b++ {
			lists = append(lists, []engine.Seat{a, b})
		}
	}
	return lists
}

// searchAll searches a case with all liars, and with honest seats that are in time and late.
func searchAll(t *testing.T, c searchCase) {
	c.length, c.lies, c.states = *chainLength, *chainLies, *chainStates
	c.acts = append(slices.Clip(c.acts), "0", "resign")
	c.told = append(slices.Clip(c.told), "0", "1", "resign")
	players := c.seat(t)
	for _, liars := range liarsAmong(len(c.teams)) {
		if c.forked && (len(liars) == 0 || liars[0] != engine.Red) {
			continue // red is to move
		}
		for _, late := range []bool{false, true} {
			if late && len(c.teams)-len(liars) < 2 || c.missed && !late {
				continue // nobody honest is there to be late
			}
			if c.voted && (late || !slices.Contains(liars, engine.Blue) || slices.Contains(liars, engine.Red)) {
				continue // red is late, and blue decides on it
			}
			c := c
			c.liars, c.late = liars, late
			t.Run(c.title(), func(one *testing.T) {
				one.Parallel()
				if t.Failed() {
					one.Skip("another case has failed")
				}
				c.search(one, players)
			})
		}
	}
}

func (c *searchCase) title() string {
	title := c.name + ", liars " + engine.SeatsOf(c.liars...).String()
	if c.late {
		title += ", late"
	}
	return title
}

// seat returns the players of the case. Searches start from them, and change only what they clone.
func (c *searchCase) seat(t *testing.T) []*Player {
	rules := runnersRules(t, c.teams).Rules()
	for i, team := range c.teams {
		rules.Seats[i].Chief = c.chiefs && slices.Index(c.teams, team) == i && slices.Contains(c.teams[i+1:], team)
	}
	rs, err := engine.NewRuleset(rules)
	if err != nil {
		t.Fatal(err)
	}
	return seatRules(t, rs, c.teams, c.before...)
}

func (c searchCase) search(t *testing.T, players []*Player) {
	began := time.Now()
	s, first := newSearch(c, players)
	if c.forked {
		first = s.fork(first)
	}
	if c.voted {
		first = s.voteOut(first)
	}
	v := s.run(first)
	walked := 0
	for i := 0; v.fault == "" && !v.whole && (i < *chainWalks || time.Since(began) < *chainFor/time.Duration(chainCases)); i++ {
		way := s.walk(first, rand.New(rand.NewPCG(uint64(i), 1)), 40)
		walked += way.states
		if way.fault != "" {
			v = way
		}
	}
	t.Logf("%s; %d events at random; %d states of seats, %d messages, %d inputs, %.1f s, %d apart", v, walked, len(s.seats.list), len(s.all.list), s.seats.effort, time.Since(began).Seconds(), s.apart)
	if v.fault != "" {
		t.Fail()
	}
}

// chainCases is about how many cases share the time of -chain.for on two cores.
const chainCases = 100
