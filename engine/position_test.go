package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func TestStart(t *testing.T) {
	for _, spec := range []string{"standard", "siguo"} {
		rs := rules(t, spec)
		p := engine.Start(rs, engine.Blue)
		require.Equal(t, rs, p.Rules())
		require.Equal(t, engine.PhaseMove, p.Phase())
		require.Equal(t, engine.Blue, p.ToAct())
		require.Equal(t, engine.Blue, p.Turn())
		require.Zero(t, p.Ply())
		require.Zero(t, p.Quiet())
		require.Equal(t, engine.Result{}, p.Result())
		require.Equal(t, "not over", p.Result().String())
		require.Equal(t, rs.Seats(), p.Living().Seats())
		for _, seat := range rs.Seats() {
			require.Equal(t, engine.NotOver, p.Out(seat))
			require.Equal(t, 25, p.Occupied(seat).Len())
			for number := range rs.ArmySize() {
				piece, n := engine.PieceOf(seat, number), rs.Start(seat, number)
				require.Equal(t, n, p.Where(piece))
				require.Equal(t, piece, p.At(n))
				require.Equal(t, rs.Allowed(number), p.Known(piece))
				require.False(t, p.Moved(piece))
			}
		}
		require.False(t, p.OfferOpen())
		require.Zero(t, p.Offers())
		require.NotEqual(t, p, engine.Start(rs, engine.Red))
		require.Equal(t, p, engine.Start(rs, engine.Blue))
	}
}

// The announcements of a clash, and who then stands where.
func TestClashes(t *testing.T) {
	for _, c := range []struct{ pieces, turn, red, blue string }{
		{"r6@a6 b5@a7", "a6xa7+", "a7", ""},
		{"r5@a6 b6@a7", "a6xa7-", "", "a7"},
		{"r5@a6 b5@a7", "a6xa7=", "", ""},
		{"rB@a5 b9@a7 bF@d12", "a5xa7=!d12", "", "d12"},
		{"r5@a6 bB@a8", "a6xa8=", "", ""},
		{"r5@a10 bM@a11", "a10xa11-", "", "a11"},
		{"r1@a10 bM@a11", "a10xa11+", "a11", ""},
		{"rB@a10 bM@a11", "a10xa11=", "", ""},
		{"r9@a10 bM@a11 rF@b1", "a10xa11-!b1", "b1", "a11"},
		{"r9@a6 b9@a7 rF@b1 bF@b12", "a6xa7=!b1!b12", "b1", "b12"},
		{"r9@a6 bB@a8 rF@d1", "a6xa8=!d1", "d1", ""},
		{"r2@b11 bF@b12", "b11xb12+#", "b12", ""},
		{"rB@b11 bF@b12", "b11xb12+#", "b12", ""}, // nobody says it was a bomb
	} {
		t.Run(c.turn, func(t *testing.T) {
			s := set(t, "standard", engine.Red, c.pieces).play(c.turn)
			for seat, want := range []string{c.red, c.blue} {
				require.Equal(t, want, s.names(s.position.Occupied(engine.Seat(seat))), engine.Seat(seat))
			}
		})
	}
}

