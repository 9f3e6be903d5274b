package engine_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

var update = flag.Bool("update", false, "rewrite testdata/perft, counted by the naive rules of naive_test.go")

const perftPath = "../testdata/perft/standard.json"

// perftFile is the file of counts.
type perftFile struct {
	Note  string      `json:"note"`
	Cases []perftCase `json:"cases"`
}

type perftCase struct {
	Name   string        `json:"name"`
	Red    string        `json:"red"`
	Blue   string        `json:"blue"`
	Counts []uint64      `json:"counts"` // of depth 1, 2, …
	Divide *perftDivided `json:"divide,omitempty"`
}

type perftDivided struct {
	Depth int               `json:"depth"`
	Moves map[string]uint64 `json:"moves"`
}

// layouts reads the layouts of a case.
func (c *perftCase) layouts(t *testing.T, rs *engine.Ruleset) (layouts []engine.Layout) {
	for _, text := range []string{c.Red, c.Blue} {
		l, err := rs.ParseLayout(text)
		require.NoError(t, err, c.Name)
		require.NoError(t, rs.CheckLayout(l), c.Name)
		layouts = append(layouts, l)
	}
	return layouts
}

// countNaively writes the file.
func countNaively(t *testing.T) {
	rs := rules(t, "standard")
	file := perftFile{Note: "Numbers of legal sequences of exactly 1, 2, 3 … plies from the start, red to move, standard rules, " +
		"and for one pair of layouts by first moves. A move is a (from, to) pair; a finished game has no continuation. " +
		"Counted by the naive rules in engine/naive_test.go, which share no code with the engine: go test ./engine -run TestPerftCounts -update"}
	for i, c := range []perftCase{
		{Name: "middle ranks in front", Red: "63425/8.1.7/B5.69/4.B.7/3M121/MFM23", Blue: "72435/9.6.3/B1.58/7.B.6/134M1/22MFM"},
		{Name: "engineers in front", Red: "15153/2.9.3/48.67/2.B.B/M6314/MFM27", Blue: "31615/4.9.2/73.84/B.2.5/67B31/2FMMM"},
		{Name: "strength in front", Red: "98776/6.5.B/54.4B/3.3.3/22MM1/1F2M1", Blue: "98776/6.5.B/54.4B/3.3.3/22MM1/1F2M1"},
		{Name: "the layout of the docs", Red: "42239/2.1.6/74.58/1.3.1/MM35M/BF76B", Blue: "53624/8.2.7/1B.49/6.3.B/171M3/5F2MM"},
		{Name: "bombs close behind", Red: "42534/B.7.B/68.59/7.1.6/31M21/32MFM", Blue: "34643/1.7.1/9B.B8/5.6.7/2M152/MFM32"},
	} {
		n := newNaive(rs.Rules(), c.layouts(t, rs), engine.Red)
		for depth := 1; depth <= 4; depth++ {
			c.Counts = append(c.Counts, n.perft(depth))
		}
		if i == 0 {
			c.Divide = &perftDivided{Depth: 3, Moves: map[string]uint64{}}
			for _, move := range n.moves() {
				next := n.clone()
				next.play(move)
				c.Divide.Moves[move] = next.perft(2)
			}
		}
		file.Cases = append(file.Cases, c)
	}
	text, err := json.MarshalIndent(file, "", "  ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(perftPath, append(text, '\n'), 0o644))
}

func TestPerftCounts(t *testing.T) {
	if *update {
		countNaively(t)
	}
	text, err := os.ReadFile(perftPath)
	require.NoError(t, err)
	var file perftFile
	require.NoError(t, json.Unmarshal(text, &file))
	require.GreaterOrEqual(t, len(file.Cases), 4)
	rs := rules(t, "standard")
	divided := 0
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			layouts := c.layouts(t, rs)
			for i, want := range c.Counts {
				got, err := engine.Perft(rs, layouts, i+1)
				require.NoError(t, err)
				require.Equal(t, want, got, "depth %d", i+1)
			}
			require.Equal(t, c.Counts[1], engine.PerftByPlaying(t, rs, layouts, 2))
			if c.Divide == nil {
				return
			}
			divided++
			branches, err := engine.Divide(rs, layouts, c.Divide.Depth)
			require.NoError(t, err)
			got := map[string]uint64{}
			for _, b := range branches {
				got[rs.Board().FormatMove(b.Move)] = b.Count
			}
			require.Equal(t, c.Divide.Moves, got)
		})
	}
	require.Positive(t, divided)
}

