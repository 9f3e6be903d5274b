package protocol

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// ghosts is a game of Geister in which red's ghost from b2 walks to the exit a6, out of blue's way;
// first is what it is. It is blue's turn.
func ghosts(t *testing.T, first engine.Type) *table {
	text, err := os.ReadFile("../testdata/rulesets/geister.json")
	require.NoError(t, err)
	rules, err := engine.ParseRules(text)
	require.NoError(t, err)
	r := rules.Rules()
	r.Views.First = "red"
	rules, err = engine.NewRuleset(r)
	require.NoError(t, err)
	tb := seatTable(t, HostConfig{Rules: rules, Seat: engine.Red}, 3)
	l := make(engine.Layout, 8)
	for number := range l {
		l[number] = (first + engine.Type(number)) % 2
	}
	for _, p := range tb.players {
		require.NoError(t, p.Place(l))
	}
	tb.sync()
	tb.movesHere("b2-a2", "e5-f5", "a2-a3", "f5-e5", "a3-a4", "e5-f5", "a4-a5", "f5-e5", "a5-a6")
	return tb
}

// A good ghost that is still on the exit at its side's next turn leaves and wins: its program says so
// by itself, with a proof, and all is honest. Nobody learns more of it before.
func TestArrival(t *testing.T) {
	tb := ghosts(t, 0)
	position := tb.match().Position()
	require.Equal(t, 2, position.Known(engine.PieceOf(engine.Red, 0)).Len())
	tb.movesHere("e5-f5")
	require.Equal(t, "red wins (reach)", tb.match().Result().String())
	m := tb.match()
	require.Contains(t, kindsOf(m), transcript.Arrive)
	report := Audit(m.File())
	require.Equal(t, Honest, report.Verdict, "%v", report)
}

// An evil ghost does not win there, whatever its owner says.
func TestFalseArrivalIsRefused(t *testing.T) {
	tb := ghosts(t, 1)
	tb.movesHere("e5-f5")
	m := tb.match()
	require.False(t, m.over())
	a6, _ := m.rules.Board().Node("a6")
	require.Contains(t, m.Owed()[0].Kinds, transcript.Arrive)
	body := transcript.ArriveBody{Node: a6}
	at := m.proofPlace(transcript.Arrive, engine.Red, body.Head(), 0)
	body.Proof = opening(tb, at, 0, m.layouts[engine.Red].Column(0, 0), 1)
	sign := func(body []byte) []byte { return transcriptOn(tb, m, engine.Red, transcript.Arrive, body) }
	refusedAs(t, m, sign(body.Marshal()), true, "proof")
	refusedAs(t, m, sign(nil), true, "malformed")
	refusedAs(t, m, sign(body.Head()), true, "wrong length")
	elsewhere := transcript.ArriveBody{Node: a6 + 1, Proof: body.Proof}
	refusedAs(t, m, sign(elsewhere.Marshal()), true, "is on a goal")
}

// movesHere plays moves in the names of the table's board.
func (tb *table) movesHere(moves ...string) {
	for _, text := range moves {
		m, err := tb.match().rules.Board().ParseMove(text)
		require.NoError(tb.t, err)
		require.NoError(tb.t, tb.mover().Play(m, false, tb.rng))
		tb.sync()
	}
}

func kindsOf(m *Match) (kinds []transcript.Kind) {
	for i := range m.Len() {
		r, err := transcript.Parse(m.Record(i))
		if err == nil {
			kinds = append(kinds, r.Kind)
		}
	}
	return kinds
}
