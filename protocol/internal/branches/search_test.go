package branches

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tables: three for themselves, two teams of two, and these with one seat out.
var tables = map[string][]int{"three": {0, 1, 2}, "pairs": {0, 1, 0, 1}, "two and one": {0, 0, 1}}

// turns makes slots of turns: "0" is a move of seat 0, "02" one that seat 2 has to answer,
// "020" one after which seat 0 shows its flag.
func turns(text string) (slots []Slot) {
	for turn := range strings.FieldsSeq(text) {
		for _, c := range turn {
			slots = append(slots, Slot{int(c - '0'), int(turn[0] - '0')})
		}
	}
	return slots
}

// long asks for the larger searches, which take minutes (docs/security-tests.md).
var long = os.Getenv("DARKJUNQI_LONG") != ""

// searched is a case of a search. A larger one is made only when it is asked for.
type searched struct {
	table  string
	turns  string
	liars  []Seat
	larger bool
	b      Bounds
}

func (c searched) run(rules Rules, ends int) Outcome {
	if c.b.States == 0 {
		c.b.States = 3e6
	}
	return Search(Table{Teams: tables[c.table], Slots: turns(c.turns), Ends: ends, Liars: c.liars}, rules, c.b)
}

func (c searched) String() string {
	return fmt.Sprintf("%s/%s/liars %v", c.table, c.turns, c.liars)
}

func each(t *testing.T, cases []searched, do func(*testing.T, searched)) {
	for _, c := range cases {
		if c.larger && !long {
			continue
		}
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			do(t, c)
		})
	}
}

func holds(rules Rules, ends int) func(*testing.T, searched) {
	return func(t *testing.T, c searched) {
		o := c.run(rules, ends)
		require.Empty(t, o.Failure, strings.Join(o.Trace, "\n"))
		require.True(t, o.Whole)
		t.Log(o.States, "states")
	}
}

// One liar or two, whatever they sign, even two records on one: no two honest seats sign in
// two branches unless somebody is convicted, no honest seat ever is, and none gives up what
// it has signed.
func TestNoTwoBranches(t *testing.T) {
	one := Bounds{Lies: 2, Votes: 2, False: true}
	two := Bounds{Lies: 2, Votes: 1}
	more := Bounds{Lies: 3, Votes: 2, False: true}
	each(t, []searched{
		{table: "three", turns: "0 1", liars: []Seat{1}, b: one},
		{table: "two and one", turns: "0 2", liars: []Seat{0}, b: one},
		{table: "two and one", turns: "02 2", liars: []Seat{2}, b: one},
		{table: "two and one", turns: "01 2", liars: []Seat{1}, b: one, larger: true},
		{table: "three", turns: "0 1", liars: []Seat{0}, b: one, larger: true},
		{table: "three", turns: "0 1", liars: []Seat{2}, b: one, larger: true},
		{table: "three", turns: "02 1", liars: []Seat{0}, b: one, larger: true},
		{table: "three", turns: "02 1", liars: []Seat{1}, b: one, larger: true},
		{table: "three", turns: "02 1", liars: []Seat{2}, b: one, larger: true},
		{table: "two and one", turns: "02 2", liars: []Seat{0}, b: more, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{0, 1}, b: two},
		{table: "pairs", turns: "0 1", liars: []Seat{1, 2}, b: two},
		{table: "pairs", turns: "0 2", liars: []Seat{0, 1}, b: Bounds{Lies: 3}},
		{table: "pairs", turns: "0 2", liars: []Seat{0, 3}, b: Bounds{Lies: 4}},
		{table: "pairs", turns: "0 2", liars: []Seat{0, 1}, b: Bounds{Lies: 4, False: true}, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{0, 2}, b: two, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{0, 3}, b: two, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{1, 3}, b: two, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{2, 3}, b: two, larger: true},
		{table: "pairs", turns: "03 1", liars: []Seat{0, 1}, b: two, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{0}, b: two, larger: true},
	}, holds(AllRules, -1))
}

// inTime are the bounds under which a game must go on: one liar, who signs no two records
// on one, and messages that come before the grace is over.
var inTime = Bounds{Lies: 2, Votes: 9, False: true, Single: true, InTime: true}

// One liar that is silent, false, or refuses its vote can't stop the others.
func TestOneLiarStopsNobody(t *testing.T) {
	once := inTime
	once.Lies, once.Votes = 1, 1
	each(t, []searched{
		{table: "three", turns: "0 1", liars: []Seat{0}, b: inTime},
		{table: "three", turns: "02 1", liars: []Seat{1}, b: inTime},
		{table: "three", turns: "02 1", liars: []Seat{2}, b: inTime},
		{table: "two and one", turns: "02 2", liars: []Seat{0}, b: inTime},
		{table: "pairs", turns: "0 1", liars: []Seat{1}, b: inTime, larger: true},
		{table: "pairs", turns: "03 1", liars: []Seat{0}, b: once, larger: true},
		{table: "pairs", turns: "03 1", liars: []Seat{3}, b: once, larger: true},
	}, holds(AllRules, -1))
}