// randomLayouts is a layout for each seat.
func randomLayouts(rs *engine.Ruleset, rng *rand.Rand) (layouts []engine.Layout) {
	for range rs.NumSeats() {
		layouts = append(layouts, rs.RandomLayout(rng))
	}
	return layouts
}

// seeded is a source of random numbers that a property test draws.
func seeded(t *rapid.T) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
}

// The naive telling of the rules counts the same, for any rules; to a greater depth where
// armies are tiny, so that games end meanwhile.
func TestPerftAgreesWithNaiveRules(t *testing.T) {
	for name, size := range map[string]rulestest.Size{"any": rulestest.Small, "tiny": {Seats: 2, Army: 4, Types: 4}} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { perftAgreesWithNaiveRules(t, rulestest.Ruleset(t, size)) })
		})
	}
	t.Run("on one word", func(t *testing.T) {
		onWord := 0
		rapid.Check(t, func(t *rapid.T) {
			rules := rulestest.Ruleset(t, rulestest.Size{Seats: 2, Army: 8, Types: 4}).Rules()
			rules.Ends.LastBoth, rules.Ends.Carry, rules.Ends.Reach, rules.Ends.Counts = engine.LastBothAttacker, nil, nil, nil
			rs, err := engine.NewRuleset(rules)
			if err != nil {
				return
			}
			if engine.CountsOnWord(rs) {
				onWord++
			}
			perftAgreesWithNaiveRules(t, rs)
		})
		if !testing.Short() { // with which rapid draws too few
			require.Positive(t, onWord)
		}
	})
}

func perftAgreesWithNaiveRules(t *rapid.T, rs *engine.Ruleset) {
	layouts := randomLayouts(rs, seeded(t))
	first, _ := rs.First()
	n := newNaive(rs.Rules(), layouts, first)
	n.settle()
	var count uint64
	for depth := 0; depth < 6 && count < 200; depth++ {
		count = n.perft(depth)
		got, err := engine.Perft(rs, layouts, depth)
		require.NoError(t, err)
		require.Equal(t, count, got, "depth %d", depth)
		if engine.CountsOnWord(rs) {
			require.Equal(t, count, engine.PerftByPlaying(t, rs, layouts, depth))
		}
	}
	var total uint64
	branches, err := engine.Divide(rs, layouts, 2)
	require.NoError(t, err)
	var moves []string
	for _, b := range branches {
		total += b.Count
		moves = append(moves, rs.Board().FormatMove(b.Move))
	}
	require.Equal(t, n.perft(2), total)
	require.ElementsMatch(t, n.moves(), moves)
}

// The same for Junqi's rules on both boards.
func TestPerftOfJunqiAgreesWithNaiveRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	for spec, depth := range map[string]int{"standard": 4, "standard,rail=three,bombs-fly=on,mountains=engineers": 3, "standard,carry=home,camps=own": 3, "siguo": 2} {
		rs := rules(t, spec)
		for range 3 {
			layouts := randomLayouts(rs, rng)
			n := newNaive(rs.Rules(), layouts, engine.Red)
			for depth := range depth {
				got, err := engine.Perft(rs, layouts, depth)
				require.NoError(t, err)
				require.Equal(t, n.perft(depth), got, "%s, depth %d", spec, depth)
			}
		}
	}
}

// Whole games, in which the referee, the counting board and the naive rules list the
// same moves at every ply and end at the same one with the same result.
func TestGamesAgreeWithNaiveRules(t *testing.T) {
	for name, size := range map[string]rulestest.Size{"any": rulestest.Any, "two": rulestest.Two} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				gameAgreesWithNaiveRules(t, rulestest.Ruleset(t, size), seeded(t), 120)
			})
		})
	}
}

func TestGamesOfJunqiAgreeWithNaiveRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 71))
	plies := 0
	for _, spec := range []string{"standard,quiet-draw=off", "app", "standard,carry=home,shaken=on", "siguo"} {
		for range 8 {
			_, played := gameAgreesWithNaiveRules(t, rules(t, spec), rng, 600)
			plies += played
		}
	}
	require.Greater(t, plies, 5_000)
}

