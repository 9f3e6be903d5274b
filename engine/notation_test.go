package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseMove(t *testing.T) {
	b := Standard().Board()
	for _, text := range []string{"a6-a7", "a6xa7"} {
		m, err := ParseMove(b, text)
		require.NoError(t, err)
		require.Equal(t, "a6-a7", m.String())
	}
	for _, c := range []struct{ text, reason string }{
		{"", "write where from and where to"},
		{"a6", "write where from and where to"},
		{"a6a7", "write where from and where to"},
		{"a6-", `there is no node ""`},
		{"a6-a13", `there is no node "a13"`},
		{"a6-a7-a8", `there is no node "a7-a8"`},
		{"a6xa7+", `there is no node "a7+"`},
		{"a6-bm", `there is no node "bm"`},
		{" a6-a7", `there is no node " a6"`},
	} {
		m, err := ParseMove(b, c.text)
		require.ErrorContains(t, err, c.reason)
		require.Equal(t, Move{NoNode, NoNode}, m)
	}
	rs, err := Rules("standard,mountains=any")
	require.NoError(t, err)
	m, err := ParseMove(rs.Board(), "a6-bm")
	require.NoError(t, err)
	require.Equal(t, "a6-bm", m.String())
}

func TestParseTurn(t *testing.T) {
	for _, text := range []string{
		"pass", "resign", "no-move", "draw",
		"a6-a7", "a6-a7?", "a6xa7", "a6xa7?", "a6xa7+", "a6xa7-", "a6xa7=", "a6xa7~", "a6xa7~?",
		"b11xb12+#", "b11xb12=#", "a6xa7=!b1", "a6xa7=!b1!d12", "a6xa7-!b1", "a6xa7=!blue", "a6xa7=!red!b12?",
		"a6xa7-(5)", "a6xa7=(B)?", "a6-bm",
	} {
		turn, err := ParseTurn(text)
		require.NoError(t, err, text)
		require.Equal(t, text, turn.String())
	}
	for _, c := range []struct{ text, reason string }{
		{"", "write where from"},
		{"passed", "write where from"},
		{"a6-a7+", "stands only after an attack"},
		{"a6-z7", `unknown node "z7"`},
		{"z6-a7", `unknown node "z6"`},
		{"a6xa7++", `written "a6xa7+"`},
		{"a6xa7+-", `written "a6xa7="`},
		{"a6xa7#+", `written "a6xa7+#"`},
		{"a6xa7=!d12!b1", `written "a6xa7=!b1!d12"`},
		{"a6xa7=!b1!d1", `written "a6xa7=!d1"`},
		{"a6xa7=!c1", "c1 is no headquarters"},
		{"a6xa7=!", `unknown node ""`},
		{"a6xa7=!green", `unknown node "green"`},
		{"a6xa7-(X)", "after ( goes a piece's letter and )"},
		{"a6xa7-(5", "after ( goes a piece's letter and )"},
		{"a6xa7-(engineer)", `written "a6xa7-(1)"`},
		{"a6xa7 ", "unknown node"},
	} {
		_, err := ParseTurn(c.text)
		require.ErrorContains(t, err, c.reason, c.text)
	}
}

// A whole game, written down and read again.
func TestTurns(t *testing.T) {
	for _, spec := range []string{"standard", "standard,scout=on,carry=home,flag-takers=engineers,mountains=any"} {
		rs, err := Rules(spec)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(5, 5))
		r, events := playRandomly(t, rs, rng)
		turns, err := Turns(rs, Red, events)
		require.NoError(t, err)
		require.Len(t, turns, countTurns(events))
		attacks := 0
		for _, turn := range turns {
			again, err := ParseTurn(turn.String())
			require.NoError(t, err)
			require.Equal(t, turn, again)
			if turn.Attacks {
				attacks++
			}
		}
		require.Greater(t, attacks, 10)
		require.True(t, r.position.Result().Over)
	}
	_, err := Turns(Standard(), Red, []Event{NoMoveEvent(Red)})
	require.Error(t, err)
}

func countTurns(events []Event) (n int) {
	for _, e := range events {
		if e.Kind != EventAnswer && e.Kind != EventShow {
			n++
		}
	}
	return n
}

// playRandomly plays a game of random legal moves to its end.
func playRandomly(t testing.TB, rs *Ruleset, rng *rand.Rand) (*Referee, []Event) {
	r, err := NewReferee(rs, [2]Layout{RandomLayout(rs, rng), RandomLayout(rs, rng)}, Red)
	require.NoError(t, err)
	var events []Event
	for !r.position.Result().Over {
		e := NoMoveEvent(r.position.ToAct())
		if moves := r.LegalMoves(); len(moves) > 0 {
			e = MoveEvent(e.Seat, moves[rng.IntN(len(moves))], false)
		}
		played, err := r.Play(e)
		require.NoError(t, err)
		events = append(events, played...)
	}
	return r, events
}

func FuzzParseMove(f *testing.F) {
	f.Add("a6-a7")
	f.Add("a6xa7")
	f.Add("bm-dm")
	f.Fuzz(func(t *testing.T, text string) {
		rs, err := Rules("standard,mountains=any")
		require.NoError(t, err)
		m, err := ParseMove(rs.Board(), text)
		if err != nil {
			return
		}
		require.Equal(t, text, strings.Replace(m.String(), "-", string(text[len(m.From.String())]), 1))
	})
}

func FuzzParseTurn(f *testing.F) {
	for _, text := range []string{"pass", "a6-a7?", "a6xa7=!red!b12?", "a6xa7-(5)", "b11xb12=#", "a6xa7~"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if turn, err := ParseTurn(text); err == nil {
			require.Equal(t, text, turn.String())
		}
	})
}
