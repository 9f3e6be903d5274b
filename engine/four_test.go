package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

const (
	siguo = "siguo,resign-from=off"
	ffa   = "siguo,resign-from=off,teams=all" // all against all

	// A walker and a flag for each seat.
	fourWalkers = "r5@g3 b5@m7 a5@k13 t5@e11 rF@h1 bF@q8 aF@j17 tF@a10 "
	round       = "g3-g4 m7-n7 k13-k14 e11-d11 "
	roundBack   = "g4-g3 n7-m7 k14-k13 d11-e11 "
)

// gone checks that a seat is out and has left nothing on the board.
func (s *scene) gone(seat engine.Seat, reason engine.Reason) {
	s.t.Helper()
	require.Equal(s.t, reason, s.position.Out(seat))
	require.False(s.t, s.position.Living().Has(seat))
	require.Zero(s.t, s.position.Occupied(seat))
	require.Equal(s.t, engine.NoNode, s.position.FlagShown(seat))
	require.False(s.t, s.position.Offers().Has(seat))
}

func TestFourTakeTurns(t *testing.T) {
	s := set(t, siguo, engine.Blue, fourWalkers)
	for _, turn := range []string{"m7-n7", "k13-k14", "e11-d11", "g3-g4"} {
		s.play(turn)
	}
	require.Equal(t, engine.Blue, s.position.ToAct())
	s.refuse("g4-g5", "the piece on g4 is not blue's")
}

// Partners pass neither through each other nor attack each other.
func TestPartnersBlock(t *testing.T) {
	s := set(t, siguo, engine.Red, fourWalkers+"r7@g6 a4@g9")
	s.refuse("g6xg9", "the piece on g9 belongs to amber, red's partner")
	s.refuse("g6-g11", "the division on g6 can't go to g11")
	require.NotContains(t, s.reaches("g6"), "g9")
	require.Contains(t, s.reaches("g6"), "g7")
	set(t, siguo, engine.Red, fourWalkers+"r7@g6 b4@g9").play("g6xg9+")
	set(t, ffa, engine.Red, fourWalkers+"r7@g6 a4@g9").play("g6xg9+")
}

// A seat whose flag is taken leaves the board with all its pieces; the others play on.
func TestFlagTakenOfFour(t *testing.T) {
	s := set(t, siguo, engine.Red, fourWalkers+"r7@p8 b4@l7 t3@d7").play(round + roundBack + "p8xq8+#")
	s.ends("not over")
	s.gone(engine.Blue, engine.ByFlag)
	require.True(t, s.position.FlagTaken(engine.Blue))
	require.Zero(t, s.position.Quiet())
	require.Equal(t, engine.Amber, s.position.ToAct(), "blue's turn is skipped")
	require.Equal(t, s.node("q8"), s.position.Where(s.at("q8")), "the taker stands where the flag stood")
	s.play("k13-k14 e11-d11 g3-g4 k14-k13")
	require.Equal(t, engine.Teal, s.position.ToAct())
	err := s.position.Apply(engine.ResignEvent(engine.Blue))
	require.ErrorContains(t, err, "blue is out of the game: flag")
}

// A seat that carries a flag to a piece of a third team and falls leaves it under that piece, which has not come for it. Where there are
// two teams, an enemy's piece can't be on a flag without carrying it.
func TestFlagLiesUnderAThird(t *testing.T) {
	carrying := func(spec string) *engine.Ruleset {
		r := rules(t, spec).Rules()
		r.Ends.Carry = &engine.CarryRule{To: [][]string{{"h1"}, {"q8"}, {"j17"}, {"a10"}}}
		rs, err := engine.NewRuleset(r)
		require.NoError(t, err)
		return rs
	}
	s := setRules(t, carrying(ffa), engine.Red, fourWalkers+"r3@p8 a7@q7 b4@l7").play("p8xq8+# m7-n7 k13-k14 e11-d11 q8xq7-")
	require.Equal(t, s.node("q7"), s.position.FlagLies(engine.Blue))
	require.Equal(t, engine.Amber, s.position.At(s.node("q7")).Seat())
	text := changed(engine.FormatPosition(s.position), "ply=300")
	_, err := engine.ParsePosition(s.rules, text)
	require.NoError(t, err)
	_, err = engine.ParsePosition(carrying(siguo), text)
	require.ErrorContains(t, err, "blue's flag can't lie on q7")
}

