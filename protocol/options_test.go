package protocol

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
)

// TestEveryOptionAgreesWithReferee plays random games under random option
// sets, with the cryptography and with a referee who sees both layouts side by
// side, and demands the same public history, and an honest audit.
func TestEveryOptionAgreesWithReferee(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rs := auditedtest.DrawRules(rt)
		resolver := ElGamal
		if rs.RevealAtEnd() { // yao82 differs from garbled in nothing that Match sees, and takes long
			resolver = rapid.SampledFrom([]string{ElGamal, garbled.Name}).Draw(rt, "resolver")
		}
		tb := seatTable(t, HostConfig{Rules: rs, Seat: engine.Seat(rapid.IntRange(0, 1).Draw(rt, "host")), Resolver: resolver}, rapid.Uint64Max(1000).Draw(rt, "seed"))
		tb.place()
		red, _ := tb.players[engine.Red].Layout()
		blue, _ := tb.players[engine.Blue].Layout()
		referee, err := engine.NewReferee(rs, [2]engine.Layout{red, blue}, tb.match().FirstMover())
		require.NoError(rt, err)

		rng := rand.New(tb.rng)
		for range rapid.IntRange(0, 60).Draw(rt, "plies") {
			p := tb.mover()
			if p == nil {
				break
			}
			seen := len(tb.match().Events())
			moves := referee.LegalMoves()
			move := moves[rng.IntN(len(moves))]
			for range 5 { // prefer attacks, for more clashes
				position := referee.Position()
				if position.At(move.To) != engine.NoPiece {
					break
				}
				move = moves[rng.IntN(len(moves))]
			}
			expected, err := referee.Play(engine.MoveEvent(p.Seat(), move, false))
			require.NoError(rt, err)
			require.NoError(rt, p.Play(move, false, tb.rng))
			tb.sync()
			if stuck := referee.Position(); referee.Stuck() && !rs.Open() {
				more, err := referee.Play(engine.NoMoveEvent(stuck.ToAct()))
				require.NoError(rt, err)
				expected = append(expected, more...)
			}
			require.Equal(rt, expected, tb.match().Events()[seen:], "under %s", rs)
			require.Equal(rt, referee.Position(), tb.match().Position())
		}
		if p := tb.mover(); p != nil {
			_, err := p.Resign()
			require.NoError(rt, err)
			tb.sync()
		}
		report := Audit(tb.match().File())
		require.Equal(rt, Honest, report.Verdict, "%s under %s", report.Reason, rs)
	})
}

// In open mode both layouts are committed in secret and opened before play;
// Moves carry no proofs and nothing is answered or revealed afterwards.
func TestOpenMode(t *testing.T) {
	tb := newTable(t, "standard,mode=open", 3)
	tb.place()
	m := tb.match()
	require.Equal(t, Play, m.Stage())
	for seat := range tb.players {
		l, ok := m.OpenedLayout(engine.Seat(seat))
		own, _ := tb.players[seat].Layout()
		require.True(t, ok)
		require.Equal(t, own, l)
	}
	proofs := m.Proofs()
	tb.play(-1)
	m = tb.match()
	require.Equal(t, Ended, m.Stage())
	require.Equal(t, proofs, m.Proofs())
	require.Empty(t, m.Extras())
	require.Equal(t, Honest, Audit(m.File()).Verdict)
}

// With reveal=never the proofs alone vouch, and no key ever leaves.
func TestRevealNever(t *testing.T) {
	tb := newTable(t, "standard,reveal=never,quiet-draw=20", 3)
	tb.place()
	tb.play(-1)
	m := tb.match()
	require.Equal(t, Ended, m.Stage())
	require.Empty(t, m.Extras())
	for _, p := range tb.players {
		p.GraceOver()
		made, err := p.Proceed(tb.rng)
		require.NoError(t, err)
		require.False(t, made)
	}
	report := Audit(m.File())
	require.Equal(t, Honest, report.Verdict)
	require.Empty(t, report.Layouts)
}
