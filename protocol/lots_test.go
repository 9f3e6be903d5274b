package protocol

import (
	"bytes"
	"crypto/ed25519"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
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
// honest end.
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

// Programs that are killed before each record of the draw, or when the record is signed and the Player not
// stored since its cards could be read, make the same records and read the same layouts.
func TestDrawnPlayersAreRestored(t *testing.T) {
	t.Parallel()
	rules, err := junqi.Rules("drawn,first=red")
	require.NoError(t, err)
	invite, inviteKey := inviteKeys(1)
	rng := testRand(1)
	host, err := Host(HostConfig{Rules: rules, Seat: engine.Red, Invites: []ed25519.PublicKey{invite}}, rng)
	require.NoError(t, err)
	guest, err := Join(host.Match().Record(0), engine.Blue, inviteKey, rng)
	require.NoError(t, err)
	require.NoError(t, host.Receive(guest.Match().Record(1)))
	tb := &table{t: t, rng: rng, players: [2]*Player{host, guest}}
	first := [2][]byte{host.Secret(), guest.Secret()}
	killed := map[transcript.Kind]int{}
	for tb.match().Stage() != Play {
		for seat, p := range tb.players {
			n := p.Match().Len()
			stored := p.Secret()
			made, err := p.Proceed(rng)
			require.NoError(t, err)
			if !made {
				continue
			}
			raw := p.Match().Record(n)
			kind := transcript.Kind(raw[0])
			killed[kind]++
			for _, secret := range [][]byte{stored, first[seat]} {
				again, err := Restore(secret, p.Match().Records()[:n], nil)
				require.NoError(t, err)
				made, err = again.Proceed(rng)
				require.NoError(t, err)
				require.True(t, made)
				require.Equal(t, raw, again.Match().Record(n), "%s", kind)
			}
			after, err := Restore(stored, p.Match().Records(), nil)
			require.NoError(t, err)
			_, err = after.Proceed(rng)
			require.NoError(t, err)
			before, _ := p.Layout()
			read, _ := after.Layout()
			if before != nil {
				require.Equal(t, before, read)
			}
			tb.players[seat] = after
			require.NoError(t, tb.players[1-seat].Receive(raw))
		}
	}
	require.Equal(t, map[transcript.Kind]int{transcript.Commit: 2, transcript.Key: 2, transcript.Shuffle: 2, transcript.Lots: 2, transcript.Layout: 2}, killed)
	tb.play(-1)
	require.Equal(t, Honest, Audit(tb.match().File()).Verdict)
}

// A layout that is not the drawn one can't be proven to be.
func TestFalseLotsAreRefused(t *testing.T) {
	t.Parallel()
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
	bodies := [][]byte{slices.Concat(record.Body[4288:], record.Body[:4288]), record.Body[:4288], record.Body[1:], record.Body[2:]}
	for _, body := range append(bodies, altered(record.Body)...) {
		refused(transcript.Shuffle, m, body)
	}
}