// A team has lost when both are out, and who is out of the other has won with its partner.
func TestTeamsWin(t *testing.T) {
	s := set(t, siguo, engine.Red, fourWalkers).play("resign:amber g3-g4 resign:blue")
	s.gone(engine.Amber, engine.ByResignation)
	s.ends("not over")
	s.play("e11-d11 resign:teal").ends("red and amber win (resignation)")
	require.Equal(t, engine.SeatsOf(engine.Red, engine.Amber), s.position.Result().Winners)
	require.Equal(t, engine.ByResignation, s.position.Out(engine.Amber))
	require.Equal(t, engine.NotOver, s.position.Out(engine.Red))

	set(t, ffa, engine.Red, fourWalkers).play("resign:amber g3-g4 resign:blue e11-d11 resign:teal").ends("red wins (resignation)")
	set(t, ffa, engine.Red, fourWalkers).play("resign:teal resign:amber").ends("not over")
}

// A seat that resigns while another is to move does not take its turn away.
func TestResignOutOfTurn(t *testing.T) {
	s := set(t, siguo, engine.Red, fourWalkers).play("resign:blue")
	require.Equal(t, engine.Red, s.position.ToAct())
	s.play("g3-g4 k13-k14 resign:teal").ends("red and amber win (resignation)")
	s = set(t, siguo, engine.Red, fourWalkers).play("resign:red")
	require.Equal(t, engine.Blue, s.position.ToAct())
	set(t, "siguo", engine.Red, fourWalkers).refuse("resign:red", "nobody may resign before 20 turns have been played; so far there have been 0")

	s = set(t, "siguo,resign-from=4", engine.Red, fourWalkers).play("g3-g4 m7-n7 k13-k14").refuse("resign:teal", "before 4 turns")
	s.play("e11-d11 resign:red")
}

func TestTimeoutsOfFour(t *testing.T) {
	s := set(t, siguo+",timeouts=2", engine.Red, fourWalkers).play("pass m7-n7 k13-k14 e11-d11 pass")
	s.gone(engine.Red, engine.ByTimeouts)
	require.Equal(t, 2, s.position.Timeouts(engine.Red))
	require.Equal(t, engine.Blue, s.position.ToAct())
	s.play("pass k14-k13 d11-e11 pass pass pass")
	s.ends("not over")
	s.gone(engine.Blue, engine.ByTimeouts)
	s.play("pass").ends("blue and teal win (timeouts)")
}