// A clash goes through its phases, and nobody may act out of turn.
func TestPhases(t *testing.T) {
	s := set(t, "standard", engine.Red, "r9@a6 b9@a7 rF@b1 bF@b12 b2@e9 r2@e4")
	p := *s.position
	refuse := func(e engine.Event, reason string) {
		t.Helper()
		before := p
		err := p.Apply(e)
		var refusal *engine.RuleError
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, e, refusal.Event)
		require.ErrorContains(t, err, reason)
		require.Equal(t, before, p)
	}
	both := s.rules.Code(engine.Announcement{AttackerLeaves: true, DefenderLeaves: true,
		AttackerShowsFlag: true, DefenderShowsFlag: true, AttackerSeen: engine.NoType, DefenderSeen: engine.NoType})
	b1, b12 := s.node("b1"), s.node("b12")
	attack := engine.Move{From: s.node("a6"), To: s.node("a7")}

	refuse(engine.MoveEvent(engine.Blue, engine.Move{From: s.node("e9"), To: s.node("e8")}, false), "it is red's turn to act")
	refuse(engine.AnswerEvent(engine.Blue, both, b12), "it is red's turn to act")
	refuse(engine.AnswerEvent(engine.Red, both, b12), "red owes a move")
	refuse(engine.ShowEvent(engine.Red, b1), "red owes a move")
	refuse(engine.AcceptDrawEvent(engine.Red), "have offered a draw")
	refuse(engine.Event{Kind: engine.EventArrive + 1}, "no such event")
	refuse(engine.Event{Kind: engine.EventResign, Seat: 2}, "no such event")

	require.NoError(t, p.Apply(engine.MoveEvent(engine.Red, attack, true)))
	require.Equal(t, engine.PhaseAnswer, p.Phase())
	require.Equal(t, engine.Blue, p.ToAct())
	require.Equal(t, 1, p.Ply())
	attacker, defender, movers, ok := p.Clash()
	require.True(t, ok)
	require.Equal(t, s.node("a6"), p.Where(attacker))
	require.Equal(t, s.node("a7"), p.Where(defender))
	require.Equal(t, "123456789", s.rules.Letters(movers), "a front-row piece is no bomb")
	require.False(t, p.OfferOpen(), "first the answer")
	for c := range 256 {
		require.Equal(t, engine.Code(c) == both || engine.Code(c) == both-2, p.AnswerShowsFlag(engine.Code(c)))
		idle := engine.Start(s.rules, engine.Red)
		require.False(t, idle.AnswerShowsFlag(engine.Code(c)))
	}
	refuse(engine.AcceptDrawEvent(engine.Blue), "blue owes an answer")
	refuse(engine.MoveEvent(engine.Blue, attack, false), "blue owes an answer")
	refuse(engine.PassEvent(engine.Blue), "blue owes an answer")
	refuse(engine.ResignEvent(engine.Blue), "owes an answer")
	refuse(engine.ResignEvent(engine.Red), "owes an answer")
	refuse(engine.AnswerEvent(engine.Red, both, b12), "it is blue's turn to act")
	refuse(engine.AnswerEvent(engine.Blue, 8, engine.NoNode), "codes 0 to 7")
	refuse(engine.AnswerEvent(engine.Blue, engine.NoCode, engine.NoNode), "codes 0 to 7")
	refuse(engine.AnswerEvent(engine.Blue, both, engine.NoNode), "must be shown")
	refuse(engine.AnswerEvent(engine.Blue, both, b1), "can't be on b1")
	refuse(engine.AnswerEvent(engine.Blue, both, s.node("d12")), "can't be on d12")
	refuse(engine.AnswerEvent(engine.Blue, both, 200), "can't be on node 200")
	refuse(engine.AnswerEvent(engine.Blue, 0, b12), "the place of a flag is not due here")

	require.NoError(t, p.Apply(engine.AnswerEvent(engine.Blue, both, b12)))
	require.Equal(t, engine.PhaseShow, p.Phase())
	require.Equal(t, engine.Red, p.ToAct())
	require.True(t, p.Fell(engine.Red) == 1 && p.Fell(engine.Blue) == 1)
	require.Equal(t, b12, p.FlagShown(engine.Blue))
	require.Equal(t, engine.NoNode, p.FlagShown(engine.Red))
	refuse(engine.MoveEvent(engine.Red, engine.Move{From: s.node("e4"), To: s.node("e5")}, false), "red owes the place of its flag")
	refuse(engine.AcceptDrawEvent(engine.Blue), "it is red's turn to act")
	refuse(engine.ShowEvent(engine.Blue, b12), "it is red's turn to act")
	refuse(engine.ShowEvent(engine.Red, engine.NoNode), "must be shown")
	refuse(engine.ShowEvent(engine.Red, s.node("d1")), "can't be on d1")
	refuse(engine.ShowEvent(engine.Red, s.node("e4")), "can't be on e4")

	require.NoError(t, p.Apply(engine.ShowEvent(engine.Red, b1)))
	require.Equal(t, engine.PhaseMove, p.Phase())
	require.Equal(t, engine.Blue, p.ToAct())
	require.Equal(t, b1, p.FlagShown(engine.Red))
	require.True(t, p.OfferOpen(), "after the answer and the show")
	refuse(engine.ShowEvent(engine.Blue, b12), "blue owes a move")
	require.NoError(t, p.Apply(engine.AcceptDrawEvent(engine.Blue)))
	require.Equal(t, engine.Result{Over: true, Draw: true, Reason: engine.ByAgreement}, p.Result())
	refuse(engine.ResignEvent(engine.Blue), "the game is over: draw (agreed)")
}

