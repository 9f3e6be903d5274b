package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// quiet is a stretch of turns in which both seats step to and fro.
func quiet(turns int, red, blue [2]string) string {
	var words []string
	for i := range turns {
		seat := red
		if i%2 == 1 {
			seat = blue
		}
		words = append(words, seat[i/2%2])
	}
	return strings.Join(words, " ")
}

var toAndFro = [2][2]string{{"a3-a4", "a4-a3"}, {"e9-e8", "e8-e9"}}

const twoWalkers = "r5@a3 b5@e9 rF@b1 bF@b12 "

func TestQuietDraw(t *testing.T) {
	for _, c := range []struct {
		options string
		plies   int
	}{{"standard", 70}, {"qq", 71}, {"standard,quiet-draw=3", 3}, {"standard,quiet-draw=1", 1}} {
		s := set(t, c.options, engine.Red, twoWalkers)
		s.play(quiet(c.plies-1, toAndFro[0], toAndFro[1]))
		s.ends("not over")
		require.Equal(t, c.plies-1, s.position.Quiet())
		last := toAndFro[(c.plies-1)%2][(c.plies-1)/2%2]
		s.play(last).ends("draw (quiet)")
	}
	s := set(t, "standard,quiet-draw=off", engine.Red, twoWalkers)
	s.play(quiet(200, toAndFro[0], toAndFro[1])).ends("not over")
}

func TestQuietCounts(t *testing.T) {
	s := set(t, "standard,quiet-draw=4,timeouts=9", engine.Red, twoWalkers+"r4@c6 b3@c7 b7@c8")
	s.play("a3-a4 e9-e8 c6xc7+")
	require.Zero(t, s.position.Quiet(), "a clash ends the quiet")
	s.play("pass")
	require.Equal(t, 1, s.position.Quiet(), "a pass is quiet")
	s.play("pass e8-e9").ends("not over")
	s = set(t, "standard,quiet-draw=4,flag-takers=engineers", engine.Red, twoWalkers+"r5@b11")
	s.play("a3-a4 e9-e8 b11xb12~")
	require.Equal(t, 3, s.position.Quiet(), "a repelled attack is quiet")
	s.play("e8-e9").ends("draw (quiet)")
	s = set(t, "standard,quiet-draw=3,flag-takers=engineers", engine.Red, twoWalkers+"r5@b11")
	s.play("a3-a4 e9-e8 b11xb12~").ends("draw (quiet)")
}

func TestTimeouts(t *testing.T) {
	s := set(t, "standard", engine.Red, twoWalkers)
	s.play("pass e9-e8 pass e8-e9 pass")
	require.Equal(t, 3, s.position.Timeouts(engine.Red))
	require.Zero(t, s.position.Timeouts(engine.Blue))
	require.Equal(t, 5, s.position.Ply())
	s.play("pass pass").ends("blue wins (timeouts)")
	set(t, "qq", engine.Red, twoWalkers).play("pass pass pass pass pass pass pass pass").play("pass").ends("blue wins (timeouts)")
	set(t, "standard,timeouts=1", engine.Red, twoWalkers).play("pass").ends("blue wins (timeouts)")
	set(t, "standard,timeouts=1,quiet-draw=1", engine.Red, twoWalkers).play("pass").ends("blue wins (timeouts)")
	set(t, "standard,clock=off", engine.Red, twoWalkers).refuse("pass", "no clock")
}

func TestResignation(t *testing.T) {
	set(t, "standard", engine.Red, twoWalkers).play("a3-a4 resign").ends("red wins (resignation)")
	s := set(t, "standard", engine.Red, twoWalkers)
	require.NoError(t, s.position.Apply(engine.ResignEvent(engine.Blue)), "also by the seat that waits")
	s.ends("red wins (resignation)")
}

func TestAgreedDraw(t *testing.T) {
	set(t, "standard", engine.Red, twoWalkers).play("a3-a4? draw").ends("draw (agreed)")
	set(t, "standard", engine.Red, twoWalkers).refuse("draw", "have offered a draw")
	set(t, "standard", engine.Red, twoWalkers).play("a3-a4").refuse("draw", "have offered a draw")
	set(t, "standard", engine.Red, twoWalkers).play("a3-a4? pass").refuse("draw", "have offered a draw")
	set(t, "standard", engine.Red, twoWalkers).play("a3-a4? e9-e8 a4-a3").refuse("draw", "have offered a draw")
	set(t, "standard", engine.Red, twoWalkers).play("a3-a4? e9-e8 pass").refuse("draw", "have offered a draw")
	set(t, "standard", engine.Red, twoWalkers+"r5@c6 b4@c7").play("c6xc7+? draw").ends("draw (agreed)")
	set(t, "standard,quiet-draw=1", engine.Red, twoWalkers).play("a3-a4?").ends("draw (quiet)")
	// An offer outlives the answer to its attack and the flag that the attacker then owes.
	set(t, "standard", engine.Red, "r9@a10 bM@a11 rF@b1 bF@b12 b5@e9").play("a10xa11-!b1? draw").ends("draw (agreed)")
}

