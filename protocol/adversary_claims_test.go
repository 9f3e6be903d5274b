package protocol

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Whoever has claimed something before it cheats, or was claimed to be silent,
// is convicted all the same: the Fault closes the file, whatever it contains.
func TestClaimBeforeTheFaultShieldsNobody(t *testing.T) {
	for name, claimers := range map[string][]engine.Seat{
		"the cheat claims": {engine.Red}, "the honest seat claims": {engine.Blue}, "both claim": {engine.Blue, engine.Red},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, "standard,first=red", 1)
			tb.place()
			honest := tb.players[engine.Blue]
			for _, seat := range claimers {
				body := transcript.ClaimBody{At: honest.Match().Head()}
				require.NoError(t, honest.Match().Append(transcriptOn(tb, honest.Match(), seat, transcript.Claim, body.Marshal())))
			}
			false1 := transcriptOn(tb, honest.Match(), engine.Red, transcript.NoMove, make([]byte, 64))
			require.Error(t, honest.Receive(false1))
			made, err := honest.Proceed(tb.rng)
			require.NoError(t, err)
			require.True(t, made)

			report := Audit(honest.Match().File())
			require.Equal(t, Cheating, report.Verdict, report.Reason)
			require.Equal(t, engine.Red, report.Conviction.Culprit)
			require.Len(t, report.Claims, len(claimers))
			certificate, err := Certify(honest.Match().File())
			require.NoError(t, err)
			c, err := VerifyCertificate(certificate)
			require.NoError(t, err)
			require.Equal(t, engine.Red, c.Culprit)
			_, err = Restore(honest.Secret(), chainOf(honest.Match()), honest.Match().Extras())
			require.NoError(t, err)
		})
	}
}

// A Claim is about one silence. When that has ended and another begins, the
// next Claim takes its place; an earlier one does not come back.
func TestLaterClaimTakesThePlace(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	m := tb.players[engine.Red].Match()
	claim := func() []byte {
		body := transcript.ClaimBody{At: m.Head()}
		return transcriptOn(tb, m, engine.Red, transcript.Claim, body.Marshal())
	}
	tb.play(1)
	first := claim()
	require.NoError(t, m.Append(first))
	require.ErrorIs(t, m.Append(first), errDuplicate)
	require.ErrorContains(t, Audit(m.File()).Reason, "silence is claimed")
	tb.play(2)
	require.Contains(t, m.Extras(), first, "it stands until there is another")
	require.NotContains(t, fmt.Sprint(Audit(m.File()).Reason), "silence is claimed", "but that silence has ended")

	second := claim()
	require.NoError(t, m.Append(second))
	require.Equal(t, [][]byte{second}, m.Extras())
	require.ErrorIs(t, m.Append(first), errDuplicate)
	for range 2 { // the other side may still echo the first
		require.NoError(t, m.Receive(first))
		require.NoError(t, tb.players[engine.Red].Receive(first))
	}
	require.Equal(t, [][]byte{second}, m.Extras())
	first[len(first)-1] ^= 1
	require.Error(t, m.Receive(first), "that is not an echo")
	report := Audit(m.File())
	require.Equal(t, Incomplete, report.Verdict)
	require.Equal(t, []engine.Seat{engine.Red}, report.Claims)
	require.ErrorContains(t, report.Reason, "silence is claimed")
}

// Under grace=off no program's Claim is taken.
func TestForeignClaimWithoutGrace(t *testing.T) {
	tb := newTable(t, "standard,first=red,clock=off,grace=off", 1)
	tb.place()
	tb.play(1)
	m := tb.players[engine.Red].Match()
	body := transcript.ClaimBody{At: m.Head()}
	err := m.Append(transcriptOn(tb, m, engine.Red, transcript.Claim, body.Marshal()))
	require.ErrorIs(t, err, errNoGrace)
	var refused *Refusal
	require.ErrorAs(t, err, &refused)
	require.False(t, refused.Provable)
	require.Empty(t, m.Extras())
}