func gameAgreesWithNaiveRules(t require.TestingT, rs *engine.Ruleset, rng *rand.Rand, most int) (p *engine.Position, plies int) {
	layouts := randomLayouts(rs, rng)
	first, settled := rs.First()
	if !settled {
		first = engine.Seat(rng.IntN(rs.NumSeats()))
	}
	r, err := engine.NewReferee(rs, layouts, first)
	require.NoError(t, err)
	n := newNaive(rs.Rules(), layouts, first)
	n.settle()
	p = r.Game()
	for ; plies < most; plies++ {
		for r.Stuck() {
			_, err := r.Play(engine.NoMoveEvent(p.ToAct()))
			require.NoError(t, err)
		}
		result := p.Result()
		require.Equal(t, n.over, result.Over)
		if n.over {
			var winners engine.SeatSet
			for _, name := range n.winners {
				seat, err := engine.ParseSeat(name)
				require.NoError(t, err)
				winners = winners.Add(seat)
			}
			require.Equal(t, winners, result.Winners)
			require.Equal(t, winners == 0, result.Draw)
			return p, plies
		}
		var names []string
		for _, m := range r.LegalMoves() {
			names = append(names, rs.Board().FormatMove(m))
		}
		slices.Sort(names)
		require.Equal(t, n.moves(), names)
		require.EqualValues(t, n.turn, p.ToAct())
		if count, ok := engine.CountMovesOnWord(r); ok {
			require.Equal(t, len(names), count)
		}
		name := names[rng.IntN(len(names))]
		m, err := rs.Board().ParseMove(name)
		require.NoError(t, err)
		if !attacks(p, m) { // rather attack, or games get long
			name = names[rng.IntN(len(names))]
			m, err = rs.Board().ParseMove(name)
			require.NoError(t, err)
		}
		_, err = r.Play(engine.MoveEvent(p.ToAct(), m, false))
		require.NoError(t, err)
		n.play(name)
	}
	return p, plies
}

func attacks(p *engine.Position, m engine.Move) bool { return p.At(m.To) != engine.NoPiece }

// One word serves where a taken flag or no move ends a game of two, on a board that it holds.
func TestWhatCountsOnWord(t *testing.T) {
	for spec, serves := range map[string]bool{
		"standard": true, "qq": true, "standard,mines=exploding,shaken=on": true, "standard,mountains=any": true,
		"standard,carry=front": false, "standard,last-both=draw": false, "siguo": false, "siguo,seats=2": false,
	} {
		require.Equal(t, serves, engine.CountsOnWord(rules(t, spec)), spec)
	}
	rs := rules(t, "standard,quiet-draw=2")
	layouts := randomLayouts(rs, rand.New(rand.NewPCG(1, 1)))
	n := newNaive(rs.Rules(), layouts, engine.Red)
	count, err := engine.Perft(rs, layouts, 3)
	require.NoError(t, err)
	require.Equal(t, n.perft(3), count, "quiet games are over after two plies")
}

// A piece that stands where nobody attacks from is not counted together with the others.
func TestCountingFromCalmPlaces(t *testing.T) {
	s := set(t, "standard,mountains=any", engine.Red, "r5@bm b2@a7 b2@c7 r4@b6 rF@b1 bF@b12")
	count, ok := engine.CountMovesOnWord(s.Referee)
	require.True(t, ok)
	require.Equal(t, len(s.LegalMoves()), count)
	require.NotContains(t, s.reaches("bm"), "a7")
}

func TestPerftRefuses(t *testing.T) {
	rs := rules(t, "standard")
	good := rs.RandomLayout(rand.New(rand.NewPCG(1, 1)))
	_, err := engine.Perft(rs, []engine.Layout{good, good}, -1)
	require.ErrorContains(t, err, "negative")
	_, err = engine.Perft(rs, []engine.Layout{make(engine.Layout, 25), good}, 1)
	require.ErrorContains(t, err, "perft: red: ")
	_, err = engine.Perft(rs, []engine.Layout{good}, 1)
	require.ErrorContains(t, err, "1 layouts for 2 seats")
	_, err = engine.Divide(rs, []engine.Layout{good, good}, 0)
	require.ErrorContains(t, err, "no first move")
	require.True(t, strings.HasPrefix(err.Error(), "perft: "))
}
