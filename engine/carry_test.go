package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

const (
	front = "standard,carry=front"
	home  = "standard,carry=home"
)

// where says what is publicly known of blue's flag.
func (s *scene) blueFlag() string {
	p := s.position
	name := s.rules.Board().Name
	switch {
	case p.Carrier(engine.Blue) != engine.NoPiece:
		return "carried on " + name(p.Where(p.Carrier(engine.Blue)))
	case p.FlagLies(engine.Blue) != engine.NoNode:
		return "lies on " + name(p.FlagLies(engine.Blue))
	case p.FlagTaken(engine.Blue):
		return "taken"
	}
	return "stands"
}

func TestCarryToFront(t *testing.T) {
	s := set(t, front, engine.Red, "r5@b11 bF@b12 rF@b1 b5@e9")
	require.Equal(t, "stands", s.blueFlag())
	s.play("b11xb12+#").ends("not over")
	require.Equal(t, "carried on b12", s.blueFlag())
	require.Zero(t, s.position.Quiet(), "a taking is a clash")
	require.Equal(t, "a12 b11 c12", s.reaches("b12"), "a carrier leaves a headquarters")
	s.play("pass b12-b11 pass b11-a11 e9-e10 a11-a7").ends("not over")
	require.Equal(t, "carried on a7", s.blueFlag())
	s.play("e10-e9 a7-a6").ends("red wins (flag)")
}

// The robbed side plays on, and may win meanwhile.
func TestRobbedSidePlaysOn(t *testing.T) {
	set(t, front, engine.Red, "r5@b11 bF@b12 rF@b1 b5@b2 r2@e3").
		play("b11xb12+# b2xb1+# b12-b11 b1-a1 b11-b10 a1-a2 b10-b9 a2-a11").ends("blue wins (flag)")
}

func TestFallenCarrier(t *testing.T) {
	// The defender beats the carrier: the flag lies under the winner.
	s := set(t, front, engine.Red, "r5@b11 r6@a11 bF@b12 rF@b1 b7@a12").play("b11xb12+# a12xb12+")
	require.Equal(t, "lies on b12", s.blueFlag())
	require.Equal(t, engine.Blue, s.position.At(s.node("b12")).Seat())

	// It blocks nobody; its owner walks over it and can't move it.
	s = set(t, front, engine.Red, "r5@b11 r6@a11 bF@b12 rF@b1 b7@c10 b2@e9").play("b11xb12+# e9-e8 b12-b11 c10-c11 b11xc11-")
	require.Equal(t, "lies on c11", s.blueFlag())
	s.play("c11-d11")
	require.Equal(t, "lies on c11", s.blueFlag())
	s.play("a11-b11 d11-c11 b11-b10 c11-a11")
	require.Equal(t, "lies on c11", s.blueFlag())

	// Any mover of the taker's side picks it up by moving there.
	s.play("b10-c10 a11-a10 c10-c11")
	require.Equal(t, "carried on c11", s.blueFlag())

	// Both leave: it lies where they met.
	s = set(t, front, engine.Red, "r5@b11 r6@a11 bF@b12 rF@b1 b5@c11").play("b11xb12+# c11-c12 b12xc12=")
	require.Equal(t, "lies on c12", s.blueFlag())

	// A piece that stands on it must be beaten.
	s = set(t, front, engine.Red, "r5@b11 r8@a12 bF@b12 rF@b1 b7@c12 b2@e9").play("b11xb12+# c12xb12+ a12xb12+")
	require.Equal(t, "carried on b12", s.blueFlag())
	s = set(t, front, engine.Red, "r1@b11 bF@b12").play("b11xb12+#")
	require.Equal(t, "engineer", s.rules.TypeID(s.Type(engine.PieceOf(engine.Red, 0))))
}

func TestBombAndFlag(t *testing.T) {
	s := set(t, front, engine.Red, "rB@b11 r2@c12 bF@b12 rF@b1 b7@e9").play("b11xb12=#")
	require.Equal(t, "lies on b12", s.blueFlag())
	require.Equal(t, engine.NoPiece, s.position.At(s.node("b12")))
	s.play("e9-e8 c12-b12")
	require.Equal(t, "carried on b12", s.blueFlag())
	s.play("e8-e9 b12-a12")

	// A bomb may pick it up and carry it.
	s = set(t, front, engine.Red, "rB@b11 rB@c12 bF@b12 rF@b1 b7@e9").play("b11xb12=# e9-e8 c12-b12 e8-e9 b12-b11 e9-e8 b11-b10")
	require.Equal(t, "carried on b10", s.blueFlag())
}

