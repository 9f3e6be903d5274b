package protocol

import (
	"crypto/ed25519"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
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

// clashes returns the clashes of an audited match.
func (tb *table) clashes() []*auditedClash { return tb.match().resolver.(auditing).clashes() }

// playToClash plays until a clash has been answered.
func (tb *table) playToClash() {
	tb.t.Helper()
	for n := len(tb.clashes()); len(tb.clashes()) == n; {
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
			require.GreaterOrEqual(t, len(tb.clashes()), 3)
			red, _ := tb.players[engine.Red].Layout()
			blue, _ := tb.players[engine.Blue].Layout()
			p := engine.Start(m.Rules(), m.FirstMover())
			for _, e := range m.Events() {
				if e.Kind == engine.EventAnswer || e.Kind == engine.EventShow {
					require.Equal(t, p.Announce([]engine.Layout{red, blue}), e)
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
			c := tb.clashes()[0]
			answer := c.Said[tape.Answer]
			at, err := m.prefix(c.records[3])
			require.NoError(t, err)
			lies, refused := 0, 0
			for code := range m.Rules().Codes() {
				body := transcript.AnswerBody{Code: engine.Code(code), Flag: engine.NoNode, Proof: answer[1:]}
				if byte(code) == answer[0] || at.position.AnswerShowsFlag(body.Code) {
					continue
				}
				lie := at.Fork()
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
				require.Equal(t, c.defender.Seat(), report.Conviction.Culprit)
				require.Equal(t, c.records[3], report.Record)
			}
			require.Positive(t, lies+refused)
			t.Logf("%d lies found by the audit, %d refused at once", lies, refused)
		})
	}
}

// A seat that disputes true messages has stopped the game for nothing: once
// both have revealed, the audit convicts it.
func TestAuditedFalseDispute(t *testing.T) {
	tb := newAuditedTable(t, "standard", garbled.Name, 5)
	tb.place()
	tb.playToClash()
	disputer := tb.mover()
	require.NoError(t, disputer.dispute(tb.rng))
	tb.sync()
	m := tb.match()
	seat, ok := m.Disputed()
	require.True(t, ok)
	require.Equal(t, disputer.Seat(), seat)
	require.Equal(t, Ended, m.Stage())
	report := Audit(m.File())
	require.Equal(t, Cheating, report.Verdict)
	require.Equal(t, seat, report.Conviction.Culprit)
	require.ErrorContains(t, report.Reason, "disputed")
}

// Whoever disputes shows its cards first; until it has, the other keeps its
// own, whatever the clock says.
func TestDisputerRevealsFirst(t *testing.T) {
	tb := newAuditedTable(t, "standard", garbled.Name, 5)
	tb.place()
	tb.playToClash()
	disputer := tb.mover()
	other := tb.players[(1 - disputer.Seat())]
	require.NoError(t, disputer.dispute(tb.rng))
	require.NoError(t, other.Receive(disputer.Match().Record(disputer.Match().Len()-1)))
	other.GraceOver()
	tb.seen(disputer, other)
	made, err := other.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made)
	require.Equal(t, Incomplete, Audit(other.Match().File()).Verdict)
}

func TestHostRefuses(t *testing.T) {
	rs, err := junqi.Rules("standard,reveal=never")
	require.NoError(t, err)
	invite, _ := inviteKeys(1)
	_, err = Host(HostConfig{Rules: rs, Resolver: Resolvers()[1], Invites: []ed25519.PublicKey{invite}}, testRand(1))
	require.ErrorContains(t, err, "reveal=never")
	for from, allowed := range map[int]bool{audited.MaxClashes: true, audited.MaxClashes + 1: false} {
		rs, err := junqi.Rules(fmt.Sprintf("standard,resign-from=%d", from))
		require.NoError(t, err)
		_, err = Host(HostConfig{Rules: rs, Resolver: Resolvers()[1], Invites: []ed25519.PublicKey{invite}}, testRand(1))
		require.Equal(t, allowed, err == nil, "%v", err)
	}
	_, err = Host(HostConfig{Rules: junqi.Standard(), Resolver: "oracle", Invites: []ed25519.PublicKey{invite}}, testRand(1))
	require.ErrorContains(t, err, "unknown resolver")
	_, err = Host(HostConfig{Invites: []ed25519.PublicKey{invite}}, testRand(1))
	require.ErrorContains(t, err, "no rules")
}

