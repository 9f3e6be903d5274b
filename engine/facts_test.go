package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// concluded is what everybody concludes of the pieces that stood on some nodes, after
// some turns of a scene.
func concluded(t *testing.T, spec, placed, turns string, nodes ...string) (sets []string) {
	s := set(t, spec, engine.Red, placed)
	var asked []engine.Piece
	for _, name := range nodes {
		asked = append(asked, s.at(name))
	}
	f := engine.NewFacts(s.rules)
	for _, piece := range pieces(s.rules) {
		f.Assume(piece, s.position.Known(piece))
	}
	start := *s.position
	for _, e := range s.record(turns) {
		f.Note(&start, e)
		require.NoError(t, start.Apply(e))
	}
	for _, piece := range asked {
		sets = append(sets, s.rules.Letters(f.Possible(piece)))
	}
	return sets
}

// The deductions that the rules name.
func TestConclusions(t *testing.T) {
	for _, c := range []struct {
		name, options, pieces, turns string
		nodes, want                  []string
	}{
		{"before anything moved", "", "r5@a6 r5@a5 r5@a2 rF@b1", "", []string{"a6", "a5", "a2", "b1"},
			[]string{"123456789", "123456789B", "M123456789B", "FM123456789B"}},
		{"who moved is no mine", "", "r5@a2 b1@e8", "a2-a3", []string{"a2"}, []string{"123456789B"}},
		{"who turned is an engineer", "", "r1@a2 b1@e8", "a2-b7", []string{"a2"}, []string{"1"}},
		{"both left, one flag shown", "", "rB@a5 b9@a7 bF@b12 b1@e8 rF@d1", "a5xa7=!b12", []string{"a5", "a7", "b12"}, []string{"B", "9", "F"}},
		{"both left, the attacker's flag shown", "", "r9@a6 bB@a8 bF@b12 b1@e8 rF@d1", "a6xa8=!d1", []string{"a6", "a8", "d1"}, []string{"9", "B", "F"}},
		{"both left, both shown", "", "r9@a6 b9@a7 bF@b12 rF@d1", "a6xa7=!d1!b12", []string{"a6", "a7"}, []string{"9", "9"}},
		{"the attacker left and its flag was shown", "", "r9@a6 bM@a11 bF@b12 rF@d1", "a6xa11-!d1", []string{"a6", "a11"}, []string{"9", "M"}},
		{"the attacker won", "", "r5@a6 b2@a7", "a6xa7+", []string{"a6", "a7"}, []string{"23456789", "12345678"}},
		{"the attacker lost", "", "r5@a6 b6@a7", "a6xa7-", []string{"a6", "a7"}, []string{"12345678", "23456789"}},
		{"both left in front: the same rank, so both or neither", "", "r5@a6 b5@a7", "a6xa7=", []string{"a6", "a7"}, []string{"12345678", "12345678"}},
		{"who never falls to what it met", "", "r5@a6 b4@a7 b3@e7 r4@e6", "a6xa7+ e7xe6-", []string{"e7", "e6"}, []string{"12345678", "23456789"}},
		{"a clash after a clash", "", "r5@a6 b4@a7 b6@a8", "a6xa7+ a8xa7+", []string{"a6", "a8"}, []string{"2345678", "3456789"}},
		{"a chain of wins climbs", "", "r5@a6 b2@a7 b3@a8 b4@e8", "a6xa7+ pass a7xa8+", []string{"a6"}, []string{"23456789"}},
		{"repelled by a flag", "flag-takers=engineers", "r5@a12 bF@b12 b1@e8", "a12xb12~", []string{"b12"}, []string{"F"}},
		{"repelled: no engineer", "flag-takers=engineers", "r5@a12 bF@b12 b1@e8", "a12xb12~", []string{"a12"}, []string{"23456789"}},
		{"repelled: the commander", "flag-takers=not-commander", "r9@a12 bF@b12 b1@e8", "a12xb12~", []string{"a12", "b12"}, []string{"9", "F"}},
		{"seen by a scout", "scout=on", "r1@a6 b7@a7", "a6xa7-(7)", []string{"a6", "a7"}, []string{"1", "7"}},
		{"no legal move", "last-both=draw", "r1@a6 b1@a7 bM@e11 bF@b12", "a6xa7= no-move", []string{"e11"}, []string{"M"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := "standard"
			if c.options != "" {
				spec += "," + c.options
			}
			require.Equal(t, c.want, concluded(t, spec, c.pieces, c.turns, c.nodes...))
		})
	}
}

