package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// No false record is too large to be evidence: what a Match can refuse, a
// Fault can hold.
func TestLargestFalseRecordIsSealed(t *testing.T) {
	for name, kinds := range map[string][]transcript.Kind{
		"out of shape":            {transcript.AcceptDraw},
		"an announcement unasked": {transcript.Answer},
		"two on one place":        {transcript.AcceptDraw, transcript.Layout},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, "standard,first=red", 1)
			tb.place()
			honest := tb.players[engine.Blue]
			at := honest.Match().Head()
			var records [][]byte
			for _, kind := range kinds {
				records = append(records, tb.forge(engine.Red, kind, make([]byte, transcript.MaxBody)))
			}
			if len(records) == 1 {
				require.Error(t, honest.Receive(records[0]))
				made, err := honest.Proceed(tb.rng)
				require.NoError(t, err)
				require.True(t, made)
			} else {
				body := transcript.FaultBody{At: at, Records: records}
				require.NoError(t, honest.signOn(at, transcript.Fault, body.Marshal()))
			}
			report := Audit(honest.Match().File())
			require.Equal(t, Cheating, report.Verdict, report.Reason)
			require.Equal(t, engine.Red, report.Conviction.Culprit)
		})
	}
}

// A seat restored from an old copy may have signed twice on one place. Whoever
// shows it the other record learns nothing new; it does not seal the match
// against itself.
func TestNobodyAccusesItself(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	red := tb.players[engine.Red]
	forgotten := tb.forge(engine.Red, transcript.Resign, nil)
	require.NoError(t, red.Pass(tb.rng))
	tb.sync()
	require.NoError(t, tb.players[engine.Blue].Pass(tb.rng))
	tb.sync()

	var refusal *Refusal
	require.ErrorAs(t, red.Receive(forgotten), &refusal)
	require.Equal(t, engine.Red, refusal.Culprit)
	made, err := red.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made)
	require.Equal(t, Play, red.Match().Stage())
}