// An announcement that no types of the two pieces yield is refused, whoever says it.
func TestImpossibleAnswers(t *testing.T) {
	possible := func(s *scene, move, flagOn string) (list []string) {
		m, err := s.rules.Board().ParseMove(move)
		require.NoError(t, err)
		p := *s.position
		require.NoError(t, p.Apply(engine.MoveEvent(p.ToAct(), m, false)))
		for c, said := range s.rules.Codes() {
			answered := p
			flag := engine.NoNode
			if p.AnswerShowsFlag(engine.Code(c)) {
				flag = s.node(flagOn)
			}
			if err := answered.Apply(engine.AnswerEvent(p.ToAct(), engine.Code(c), flag)); err != nil {
				require.ErrorContains(t, err, "is impossible")
				continue
			}
			list = append(list, marks(s.rules, said))
		}
		var listed []string
		for _, c := range p.Answers() {
			said, _ := s.rules.Announcement(c)
			listed = append(listed, marks(s.rules, said))
		}
		require.Equal(t, listed, list)
		return list
	}
	require.Equal(t, []string{"+", "-", "=", "=ad"}, possible(set(t, "standard", engine.Red, "r5@a6 b5@a7 bF@b12"), "a6-a7", "b12"),
		"in front there are no bombs and no mines")
	require.Equal(t, []string{"+", "+#", "-", "-a", "=", "=a", "=ad"},
		possible(set(t, "standard", engine.Red, "r5@b11 b3@b12 bF@d12"), "b11-b12", "d12"), "in a headquarters anything may be, but the attacker came from the front")
	require.Equal(t, []string{"-", "="}, possible(set(t, "standard", engine.Red, "r1@a2 b5@b7"), "a2-b7", "b12"),
		"around a corner comes an engineer")

	// What is known of flags and commanders counts too.
	s := set(t, "standard", engine.Red, "r9@a6 b9@a7 r5@b11 r4@d11 bF@b12 b3@d12 b2@e2 rF@b1").play("a6xa7=!b1!b12 e2-e3")
	require.Equal(t, []string{"+#"}, possible(s, "b11-b12", "b12"), "there the flag was shown")
	require.Equal(t, []string{"+", "-", "="}, possible(s, "d11-d12", "b12"), "both commanders and the flag are known elsewhere")
	s = set(t, "standard,carry=front", engine.Red, "r5@b11 r4@d11 bF@b12 b3@d12 rF@b1 b2@e9").play("b11xb12+# pass")
	require.NotContains(t, possible(s, "d11-d12", "b12"), "+#", "the flag was taken elsewhere")
}

// A piece that leaves is not the flag that its fall makes its owner show.
func TestFlagIsNotWhoLeaves(t *testing.T) {
	s := set(t, "standard", engine.Red, "rB@d11 b9@d12 bF@b12 rF@b1")
	require.NoError(t, s.position.Apply(engine.MoveEvent(engine.Red, engine.Move{From: s.node("d11"), To: s.node("d12")}, false)))
	before := *s.position
	code := s.position.Announce([]engine.Layout{s.Layout(engine.Red), s.Layout(engine.Blue)}).Code
	require.ErrorContains(t, s.position.Apply(engine.AnswerEvent(engine.Blue, code, s.node("d12"))), "blue's flag can't be on d12")
	require.Equal(t, before, *s.position)
	require.NoError(t, s.position.Apply(engine.AnswerEvent(engine.Blue, code, s.node("b12"))))
}

