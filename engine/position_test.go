package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStart(t *testing.T) {
	p := Start(Standard(), Blue)
	require.Equal(t, PhaseMove, p.Phase())
	require.Equal(t, Blue, p.ToAct())
	require.Zero(t, p.Ply())
	require.Zero(t, p.Quiet())
	require.Equal(t, Result{}, p.Result())
	require.Equal(t, "not over", p.Result().String())
	for piece := range Piece(NumPieces) {
		n := Standard().Board().Start(piece.Seat(), piece.Number())
		require.Equal(t, n, p.Where(piece))
		require.Equal(t, piece, p.At(n))
		require.Equal(t, Standard().Allowed(piece.Number()), p.Known(piece))
		require.False(t, p.Moved(piece))
	}
	require.Equal(t, 25, p.Occupied(Red).Len())
	require.False(t, p.OfferOpen())
	require.NotEqual(t, p, Start(Standard(), Red))
	require.Equal(t, p, Start(Standard(), Blue))
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
			s := set(t, "standard", Red, c.pieces).play(c.turn)
			for seat, want := range []string{c.red, c.blue} {
				var got string
				for _, name := range nodeNames(s.position.Occupied(Seat(seat)).Nodes()) {
					got += name
				}
				require.Equal(t, want, got, Seat(seat))
			}
		})
	}
}

// A clash goes through its phases, and nobody may act out of turn.
func TestPhases(t *testing.T) {
	s := set(t, "standard", Red, "r9@a6 b9@a7 rF@b1 bF@b12 b2@e9 r2@e4")
	p := s.position
	refuse := func(e Event, reason string) {
		t.Helper()
		before := p
		err := p.Apply(e)
		var refusal *RuleError
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, e, refusal.Event)
		require.ErrorContains(t, err, reason)
		require.Equal(t, before, p)
	}
	both := s.position.rules.Code(Announcement{AttackerLeaves: true, DefenderLeaves: true,
		AttackerCommanderFell: true, DefenderCommanderFell: true, Seen: NoType})
	b1, b12 := node(t, "b1"), node(t, "b12")
	attack := Move{node(t, "a6"), node(t, "a7")}

	refuse(MoveEvent(Blue, Move{node(t, "e9"), node(t, "e8")}, false), "for red to act")
	refuse(AnswerEvent(Blue, both, b12), "for red to act")
	refuse(AnswerEvent(Red, both, b12), "red owes a move")
	refuse(ShowEvent(Red, b1), "red owes a move")
	refuse(AcceptDrawEvent(Red), "no draw was offered")
	refuse(Event{Kind: 7}, "no such event")
	refuse(Event{Kind: EventResign, Seat: 2}, "no such event")

	require.NoError(t, p.Apply(MoveEvent(Red, attack, true)))
	require.Equal(t, PhaseAnswer, p.Phase())
	require.Equal(t, Blue, p.ToAct())
	require.Equal(t, 1, p.Ply())
	attacker, defender, movers, ok := p.Clash()
	require.True(t, ok)
	require.Equal(t, node(t, "a6"), p.Where(attacker))
	require.Equal(t, node(t, "a7"), p.Where(defender))
	require.Equal(t, Mobile.Remove(Bomb), movers, "a front-row piece is no bomb")
	require.False(t, p.OfferOpen(), "first the answer")
	for c := range 256 {
		require.Equal(t, Code(c) == both || Code(c) == both-2, p.AnswerShowsFlag(Code(c)))
		idle := Start(Standard(), Red)
		require.False(t, idle.AnswerShowsFlag(Code(c)))
	}
	refuse(AcceptDrawEvent(Blue), "blue owes an answer")
	refuse(MoveEvent(Blue, attack, false), "blue owes an answer")
	refuse(PassEvent(Blue), "blue owes an answer")
	refuse(ResignEvent(Blue), "owes an answer")
	refuse(ResignEvent(Red), "owes an answer")
	refuse(AnswerEvent(Red, both, b12), "for blue to act")
	refuse(AnswerEvent(Blue, 8, NoNode), "codes 0 to 7")
	refuse(AnswerEvent(Blue, NoCode, NoNode), "codes 0 to 7")
	refuse(AnswerEvent(Blue, both, NoNode), "must be shown")
	refuse(AnswerEvent(Blue, both, b1), "must be shown")
	refuse(AnswerEvent(Blue, both, node(t, "d12")), "can't stand on d12")
	refuse(AnswerEvent(Blue, both, 200), "must be shown")
	refuse(AnswerEvent(Blue, 0, b12), "nothing asks for the place of a flag")

	require.NoError(t, p.Apply(AnswerEvent(Blue, both, b12)))
	require.Equal(t, PhaseShow, p.Phase())
	require.Equal(t, Red, p.ToAct())
	require.True(t, p.CommanderFell(Red) && p.CommanderFell(Blue))
	require.Equal(t, b12, p.FlagShown(Blue))
	require.Equal(t, NoNode, p.FlagShown(Red))
	refuse(MoveEvent(Red, Move{node(t, "e4"), node(t, "e5")}, false), "red owes the place of its flag")
	refuse(AcceptDrawEvent(Blue), "for red to act")
	refuse(ShowEvent(Blue, b12), "for red to act")
	refuse(ShowEvent(Red, NoNode), "must be shown")
	refuse(ShowEvent(Red, node(t, "d1")), "can't stand on d1")

	require.NoError(t, p.Apply(ShowEvent(Red, b1)))
	require.Equal(t, PhaseMove, p.Phase())
	require.Equal(t, Blue, p.ToAct())
	require.Equal(t, b1, p.FlagShown(Red))
	require.True(t, p.OfferOpen(), "after the answer and the show")
	refuse(ShowEvent(Blue, b12), "blue owes a move")
	require.NoError(t, p.Apply(AcceptDrawEvent(Blue)))
	require.Equal(t, Result{Over: true, Draw: true, Reason: ByAgreement}, p.Result())
	refuse(ResignEvent(Blue), "the game is over: draw (agreed)")
}

