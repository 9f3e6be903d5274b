package protocol

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// drawnTable seats two players whose layouts are drawn.
func drawnTable(t testing.TB, seed uint64) *table {
	tb := newTable(t, "drawn,first=red", seed)
	require.Equal(t, Play, tb.match().Stage())
	return tb
}

// Two seats draw their layouts, which neither chose and both know only their own of, and play to an
// honest end; a program that was killed at any time makes the same records.
func TestDrawnMatch(t *testing.T) {
	tb := drawnTable(t, 1)
	red, ok := tb.players[engine.Red].Layout()
	require.True(t, ok)
	blue, ok := tb.players[engine.Blue].Layout()
	require.True(t, ok)
	rules := tb.match().rules
	require.NoError(t, rules.CheckLayout(red))
	require.NoError(t, rules.CheckLayout(blue))
	require.NotEqual(t, red, blue)
	require.ErrorIs(t, tb.players[engine.Red].Place(red), ErrPlaced)
	other, _ := drawnTable(t, 2).players[engine.Red].Layout()
	require.NotEqual(t, red, other)

	_, shuffle := tb.at(engine.Red, transcript.Shuffle)
	_, lots := tb.at(engine.Red, transcript.Lots)
	_, drawn := tb.at(engine.Red, transcript.Layout)
	size, err := layout.BodySize(rules)
	require.NoError(t, err)
	require.Len(t, shuffle.Body, 2*4288)
	require.Len(t, lots.Body, 896)
	require.Len(t, drawn.Body, size+800)

	tb.play(-1)
	report := Audit(tb.match().File())
	require.Equal(t, Honest, report.Verdict, "%v", report.Reason)
	require.Equal(t, []engine.Layout{red, blue}, report.Layouts)
}

// A layout that is not the drawn one can't be proven to be.
func TestFalseLotsAreRefused(t *testing.T) {
	tb := drawnTable(t, 1)
	p := tb.players[engine.Red]
	secret := p.secret
	honest := secret.Layout
	m, record := tb.at(engine.Red, transcript.Layout)
	size, _ := layout.BodySize(m.rules)
	refused := func(kind transcript.Kind, m *Match, body []byte) {
		t.Helper()
		raw := tb.forgeOn(m.Head(), engine.Red, kind, body)
		before := m.lots
		err := m.Append(raw)
		var refusal *Refusal
		require.ErrorAs(t, err, &refusal)
		require.True(t, refusal.Provable)
		require.Same(t, before, m.lots)
	}
	for i := range honest {
		j := (i + 7) % len(honest)
		if honest[i] == honest[j] {
			continue
		}
		secret.Layout = slices.Clone(honest)
		secret.Layout[i], secret.Layout[j] = honest[j], honest[i]
		body, err := layout.Prove(m.contexts[engine.Red], m.rules, secret.LayoutSecret())
		require.NoError(t, err)
		commitment, err := layout.Verify(m.contexts[engine.Red], m.rules, body)
		require.NoError(t, err)
		at := m.proofPlace(transcript.Layout, engine.Red, nil, 0)
		proof, err := commitment.ProveLot(at, secret.Deck, m.lots.rest[engine.Red], secret.LayoutSecret(), p.deckNonces())
		require.NoError(t, err)
		refused(transcript.Layout, m, append(body, proof...))
		refused(transcript.Layout, m, append(bytes.Clone(body), record.Body[size:]...))
		if i > 3 {
			break
		}
	}
	secret.Layout = honest
	for _, body := range altered(record.Body[size:]) {
		refused(transcript.Layout, m, append(bytes.Clone(record.Body[:size]), body...))
	}
	m, record = tb.at(engine.Red, transcript.Lots)
	for _, body := range altered(record.Body) {
		refused(transcript.Lots, m, body)
	}
	m, record = tb.at(engine.Red, transcript.Shuffle)
	for _, body := range [][]byte{slices.Concat(record.Body[4288:], record.Body[:4288]), record.Body[:4288], record.Body[1:], record.Body[2:]} {
		refused(transcript.Shuffle, m, body)
	}
}