// What a move opens: the types that could not have made it are gone from Known.
func TestKnown(t *testing.T) {
	s := set(t, "standard", engine.Red, "r1@a2 b5@d12 bF@b12 rF@b1 b5@a10 b1@e8")
	red := s.position.At(s.node("a2"))
	blue := s.position.At(s.node("e8"))
	require.Equal(t, "M123456789B", s.rules.Letters(s.position.Known(red)))
	require.Equal(t, "123456789B", s.rules.Letters(s.position.MobileTypes(red)))

	s.play("a2-a3 e8-e9")
	require.Equal(t, "123456789B", s.rules.Letters(s.position.Known(red)))
	require.True(t, s.position.Moved(red))
	require.Equal(t, "123456789B", s.rules.Letters(s.position.Known(blue)))

	s.play("a3-b7")
	require.Equal(t, "1", s.rules.Letters(s.position.Known(red)))
	s.play("e9-e10 b7xa10-")
	require.Equal(t, engine.NoNode, s.position.Where(red))
	require.Equal(t, "1", s.rules.Letters(s.position.Known(red)), "what has left is not forgotten")
	require.Zero(t, s.position.MobileTypes(red))

	locked := s.position.At(s.node("d12"))
	require.Equal(t, s.rules.Types(), s.position.Known(locked))
	require.Zero(t, s.position.MobileTypes(locked), "whatever it is, it is locked in")
	require.Equal(t, s.rules.Types(), s.position.Known(s.at("b1")))
}

// A piece that could not be what its way says is refused by everybody.
func TestKnownRefusesWays(t *testing.T) {
	s := set(t, "standard", engine.Red, "r5@a3 b2@e9")
	s.refuse("a3-b7", "the regiment on a3 can't go to b7")
	require.NoError(t, s.position.Apply(engine.MoveEvent(engine.Red, engine.Move{From: s.node("a3"), To: s.node("b7")}, false)), "nobody but a referee knows")

	s = set(t, "standard,bombs-fly=on,flag-takers=engineers", engine.Red, "r5@a6 b2@e8")
	rider := s.position.At(s.node("a6"))
	require.NotContains(t, s.rules.Letters(s.position.Known(rider)), "B")
	require.NoError(t, s.position.Apply(engine.MoveEvent(engine.Red, engine.Move{From: s.node("a6"), To: s.node("b7")}, false)))
	require.Equal(t, "1", s.rules.Letters(s.position.Known(rider)), "engineer or bomb, but no bomb started in front")
}

// No ruleset that there is leaves a piece unable to be an engineer; one that did
// would be refused ways that only engineers take.
func TestKnownTooLittle(t *testing.T) {
	s := set(t, "standard", engine.Red, "r5@a3 b2@e9")
	bomb, _ := s.rules.Type("bomb")
	commander, _ := s.rules.Type("commander")
	s.position.Learn(s.at("a3"), engine.TypesOf(commander, bomb))
	err := s.position.Apply(engine.MoveEvent(engine.Red, engine.Move{From: s.node("a3"), To: s.node("b7")}, false))
	require.ErrorContains(t, err, "only 1 could move this way, and this piece is one of 9B")
}