// A seat that can't move is out when its turn comes: by its own word, or, where everybody
// sees it, without.
func TestNoMoveOfFour(t *testing.T) {
	// What stands on n8 may be anything, so that only blue knows that it is a mine.
	hidden := "r5@g3 a5@k13 t5@e11 rF@h1 bF@q8 aF@j17 tF@a10 bM@p8 "
	s := set(t, siguo, engine.Red, hidden).play("g3-g4")
	require.Equal(t, engine.MobilityHidden, s.position.PublicMobility(engine.Blue))
	require.True(t, s.Stuck())
	s.refuse("pass", "blue had no legal move, and had to say so or resign")
	s.play("no-move")
	s.gone(engine.Blue, engine.ByNoMove)
	s.ends("not over")
	require.Equal(t, engine.Amber, s.position.ToAct())
	require.Zero(t, s.position.Quiet())

	// Nobody leaves a headquarters: that everybody knows.
	public := "r5@g3 a5@k13 t5@e11 rF@h1 bF@q8 aF@j17 tF@a10 b7@q10 "
	s = set(t, siguo, engine.Red, public)
	require.Equal(t, engine.MobilityNone, s.position.PublicMobility(engine.Blue))
	require.Equal(t, engine.NotOver, s.position.Out(engine.Blue), "not before its turn")
	s.play("g3-g4")
	s.gone(engine.Blue, engine.ByNoMove)
	require.Equal(t, engine.Amber, s.position.ToAct())

	// Two in a row, and then it is over.
	s = set(t, siguo, engine.Red, "r5@g3 a5@k13 rF@h1 bF@q8 aF@j17 tF@a10 ").play("g3-g4")
	s.gone(engine.Blue, engine.ByNoMove)
	require.Equal(t, engine.Amber, s.position.ToAct())
	s.play("k13-k14").ends("red and amber win (no-move)")

	// It is judged when its turn comes, not before: who leaves makes way for others.
	hemmed := "r5@g3 a5@k13 t5@p7 t5@e11 rF@h1 bF@q8 b7@q7 aF@j17 tF@a10 "
	s = set(t, siguo, engine.Red, hemmed)
	require.Equal(t, engine.MobilityNone, s.position.PublicMobility(engine.Blue))
	s.play("g3-g4")
	s.gone(engine.Blue, engine.ByNoMove)
	s = set(t, siguo, engine.Red, hemmed).play("resign:teal g3-g4")
	require.Equal(t, engine.Blue, s.position.ToAct())
	require.Equal(t, engine.MobilityHidden, s.position.PublicMobility(engine.Blue))
	s.play("q7-p7 k13-k14")
	require.Equal(t, engine.MobilityCertain, s.position.PublicMobility(engine.Blue))
	require.Equal(t, s.at("p7"), s.position.CertainMover(engine.Blue))
}

// With two seats a seat says itself that it can't move, even where everybody sees it.
func TestNoMoveOfTwoIsSaid(t *testing.T) {
	s := set(t, "standard", engine.Red, "r5@a3 rF@b1 bF@b12").play("a3-a4")
	require.Equal(t, engine.MobilityNone, s.position.PublicMobility(engine.Blue))
	s.ends("not over")
	s.play("no-move").ends("red wins (no-move)")
	require.Equal(t, engine.ByNoMove, s.position.Out(engine.Blue))
	require.Equal(t, 1, s.position.Occupied(engine.Blue).Len(), "the loser's pieces stay on the board")
}

// All who are still in the game agree on a draw: an offer stands until its seat's turn
// comes again.
func TestDrawOfFour(t *testing.T) {
	s := set(t, siguo, engine.Red, fourWalkers).play("g3-g4? m7-n7?")
	require.Equal(t, engine.SeatsOf(engine.Red, engine.Blue), s.position.Offers())
	s.refuse("draw", "not all the others have offered a draw")
	s.play("k13-k14?")
	require.True(t, s.position.OfferOpen())
	s.play("draw").ends("draw (agreed)")
	require.Zero(t, s.position.Result().Winners)
	require.Equal(t, 4, s.position.Living().Len())

	s = set(t, siguo, engine.Red, fourWalkers).play("g3-g4? m7-n7? k13-k14? e11-d11")
	require.Equal(t, engine.SeatsOf(engine.Blue, engine.Amber), s.position.Offers(), "red's offer is over with its turn")
	s.refuse("draw", "have offered a draw")
	s.play("g4-g3? n7-m7?")
	require.Equal(t, engine.SeatsOf(engine.Red, engine.Blue), s.position.Offers())

	s = set(t, siguo, engine.Red, fourWalkers).play("g3-g4? m7-n7 k13-k14? resign:blue").refuse("resign:blue", "blue is out")
	require.True(t, s.position.OfferOpen(), "who is out need not agree")
	s.play("draw").ends("draw (agreed)")

	s = set(t, siguo, engine.Red, fourWalkers).play("g3-g4? m7-n7? resign:red")
	require.Equal(t, engine.SeatsOf(engine.Blue), s.position.Offers(), "nor does its offer count")
	s.play("pass")
	require.Equal(t, engine.SeatsOf(engine.Blue), s.position.Offers(), "others' turns don't matter")
	require.False(t, s.position.OfferOpen())
}