// The numbers of an army count: when all of a type are accounted for, nothing else is
// of that type, and what can only be somewhere is there.
func TestArmyCounts(t *testing.T) {
	rs := junqi.Standard()
	piece := func(name string) engine.Piece {
		number, ok := rs.Starter(engine.Blue, node(t, rs, name))
		require.True(t, ok)
		return engine.PieceOf(engine.Blue, number)
	}
	possible := func(f *engine.Facts, name string) string { return rs.Letters(f.Possible(piece(name))) }
	f := engine.NewFacts(junqi.Standard())
	require.True(t, f.Possible(piece("d12")).Has(junqi.Flag))
	f.Assume(piece("b12"), engine.TypesOf(junqi.Flag))
	require.Equal(t, "M123456789B", possible(f, "d12"), "there is one flag")
	for _, name := range []string{"a11", "b11", "c11"} {
		f.Assume(piece(name), engine.TypesOf(junqi.Mine))
	}
	require.Equal(t, "123456789B", possible(f, "a12"), "there are three mines")

	// Two pieces that are bomb or commander, and one that is a bomb: so are two of three.
	f = engine.NewFacts(junqi.Standard())
	f.Assume(piece("a8"), engine.TypesOf(junqi.Bomb, junqi.Commander))
	f.Assume(piece("c8"), engine.TypesOf(junqi.Bomb, junqi.Commander))
	f.Assume(piece("e8"), engine.TypesOf(junqi.Bomb, junqi.Commander))
	require.Equal(t, "12345678", possible(f, "a9"))

	// A contradiction leaves nothing, and does no harm.
	f.Assume(piece("a9"), engine.TypesOf(junqi.Commander))
	require.NotZero(t, f.Possible(engine.PieceOf(engine.Red, 0)), "the other army is not touched")
	require.Zero(t, f.Possible(piece("a9")))
	require.Zero(t, f.Possible(engine.NoPiece))
	f.Assume(engine.NoPiece, engine.NoTypes)
}

// A seat that knows its own layout concludes more.
func TestOwnLayoutTellsMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	more := 0
	rs := junqi.Standard()
	for range 20 {
		g := playToEnd(t, rs, rng)
		public, err := engine.Deduce(rs, g.First, g.Events)
		require.NoError(t, err)
		own, err := engine.Deduce(rs, g.First, g.Events)
		require.NoError(t, err)
		own.AssumeLayout(engine.Red, g.Layouts[engine.Red])
		for number := range rs.ArmySize() {
			piece := engine.PieceOf(engine.Blue, number)
			require.True(t, own.Possible(piece).Has(g.Layouts[engine.Blue][number]))
			require.True(t, own.Possible(piece).Within(public.Possible(piece)))
			if own.Possible(piece) != public.Possible(piece) {
				more++
			}
			red := engine.PieceOf(engine.Red, number)
			require.Equal(t, engine.TypesOf(g.Layouts[engine.Red][number]), own.Possible(red))
			require.NotZero(t, public.Possible(red).Len())
		}
	}
	require.Greater(t, more, 100)
	_, err := engine.Deduce(junqi.Standard(), engine.Red, []engine.Event{engine.PassEvent(engine.Blue)})
	require.Error(t, err)
}

// What the numbers of an army leave is exactly what some army has that fits.
func TestFitAndCountsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Size{Seats: 2, Army: 7, Types: 5})
		rng := seeded(t)
		sets := make([]engine.TypeSet, rs.ArmySize())
		f := engine.NewFacts(rs)
		for number := range sets {
			sets[number] = rs.Allowed(number)
			if rng.IntN(3) > 0 {
				sets[number] &= engine.TypeSet(rng.Uint32())
			}
			f.Assume(engine.PieceOf(engine.Red, number), sets[number])
		}
		want := make([]engine.TypeSet, len(sets))
		army := make(engine.Layout, len(sets))
		left := make([]int, rs.NumTypes())
		for of := range left {
			left[of] = rs.Count(engine.Type(of))
		}
		var deal func(number int)
		deal = func(number int) {
			if number == len(sets) {
				for number, of := range army {
					want[number] = want[number].Add(of)
				}
				return
			}
			for _, of := range sets[number].Types() {
				if left[of] > 0 {
					left[of]--
					army[number] = of
					deal(number + 1)
					left[of]++
				}
			}
		}
		deal(0)
		for number := range sets {
			require.Equal(t, want[number], f.Possible(engine.PieceOf(engine.Red, number)), "%d", number)
		}
		fits, ok := rs.Fit(sets)
		require.Equal(t, want[0] != 0, ok)
		if ok {
			require.NoError(t, rs.CheckLayout(fits))
			for number, of := range fits {
				require.True(t, sets[number].Has(of))
			}
		}
	})
	_, ok := junqi.Standard().Fit(nil)
	require.False(t, ok)
}

// An announcement that shows a type leaves nothing else.
func TestShownTypesAreKnown(t *testing.T) {
	rs := loadRuleset(t, "stratego.json")
	s := setRules(t, rs, engine.Red, "rM@e4 b9@e5 b2@a10 r2@a1")
	marshal, general := s.at("e4"), s.at("e5")
	facts := engine.NewFacts(rs)
	before := *s.position
	for _, e := range s.record("e4xe5+(M:9)") {
		facts.Note(&before, e)
		require.NoError(t, before.Apply(e))
	}
	require.Equal(t, "M", rs.Letters(facts.Possible(marshal)))
	require.Equal(t, "9", rs.Letters(facts.Possible(general)))
	require.NotContains(t, rs.Letters(facts.Possible(engine.PieceOf(engine.Red, 39))), "M", "there is one marshal")
}
