package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// known is what red knows of the piece that stood on a node, after some turns of a
// scene: what it may be, and from where.
func known(t *testing.T, spec, placed, turns, name string) (possible string, sources []string) {
	s := set(t, spec, engine.Red, placed)
	asked := s.at(name)
	p := *s.position
	k := engine.NewKnowledge(s.rules, engine.Red, s.Layout(engine.Red))
	for _, e := range s.record(turns) {
		k.Note(&p, e)
		require.NoError(t, p.Apply(e))
	}
	for _, f := range k.Facts(asked) {
		sources = append(sources, f.Source.String()+" "+s.rules.Letters(f.Types))
	}
	return s.rules.Letters(k.Possible(asked)), sources
}

// What a seat adds to what everybody sees: the types of its own pieces.
func TestKnowledge(t *testing.T) {
	const front = "place 123456789"
	for _, c := range []struct {
		name, options, pieces, turns, node, possible string
		sources                                      []string
	}{
		{"before anything happened", "", "r7@a6 b5@a7 b2@e9", "", "a7", "123456789", []string{front}},
		{"my division attacked and stayed", "", "r7@a6 b5@a7 b2@e9", "a6xa7+", "a7", "123456", []string{front, "clash 123456"}},
		{"my division attacked and left", "", "r7@a6 b8@a7 b2@e9", "a6xa7-", "a7", "89", []string{front, "clash M89"}},
		{"it may have been a mine", "", "r7@a10 bM@a11 b2@e9", "a10xa11-", "a11", "M89", []string{"place M123456789B", "clash M89"}},
		{"both left: its like, or a bomb", "", "r7@a7 b7@a8 b2@e9", "a7xa8=", "a8", "7B", []string{"place 123456789B", "clash 7B"}},
		{"my platoon was attacked and stayed", "", "r2@a6 b1@a7 b2@e9", "pass a7xa6-", "a7", "1", []string{front, "clash 1"}},
		{"my mine was cleared", "", "r2@e6 rM@a2 b1@a3 b2@e9", "pass a3xa2+", "a3", "1", []string{"place 123456789", "clash 1"}},
		{"my mine held, and no commander fell", "", "r2@e6 rM@a2 b5@a3 b2@e9", "pass a3xa2-", "a3", "2345678", []string{"place 123456789", "clash 2345678"}},
		{"it moved", "", "r2@e6 bM@c11 b2@a11 b2@e9", "pass a11-a12", "a11", "123456789B", []string{"place M123456789B", "move 123456789B"}},
		{"it turned a corner", "", "r2@e6 b1@a11 b2@e9", "pass a11-b7", "a11", "1", []string{"place M123456789B", "move 1"}},
		{"its flag was shown", "", "rB@a5 b9@a7 bF@b12 b3@e9", "a5xa7=!b12", "b12", "F", []string{"flag F"}},
		{"so the others are no flag", "", "rB@a5 b9@a7 bF@b12 b3@e9 bM@d12", "a5xa7=!b12", "d12", "M12345678B", []string{"count M12345678B"}},
		{"it can't move", "last-both=draw", "r1@a6 b1@a7 bM@e11 bF@b12", "a6xa7= no-move", "e11", "M", []string{"place M123456789B", "stuck FM"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := "standard"
			if c.options != "" {
				spec += "," + c.options
			}
			possible, sources := known(t, spec, c.pieces, c.turns, c.node)
			require.Equal(t, c.possible, possible)
			require.Equal(t, c.sources, sources)
		})
	}
}

