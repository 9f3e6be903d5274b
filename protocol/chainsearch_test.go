package protocol

import (
	"flag"
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
//   - with one liar, that the honest seats come to an end when it falls silent, and all that they
//     have reaches all of them.
//
// Bounds: the records and lies of each case, two different records of a liar on a base
// beside those of its case, and so many states. Of Votes and States only those go on their way
// that come to the seat which signs the SignOut, and when it could.

var chainStates = flag.Int("chain.states", 3000, "how many states of each case the search of the chain visits")

var (
	three    = []int{0, 1, 2}
	partners = []int{0, 1, 0, 1}
)

func TestChainOfFour(t *testing.T) {
	searchAll(t, []searchCase{
		{name: "nobody lies", teams: partners, length: 1},
		{name: "red lies", teams: partners, liars: []engine.Seat{0}, length: 1},
	})
}

func TestChainOfThree(t *testing.T) {
	searchAll(t, []searchCase{
		{name: "nobody lies", teams: three, length: 2},
		{name: "red lies", teams: three, liars: []engine.Seat{0}, length: 2},
		{name: "blue lies", teams: three, liars: []engine.Seat{1}, length: 2},
		{name: "amber lies", teams: three, liars: []engine.Seat{2}, length: 2},
		{name: "red lies, late", teams: three, liars: []engine.Seat{0}, length: 1, late: true},
		{name: "blue lies, late", teams: three, liars: []engine.Seat{1}, length: 1, late: true},
		{name: "amber lies, late", teams: three, liars: []engine.Seat{2}, length: 1, late: true},
		{name: "red and blue lie", teams: three, liars: []engine.Seat{0, 1}, length: 1},
		{name: "red and amber lie", teams: three, liars: []engine.Seat{0, 2}, length: 1},
		{name: "blue and amber lie", teams: three, liars: []engine.Seat{1, 2}, length: 1},
	})
}

func searchAll(t *testing.T, cases []searchCase) {
	for _, c := range cases {
		c.lies, c.states = 2, *chainStates
		c.acts = []string{"0", "resign"}
		c.told = []string{"0", "1"}
		t.Run(c.name, func(t *testing.T) {
			s, w := newSearch(c, seatRunners(t, c.teams, c.before...))
			began := time.Now()
			v := s.run(w)
			t.Logf("%s: %d seat states, %d messages, %d inputs, %.2f s", v, len(s.seats.list), len(s.all.list), s.seats.effort, time.Since(began).Seconds())
			if v.fault != "" {
				t.Fail()
			}
		})
	}
}
