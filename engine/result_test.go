package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

func TestResultsAsText(t *testing.T) {
	for _, c := range []struct {
		r    engine.Result
		text string
	}{
		{engine.Result{}, "not over"},
		{engine.Result{Over: true, Winners: engine.SeatsOf(engine.Blue), Reason: engine.ByFlag}, "blue wins (flag)"},
		{engine.Result{Over: true, Winners: engine.SeatsOf(engine.Blue, engine.Teal), Reason: engine.ByTimeouts}, "blue and teal win (timeouts)"},
		{engine.Result{Over: true, Winners: engine.SeatsOf(engine.Red, engine.Amber, engine.Teal), Reason: engine.ByNoMove}, "red, amber and teal win (no-move)"},
		{engine.Result{Over: true, Draw: true, Reason: engine.ByLastBoth}, "draw (last-both)"},
		{engine.Result{Over: true, Draw: true, Reason: 200}, "draw (reason 200)"},
	} {
		require.Equal(t, c.text, c.r.String())
	}
	require.Equal(t, "absent", engine.ByAbsence.String())
	require.Equal(t, "absent", engine.EventAbsent.String())
	require.Equal(t, "event 13", (engine.EventArrive + 1).String())
	require.Equal(t, "phase 6", (engine.PhaseDeal + 1).String())
}

// A refusal names the event by the names of the board, and its rule has a code.
func TestRefusalsHaveCodes(t *testing.T) {
	s := set(t, "standard", engine.Red, "r5@a3 b5@e9 rF@b1 bF@b12")
	for code, c := range map[string]struct {
		e    engine.Event
		text string
	}{
		"engine.node-empty":   {engine.MoveEvent(engine.Red, engine.Move{From: s.node("c4"), To: s.node("c5")}, false), "c4-c5 by red: nothing stands on c4"},
		"engine.not-to-act":   {engine.PassEvent(engine.Blue), "pass by blue: it is red's turn to act"},
		"engine.no-offer":     {engine.AcceptDrawEvent(engine.Red), "draw by red: not all the others have offered a draw"},
		"engine.owes-move":    {engine.AnswerEvent(engine.Red, 0, engine.NoNode), "answer by red: red owes a move"},
		"engine.node-unknown": {engine.MoveEvent(engine.Red, engine.Move{From: 60, To: 200}, false), "node 60-node 200 by red: there is no such node on this board"},
	} {
		err := s.position.Apply(c.e)
		require.EqualError(t, err, c.text)
		require.Equal(t, code, coded.Code(err))
		var refusal *engine.RuleError
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, c.e, refusal.Event)
	}
}