// Under any rules, no type that a piece has is ruled out, and a seat knows at least what
// everybody knows.
func TestKnowledgeIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		first, _ := rs.First()
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r, events := playSome(t, rs, first, rng, 250)
		public, err := engine.Deduce(rs, first, events)
		require.NoError(t, err)
		for _, seat := range rs.Seats() {
			k := engine.NewKnowledge(rs, seat, r.Layout(seat))
			sees := engine.SeatsOf(seat)
			others := rs.Allies(seat).Remove(seat)
			if partner := others.First(); others.Len() == 1 && rng.IntN(2) == 0 {
				k.See(partner, r.Layout(partner))
				sees = sees.Add(partner)
			}
			require.NoError(t, k.Replay(first, events))
			require.Equal(t, seat, k.Seat())
			for _, piece := range pieces(rs) {
				possible := k.Possible(piece)
				require.True(t, possible.Has(r.Type(piece)), "%s: %d, not of %s", piece, r.Type(piece), rs.Letters(possible))
				require.True(t, possible.Within(public.Possible(piece)))
				if sees.Has(piece.Seat()) {
					require.Equal(t, engine.TypesOf(r.Type(piece)), possible)
					require.Empty(t, k.Facts(piece))
					continue
				}
				types := rs.Types()
				for _, f := range k.Facts(piece) {
					require.True(t, f.Types.Has(r.Type(piece)), "a fact that is none: %+v", f)
					require.False(t, types.Within(f.Types), "a fact that tells nothing: %+v", f)
					types &= f.Types
				}
				require.Equal(t, possible, types)
			}
		}
	})
	_, err := engine.Know(junqi.Standard(), engine.Red, junqi.Layouts()["decoy"], engine.Red, []engine.Event{engine.PassEvent(engine.Blue)})
	require.Error(t, err)
	require.Nil(t, engine.NewKnowledge(junqi.Standard(), engine.Red, junqi.Layouts()["decoy"]).Facts(engine.NoPiece))
}

// With all but a few of the opponent's pieces given, what a seat knows is exactly what
// comes out of trying all ways in which these few may be dealt out.
func TestKnowledgeIsSharp(t *testing.T) {
	games, ruledOut := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		games++
		rs := drawTwo(t)
		first, _ := rs.First()
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r, events := playSome(t, rs, first, rng, 60)
		k, err := engine.Know(rs, engine.Red, r.Layout(engine.Red), first, events)
		require.NoError(t, err)

		const few = 5
		hidden := rng.Perm(rs.ArmySize())[:min(few, rs.ArmySize())]
		blue := r.Layout(engine.Blue)
		for number, kind := range blue {
			if !slices.Contains(hidden, number) {
				k.Inner().Assume(engine.PieceOf(engine.Blue, number), engine.TypesOf(kind))
			}
		}
		fits := map[int]engine.TypeSet{}
		layouts := []engine.Layout{r.Layout(engine.Red), blue.Clone()}
		deal(hidden, func(order []int) {
			for i, number := range hidden {
				layouts[engine.Blue][number] = blue[order[i]]
			}
			other, err := engine.NewReferee(rs, layouts, first)
			if err != nil || !announcesAlike(other, events) {
				return
			}
			for _, number := range hidden {
				fits[number] = fits[number].Add(layouts[engine.Blue][number])
			}
		})
		var all engine.TypeSet
		for _, number := range hidden {
			all = all.Add(blue[number])
		}
		for _, number := range hidden {
			require.Equal(t, rs.Letters(fits[number]), rs.Letters(k.Possible(engine.PieceOf(engine.Blue, number))))
			ruledOut += all.Len() - fits[number].Len()
		}
	})
	if !testing.Short() { // with which rapid plays too few games
		require.Greater(t, ruledOut, games)
	}
}

// drawTwo draws rules of two seats: any at all, or Junqi's.
func drawTwo(t *rapid.T) *engine.Ruleset {
	if rapid.Bool().Draw(t, "any") {
		return rulestest.Ruleset(t, rulestest.Two)
	}
	return rulestest.Junqi(t, "standard", "qq", "app")
}

// deal calls f with all orders of some numbers.
func deal(numbers []int, f func(order []int)) {
	order := slices.Clone(numbers)
	var place func(i int)
	place = func(i int) {
		if i == len(order) {
			f(order)
			return
		}
		for j := i; j < len(order); j++ {
			order[i], order[j] = order[j], order[i]
			place(i + 1)
			order[i], order[j] = order[j], order[i]
		}
	}
	place(0)
}