// What a fold keeps of clashes grows with their number, and no faster: four times as
// many take about four times the memory, all that was let go of included.
func TestClashesTakeLinearMemory(t *testing.T) {
	rules := junqi.Standard()
	clashes := func(n int) {
		m := &Match{rules: rules, chain: make([]link, 1), position: attacked(t, rules)}
		r := auditing{rules: silent{}}
		for range n {
			c, err := r.begin(m)
			require.NoError(t, err)
			r.last = c
			for range tape.Answer + 1 {
				next, err := r.checkStep(m, nil)
				require.NoError(t, err)
				r = next.(auditing)
			}
		}
		require.Len(t, r.clashes(), n)
	}
	memory := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		clashes(n)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Less(t, memory(audited.MaxClashes), 16*memory(audited.MaxClashes/4))
}

// silent is a resolver to whom every message is fine.
type silent struct{ audited.Resolver }

func (silent) Check(*audited.Round) error { return nil }

// However many sets of Reveals a certificate tries, it makes each message again once, as an audit does.
func TestCertificateReplaysOnce(t *testing.T) {
	rules, made := runnersRules(t, []int{0, 1, 2, 3}), 0
	m := &Match{rules: rules, chain: make([]link, 1), layouts: [engine.MaxSeats]*layout.Commitment{{}, {}, {}, {}}, dispute: &dispute{engine.Red, 0}}
	m.events, m.sources = []engine.Event{engine.PassEvent(engine.Red)}, []int{0}
	r := auditing{rules: counting{made: &made}}
	for _, seat := range rules.Seats() {
		m.opened[seat], m.reveals[seat] = engine.Layout{1, 0}, &reveal{}
		c := &auditedClash{Round: &audited.Round{}, before: r.last, attacker: engine.PieceOf(engine.Red, 0), defender: engine.PieceOf(seat, 0)}
		for range tape.Answer + 1 {
			c = c.with(m, nil)
		}
		r.last = c
	}
	m.resolver = r
	require.Len(t, m.leastConvicting(nil, engine.Red), 4)
	require.Equal(t, 4*4, made)
}

// counting counts the messages that it is asked for.
type counting struct {
	audited.Resolver
	made *int
}

func (c counting) Sit([32]byte) audited.Seat { return c }

func (c counting) Make(*audited.Round, engine.Type) ([]byte, error) {
	*c.made++
	return nil, nil
}

// attacked is a position in which an attack waits for its answer.
func attacked(t testing.TB, rules *engine.Ruleset) engine.Position {
	p := engine.Start(rules, engine.Red)
	require.NoError(t, p.Apply(engine.MoveEvent(engine.Red, parseMove(t, "a6-a7"), false)))
	return p
}

// An audit makes every message again, so there is an end to them: the attack that would
// begin one clash too many is not made, and convicts who makes it all the same.
func TestTooManyClashes(t *testing.T) {
	for _, resolver := range Resolvers()[1:] {
		tb := newAuditedTable(t, "standard,first=red", resolver, 5)
		l, err := junqi.Standard().ParseLayout(facing)
		require.NoError(t, err)
		for _, p := range tb.players {
			require.NoError(t, p.Place(l))
		}
		tb.sync()
		copied, err := Restore(tb.players[engine.Red].Secret(), chainOf(tb.match()), nil)
		require.NoError(t, err)
		require.NoError(t, copied.Play(parseMove(t, "a6-a7"), false, tb.rng))
		raw := copied.Match().Record(copied.Match().Len() - 1)
		for _, p := range tb.players { // as if there had been so many
			p.match.resolver = auditing{
				rules: p.match.resolver.(auditing).rules,
				last:  &auditedClash{Round: &audited.Round{Clash: audited.Clash{Number: audited.MaxClashes - 1}, Said: make([][]byte, 4)}},
			}
		}
		red, blue := tb.players[engine.Red], tb.players[engine.Blue]
		require.ErrorIs(t, red.Play(parseMove(t, "a6-a7"), false, tb.rng), ErrTooManyClashes)
		require.Equal(t, engine.Red, red.match.position.ToAct())
		var refusal *Refusal
		require.ErrorAs(t, blue.Receive(raw), &refusal)
		require.True(t, refusal.Provable)
		require.ErrorIs(t, refusal, ErrTooManyClashes)
		require.NoError(t, red.Play(parseMove(t, "a6-b5"), false, tb.rng))
	}
}
