package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func TestParseMove(t *testing.T) {
	b := junqi.Standard().Board()
	for _, text := range []string{"a6-a7", "a6xa7"} {
		m, err := b.ParseMove(text)
		require.NoError(t, err)
		require.Equal(t, "a6-a7", b.FormatMove(m))
	}
	for _, c := range []struct{ text, reason string }{
		{"", "write the start and the destination"},
		{"a6", "write the start and the destination"},
		{"a6a7", "write the start and the destination"},
		{"a6-", `there is no node ""`},
		{"a6-a13", `there is no node "a13"`},
		{"a6-a7-a8", `there is no node "a7-a8"`},
		{"a6xa7+", `there is no node "a7+"`},
		{"a6-bm", `there is no node "bm"`},
		{" a6-a7", `there is no node " a6"`},
	} {
		m, err := b.ParseMove(c.text)
		require.ErrorContains(t, err, c.reason)
		require.Equal(t, engine.Move{From: engine.NoNode, To: engine.NoNode}, m)
	}
	b = rules(t, "standard,mountains=any").Board()
	m, err := b.ParseMove("a6-bm")
	require.NoError(t, err)
	require.Equal(t, "a6-bm", b.FormatMove(m))
}

func TestParseTurn(t *testing.T) {
	rs := rules(t, "standard,mountains=any")
	for _, text := range []string{
		"pass", "resign:red", "resign:blue", "absent:red", "no-move", "draw", "+", "=", "=!b1", "!b1", "~", "-(5)",
		"a6-a7", "a6-a7?", "a6xa7", "a6xa7?", "a6xa7+", "a6xa7-", "a6xa7=", "a6xa7~", "a6xa7~?",
		"b11xb12+#", "b11xb12=#", "a6xa7=!b1", "a6xa7=!b1!d12", "a6xa7-!b1", "a6xa7=!blue", "a6xa7=!red!b12?",
		"a6xa7-(5)", "a6xa7=(B)?", "a6-bm", "a6xa7+(7:)", "a6xa7+(7:5)",
	} {
		turn, err := rs.ParseTurn(text)
		require.NoError(t, err, text)
		require.Equal(t, text, rs.FormatTurn(turn))
	}
	for _, c := range []struct{ text, reason string }{
		{"", "write the start"},
		{"passed", "write the start"},
		{"a6-a7+", "is only allowed after an attack"},
		{"a6-z7", `there is no node "z7"`},
		{"z6-a7", `there is no node "z6"`},
		{"a6xa7++", `write "a6xa7+"`},
		{"a6xa7+-", `write "a6xa7="`},
		{"a6xa7#+", `write "a6xa7+#"`},
		{"a6xa7=!d12!b1", `write "a6xa7=!b1!d12"`},
		{"a6xa7=!b1!d1", `write "a6xa7=!d1"`},
		{"a6xa7=!c1", "no flag starts on c1"},
		{"a6xa7=!", `there is no node ""`},
		{"a6xa7=!green", `there is no node "green"`},
		{"a6xa7-(X)", "after ( write a piece's letter and )"},
		{"a6xa7-(5", "after ( write a piece's letter and )"},
		{"a6xa7-(engineer)", `write "a6xa7-(1)"`},
		{"a6xa7 ", "there is no node"},
		{"resign", "write the start"},
		{"resign:", `unknown seat ""`},
		{"resign:teal", `unknown seat "teal": the seats are red and blue`},
		{"pass:red", "write the start"},
		{"a6xa7+(:5)", `write "a6xa7+(5)"`},
		{"a6xa7+(:)", "after ( write"},
		{"+?", "is only allowed with a move"},
		{"!b1=", "there is no node"},
	} {
		_, err := rs.ParseTurn(c.text)
		require.ErrorContains(t, err, c.reason, c.text)
	}
}

// Whole games, written down and read again.
func TestTurns(t *testing.T) {
	for _, rs := range []*engine.Ruleset{
		rules(t, "standard"), rules(t, "standard,scout=on,carry=home,flag-takers=engineers,mountains=any"),
		rules(t, "siguo"), loadRuleset(t, "three-lamps.json"), loadRuleset(t, "stratego.json"),
	} {
		g := playToEnd(t, rs, rand.New(rand.NewPCG(5, 5)))
		turns, err := engine.Turns(rs, g.First, g.Events)
		require.NoError(t, err)
		require.Len(t, turns, countTurns(g.Events))
		attacked := 0
		for _, turn := range turns {
			again, err := rs.ParseTurn(rs.FormatTurn(turn))
			require.NoError(t, err)
			require.Equal(t, turn, again)
			if turn.Attacks {
				attacked++
			}
		}
		require.Greater(t, attacked, 8)
	}
	_, err := engine.Turns(junqi.Standard(), engine.Red, []engine.Event{engine.NoMoveEvent(engine.Red)})
	require.Error(t, err)
}

func countTurns(events []engine.Event) (n int) {
	for _, e := range events {
		if e.Kind != engine.EventAnswer && e.Kind != engine.EventShow {
			n++
		}
	}
	return n
}

// Where a third seat goes out in the middle of a turn, what was announced of it stands by
// itself.
func TestAnnouncementAfterSomebodyWentOut(t *testing.T) {
	rs := rules(t, "siguo")
	l := junqi.Layouts()["triangle"]
	g := engine.Game{Rules: rs, First: engine.Red, Layouts: [engine.MaxSeats]engine.Layout{l, l, l, l}}
	r, err := engine.NewReferee(rs, g.Layouts[:rs.NumSeats()], engine.Red)
	require.NoError(t, err)
	var all []engine.Event
	play := func(events ...engine.Event) {
		for _, e := range events {
			require.NoError(t, r.Game().Apply(e))
			all = append(all, e)
		}
	}
	move, err := rs.Board().ParseMove("k6-l7") // round the arc, onto the next arm
	require.NoError(t, err)
	play(engine.MoveEvent(engine.Red, move, false), engine.AbsentEvent(engine.Teal))
	play(r.Game().Announce(g.Layouts[:]), engine.AbsentEvent(engine.Amber))
	g.Events = all
	text, err := junqi.FormatGame(g)
	require.NoError(t, err)
	require.Contains(t, text, "\n1. k6xl7 absent:teal - absent:amber\n")
	requireReadBack(t, g)
	_, err = junqi.ParseGame(strings.Replace(text, "k6xl7 absent:teal -", "k6xl7 - absent:teal", 1))
	require.ErrorContains(t, err, "written without a space")
}

func FuzzParseMove(f *testing.F) {
	f.Add("a6-a7")
	f.Add("a6xa7")
	f.Add("bm-dm")
	b := rules(f, "standard,mountains=any").Board()
	f.Fuzz(func(t *testing.T, text string) {
		m, err := b.ParseMove(text)
		if err != nil {
			return
		}
		require.Equal(t, text, strings.Replace(b.FormatMove(m), "-", string(text[len(b.Name(m.From))]), 1))
	})
}

func FuzzParseTurn(f *testing.F) {
	for _, text := range []string{"pass", "a6-a7?", "a6xa7=!red!b12?", "a6xa7-(5)", "a6xa7+(7:5)", "b11xb12=#", "a6xa7~", "absent:teal", "=!b1"} {
		f.Add("standard", text)
	}
	f.Add("siguo", "k6xl7+")
	f.Fuzz(func(t *testing.T, spec, text string) {
		rs, err := junqi.Rules(spec)
		if err != nil {
			rs = junqi.Standard()
		}
		if turn, err := rs.ParseTurn(text); err == nil {
			require.Equal(t, text, rs.FormatTurn(turn))
		}
	})
}