// Whoever picks a lying flag up may do so whatever flag-takers says.
func TestFlagTakersAndLyingFlags(t *testing.T) {
	s := set(t, front+",flag-takers=engineers", engine.Red, "r1@b11 r5@a12 bF@b12 rF@b1 b7@c12").play("a12xb12~ pass b11xb12+# c12xb12+ a12-a11")
	require.Equal(t, "lies on b12", s.blueFlag())
	s = set(t, front+",flag-takers=engineers", engine.Red, "r1@b11 r5@a12 bF@b12 rF@b1 bB@c12").play("b11xb12+# c12xb12= a12-b12")
	require.Equal(t, "carried on b12", s.blueFlag())
}

// A flag that fell in the taker's own half is home as soon as it is picked up.
func TestPickedUpAtHome(t *testing.T) {
	s := set(t, front, engine.Red, "r5@b11 bF@b12 rF@b1 b5@a6 r4@a5 b1@e9").play("b11xb12+# pass b12-b11 pass b11-a11 pass a11xa6=")
	require.Equal(t, "lies on a6", s.blueFlag())
	s.play("e9-e8 a5-a6").ends("red wins (flag)")
	set(t, front, engine.Red, "r7@b11 bF@b12 rF@b1 b5@a6 r4@a5 b1@e9").play("b11xb12+# pass b12-b11 pass b11-a11 pass a11xa6+").ends("red wins (flag)")
}

func TestCarryHome(t *testing.T) {
	// To an empty headquarters of one's own.
	s := set(t, home, engine.Red, "r5@b11 bF@b12 rF@b1 b5@e9").play("b11xb12+# pass b12-b11 pass b11-a11 pass a11-a2 e9-e8 a2-b2 e8-e9 b2-c2")
	s.ends("not over")
	s.play("e9-e8 c2-c1").ends("not over")
	s.play("e8-e9 c1-d1").ends("red wins (flag)")

	// Both are filled: next to one will do.
	s = set(t, home, engine.Red, "r5@b11 bF@b12 rF@b1 rM@d1 b5@e9").play("b11xb12+# pass b12-b11 pass b11-a11 pass a11-a2 e9-e8")
	s.ends("not over")
	s.play("a2-b2").ends("red wins (flag)")

	// It also counts who fills them: here, the enemy fills the last one.
	s = set(t, home, engine.Red, "r5@b11 bF@b12 rF@b1 b5@d2 b3@e9").play("b11xb12+# e9-e8 b12-b11 e8-e9 b11-a11 e9-e8 a11-a2 e8-e9 a2-b2")
	s.ends("not over")
	s.play("d2-d1").ends("red wins (flag)")
}

// A carrier that waits beside the headquarters while one is empty has not won.
func TestCarryHomeNeedsTheEmptyOne(t *testing.T) {
	set(t, home, engine.Red, "r5@b11 bF@b12 rF@b1 b5@e9").
		play("b11xb12+# pass b12-b11 pass b11-a11 pass a11-a2 e9-e8 a2-b2").ends("not over")
}

// The fall of a commander whose flag is gone shows nothing.
func TestCommanderFallsAfterTheFlag(t *testing.T) {
	s := set(t, front, engine.Red, "r5@b11 bF@b12 rF@b1 b9@a8 rB@a5").play("b11xb12+# pass a5xa8=!blue")
	require.Equal(t, 1, s.position.Fell(engine.Blue))
	require.Equal(t, engine.NoNode, s.position.FlagShown(engine.Blue))
	s = set(t, front, engine.Red, "r5@b11 bF@b12 rF@b1 b9@a8 rM@a2").play("b11xb12+# a8xa2-!blue")
	require.Equal(t, engine.PhaseMove, s.position.Phase())
	require.Equal(t, engine.Red, s.position.ToAct())
}