// An announcement that no types of the two pieces yield is refused, whoever says it.
func TestImpossibleAnswers(t *testing.T) {
	possible := func(s *scene, move, flagOn string) (list []string) {
		m, err := ParseMove(s.position.rules.Board(), move)
		require.NoError(t, err)
		p := s.position
		require.NoError(t, p.Apply(MoveEvent(p.ToAct(), m, false)))
		for c, said := range p.rules.Codes() {
			answered := p
			flag := NoNode
			if p.AnswerShowsFlag(Code(c)) {
				flag = node(t, flagOn)
			}
			if err := answered.Apply(AnswerEvent(p.ToAct(), Code(c), flag)); err != nil {
				require.ErrorContains(t, err, "can't be")
				continue
			}
			list = append(list, marks(said))
		}
		var listed []string
		for _, c := range p.Answers() {
			said, _ := p.rules.Announcement(c)
			listed = append(listed, marks(said))
		}
		require.Equal(t, listed, list)
		return list
	}
	require.Equal(t, []string{"+", "-", "=", "=ad"}, possible(set(t, "standard", Red, "r5@a6 b5@a7 bF@b12"), "a6-a7", "b12"),
		"in front there are no bombs and no mines")
	require.Equal(t, []string{"+", "+#", "-", "-a", "=", "=a", "=ad"},
		possible(set(t, "standard", Red, "r5@b11 b3@b12 bF@d12"), "b11-b12", "d12"), "in a headquarters anything may be, but the attacker came from the front")
	require.Equal(t, []string{"-", "="}, possible(set(t, "standard", Red, "r1@a2 b5@b7"), "a2-b7", "b12"),
		"around a corner comes an engineer")

	// What is known of flags and commanders counts too.
	s := set(t, "standard", Red, "r9@a6 b9@a7 r5@b11 r4@d11 bF@b12 b3@d12 b2@e2 rF@b1").play("a6xa7=!b1!b12 e2-e3")
	require.Equal(t, []string{"+#"}, possible(s, "b11-b12", "b12"), "there the flag was shown")
	require.Equal(t, []string{"+", "-", "="}, possible(s, "d11-d12", "b12"), "both commanders and the flag are known elsewhere")
}

// What a move opens: the types that could not have made it are gone from Known.
func TestKnown(t *testing.T) {
	s := set(t, "standard", Red, "r1@a2 b5@d12 bF@b12 rF@b1 b5@a10 b1@e8")
	red := s.position.At(node(t, "a2"))
	blue := s.position.At(node(t, "e8"))
	require.Equal(t, "M123456789B", s.position.Known(red).String())
	require.Equal(t, "M123456789B", s.position.MobileTypes(red).Add(Mine).String())

	s.play("a2-a3 e8-e9")
	require.Equal(t, "123456789B", s.position.Known(red).String())
	require.True(t, s.position.Moved(red))
	require.Equal(t, "123456789B", s.position.Known(blue).String())

	s.play("a3-b7")
	require.Equal(t, "1", s.position.Known(red).String())
	s.play("e9-e10 b7xa10-")
	require.Equal(t, NoNode, s.position.Where(red))
	require.Equal(t, "1", s.position.Known(red).String(), "what has left is not forgotten")
	require.Zero(t, s.position.MobileTypes(red))

	locked := s.position.At(node(t, "d12"))
	require.Equal(t, AllTypes, s.position.Known(locked))
	require.Zero(t, s.position.MobileTypes(locked), "whatever it is, it is locked in")
	require.Equal(t, AllTypes, s.position.Known(s.position.At(node(t, "b1"))))
}