func TestQuietDrawOfFour(t *testing.T) {
	s := set(t, siguo+",quiet-draw=8", engine.Red, fourWalkers).play(round + "g4-g3 n7-m7 k14-k13")
	s.play("d11-e11").ends("draw (quiet)")
	s = set(t, siguo+",quiet-draw=8", engine.Red, fourWalkers).play(round + "resign:teal g4-g3 n7-m7 k14-k13 g3-g4 m7-n7 k13-k14 g4-g3")
	require.Equal(t, 7, s.position.Quiet(), "that a seat left the board is no quiet")
	s.play("n7-m7").ends("draw (quiet)")
}

// A commander's fall shows its owner's flag, and nobody else's.
func TestFlagsShownOfFour(t *testing.T) {
	s := set(t, siguo, engine.Red, fourWalkers+"r9@g6 b9@g7 aB@i9 t9@g9").play("g6xg7=!h1!q8")
	require.Equal(t, []engine.Node{s.node("h1"), s.node("q8"), engine.NoNode, engine.NoNode}, []engine.Node{
		s.position.FlagShown(engine.Red), s.position.FlagShown(engine.Blue), s.position.FlagShown(engine.Amber), s.position.FlagShown(engine.Teal)})
	require.Equal(t, "F", s.rules.Letters(s.position.Known(s.at("q8"))))
	s.play("m7-n7 i9xg9=!a10")
	require.Equal(t, s.node("a10"), s.position.FlagShown(engine.Teal))
	require.Equal(t, engine.NoNode, s.position.FlagShown(engine.Amber))
	require.Equal(t, []int{1, 1, 0, 1}, []int{s.position.Fell(engine.Red), s.position.Fell(engine.Blue), s.position.Fell(engine.Amber), s.position.Fell(engine.Teal)})
}

// clashing is a game of four in which red attacks blue and waits for the answer.
func clashing(t *testing.T, spec, pieces string) *scene {
	s := set(t, spec, engine.Red, fourWalkers+pieces)
	require.NoError(t, s.position.Apply(engine.MoveEvent(engine.Red, engine.Move{From: s.node("g6"), To: s.node("g7")}, false)))
	require.Equal(t, engine.Blue, s.position.ToAct())
	return s
}

