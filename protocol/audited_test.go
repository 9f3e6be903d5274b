package protocol

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// newAuditedTable seats two players who resolve clashes with an audited
// resolver.
func newAuditedTable(t testing.TB, rules, resolver string, seed uint64) *table {
	t.Helper()
	rs, err := junqi.Rules(rules)
	require.NoError(t, err)
	return seatTable(t, HostConfig{Rules: rs, Seat: engine.Red, Resolver: resolver}, seed)
}

// playToClash plays until a clash has been answered.
func (tb *table) playToClash() {
	tb.t.Helper()
	for n := len(tb.match().allClashes()); len(tb.match().allClashes()) == n; {
		tb.turn()
	}
}

// The audited resolvers play the same game, to the announcements that a
// referee would make, and their matches audit as honest.
func TestAuditedMatch(t *testing.T) {
	for _, resolver := range Resolvers()[1:] {
		t.Run(resolver, func(t *testing.T) {
			tb := newAuditedTable(t, "standard", resolver, 5)
			tb.place()
			for range 3 {
				tb.playToClash()
			}
			if p := tb.mover(); p != nil {
				_, err := p.Resign()
				require.NoError(t, err)
				tb.sync()
			}
			m := tb.match()
			require.GreaterOrEqual(t, len(m.allClashes()), 3)
			red, _ := tb.players[engine.Red].Layout()
			blue, _ := tb.players[engine.Blue].Layout()
			p := engine.Start(m.Rules(), m.FirstMover())
			for _, e := range m.Events() {
				if e.Kind == engine.EventAnswer || e.Kind == engine.EventShow {
					require.Equal(t, p.Announce([2]engine.Layout{red, blue}), e)
				}
				require.NoError(t, p.Apply(e))
			}
			report := Audit(m.File())
			require.Equal(t, Honest, report.Verdict, report.Reason)
		})
	}
}

// A defender that announces something else is convicted by the audit, if the
// lie could be true; what can't be is refused at once.
func TestAuditedFalseAnswer(t *testing.T) {
	for _, resolver := range Resolvers()[1:] {
		t.Run(resolver, func(t *testing.T) {
			tb := newAuditedTable(t, "standard", resolver, 5)
			tb.place()
			tb.playToClash()
			m := tb.match()
			c := m.clash
			at, err := m.prefix(c.records[3])
			require.NoError(t, err)
			lies, refused := 0, 0
			for code := range m.Rules().Codes() {
				body := transcript.AnswerBody{Code: engine.Code(code), Flag: engine.NoNode, Proof: c.said.Answer.Proof}
				if engine.Code(code) == c.said.Answer.Code || at.position.AnswerShowsFlag(body.Code) {
					continue
				}
				lie := at.fork()
				err := lie.append(transcriptOn(tb, at, c.defender.Seat(), transcript.Answer, body.Marshal()))
				if err != nil {
					refused++
					continue
				}
				lies++
				for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
					if lie.Stage() == Play && lie.Owed().allows(seat, transcript.Resign) {
						require.NoError(t, lie.append(transcriptOn(tb, lie, seat, transcript.Resign, nil)))
					}
				}
				for _, p := range tb.players {
					reveal := transcript.RevealBody{Tape: p.secret.Tape, Key: [32]byte(p.secret.Key.Bytes())}
					require.NoError(t, lie.append(transcriptOn(tb, lie, p.Seat(), transcript.Reveal, reveal.Marshal())))
				}
				report := Audit(lie.File())
				require.Equal(t, Cheating, report.Verdict)
				require.Equal(t, c.defender.Seat().String(), report.Culprit)
				require.Equal(t, c.records[3], *report.Record)
			}
			require.Positive(t, lies+refused)
			t.Logf("%d lies found by the audit, %d refused at once", lies, refused)
		})
	}
}

// A seat that disputes true messages has stopped the game for nothing: once
// both have revealed, the audit convicts it.
func TestAuditedFalseDispute(t *testing.T) {
	tb := newAuditedTable(t, "standard", Resolvers()[1], 5)
	tb.place()
	tb.playToClash()
	disputer := tb.mover()
	require.NoError(t, disputer.disputeAnswer(tb.rng))
	tb.sync()
	m := tb.match()
	seat, ok := m.Disputed()
	require.True(t, ok)
	require.Equal(t, disputer.Seat(), seat)
	require.Equal(t, Ended, m.Stage())
	report := Audit(m.File())
	require.Equal(t, Cheating, report.Verdict)
	require.Equal(t, seat.String(), report.Culprit)
	require.Contains(t, report.Reason, "disputed")
}

// Whoever disputes shows its cards first; until it has, the other keeps its
// own, whatever the clock says.
func TestDisputerRevealsFirst(t *testing.T) {
	tb := newAuditedTable(t, "standard", Resolvers()[1], 5)
	tb.place()
	tb.playToClash()
	disputer := tb.mover()
	other := tb.players[disputer.Seat().Other()]
	require.NoError(t, disputer.disputeAnswer(tb.rng))
	require.NoError(t, other.Receive(disputer.Match().Record(disputer.Match().Len()-1)))
	other.GraceOver()
	made, err := other.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made)
	require.Equal(t, Incomplete, Audit(other.Match().File()).Verdict)
}

func TestHostRefuses(t *testing.T) {
	rs, err := junqi.Rules("standard,reveal=never")
	require.NoError(t, err)
	invite, _ := inviteKeys(1)
	_, err = Host(HostConfig{Rules: rs, Resolver: Resolvers()[1], Invite: invite}, testRand(1))
	require.ErrorContains(t, err, "reveal=never")
	_, err = Host(HostConfig{Rules: junqi.Standard(), Resolver: "oracle", Invite: invite}, testRand(1))
	require.ErrorContains(t, err, "unknown resolver")
	_, err = Host(HostConfig{Invite: invite}, testRand(1))
	require.ErrorContains(t, err, "no rules")
}

// What a fold keeps of clashes grows with their number, and no faster: four times as
// many take about four times the memory, all that was let go of included. A fork from
// the middle goes on by itself.
func TestClashesTakeLinearMemory(t *testing.T) {
	clashes := func(m *Match, n int) {
		for range n {
			m.begin(&auditedClash{})
			for step := tape.Request; step <= tape.Answer; step++ {
				m.advance(step, func(*audited.Messages) {})
			}
		}
	}
	memory := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		clashes(NewMatch(), n)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Less(t, memory(2000), 8*memory(500))

	m := NewMatch()
	clashes(m, 5)
	one, other := m.fork(), m.fork()
	clashes(one, 2)
	clashes(other, 2)
	require.Equal(t, one.allClashes()[:4], other.allClashes()[:4])
	require.NotSame(t, one.clashes[5], other.clashes[5])
	require.Len(t, m.allClashes(), 5)
}
