package engine_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// allLayouts calls visit with each legal layout, cell after cell in every way.
func allLayouts(rs *engine.Ruleset, visit func(engine.Layout)) {
	l := make(engine.Layout, rs.ArmySize())
	left := map[engine.Type]int{}
	for _, t := range rs.Types().Types() {
		left[t] = rs.Count(t)
	}
	var place func(number int)
	place = func(number int) {
		if number == len(l) {
			visit(l)
			return
		}
		for _, t := range rs.Allowed(number).Types() {
			if left[t] > 0 {
				left[t]--
				l[number] = t
				place(number + 1)
				left[t]++
			}
		}
	}
	place(0)
}

func TestCountLayouts(t *testing.T) {
	require.Equal(t, "709596419051520000", junqi.Standard().CountLayouts().String())
	front, err := junqi.Rules("standard,bombs-front=on")
	require.NoError(t, err)
	require.Equal(t, "1241793733340160000", front.CountLayouts().String())
}

func TestCountLayoutsOfAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Size{Seats: 2, Army: 7, Types: 5})
		count := int64(0)
		allLayouts(rs, func(l engine.Layout) {
			count++
			require.NoError(t, rs.CheckLayout(l))
		})
		require.Equal(t, big.NewInt(count), rs.CountLayouts())
	})
}

// RandomLayout draws evenly: each of some hundreds of layouts as often as the others.
// (Chi-square; the seeds are fixed, so the outcome is too.)
func TestRandomLayoutOfAnyRulesIsEven(t *testing.T) {
	tried := 0
	for seed := 0; tried < 12; seed++ {
		rs := rapid.Custom(func(t *rapid.T) *engine.Ruleset {
			return rulestest.Ruleset(t, rulestest.Size{Seats: 2, Army: 7, Types: 5})
		}).Example(seed)
		count := rs.CountLayouts()
		if !count.IsInt64() || count.Int64() < 20 || count.Int64() > 400 || confined(rs) < 3 {
			continue
		}
		tried++
		times := map[string]float64{}
		allLayouts(rs, func(l engine.Layout) { times[rs.FormatLayout(l)] = 0 })
		const each = 50
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		for range each * len(times) {
			text := rs.FormatLayout(rs.RandomLayout(rng))
			require.Contains(t, times, text)
			times[text]++
		}
		chi := 0.0
		for _, n := range times {
			chi += (n - each) * (n - each) / each
		}
		freedom := float64(len(times) - 1)
		require.InDelta(t, freedom, chi, 4*math.Sqrt(2*freedom), "of %d layouts", len(times))
	}
}

// confined is how many different sets of types the cells allow.
func confined(rs *engine.Ruleset) int {
	sets := map[engine.TypeSet]bool{}
	for number := range rs.ArmySize() {
		sets[rs.Allowed(number)] = true
	}
	return len(sets)
}

// The greatest army of the most types has a count of more than 64 bits.
func TestCountOfAGreatArmy(t *testing.T) {
	r := readToy(t)
	r.Nodes, r.Start, r.Roads, r.Rails, r.Lines, r.Types = nil, nil, nil, nil, nil, nil
	r.Kinds[1].Enter, r.Ends.Flag = nil, ""
	for seat := range 2 {
		var rows [][]string
		for i := range 48 {
			n := engine.NodeRule{Name: string(rune('a'+seat)) + string(rune('a'+i%6)) + string(rune('a'+i/6)), Kind: "field", X: i, Y: seat}
			r.Nodes, rows = append(r.Nodes, n), append(rows, []string{n.Name})
		}
		r.Start = append(r.Start, nil)
		for i := range 8 {
			var row []string
			for _, cells := range rows[6*i : 6*i+6] {
				row = append(row, cells...)
			}
			r.Start[seat] = append(r.Start[seat], row)
		}
	}
	want := new(big.Int).MulRange(1, 48)
	for i := range 16 {
		name := string(rune('a' + i))
		starts := []int{}
		for number := range 48 {
			starts = append(starts, number)
		}
		r.Types = append(r.Types, engine.TypeRule{ID: "t" + name, EN: "t" + name, ZH: "子" + name, Sign: string(rune('甲' + i)),
			Letter: string(rune('A' + i)), Count: 3, Starts: starts, Ways: []engine.WayRule{{Along: "edge", Most: 1}}})
		want.Div(want, big.NewInt(6))
	}
	r.Clash = engine.NewClashRule(r.Types, func(a, d int) engine.AnnouncementRule {
		return engine.AnnouncementRule{AttackerLeaves: true, AttackerSeen: r.Types[a].ID}
	})
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	require.Equal(t, want, rs.CountLayouts())
	require.NoError(t, rs.CheckLayout(rs.RandomLayout(rand.New(rand.NewPCG(1, 2)))))

	// In two groups the ways of choosing the group of each cell exceed 64 bits no more
	// than for 24 of 48; in four they do.
	for i := range r.Types {
		r.Types[i].Starts = r.Types[i].Starts[:48-i/4]
	}
	rs, err = engine.NewRuleset(r)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		require.NoError(t, rs.CheckLayout(rs.RandomLayout(rng)))
	}
	require.Equal(t, countByFalling(48, []int{45, 46, 47, 48}, 12, 3), rs.CountLayouts())
}

// countByFalling counts the layouts where the cells of each group of types are among
// those of the next: each group then chooses among what those before it left.
func countByFalling(army int, cells []int, pieces, each int) *big.Int {
	total := big.NewInt(1)
	for g, n := range cells {
		total.Mul(total, new(big.Int).Binomial(int64(n-g*pieces), int64(pieces)))
		for left := pieces; left > 0; left -= each {
			total.Mul(total, new(big.Int).Binomial(int64(left), int64(each)))
		}
	}
	return total
}