func TestAbsent(t *testing.T) {
	absent := func(s *scene, seat engine.Seat) *scene {
		t.Helper()
		require.NoError(t, s.position.Apply(engine.AbsentEvent(seat)))
		s.gone(seat, engine.ByAbsence)
		require.Zero(t, s.position.Quiet())
		s.ends("not over")
		return s
	}

	// Who is to move: the next one moves. Who is not: the turn goes on.
	s := absent(set(t, siguo, engine.Red, fourWalkers).play("g3-g4"), engine.Blue)
	require.Equal(t, engine.Amber, s.position.ToAct())
	s = absent(set(t, siguo, engine.Red, fourWalkers).play("g3-g4"), engine.Teal)
	require.Equal(t, engine.Blue, s.position.ToAct())

	// A seat that owes an answer: the attacker takes the place, and no type is said.
	s = clashing(t, siguo, "r5@g6 b7@g7")
	attacker := s.at("g6")
	known := s.position.Known(attacker)
	absent(s, engine.Blue)
	require.Equal(t, s.node("g7"), s.position.Where(attacker))
	require.Equal(t, known, s.position.Known(attacker))
	require.Equal(t, engine.PhaseMove, s.position.Phase())
	require.Equal(t, engine.Amber, s.position.ToAct())
	require.Equal(t, engine.Move{From: engine.NoNode, To: engine.NoNode}, s.position.ClashMove())
	s.play("k13-k14")

	// Whose attack waits for the answer: none is due.
	s = absent(clashing(t, siguo, "r5@g6 b7@g7"), engine.Red)
	require.Equal(t, engine.PhaseMove, s.position.Phase())
	require.Equal(t, engine.Blue, s.position.ToAct())
	require.Equal(t, engine.Blue, s.at("g7").Seat())
	s.play("g7-g9")

	// Neither of the two: the clash goes on.
	s = absent(clashing(t, siguo, "r5@g6 b7@g7"), engine.Amber)
	require.Equal(t, engine.PhaseAnswer, s.position.Phase())
	require.Equal(t, engine.Blue, s.position.ToAct())
	require.Equal(t, engine.Move{From: s.node("g6"), To: s.node("g7")}, s.position.ClashMove())
	require.NoError(t, s.position.Apply(s.position.Announce([]engine.Layout{s.Layout(0), s.Layout(1), s.Layout(2), s.Layout(3)})))
	require.Equal(t, engine.NoPiece, s.at("g6"))
	require.Equal(t, engine.Blue, s.position.ToAct())

	// A seat that owes the place of its flag: the flag leaves unshown.
	s = clashing(t, siguo, "r9@g6 bB@g7")
	require.NoError(t, s.position.Apply(s.position.Announce([]engine.Layout{s.Layout(0), s.Layout(1), s.Layout(2), s.Layout(3)})))
	require.Equal(t, engine.PhaseShow, s.position.Phase())
	absent(s, engine.Red)
	require.Equal(t, engine.PhaseMove, s.position.Phase())
	require.Equal(t, engine.Blue, s.position.ToAct())
	s = clashing(t, siguo, "r9@g6 bB@g7")
	require.NoError(t, s.position.Apply(s.position.Announce([]engine.Layout{s.Layout(0), s.Layout(1), s.Layout(2), s.Layout(3)})))
	absent(s, engine.Blue)
	require.Equal(t, engine.PhaseShow, s.position.Phase(), "somebody else: it is owed still")
	require.NoError(t, s.position.Apply(engine.ShowEvent(engine.Red, s.node("h1"))))
	require.Equal(t, engine.Amber, s.position.ToAct())
}

// That a seat is absent decides no game, and nobody is absent twice.
func TestAbsentDecidesNothing(t *testing.T) {
	refuse := func(s *scene, seat engine.Seat, reason string) {
		t.Helper()
		before := *s.position
		err := s.position.Apply(engine.AbsentEvent(seat))
		var refusal *engine.RuleError
		require.ErrorAs(t, err, &refusal)
		require.ErrorContains(t, err, reason)
		require.Equal(t, before, *s.position)
	}
	s := set(t, siguo, engine.Red, fourWalkers).play("absent:blue")
	refuse(s, engine.Blue, "blue is out of the game: absent")
	refuse(s, engine.Teal, "without teal only one team would be left")
	s.play("absent:red").ends("not over")
	refuse(s, engine.Amber, "without amber only one team would be left")
	s.play("resign:amber").ends("blue and teal win (resignation)")
	refuse(s, engine.Teal, "the game is over: blue and teal win (resignation)")

	s = set(t, ffa, engine.Red, fourWalkers).play("absent:blue absent:teal")
	refuse(s, engine.Amber, "only one team would be left")
	refuse(set(t, "standard", engine.Red, "r5@a3 b5@e9 rF@b1 bF@b12"), engine.Blue, "only one team would be left")
	refuse(set(t, "standard", engine.Red, "r5@a3 b5@e9 rF@b1 bF@b12"), engine.Amber, "there is no such event")
}