func TestNoMove(t *testing.T) {
	// All that is left to blue is a flag, a mine and a locked piece.
	s := set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12 bM@b11 b7@d12").play("a3-a4")
	require.True(t, s.Stuck())
	s.refuse("pass", "blue had no legal move, and had to say so or resign")
	require.NoError(t, s.position.Apply(engine.PassEvent(engine.Blue)), "the mine might be a piece that moves")
	s = set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12 bM@b11 b7@d12").play("a3-a4 no-move")
	s.ends("red wins (no-move)")

	// Everybody sees it where nothing is left that could leave its place.
	s = set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12 b7@d12").play("a3-a4?")
	require.ErrorContains(t, s.position.Apply(engine.PassEvent(engine.Blue)), "blue had no legal move")
	require.ErrorContains(t, s.position.Apply(engine.AcceptDrawEvent(engine.Blue)), "blue had no legal move")
	s.play("no-move").ends("red wins (no-move)")
	set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12").play("a3-a4? no-move").ends("red wins (no-move)")
	set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12").play("a3-a4?").refuse("draw", "had to say so or resign")
	set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12").play("a3-a4 resign").ends("red wins (resignation)")

	// Everybody sees that a piece that has moved can move again.
	s = set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12 b7@e8").play("a3-a4 e8-e9 a4-a5")
	err := s.position.Apply(engine.NoMoveEvent(engine.Blue))
	require.ErrorContains(t, err, "the piece on e9 can move, whatever it is")
	// Nobody sees it of one that may be a mine.
	s = set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12 b7@e11").play("a3-a4")
	s.refuse("no-move", "blue has a legal move")
	require.NoError(t, s.position.Apply(engine.NoMoveEvent(engine.Blue)))

	// Hemmed in by its own pieces.
	s = set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12 bM@a11 bM@b11 bM@c12 b5@a12").play("a3-a4")
	require.True(t, s.Stuck())
}

func TestLastBoth(t *testing.T) {
	const last = "r5@a6 b5@a7 rF@b1 bF@b12 "
	set(t, "standard", engine.Red, last).play("a6xa7= no-move").ends("red wins (no-move)")
	set(t, "standard", engine.Red, last+"r3@a3").play("a6xa7= no-move").ends("red wins (no-move)")

	const option = "standard,last-both=draw"
	s := set(t, option, engine.Red, last).play("a6xa7= no-move")
	require.True(t, s.position.MustProve())
	require.Equal(t, engine.Red, s.position.ToAct())
	require.Equal(t, 1, s.position.Ply())
	s.play("no-move").ends("draw (last-both)")

	s = set(t, option, engine.Red, last+"r3@a3").play("a6xa7= no-move")
	s.refuse("pass", "has to show that it can move")
	s.refuse("draw", "have offered a draw")
	s.refuse("no-move", "the piece on a3 can move")
	s.play("a3-a4").ends("red wins (no-move)")
	require.NotEqual(t, engine.NoPiece, s.position.At(s.node("a4")), "the move is made")
	set(t, option, engine.Red, last+"r3@a3").play("a6xa7= no-move resign").ends("blue wins (resignation)")

	// An attack will do, and is not answered.
	s = set(t, option, engine.Red, last+"r3@b11").play("a6xa7= no-move")
	s.play("b11xb12").ends("red wins (no-move)")
	require.Equal(t, s.node("b11"), s.position.Where(s.position.At(s.node("b11"))))

	// Not after anything else than both leaving: the attacker wins.
	set(t, option, engine.Red, "r6@a6 b5@a7 rF@b1 bF@b12").play("a6xa7+ no-move").ends("red wins (no-move)")
	set(t, option, engine.Red, "r6@a6 rF@b1 bF@b12").play("a6-a7 no-move").ends("red wins (no-move)")
	set(t, option, engine.Red, last+"r3@a3 b3@e8").play("a6xa7= e8-e9 a3-a4 e9-e8").ends("not over")
	s = set(t, option, engine.Red, last+"r3@a3 b3@e8 rM@e2").play("a6xa7= pass a3-a4 e8xe2- a4-a5 no-move")
	s.ends("red wins (no-move)")

	// Nor a turn later: by a pass, or by a move that hems the other in.
	set(t, option, engine.Red, last+"b3@e8").play("a6xa7= pass no-move").ends("blue wins (no-move)")
	set(t, option, engine.Red, last+"r7@b2 rM@a2 rM@c2 b3@c4").play("a6xa7= c4-b3 no-move").ends("blue wins (no-move)")

	// Two commanders: the flags are shown first.
	s = set(t, option, engine.Red, "r9@a6 b9@a7 rF@b1 bF@b12").play("a6xa7=!b1!b12 no-move no-move")
	s.ends("draw (last-both)")

	// A mine that takes its attacker along and a bomb that leaves with a flag count as well.
	set(t, "app", engine.Red, "r5@b11 bM@b12 bF@d12 rF@b1").play("b11xb12= no-move no-move").ends("draw (last-both)")
	set(t, option+",carry=front", engine.Red, "rB@b11 bF@b12 rF@b1").play("b11xb12=# no-move no-move").ends("draw (last-both)")

	// An offer made with the clash is not open to who must prove.
	s = set(t, option, engine.Red, last+"r3@a3").play("a6xa7=? no-move")
	require.False(t, s.position.OfferOpen())
}