func TestRefusedMoves(t *testing.T) {
	s := set(t, "standard,mountains=engineers,camps=own", engine.Red, "r5@a6 r4@a5 b6@a7 r3@b1 b3@b8 r1@bm b2@b7 r2@c8 b1@dm r7@c6 rM@e2 rF@d1")
	for _, c := range []struct{ turn, reason string }{
		{"a6-a5", "red's own piece is on a5"},
		{"a7-a8", "the piece on a7 is not red's"},
		{"c3-c4", "nothing stands on c3"},
		{"a6-a6", "another node"},
		{"a6-a8", "no piece of any kind can get"},
		{"b1-b2", "a piece can leave the headquarters b1 only if it carries a flag"},
		{"c8xb8", "the camp b8 is not red's, and only its owner can enter it"},
		{"c8-d8", "the camp d8 is not red's, and only its owner can enter it"},
		{"bm-b7", "no piece can attack from the mountain bm"},
		{"c6-dm", "the mountain dm is safe"},
		{"e2-e3", "the mine on e2 can't go to e3"},
		{"d1-d2", "a piece can leave the headquarters d1 only if it carries a flag"},
	} {
		s.refuse(c.turn, c.reason)
		p := *s.position
		m, err := s.rules.Board().ParseMove(c.turn)
		require.NoError(t, err)
		if c.turn != "e2-e3" && c.turn != "d1-d2" { // only the referee knows what these are
			require.ErrorContains(t, p.Apply(engine.MoveEvent(engine.Red, m, false)), c.reason)
		}
		require.Equal(t, s.position.Movers(m.From, m.To) != 0, c.turn == "a7-a8" || c.turn == "e2-e3")
	}
	safe := set(t, "standard", engine.Red, "r2@c8 b3@b8").refuse("c8-b8", "the camp b8 is safe")
	for _, m := range []engine.Move{{60, 5}, {5, 61}, {engine.NoNode, 5}, {5, engine.NoNode}, {200, 201}} {
		err := safe.position.Apply(engine.MoveEvent(engine.Red, m, false))
		require.ErrorContains(t, err, "no such node")
		require.ErrorContains(t, safe.position.CheckMove(engine.Red, safe.Layout(engine.Red), m), "no such node")
	}
	flags := set(t, "standard,hq=free", engine.Red, "rF@b1 b2@e8").refuse("b1-b2", "the flag on b1 can't go to b2")
	require.NoError(t, flags.position.CheckMove(engine.Blue, flags.Layout(engine.Blue), engine.Move{From: s.node("e8"), To: s.node("e9")}), "whoever's turn it is")
}

func TestReferee(t *testing.T) {
	s := set(t, "standard", engine.Red, "r5@a6 b4@a7 rF@b1 bF@b12")
	_, err := s.Play(engine.AnswerEvent(engine.Red, 0, engine.NoNode))
	require.ErrorContains(t, err, "only the referee decides that")
	_, err = s.Play(engine.ShowEvent(engine.Red, s.node("b1")))
	require.ErrorContains(t, err, "only the referee decides that")
	s.refuse("no-move", "the piece on a6 can move")
	played, err := s.Play(engine.MoveEvent(engine.Red, engine.Move{From: s.node("a6"), To: s.node("a7")}, false))
	require.NoError(t, err)
	require.Len(t, played, 2)
	require.Equal(t, engine.EventAnswer, played[1].Kind)
	require.True(t, s.Stuck())
	s.refuse("pass", "blue had no legal move")
	s.refuse("draw", "have offered a draw")
	s.play("no-move").ends("red wins (no-move)")

	rs := s.rules
	good := junqi.Layouts()["decoy"]
	_, err = engine.NewReferee(rs, []engine.Layout{good, make(engine.Layout, 25)}, engine.Red)
	require.ErrorContains(t, err, "blue: ")
	_, err = engine.NewReferee(rs, []engine.Layout{good}, engine.Red)
	require.ErrorContains(t, err, "1 layouts for 2 seats")
	_, err = engine.NewReferee(rs, []engine.Layout{good, good}, engine.Amber)
	require.ErrorContains(t, err, "amber moves first, but has no seat in this game")
	require.Equal(t, engine.NoType, s.Type(engine.NoPiece))
	require.Equal(t, engine.NoType, s.Type(engine.PieceOf(engine.Red, 25)))
	require.Nil(t, s.Layout(engine.Amber))
	p := engine.Start(rs, engine.Red)
	require.Error(t, p.Apply(p.Announce(nil)), "nothing is owed")
}

// marks writes an announcement as in the notation, with a or d for whose flag is shown.
func marks(rs *engine.Ruleset, a engine.Announcement) string {
	text := map[[2]bool]string{{false, true}: "+", {true, false}: "-", {true, true}: "=", {}: "~"}[[2]bool{a.AttackerLeaves, a.DefenderLeaves}]
	for _, mark := range []struct {
		said bool
		text string
	}{{a.FlagTaken, "#"}, {a.AttackerShowsFlag, "a"}, {a.DefenderShowsFlag, "d"}} {
		if mark.said {
			text += mark.text
		}
	}
	return text
}
