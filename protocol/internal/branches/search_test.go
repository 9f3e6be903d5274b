package branches

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tables: three for themselves, two teams of two, and these with one seat out.
var tables = map[string][]int{"three": {0, 1, 2}, "pairs": {0, 1, 0, 1}, "two and one": {0, 0, 1}}

// turns makes slots of turns: "0" is a move of seat 0, "02" one that seat 2 has to answer,
// "020" one after which seat 0 shows its flag.
func turns(list ...string) (slots []Slot) {
	for _, turn := range list {
		for _, c := range turn {
			slots = append(slots, Slot{int(c - '0'), int(turn[0] - '0')})
		}
	}
	return slots
}

// long asks for the larger searches, which take minutes.
var long = os.Getenv("DARKJUNQI_LONG") != ""

type searched struct {
	table string
	turns []string
	liars []Seat
	b     Bounds
}

func (c searched) run(rules Rules, ends int) Outcome {
	return Search(Table{Teams: tables[c.table], Slots: turns(c.turns...), Ends: ends, Liars: c.liars}, rules, c.b)
}

func TestProbe(t *testing.T) {
	for _, table := range []string{"three", "two and one"} {
		for _, slots := range [][]string{{"0", "1"}, {"02", "1"}, {"020", "1"}} {
			for l := range 3 {
				c := searched{table, slots, []Seat{l}, Bounds{Lies: 2, Votes: 2, States: 3e5, False: true}}
				o := c.run(AllRules, -1)
				fmt.Println(c, o.States, o.Whole, o.Failure)
				for _, s := range o.Trace { fmt.Println("   ", s) }
			}
		}
	}
	require.True(t, true)
}
