package protocol

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Under an audited resolver a cheat that attacks with the row of the commander
// whatever its piece is makes its commander fall twice. The second code can't
// be: the attacked seat must not get stuck on it, nor sign it. It disputes, and
// the audit convicts the attacker of its first false reply.
func TestAuditedImpossibleCodeIsDisputed(t *testing.T) {
	tb := newAuditedTable(t, "standard,quiet-draw=off", garbled.Name, 8)
	tb.place()
	red := tb.players[engine.Red]
	for tb.mover() != nil {
		p := tb.mover()
		own, _ := p.Layout()
		position := p.Match().Position()
		moves := position.LegalMoves(p.Seat(), own)
		move := moves[tb.rng.Uint64()%uint64(len(moves))]
		for _, m := range moves { // red attacks whenever it can
			if p == red && position.At(m.To) != engine.NoPiece {
				move = m
			}
		}
		require.NoError(t, p.Play(move, false, tb.rng))
		if _, _, movers, ok := p.match.position.Clash(); ok && p == red && movers.Has(junqi.Commander) {
			red.secret.Layout[position.At(move.From).Number()] = junqi.Commander
		}
		tb.sync()
	}
	seat, disputed := tb.match().Disputed()
	require.True(t, disputed)
	require.Equal(t, engine.Blue, seat)
	report := Audit(tb.match().File())
	require.Equal(t, Cheating, report.Verdict)
	require.Equal(t, engine.Red, report.Conviction.Culprit)
	require.ErrorContains(t, report.Reason, "reply")
}

// A cheat that announces what can't be true of the attacker's piece, and then
// attacks at once, is disputed all the same: the attack does not bury the lie.
func TestAuditedLieIsDisputedAfterTheNextAttack(t *testing.T) {
	t.Parallel()
	// Under the list protocol, where a code needs no proof at all.
	tb := newAuditedTable(t, "standard,first=red", yao82.Name, 3)
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	l, err := junqi.Standard().ParseLayout("94232/2.1.6/74.58/1.3.1/MM35M/BF76B") // the commander at the left
	require.NoError(t, err)
	require.NoError(t, tb.players[engine.Red].Place(l))
	require.NoError(t, tb.players[engine.Blue].Place(l))
	tb.sync()

	require.NoError(t, red.Play(parseMove(t, "a6-a7"), false, tb.rng))
	for range 3 { // offer, request, reply; the answer is not blue's true one
		for _, p := range tb.players {
			if !p.match.Owed().allows(p.Seat(), transcript.Answer) {
				_, err := p.Proceed(tb.rng)
				require.NoError(t, err)
			}
			other := tb.players[(1 - p.Seat())]
			for i := other.match.Len(); i < p.match.Len(); i++ {
				require.NoError(t, other.Receive(p.match.Record(i)))
			}
		}
	}
	m := red.Match()
	require.True(t, m.Owed().allows(engine.Blue, transcript.Answer))
	lie := code(t, m.Rules(), func(a engine.Announcement) bool {
		return a.AttackerLeaves && !a.AttackerShowsFlag && !a.DefenderLeaves
	})
	false1 := transcript.AnswerBody{Code: lie, Flag: engine.NoNode}
	raw := tb.forge(engine.Blue, transcript.Answer, false1.Marshal())
	require.NoError(t, red.Receive(raw))
	require.NoError(t, blue.Receive(raw))
	require.NoError(t, blue.Play(parseMove(t, "c7-c6"), false, tb.rng))
	tb.sync()

	seat, disputed := tb.match().Disputed()
	require.True(t, disputed)
	require.Equal(t, engine.Red, seat)
	report := Audit(tb.match().File())
	require.Equal(t, Cheating, report.Verdict)
	require.Equal(t, engine.Blue, report.Conviction.Culprit)
	require.Equal(t, "Answer", report.Conviction.Kind.String())
}

func parseMove(t testing.TB, text string) engine.Move {
	m, err := junqi.Standard().Board().ParseMove(text)
	require.NoError(t, err)
	return m
}

// code returns the first code of the rules whose announcement is so.
func code(t testing.TB, rs *engine.Ruleset, is func(engine.Announcement) bool) engine.Code {
	i := slices.IndexFunc(rs.Codes(), is)
	require.GreaterOrEqual(t, i, 0)
	return engine.Code(i)
}