// A piece that could not be what its way says is refused by everybody.
func TestKnownRefusesWays(t *testing.T) {
	s := set(t, "standard", Red, "r5@a3 b2@e9")
	s.refuse("a3-b7", "the regiment on a3 can't go to b7")
	require.NoError(t, s.position.Apply(MoveEvent(Red, Move{node(t, "a3"), node(t, "b7")}, false)), "nobody but a referee knows")

	s = set(t, "standard,bombs-fly=on,flag-takers=engineers", Red, "r5@a6 b2@e8")
	rider := s.position.At(node(t, "a6"))
	require.False(t, s.position.Known(rider).Has(Bomb))
	require.NoError(t, s.position.Apply(MoveEvent(Red, Move{node(t, "a6"), node(t, "b7")}, false)))
	require.Equal(t, "1", s.position.Known(rider).String(), "engineer or bomb, but no bomb started in front")
}

// No ruleset that there is leaves a piece unable to be an engineer; one that did
// would be refused ways that only engineers take.
func TestKnownTooLittle(t *testing.T) {
	s := set(t, "standard", Red, "r5@a3 b2@e9")
	s.position.known[s.position.At(node(t, "a3"))] = SetOf(Commander, Bomb)
	err := s.position.Apply(MoveEvent(Red, Move{node(t, "a3"), node(t, "b7")}, false))
	require.ErrorContains(t, err, "only 1 could go so, and this piece is one of 9B")
}

func TestRefusedMoves(t *testing.T) {
	s := set(t, "standard,mountains=engineers,camps=own", Red, "r5@a6 r4@a5 b6@a7 r3@b1 b3@b8 r1@bm b2@b7 r2@c8 b1@dm r7@c6 rM@e2 rF@d1")
	for _, c := range []struct{ turn, reason string }{
		{"a6-a5", "red's own piece stands on a5"},
		{"a7-a8", "the piece on a7 is not red's"},
		{"c3-c4", "nothing stands on c3"},
		{"a6-a6", "another node"},
		{"a6-a8", "no road or open rail leads"},
		{"b1-b2", "who stands in a headquarters (b1) never leaves it"},
		{"c8xb8", "b8 is a camp of blue, which only blue enters"},
		{"c8-d8", "d8 is a camp of blue, which only blue enters"},
		{"bm-b7", "a mountain (bm) is left only onto an empty node"},
		{"c6-dm", "who stands on a mountain (dm) is safe"},
		{"e2-e3", "the mine on e2 can't go to e3"},
		{"d1-d2", "who stands in a headquarters (d1) never leaves it"},
	} {
		s.refuse(c.turn, c.reason)
		p := s.position
		m, err := ParseMove(p.rules.Board(), c.turn)
		require.NoError(t, err)
		if c.turn != "e2-e3" && c.turn != "d1-d2" { // only the referee knows what these are
			require.ErrorContains(t, p.Apply(MoveEvent(Red, m, false)), c.reason)
		}
		require.Equal(t, s.position.Movers(m.From, m.To) != 0, c.turn == "a7-a8" || c.turn == "e2-e3")
	}
	safe := set(t, "standard", Red, "r2@c8 b3@b8").refuse("c8-b8", "who stands in a camp (b8) is safe")
	for _, m := range []Move{{60, 5}, {5, 61}, {NoNode, 5}, {5, NoNode}, {200, 201}} {
		err := safe.position.Apply(MoveEvent(Red, m, false))
		require.ErrorContains(t, err, "no such node")
		require.ErrorContains(t, safe.position.CheckMove(Red, safe.layouts[Red], m), "no such node")
	}
	flags := set(t, "standard,hq=free", Red, "rF@b1 b2@e8").refuse("b1-b2", "the flag on b1 can't go to b2")
	require.NoError(t, flags.position.CheckMove(Blue, flags.layouts[Blue], Move{node(t, "e8"), node(t, "e9")}), "whoever's turn it is")
}

func TestReferee(t *testing.T) {
	s := set(t, "standard", Red, "r5@a6 b4@a7 rF@b1 bF@b12")
	_, err := s.Play(AnswerEvent(Red, 0, NoNode))
	require.ErrorContains(t, err, "for the referee to say")
	_, err = s.Play(ShowEvent(Red, node(t, "b1")))
	require.ErrorContains(t, err, "for the referee to say")
	s.refuse("no-move", "the piece on a6 can move")
	played, err := s.Play(MoveEvent(Red, Move{node(t, "a6"), node(t, "a7")}, false))
	require.NoError(t, err)
	require.Len(t, played, 2)
	require.Equal(t, EventAnswer, played[1].Kind)
	require.True(t, s.Stuck())
	s.refuse("pass", "blue had no legal move")
	s.refuse("draw", "no draw was offered")
	s.play("no-move").ends("red wins (no-move)")

	_, err = NewReferee(Standard(), [2]Layout{Presets()["decoy"]}, Red)
	require.ErrorContains(t, err, "blue: layout: row 1, column 1")
	require.Equal(t, NoType, s.Type(NoPiece))
	p := Start(Standard(), Red)
	require.Error(t, p.Apply(p.Announce([2]Layout{})), "nothing is owed")
}
