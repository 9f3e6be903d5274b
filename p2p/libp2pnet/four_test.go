package libp2pnet

import (
	"context"
	"crypto/rand"
	mrand "math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// member is a program at a table of four.
type member struct {
	t    *testing.T
	dir  *store.Dir
	net  *Host
	s    *p2p.Session
	stop context.CancelFunc
	ran  chan error
}

func (m *member) run(parent context.Context) {
	var ctx context.Context
	ctx, m.stop = context.WithCancel(parent)
	m.ran = make(chan error, 1)
	go func() { m.ran <- m.s.Run(ctx) }()
}

// await waits until a program is as it should be.
func (m *member) await(ctx context.Context, is func(p2p.Snapshot) bool) {
	m.t.Helper()
	for {
		changed := m.s.Changed()
		if is(m.s.Snapshot()) {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			require.NoError(m.t, ctx.Err(), "%+v", m.s.Snapshot())
		}
	}
}

// decide lets those of these who have to choose a layout, and one who is to move do so, to an empty node, or resign.
// Whoever is to move only because that one has moved waits for the next time.
func decide(t *testing.T, members []*member, resign bool) {
	moved := false
	for _, m := range members {
		require.NoError(t, m.s.Do(func(p *protocol.Player) error {
			own, _ := p.Layout()
			position := p.Match().Position()
			switch {
			case p.Decision() == protocol.ChooseLayout:
				return p.Place(p.Match().Rules().RandomLayout(mrand.New(mrand.NewPCG(1, uint64(p.Seat())))))
			case p.Decision() != protocol.ChooseMove || moved:
				return nil
			}
			moved = true
			if resign {
				_, err := p.Resign()
				return err
			}
			moves := position.LegalMoves(p.Seat(), own)
			quiet := slices.IndexFunc(moves, func(m engine.Move) bool { return position.At(m.To) == engine.NoPiece })
			return p.Play(moves[quiet], false, rand.Reader)
		}))
	}
}

// Four programs link to each other on this machine, or at the host's relay, which alone they
// can reach. The host's is ended: the next record waits for its Seen, and all see that. It comes
// back, gives it, and the match ends well.
func TestTheHostLeavesForAWhile(t *testing.T) {
	t.Parallel()
	t.Run("straight", func(t *testing.T) {
		hostLeaves(t, func(_ int, kept []byte) *Host { return listen(t, kept) })
	})
	t.Run("at a relay", func(t *testing.T) {
		relay := openRelay(t).Invite()
		hostLeaves(t, func(i int, kept []byte) *Host {
			c := ListenConfig{Loopback: true, RelayOnly: true, Kept: kept}
			if i == 0 && kept == nil {
				c.Relay = relay
			}
			h, err := Listen(c)
			require.NoError(t, err)
			t.Cleanup(func() { h.Close() })
			return h
		})
	})
}

// hostLeaves plays that between programs that listen so.
func hostLeaves(t *testing.T, open func(seat int, kept []byte) *Host) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	rules, err := junqi.Rules("siguo,first=red,clock=off,resign-from=off")
	require.NoError(t, err)
	table, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	red, err := protocol.Host(protocol.HostConfig{Rules: rules, Invites: table.Invites(rules, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	var all []*member
	for i := range 4 {
		all = append(all, &member{t: t, dir: p2ptest.TempDir(t), net: open(i, nil)})
	}
	host, guests := all[0], all[1:]
	host.s, err = p2p.Host(host.net, p2p.Files(host.dir), red, table, p2p.Config{})
	require.NoError(t, err)
	host.run(ctx)
	for i, m := range guests {
		inv, err := host.s.Invite(engine.Seat(i + 1))
		require.NoError(t, err)
		p, err := protocol.Join(red.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
		require.NoError(t, err)
		m.s, err = p2p.Join(m.net, p2p.Files(m.dir), inv, p, p2p.Config{})
		require.NoError(t, err)
		m.run(ctx)
	}
	for _, m := range all {
		m.await(ctx, func(snap p2p.Snapshot) bool {
			return !slices.ContainsFunc(snap.Peers, func(p p2p.Peer) bool { return !p.Online })
		})
	}
	plies := func(n int) func(p2p.Snapshot) bool {
		return func(snap p2p.Snapshot) bool { return snap.Stage == protocol.Play && snap.Position.Ply() == n }
	}
	decide(t, all, false)
	for n := range 5 {
		for _, m := range all {
			m.await(ctx, plies(n))
		}
		decide(t, all, false)
	}
	for _, m := range all {
		m.await(ctx, plies(5))
	}

	host.stop()
	require.ErrorIs(t, <-host.ran, context.Canceled)
	require.NoError(t, host.s.Close())
	require.NoError(t, host.net.Close())
	decide(t, guests, false) // which waits for the host's Seen
	for _, m := range guests {
		m.await(ctx, func(snap p2p.Snapshot) bool {
			return slices.Equal(snap.Waits, []protocol.Wait{{Seat: engine.Red, Seen: true}})
		})
	}

	st, err := host.dir.Open(host.s.ID())
	require.NoError(t, err)
	kept, err := p2p.Kept(st)
	require.NoError(t, err)
	host.net = open(0, kept)
	host.s, err = p2p.Resume(host.net, st, p2p.Config{})
	require.NoError(t, err)
	host.run(ctx)
	for n := 6; n <= 8; n++ {
		for _, m := range all {
			m.await(ctx, func(snap p2p.Snapshot) bool { return plies(n)(snap) && snap.Heard })
		}
		if n < 8 {
			decide(t, all, false)
		}
	}
	decide(t, all, true) // red
	for _, m := range all {
		m.await(ctx, func(snap p2p.Snapshot) bool { return snap.Position.Out(engine.Red) != engine.NotOver })
	}
	decide(t, all, true) // blue
	for _, m := range all {
		m.await(ctx, func(snap p2p.Snapshot) bool { return snap.Position.Out(engine.Blue) != engine.NotOver })
	}
	decide(t, all, true) // amber, and its team has lost
	for _, m := range all {
		require.NoError(t, <-m.ran)
		require.Equal(t, p2ptest.Records(host.s), p2ptest.Records(m.s))
		require.True(t, m.s.Snapshot().Done)
	}
	for _, m := range all {
		require.NoError(t, m.s.Close())
	}
}