// A shown flag that is taken stands nowhere any more.
func TestShownThenTaken(t *testing.T) {
	s := set(t, front, engine.Red, "r5@b11 bF@b12 rF@b1 b9@a8 rM@a2").play("pass a8xa2-!b12")
	require.Equal(t, s.node("b12"), s.position.FlagShown(engine.Blue))
	s.play("b11xb12+#")
	require.Equal(t, engine.NoNode, s.position.FlagShown(engine.Blue))
}

// A flag that arrives with the ply that would be a draw wins.
func TestCarriedHomeBeforeTheQuietDraw(t *testing.T) {
	const pieces, way = "r5@b11 bF@b12 rF@b1 b5@e9", "b11xb12+# pass b12-b11 pass b11-a11 pass a11-a6"
	set(t, front+",quiet-draw=6", engine.Red, pieces).play(way).ends("red wins (flag)")
	set(t, front+",quiet-draw=5", engine.Red, pieces).play(strings.TrimSuffix(way, " a11-a6")).ends("draw (quiet)")
}

// Under shaken the commander counts when the flag arrives.
func TestShakenCarrier(t *testing.T) {
	s := set(t, "standard,carry=front,shaken=on", engine.Red, "r5@b11 bF@b12 rF@b1 r9@a10 bM@a11 b5@e9")
	s.play("b11xb12+# e9-e8 a10xa11-!b1 e8-e9 b12-b11 e9-e8 b11-b10 e8-e9 b10-a10 e9-e8 a10-a6").ends("draw (shaken)")
}

// Where a carried flag must go.
func TestFlagGoal(t *testing.T) {
	goal := func(spec, pieces string, taken bool) string {
		s := set(t, spec, engine.Red, pieces)
		if taken {
			s.play("b11xb12+#")
		}
		require.Zero(t, s.position.FlagGoal(engine.Red))
		require.Zero(t, s.position.FlagGoal(engine.Amber))
		require.Zero(t, s.position.FlagGoal(255))
		return s.names(s.position.FlagGoal(engine.Blue))
	}
	const pieces = "r5@b11 bF@b12 rF@b1 b5@e9"
	require.Empty(t, goal("standard", pieces, false))
	require.Empty(t, goal("standard", pieces, true), "to take it is enough")
	require.Empty(t, goal(home, pieces, false), "no flag is carried")
	require.Equal(t, "b1 d1", goal(home, pieces, true))
	require.Equal(t, "a1 b1 b2 c1 d1 d2 e1", goal(home, pieces+" rM@d1", true), "both are filled")
	require.Equal(t, "a1 b1 b2 c1 d1 d2 e1", goal(home, pieces+" b4@d1", true), "whoever fills them")
	s := set(t, front, engine.Red, pieces).play("b11xb12+#")
	require.Equal(t, s.rules.Rules().Ends.Carry.To[engine.Red], s.rules.Board().Names(s.position.FlagGoal(engine.Blue)))
	require.Equal(t, 30, s.position.FlagGoal(engine.Blue).Len())
}

// If two flags arrive at once, the mover's comes first.
func TestMoversFlagArrivesFirst(t *testing.T) {
	r := rules(t, home).Rules()
	r.Ends.Carry.To = [][]string{{"c6"}, {"c6"}}
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	const pieces = "r5@b11 bF@b12 rF@b1 b5@b2 "
	setRules(t, rs, engine.Red, pieces).
		play("b11xb12+# b2xb1+# b12-b11 b1-b2 b11-c11 b2-c2 c11-c10 c2-c3 c10-c9 c3-c4 c9-c8 c4-c5 c8-c7").ends("not over")
	setRules(t, rs, engine.Red, pieces).
		play("b11xb12+# b2xb1+# b12-b11 b1-b2 b11-c11 b2-c2 c11-c10 c2-c3 c10-c9 c3-c4 c9-c8 c4-c5 c8-c7 c5-c6").ends("blue wins (flag)")
	setRules(t, rs, engine.Blue, pieces).
		play("b2xb1+# b11xb12+# b1-b2 b12-b11 b2-c2 b11-c11 c2-c3 c11-c10 c3-c4 c10-c9 c4-c5 c9-c8 pass c8-c7 pass c7-c6").ends("red wins (flag)")
}
