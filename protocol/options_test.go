package protocol

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
)

// TestEveryOptionAgreesWithReferee plays random games under random option
// sets. What each option is sure to reach, TestOptionScenes has.
func TestEveryOptionAgreesWithReferee(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		rs := rulestest.Junqi(rt, "standard")
		resolver := ElGamal
		if rs.RevealAtEnd() { // yao82 differs from garbled in nothing that Match sees, and takes long
			resolver = rapid.SampledFrom([]string{ElGamal, garbled.Name}).Draw(rt, "resolver")
		}
		rng := rand.New(testRand(rapid.Uint64Max(1<<20).Draw(rt, "seed")))
		host := engine.Seat(rapid.IntRange(0, 1).Draw(rt, "host"))
		s := sitBeside(t, HostConfig{Rules: rs, Seat: host, Resolver: resolver}, rng.Uint64(), randomLayouts(rs, rng))
		for range 100 + rng.IntN(300) {
			if s.referee.Result().Over {
				break
			}
			s.turn(randomTurn(s.referee, s.match().Events(), rng))
		}
		if !s.referee.Result().Over {
			s.turn(engine.ResignEvent(engine.Seat(rng.IntN(2))))
		}
		s.audit()
	})
}

// randomLayouts are any, or good ones.
func randomLayouts(rs *engine.Ruleset, rng *rand.Rand) (layouts []engine.Layout) {
	for range rs.Seats() {
		l := rs.RandomLayout(rng)
		if rng.IntN(2) == 0 {
			l = sensible.Layout(rs, rng)
		}
		layouts = append(layouts, l)
	}
	return layouts
}

var sensible, _ = bot.New("sensible")

// randomTurn is mostly a move that means to win, or games would get nowhere; now
// and then any move, an offer, a pass, the end.
func randomTurn(r *engine.Referee, history []engine.Event, rng *rand.Rand) engine.Event {
	p, seat := r.Position(), r.ToAct()
	now := func(often int) bool { return rng.IntN(often) == 0 }
	switch {
	case p.OfferOpen() && now(20):
		return engine.AcceptDrawEvent(seat)
	case p.Rules().Clock() > 0 && !p.MustProve() && now(60):
		return engine.PassEvent(seat)
	case p.Ply() >= p.Rules().ResignFrom() && now(800):
		return engine.ResignEvent(engine.Seat(rng.IntN(2)))
	case now(8):
		moves := r.LegalMoves()
		return engine.MoveEvent(seat, moves[rng.IntN(len(moves))], now(10))
	}
	view := bot.View{Rules: p.Rules(), Position: p, Seat: seat, Layout: r.Layout(seat), History: history}
	return engine.MoveEvent(seat, sensible.Move(view, rng), now(40))
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
	require.Equal(t, make([]engine.Layout, 2), report.Layouts)
}
