package bot

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
)

// load is the game of a file.
func load(t testing.TB, name string) *engine.Ruleset {
	t.Helper()
	text, err := os.ReadFile("../../testdata/rulesets/" + name)
	require.NoError(t, err)
	rs, err := engine.ParseRules(text)
	require.NoError(t, err)
	return rs
}

// table is bots around a table: one for the seats of red's team, and another for the
// others.
func table(rs *engine.Ruleset, ours, theirs Bot) []Bot {
	var bots []Bot
	for _, seat := range rs.Seats() {
		if rs.Partners(seat, engine.Red) {
			bots = append(bots, ours)
		} else {
			bots = append(bots, theirs)
		}
	}
	return bots
}

// Under rules of which no line of the program knows, and around a table of more than two,
// who thinks beats who does not.
func TestSensibleBeatsRandomAtAnyGame(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules *engine.Ruleset
		won   int // at least, of ten
	}{
		{"stratego", load(t, "stratego.json"), 8},
		{"stratego-outcome", load(t, "stratego-outcome.json"), 6},
		{"three-lamps", load(t, "three-lamps.json"), 5},
		{"siguo", rules(t, "siguo"), 8},
		{"siguo with partners in sight", rules(t, "siguo,way=partners"), 8},
		{"siguo for three", rules(t, "siguo,seats=3"), 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 11))
			won := 0
			for range *games {
				result, _ := play(t, c.rules, table(c.rules, sensible{}, random{}), rng)
				if !result.Draw && result.Winners.Has(engine.Red) {
					won++
				}
			}
			require.GreaterOrEqual(t, 10*won, c.won**games)
		})
	}
}

// Strong plays them to the end too.
func TestStrongPlaysAnyGame(t *testing.T) {
	for _, name := range []string{"skirmish.json", "three-lamps.json", "stratego.json"} {
		rs := load(t, name)
		play(t, rs, table(rs, strong{}, sensible{}), rand.New(rand.NewPCG(12, 12)))
	}
	rs := rules(t, "siguo,way=partners")
	play(t, rs, table(rs, strong{}, sensible{}), rand.New(rand.NewPCG(12, 12)))
}

// What types are good for follows from the table of clashes.
func TestTraits(t *testing.T) {
	ids := func(rs *engine.Ruleset, types engine.TypeSet) (list []string) {
		for _, of := range types.Types() {
			list = append(list, rs.TypeID(of))
		}
		return list
	}
	for _, c := range []struct {
		rules              *engine.Ruleset
		obstacles, sappers []string
		ranks              []string // worth more and more
	}{
		{rules(t, "standard"), []string{"mine"}, []string{"engineer"},
			[]string{"platoon", "company", "battalion", "regiment", "brigade", "division", "army", "commander"}},
		{rules(t, "standard,mines=exploding-all"), []string{"mine"}, nil, []string{"platoon", "commander"}},
		{load(t, "stratego.json"), []string{"bomb"}, []string{"miner"},
			[]string{"scout", "sergeant", "lieutenant", "captain", "major", "colonel", "general", "marshal"}},
		{load(t, "three-lamps.json"), nil, nil, []string{"wind", "water"}},
	} {
		tr := newTraits(c.rules)
		require.Equal(t, c.obstacles, ids(c.rules, tr.obstacles))
		require.Equal(t, c.sappers, ids(c.rules, tr.sappers))
		last := 0.0
		for _, id := range c.ranks {
			of, ok := c.rules.Type(id)
			require.True(t, ok)
			require.Greater(t, tr.worth[of], last, id)
			last = tr.worth[of]
		}
	}
}

// Pieces are worth something under any rules, except for those whose loss wins; and a layout of any game is legal.
func TestTraitsOfAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := anyRules(t)
		tr := newTraits(rs)
		for _, of := range rs.Types().Types() {
			if slices.Contains(rs.Rules().Ends.Counts, engine.CountRule{Type: rs.Rules().Types[of].ID, Wins: true}) {
				require.Zero(t, tr.worth[of])
			} else {
				require.Greater(t, tr.worth[of], 0.0)
			}
			require.False(t, math.IsInf(tr.worth[of], 0) || math.IsNaN(tr.worth[of]))
			for number := range rs.ArmySize() {
				require.Greater(t, tr.usually(of, number), 0.0)
			}
		}
		l := likelyLayout(rs, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		require.NoError(t, rs.CheckLayout(l))
	})
}
