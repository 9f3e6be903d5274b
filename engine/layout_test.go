package engine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParseLayout(t *testing.T) {
	const canonical = "42239/2.1.6/74.58/1.3.1/MM35M/BF76B"
	want, err := ParseLayout(canonical)
	require.NoError(t, err)
	require.Equal(t, canonical, want.String())
	require.Equal(t, Battalion, want[0])
	require.Equal(t, Commander, want[4])
	require.Equal(t, Flag, want[21])
	require.NoError(t, Standard().CheckLayout(want))
	require.Equal(t, "营长 排长 排长 连长 司令\n排长 行营 工兵 行营 旅长\n师长 营长 行营 团长 军长\n工兵 行营 连长 行营 工兵\n地雷 地雷 连长 团长 地雷\n炸弹 军旗 师长 旅长 炸弹", want.Chinese())

	for _, text := range []string{
		"42239\n2.1.6\n74.58\n1.3.1\nMM35M\nBF76B\n",
		"\n 42239 \r\n2.1.6\r\n74.58\r\n\r\n1.3.1\r\nMM35M\r\nBF76B",
		"42239/2.1.6/74.58/1.3.1/mm35m/bf76b",
		"4 2 2 3 9/2 . 1 . 6/7 4 . 5 8/1 . 3 . 1/M M 3 5 M/B F 7 6 B",
		"\ufeff42239\n2.1.6\n74.58\n1.3.1\nMM35M\nBF76B\n",
		want.Chinese(),
		strings.ReplaceAll(want.Chinese(), "\n", "/"),
		"battalion platoon 排长 3 司令/2.1.6/74.58/1.3.1/MM35M/BF76B",
	} {
		got, err := ParseLayout(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

func TestParseLayoutRefuses(t *testing.T) {
	for _, c := range []struct{ text, reason string }{
		{"", "0 rows: write 6 rows of 5 cells"},
		{"42239/2.1.6/74.58/1.3.1/MM35M", "layout: 5 rows: write 6 rows"},
		{"42239", "layout: 1 row: write 6 rows"},
		{"42239/2.1.6/74.58/1.3.1/MM35M/BF76B/BF76B", `layout: row 7 ("BF76B") is too many: a layout has 6 rows, not 7`},
		{"4223/2.1.6/74.58/1.3.1/MM35M/BF76B", `row 1 ("4223") has 4 cells: a row has 5`},
		{"42239/2.1.6/74.58/1.3.1/MM35M/BF76BB", `row 6 ("BF76BB") has 6 cells`},
		{"42239/2/74.58/1.3.1/MM35M/BF76B", `row 2 ("2") has 1 cell: a row has 5`},
		{"42239/221.6/74.58/1.3.1/MM35M/BF76B", `row 2, column 2 is a camp: it stays empty, write . there, not "2"`},
		{"42239/2.1.6/74.58/1.3.1/MM.5M/BF76B", "row 5, column 3 is no camp: a piece must stand there"},
		{"4223X/2.1.6/74.58/1.3.1/MM35M/BF76B", `row 1, column 5: unknown piece "X": say a letter of FM123456789B`},
		{"4223\xff/2.1.6/74.58/1.3.1/MM35M/BF76B", "row 1, column 5: unknown piece"},
		{"营长排长排长连长司令/2.1.6/74.58/1.3.1/MM35M/BF76B", "has 10 cells"},
		{strings.Repeat(" ", maxLayoutText+1), "the longest allowed"},
	} {
		_, err := ParseLayout(c.text)
		require.ErrorContains(t, err, c.reason, c.text)
	}
}

func TestCheckLayout(t *testing.T) {
	front, err := Rules("standard,bombs-front=on")
	require.NoError(t, err)
	for _, c := range []struct {
		rs           *Ruleset
		text, reason string
	}{
		{Standard(), "42239/2.1.6/74.58/1.3.1/MM35M/BF76B", ""},
		{Standard(), "42239/2.1.6/74.58/1.3.1/35MMM/BF76B", ""},
		{Standard(), "42239/2.1.6/74.58/1.3.1/FM35M/BM76B", "row 5, column 1: a flag (F) stands in a headquarters (row 6, column 2 or 4); allowed there: M123456789B"},
		{Standard(), "42239/2.1.6/74.58/1.M.1/3M35M/BF76B", "row 4, column 3: a mine (M) stands in row 5 or 6; allowed there: 123456789B"},
		{Standard(), "B2239/2.1.6/74.58/1.3.1/MM35M/4F76B", "row 1, column 1: a bomb (B) may not start in the front row; allowed there: 123456789"},
		{front, "B2239/2.1.6/74.58/1.3.1/MM35M/4F76B", ""},
		{Standard(), "42239/2.1.6/74.58/1.3.1/MM35M/BF7FB", "2 of flag (F) instead of 1"},
		{Standard(), "42239/2.1.6/74.58/1.3.1/MM35M/B676B", "0 of flag (F) instead of 1"},
		{Standard(), "42239/2.1.6/74.58/1.3.1/MM35M/BF96B", "1 of division (7) instead of 2"},
	} {
		l, err := ParseLayout(c.text)
		require.NoError(t, err)
		if c.reason == "" {
			require.NoError(t, c.rs.CheckLayout(l))
		} else {
			require.ErrorContains(t, c.rs.CheckLayout(l), c.reason)
		}
	}
	bad := Presets()["decoy"]
	bad[3] = 77
	require.ErrorContains(t, Standard().CheckLayout(bad), "row 1, column 4: 77 is no piece")
	require.Contains(t, bad.String(), "?")
}

func TestPresetLayouts(t *testing.T) {
	require.GreaterOrEqual(t, len(Presets()), 5)
	for name, l := range Presets() {
		require.NoError(t, Standard().CheckLayout(l), name)
		require.NoError(t, Standard().CheckLayout(l.Mirror()), name)
		require.Equal(t, l, l.Mirror().Mirror())
		require.NotEqual(t, l, l.Mirror())
	}
	Presets()["triangle"] = Layout{} // a copy: nobody can spoil it for others
	require.NoError(t, Standard().CheckLayout(Presets()["triangle"]))
}

// countCellByCell counts layouts in another way: cell after cell, remembering how many
// ways there are to go on with what is left of each type.
func countCellByCell(rs *Ruleset) *big.Int {
	type state struct {
		cell int
		left [NumTypes]uint8
	}
	known := map[state]*big.Int{}
	var ways func(s state) *big.Int
	ways = func(s state) *big.Int {
		if s.cell == ArmySize {
			return big.NewInt(1)
		}
		if n, ok := known[s]; ok {
			return n
		}
		total := new(big.Int)
		for _, t := range rs.Allowed(s.cell).Types() {
			if s.left[t] > 0 {
				next := s
				next.cell++
				next.left[t]--
				total.Add(total, ways(next))
			}
		}
		known[s] = total
		return total
	}
	var start state
	for t := range start.left {
		start.left[t] = uint8(rs.Count(Type(t)))
	}
	return ways(start)
}

func TestCountLayouts(t *testing.T) {
	require.Equal(t, "709596419051520000", CountLayouts(Standard()).String())
	front, err := Rules("standard,bombs-front=on")
	require.NoError(t, err)
	require.Equal(t, "1241793733340160000", CountLayouts(front).String())
	require.Equal(t, CountLayouts(Standard()), countCellByCell(Standard()))
}

// Nested, as CountLayouts and RandomLayout need it: of two types, the cells of one
// are all cells of the other.
func TestPlacementIsNested(t *testing.T) {
	for _, spec := range []string{"standard", "standard,bombs-front=on"} {
		rs, err := Rules(spec)
		require.NoError(t, err)
		for _, a := range AllTypes.Types() {
			for _, b := range AllTypes.Types() {
				onlyA := rs.startsOf(Red, a) &^ rs.startsOf(Red, b)
				onlyB := rs.startsOf(Red, b) &^ rs.startsOf(Red, a)
				require.True(t, onlyA == 0 || onlyB == 0, "%s and %s", a, b)
			}
		}
	}
}

// RandomLayout draws evenly: how often each type stands on each cell, and on two
// neighbouring cells together, is as often as the count says. (Chi-square; the seed is
// fixed, so the outcome is too.)
func TestRandomLayoutIsEven(t *testing.T) {
	rs := Standard()
	rng := rand.New(rand.NewPCG(7, 7))
	const draws = 40_000
	var at [ArmySize][NumTypes]float64
	flagAndMines := map[[3]Type]float64{}
	for range draws {
		l := RandomLayout(rs, rng)
		for number, kind := range l {
			at[number][kind]++
		}
		flagAndMines[[3]Type{l[20], l[21], l[22]}]++ // a corner of row 6
	}
	// How often a type stands on a cell: placed one type after the other, it takes its
	// share of the cells that the types before it left vacant.
	share := func(number int, kind Type) float64 {
		vacant, placed := 1.0, 0
		for _, p := range rs.placements() {
			chance := 0.0
			if rs.Allowed(number).Has(p.t) {
				chance = vacant * float64(p.count) / float64(len(p.cells)-placed)
			}
			if p.t == kind {
				return chance
			}
			vacant -= chance
			placed += p.count
		}
		return 0
	}
	chi, cells := 0.0, 0
	for number := range at {
		for kind, got := range at[number] {
			want := share(number, Type(kind)) * draws
			if want == 0 {
				require.Zero(t, got)
				continue
			}
			chi += (got - want) * (got - want) / want
			cells++
		}
	}
	freedom := float64(cells - ArmySize - NumTypes + 1)
	require.InDelta(t, freedom, chi, 4*math.Sqrt(2*freedom))
	// Two cells at once: the flag on b1 between two mines.
	require.InDelta(t, draws*0.5*float64(3*2)/float64(9*8), flagAndMines[[3]Type{Mine, Flag, Mine}], 100)
}

func TestRandomLayoutIsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		require.NoError(t, rs.CheckLayout(RandomLayout(rs, rng)))
	})
	rs := Standard()
	require.Equal(t, RandomLayout(rs, rand.New(rand.NewPCG(1, 2))), RandomLayout(rs, rand.New(rand.NewPCG(1, 2))))
}

func FuzzParseLayout(f *testing.F) {
	for _, l := range Presets() {
		f.Add(l.String())
		f.Add(l.Chinese())
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLayout(text)
		if err != nil {
			return
		}
		for _, again := range []string{l.String(), l.Chinese()} {
			back, err := ParseLayout(again)
			require.NoError(t, err)
			require.Equal(t, l, back)
		}
		_ = Standard().CheckLayout(l)
	})
}
