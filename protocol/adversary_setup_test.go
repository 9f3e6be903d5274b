package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// No resolver of today puts anything into a Layout. Bytes that nobody reads
// are refused, however well they are proven.
func TestLayoutWithUnneededBytesIsRefused(t *testing.T) {
	tb := newTable(t, "standard", 1)
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	l, err := engine.ParseLayout("42239/2.1.6/74.58/1.3.1/MM35M/BF76B")
	require.NoError(t, err)
	require.NoError(t, red.Place(l))
	secret := red.secret.LayoutSecret()
	secret.Setup = []byte("hello")
	m := blue.Match()
	body, err := layout.Prove(m.contexts[engine.Red], m.rules, secret)
	require.NoError(t, err)
	h := transcript.LayoutCommitment(m.id, engine.Red, m.keys[engine.Red], body)
	require.NoError(t, m.Append(transcriptOn(tb, m, engine.Red, transcript.Commit, h[:])))
	require.NoError(t, m.Append(transcriptOn(tb, m, engine.Blue, transcript.Commit, h[:])))
	var refusal *Refusal
	require.ErrorAs(t, m.Append(transcriptOn(tb, m, engine.Red, transcript.Layout, body)), &refusal)
	require.True(t, refusal.Provable)
	require.ErrorContains(t, refusal, "needs none")
}
