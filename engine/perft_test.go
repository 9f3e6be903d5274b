package engine

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/perft anew, counted by the naive rules of naive_test.go")

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

// countNaively writes the file.
func countNaively(t *testing.T) {
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
		require.NoError(t, standard.CheckLayout(mustLayout(c.Red)), c.Name)
		require.NoError(t, standard.CheckLayout(mustLayout(c.Blue)), c.Name)
		n := newNaive(t, c.Red, c.Blue)
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
	divided := 0
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			red, err := ParseLayout(c.Red)
			require.NoError(t, err)
			blue, err := ParseLayout(c.Blue)
			require.NoError(t, err)
			for i, want := range c.Counts {
				got, err := Perft(red, blue, i+1)
				require.NoError(t, err)
				require.Equal(t, want, got, "depth %d", i+1)
			}
			if c.Divide == nil {
				return
			}
			divided++
			branches, err := Divide(red, blue, c.Divide.Depth)
			require.NoError(t, err)
			got := map[string]uint64{}
			for _, b := range branches {
				got[b.Move.String()] = b.Count
			}
			require.Equal(t, c.Divide.Moves, got)
		})
	}
	require.Positive(t, divided)
}

// The naive telling of the rules counts the same.
func TestPerftAgreesWithNaiveRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	rs := Standard()
	for range 12 {
		red, blue := RandomLayout(rs, rng), RandomLayout(rs, rng)
		n := newNaive(t, red.String(), blue.String())
		for depth := range 4 {
			got, err := Perft(red, blue, depth)
			require.NoError(t, err)
			require.Equal(t, n.perft(depth), got, "%s against %s, depth %d", red, blue, depth)
		}
	}
}

// Whole games, in which the referee, the counting board and the naive rules list the
// same moves at every ply and end at the same one.
func TestGamesAgreeWithNaiveRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 71))
	rs, err := Rules("standard,quiet-draw=off")
	require.NoError(t, err)
	plies := 0
	for range 100 {
		layouts := [2]Layout{RandomLayout(rs, rng), RandomLayout(rs, rng)}
		r, err := NewReferee(rs, layouts, Red)
		require.NoError(t, err)
		n := newNaive(t, layouts[Red].String(), layouts[Blue].String())
		counting, err := newTally(layouts[Red], layouts[Blue], 1)
		require.NoError(t, err)
		for !r.position.Result().Over {
			plies++
			moves := r.LegalMoves()
			var names []string
			for _, m := range moves {
				names = append(names, m.String())
			}
			slices.Sort(names)
			require.Equal(t, n.moves(), names)
			turn := r.position.ToAct()
			require.EqualValues(t, len(moves), counting.count(turn, 1))
			if r.position.Ply()%40 == 39 {
				require.Equal(t, n.perft(2), counting.count(turn, 2))
			}
			if len(moves) == 0 {
				_, err := r.Play(NoMoveEvent(turn))
				require.NoError(t, err)
				continue
			}
			m := moves[rng.IntN(len(moves))]
			n.play(m.String())
			counting = countingAfter(counting, turn, m)
			_, err := r.Play(MoveEvent(turn, m, false))
			require.NoError(t, err)
			require.Equal(t, n.over, r.position.Result().Reason == ByFlag)
		}
	}
	require.Greater(t, plies, 10_000)
}

// countingAfter is the counting board after a move; the same once the flag is taken.
func countingAfter(t *tally, seat Seat, m Move) *tally {
	next := *t
	if !next.move(seat, m.From, m.To) {
		return t
	}
	return &next
}

func TestPerftRefuses(t *testing.T) {
	good := Presets()["triangle"]
	_, err := Perft(good, good, -1)
	require.ErrorContains(t, err, "negative")
	_, err = Perft(Layout{}, good, 1)
	require.ErrorContains(t, err, "red: layout: row 1, column 1: a flag")
	_, err = Divide(good, good, 0)
	require.ErrorContains(t, err, "no first move")
}