// No key leaves while another honest seat that is still in plays on along another branch.
func TestNoKeyLeavesEarly(t *testing.T) {
	ends := Bounds{Lies: 3, Votes: 1}
	each(t, []searched{
		{table: "three", turns: "0 1 2", liars: []Seat{0}, b: ends},
		{table: "three", turns: "0 1 2", liars: []Seat{1}, b: ends},
		{table: "two and one", turns: "0 1 2", liars: []Seat{2}, b: ends},
		{table: "pairs", turns: "0 1", liars: []Seat{0, 1}, b: ends, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{1, 3}, b: ends, larger: true},
	}, holds(AllRules, 0))
}

// Without any one of the rules a search finds what goes wrong.
func TestEveryRuleIsNeeded(t *testing.T) {
	without := func(change func(*Rules)) Rules {
		rules := AllRules
		change(&rules)
		return rules
	}
	doubled := inTime
	doubled.Single = false
	for name, c := range map[string]struct {
		searched
		rules   Rules
		ends    int
		failure string
	}{
		"wait": {searched{table: "three", turns: "02 1", liars: []Seat{0}, b: Bounds{Lies: 2, Votes: 2}},
			without(func(r *Rules) { r.Wait = false }), -1, "two branches, and nobody is convicted"},
		"head": {searched{table: "three", turns: "02 1", liars: []Seat{0}, b: Bounds{Lies: 2, Votes: 2}},
			without(func(r *Rules) { r.Head = false }), -1, "honest seat 1 is convicted"},
		"a vote for each cause": {searched{table: "three", turns: "0 1", liars: []Seat{0}, b: inTime},
			without(func(r *Rules) { r.PerCause = false }), -1, "nobody can go on"},
		"all go on with one record": {searched{table: "three", turns: "0 1", liars: []Seat{0}, b: doubled},
			without(func(r *Rules) { r.Turn = false }), -1, "on two branches"},
		"the tie-breaker gives its word unasked": {searched{table: "three", turns: "0 1", liars: []Seat{0}, b: doubled},
			without(func(r *Rules) { r.Ask = false }), -1, "nobody can go on"},
		"its word before a vote": {searched{table: "pairs", turns: "0 2", liars: []Seat{0, 1}, b: Bounds{Lies: 3}},
			without(func(r *Rules) { r.Word = false }), -1, "does not follow"},
		"its word stands": {searched{table: "three", turns: "0 1 2", liars: []Seat{0, 1}, b: Bounds{Lies: 4}},
			without(func(r *Rules) { r.Stay = false }), -1, "gives up what it has signed"},
		"all have seen": {searched{table: "three", turns: "0 1 2", liars: []Seat{1}, b: Bounds{Lies: 3, Votes: 1}},
			without(func(r *Rules) { r.AllSeen = false }), 0, "the key of seat"},
	} {
		t.Run(name, func(t *testing.T) {
			o := c.run(c.rules, c.ends)
			require.Contains(t, o.Failure, c.failure, strings.Join(o.Trace, "\n"))
			require.NotEmpty(t, o.Trace)
		})
	}
}

// One liar that signs two records on one and shows them to whom it likes, even after it was
// convicted of something else, stops nobody either: all go on along one branch.
func TestTwoRecordsStopNobody(t *testing.T) {
	two, three, once := inTime, inTime, inTime
	two.Single, three.Single, once.Single = false, false, false
	three.Lies, once.Votes, once.False = 3, 1, false
	each(t, []searched{
		{table: "three", turns: "0 1", liars: []Seat{0}, b: three},
		{table: "three", turns: "0 1 2", liars: []Seat{1}, b: two},
		{table: "three", turns: "02 1", liars: []Seat{1}, b: three},
		{table: "three", turns: "020 1", liars: []Seat{0}, b: two},
		{table: "two and one", turns: "0 1 2", liars: []Seat{0}, b: two},
		{table: "three", turns: "02 1", liars: []Seat{0}, b: three, larger: true},
		{table: "three", turns: "02 1", liars: []Seat{2}, b: three, larger: true},
		{table: "two and one", turns: "02 2", liars: []Seat{0}, b: three, larger: true},
		{table: "two and one", turns: "0 1 2", liars: []Seat{0}, b: three, larger: true},
		{table: "two and one", turns: "01 1", liars: []Seat{1}, b: three, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{1}, b: two, larger: true},
		{table: "pairs", turns: "0 1", liars: []Seat{0}, b: once, larger: true},
	}, holds(AllRules, -1))
}