// In open mode everybody sees that a seat has no move; nobody needs to say so.
func TestOpenModeSaysNoMoveItself(t *testing.T) {
	s := set(t, "standard,mode=open", engine.Red, "r5@a6 b5@a7 rF@b1 bF@b12")
	played, err := s.Play(engine.MoveEvent(engine.Red, engine.Move{s.node("a6"), s.node("a7")}, false))
	require.NoError(t, err)
	require.Equal(t, []engine.EventKind{engine.EventMove, engine.EventAnswer, engine.EventNoMove}, kinds(played))
	s.ends("red wins (no-move)")

	s = set(t, "standard,mode=open,last-both=draw", engine.Red, "r5@a6 b5@a7 rF@b1 bF@b12")
	played, err = s.Play(engine.MoveEvent(engine.Red, engine.Move{s.node("a6"), s.node("a7")}, false))
	require.NoError(t, err)
	require.Equal(t, []engine.EventKind{engine.EventMove, engine.EventAnswer, engine.EventNoMove, engine.EventNoMove}, kinds(played))
	s.ends("draw (last-both)")
}

func kinds(events []engine.Event) (list []engine.EventKind) {
	for _, e := range events {
		list = append(list, e.Kind)
	}
	return list
}

func TestFlagTakers(t *testing.T) {
	const pieces = "r9@b11 r1@a12 bF@b12 rF@b1 b5@e9"
	set(t, "standard", engine.Red, pieces).play("b11xb12+#").ends("red wins (flag)")
	s := set(t, "standard,flag-takers=not-commander", engine.Red, pieces).play("b11xb12~")
	require.Equal(t, s.node("b11"), s.position.Where(s.position.At(s.node("b11"))), "it stays where it came from")
	require.True(t, s.position.Moved(s.position.At(s.node("b11"))))
	s.play("e9-e8 a12xb12+#").ends("red wins (flag)")
	s = set(t, "standard,flag-takers=engineers", engine.Red, pieces+" r5@c12").play("c12xb12~ e9-e8 a12xb12+#")
	s.ends("red wins (flag)")
}

func TestShaken(t *testing.T) {
	const on = "standard,shaken=on"
	const pieces = "r9@a10 bM@a11 r5@b11 bF@b12 rF@b1 b5@e9 "
	set(t, "standard", engine.Red, pieces).play("a10xa11-!b1 e9-e8 b11xb12+#").ends("red wins (flag)")
	set(t, on, engine.Red, pieces).play("a10xa11-!b1 e9-e8 b11xb12+#").ends("draw (shaken)")
	set(t, on, engine.Red, pieces).play("b11xb12+#").ends("red wins (flag)")
	// Both commanders have fallen: a win again.
	set(t, on, engine.Red, pieces+"b9@e8 rM@e2").play("a10xa11-!b1 e8xe2-!b12 b11xb12+#").ends("red wins (flag)")
	// It is the taker's own commander that counts.
	set(t, on, engine.Red, pieces+"b9@e8 rM@e2").play("pass e8xe2-!b12 b11xb12+#").ends("red wins (flag)")
}

func TestShowFlagOff(t *testing.T) {
	s := set(t, "standard,show-flag=off", engine.Red, "r9@a10 bM@a11 rF@b1 bF@b12 b5@e9").play("a10xa11-")
	require.Zero(t, s.position.Fell(engine.Red))
	require.Equal(t, engine.NoNode, s.position.FlagShown(engine.Red))
}

func TestScout(t *testing.T) {
	s := set(t, "standard,scout=on", engine.Red, "r1@a6 b7@a7 r1@c6 b1@c7 rF@b1 bF@b12 r1@a10 bM@a11 b5@e9")
	s.play("a6xa7-(7) pass c6xc7=(1) pass a10xa11+")
}
