package p2p

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// testRules keep real layouts and proofs, and end quickly.
const testRules = "standard,first=red,clock=off"

// decider takes a seat's decisions with a bot, and resigns once the game has
// lasted for some plies.
type decider struct {
	bot   bot.Bot
	rng   *rand.Rand
	plies int
}

func newDecider(t testing.TB, seed uint64, plies int) *decider {
	t.Helper()
	b, err := bot.New("random")
	require.NoError(t, err)
	return &decider{b, rand.New(rand.NewPCG(seed, 0)), plies}
}

// decide takes the decision that the session waits for, if any.
func (d *decider) decide(s *Session) error {
	err := s.Do(func(p *protocol.Player) error {
		m := p.Match()
		switch p.Decision() {
		case protocol.ChooseLayout:
			return p.Place(d.bot.Layout(m.Rules(), d.rng))
		case protocol.ChooseMove:
			position := m.Position()
			if position.Ply() >= d.plies {
				_, err := p.Resign()
				return err
			}
			layout, _ := p.Layout()
			move := d.bot.Move(bot.View{Rules: m.Rules(), Position: position, Seat: p.Seat(), Layout: layout, History: m.Events()}, d.rng)
			return p.Play(move, false, s.cfg.Rand)
		}
		return nil
	})
	if errors.Is(err, ErrUnheard) || errors.Is(err, ErrBehind) {
		return nil
	}
	return err
}

// play runs a session to its end, deciding by itself.
func (d *decider) play(ctx context.Context, s *Session) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	var failed error
	for {
		changed := s.Changed()
		if failed == nil {
			if failed = d.decide(s); failed != nil {
				cancel()
			}
		}
		select {
		case <-changed:
		case err := <-ran:
			return errors.Join(failed, err)
		}
	}
}

func tempDir(t testing.TB) *store.Dir {
	t.Helper()
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	return dir
}

func rules(t testing.TB, spec string) *engine.Ruleset {
	t.Helper()
	rs, err := engine.Rules(spec)
	require.NoError(t, err)
	return rs
}

// records returns the chain and extras of a session.
func records(s *Session) (out [][]byte) {
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		for i := range m.Len() {
			out = append(out, m.Record(i))
		}
		out = append(out, m.Extras()...)
	})
	return out
}
