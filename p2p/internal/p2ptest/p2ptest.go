// Package p2ptest plays matches by themselves, for the tests of what carries them.
package p2ptest

import (
	"context"
	crand "crypto/rand"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Decider takes a seat's decisions with a bot, and resigns once the game has
// lasted for some plies.
type Decider struct {
	bot   bot.Bot
	rng   *rand.Rand
	plies int
}

func New(t testing.TB, seed uint64, plies int) *Decider {
	t.Helper()
	b, err := bot.New("random")
	require.NoError(t, err)
	return &Decider{b, rand.New(rand.NewPCG(seed, 0)), plies}
}

// Decide takes the decision that the session waits for, if any.
func (d *Decider) Decide(s *p2p.Session) error {
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
			return p.Play(move, false, crand.Reader)
		}
		return nil
	})
	if errors.Is(err, p2p.ErrUnheard) || errors.Is(err, p2p.ErrBehind) {
		return nil
	}
	return err
}

// Play runs a session to its end, deciding by itself.
func (d *Decider) Play(ctx context.Context, s *p2p.Session) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	var failed error
	for {
		changed := s.Changed()
		if failed == nil {
			if failed = d.Decide(s); failed != nil {
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

// Records returns the chain and extras of a session.
func Records(s *p2p.Session) (out [][]byte) {
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		for i := range m.Len() {
			out = append(out, m.Record(i))
		}
		out = append(out, m.Extras()...)
	})
	return out
}

// TempDir returns a data folder for the time of a test.
func TempDir(t testing.TB) *store.Dir {
	t.Helper()
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	return dir
}

// QuickRules keep real layouts and proofs, and end quickly.
func QuickRules(t testing.TB) *engine.Ruleset {
	t.Helper()
	rs, err := junqi.Rules("standard,first=red,clock=off")
	require.NoError(t, err)
	return rs
}
