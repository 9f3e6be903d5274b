// Package p2ptest plays whole matches by itself, for the tests of transports.
package p2ptest

import (
	"context"
	"crypto/ed25519"
	crand "crypto/rand"
	"errors"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
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

// PlayMatch plays a whole match between two programs over any transport: invite, terms, join,
// layouts, moves and clashes, end, reveals. It returns the host's data folder and the match.
func PlayMatch(t *testing.T, h, g transport.Transport) (*store.Dir, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	hostDir, guestDir := TempDir(t), TempDir(t)
	secret, err := invite.NewHostSecret(crand.Reader)
	require.NoError(t, err)
	invites := []ed25519.PublicKey{secret.Seat(engine.Red).PublicKey()}
	hp, err := protocol.Host(
		protocol.HostConfig{Rules: QuickRules(t), Seat: engine.Blue, Invites: invites}, crand.Reader)
	require.NoError(t, err)
	hs, err := p2p.Host(h, p2p.Files(hostDir), hp, secret, p2p.Config{})
	require.NoError(t, err)
	defer hs.Close()
	inv, err := hs.Invite(engine.Red)
	require.NoError(t, err)
	hostRan := make(chan error, 1)
	go func() { hostRan <- New(t, 1, 30).Play(ctx, hs) }()

	start := time.Now()
	inv, err = invite.Parse(inv.String())
	require.NoError(t, err)
	terms, err := p2p.FetchTerms(ctx, g, inv)
	for errors.Is(err, p2p.ErrNoLink) && ctx.Err() == nil { // a host takes its place at a relay a moment after it has opened
		time.Sleep(20 * time.Millisecond)
		terms, err = p2p.FetchTerms(ctx, g, inv)
	}
	require.NoError(t, err)
	t.Logf("terms after %v", time.Since(start))
	gp, err := protocol.Join(terms, inv.Seat(), inv.Key(), crand.Reader)
	require.NoError(t, err)
	gs, err := p2p.Join(g, p2p.Files(guestDir), inv, gp, p2p.Config{})
	require.NoError(t, err)
	defer gs.Close()
	require.NoError(t, New(t, 2, 30).Play(ctx, gs))
	require.NoError(t, <-hostRan)
	snap := gs.Snapshot()
	t.Logf("match over after %v; %d records, %+v", time.Since(start), snap.Records, snap.Traffic)

	require.Equal(t, Records(hs), Records(gs))
	require.True(t, hs.Snapshot().Done)
	require.True(t, snap.Done)
	require.Equal(t, protocol.Ended, hs.Snapshot().Stage)
	a, err := os.ReadFile(hostDir.PublicFile(hs.ID()))
	require.NoError(t, err)
	b, err := os.ReadFile(guestDir.PublicFile(gs.ID()))
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Equal(t, a, hp.Match().File())
	require.NoError(t, hs.Close())
	return hostDir, hs.ID()
}
