package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// concluded is what everybody concludes of the pieces that stood on some nodes, after
// some turns of a scene.
func concluded(t *testing.T, spec, pieces, turns string, nodes ...string) (sets []string) {
	s := set(t, spec, Red, pieces)
	var asked []Piece
	for _, name := range nodes {
		asked = append(asked, s.position.At(node(t, name)))
	}
	f := NewFacts(s.position.rules)
	for piece := range Piece(NumPieces) {
		f.Assume(piece, s.position.Known(piece))
	}
	start := s.position
	for _, e := range s.record(turns) {
		f.Note(&start, e)
		require.NoError(t, start.Apply(e))
	}
	for _, piece := range asked {
		sets = append(sets, f.Possible(piece).String())
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
	b := Standard().Board()
	piece := func(name string) Piece {
		number, ok := b.Starter(Blue, node(t, name))
		require.True(t, ok)
		return PieceOf(Blue, number)
	}
	f := NewFacts(Standard())
	require.True(t, f.Possible(piece("d12")).Has(Flag))
	f.Assume(piece("b12"), SetOf(Flag))
	require.Equal(t, "M123456789B", f.Possible(piece("d12")).String(), "there is one flag")
	for _, name := range []string{"a11", "b11", "c11"} {
		f.Assume(piece(name), SetOf(Mine))
	}
	require.Equal(t, "123456789B", f.Possible(piece("a12")).String(), "there are three mines")

	// Two pieces that are bomb or commander, and one that is a bomb: so are two of three.
	f = NewFacts(Standard())
	f.Assume(piece("a8"), SetOf(Bomb, Commander))
	f.Assume(piece("c8"), SetOf(Bomb, Commander))
	f.Assume(piece("e8"), SetOf(Bomb, Commander))
	require.Equal(t, "12345678", f.Possible(piece("a9")).String())

	// A contradiction leaves nothing, and does no harm.
	f.Assume(piece("a9"), SetOf(Commander))
	require.Zero(t, f.Possible(piece("a9")))
	require.Zero(t, f.Possible(NoPiece))
	f.Assume(NoPiece, NoTypes)
}

// Who knows its own layout concludes more.
func TestOwnLayoutTellsMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	more := 0
	for range 20 {
		r, events := playRandomly(t, Standard(), rng)
		public, err := Deduce(Standard(), Red, events)
		require.NoError(t, err)
		own, err := Deduce(Standard(), Red, events)
		require.NoError(t, err)
		own.AssumeLayout(Red, r.layouts[Red])
		for number := range ArmySize {
			piece := PieceOf(Blue, number)
			require.True(t, own.Possible(piece).Has(r.Type(piece)))
			require.True(t, own.Possible(piece).Within(public.Possible(piece)))
			if own.Possible(piece) != public.Possible(piece) {
				more++
			}
			red := PieceOf(Red, number)
			require.Equal(t, SetOf(r.Type(red)), own.Possible(red))
			require.NotZero(t, public.Possible(red).Len())
		}
	}
	require.Greater(t, more, 100)
	_, err := Deduce(Standard(), Red, []Event{PassEvent(Blue)})
	require.Error(t, err)
}
