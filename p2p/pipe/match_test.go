package pipe_test

import (
	"context"
	"crypto/rand"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Four programs take their seats one after the other and set up a real match, of which
// each has every record, and so has somebody who watches; partners see each other's pieces.
func TestFourSeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules, err := junqi.Rules("siguo,way=partners,first=red,clock=off")
		require.NoError(t, err)
		net := pipe.New()
		table, err := invite.NewHostSecret(rand.Reader)
		require.NoError(t, err)
		red, err := protocol.Host(protocol.HostConfig{Rules: rules, Invites: table.Invites(rules, engine.Red)}, rand.Reader)
		require.NoError(t, err)
		host, err := p2p.Host(net.Host(transport.Identity{1}), p2p.Files(p2ptest.TempDir(t)), red, table, p2p.Config{})
		require.NoError(t, err)
		all := []*p2p.Session{host}
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 5)
		go func() { ran <- host.Run(ctx) }()
		watch, err := host.WatchInvite()
		require.NoError(t, err)
		inv, err := invite.ParseWatch(watch.String())
		require.NoError(t, err)
		watcher, err := p2p.Watch(net.Host(transport.Identity{9}), inv, p2p.Config{})
		require.NoError(t, err)
		go func() { ran <- watcher.Run(ctx) }()
		for _, seat := range []engine.Seat{engine.Teal, engine.Blue, engine.Amber} { // in any order
			inv, err := host.Invite(seat)
			require.NoError(t, err)
			at := net.Host(transport.Identity{2, byte(seat)})
			terms, err := p2p.FetchTerms(ctx, at, inv)
			require.NoError(t, err)
			p, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
			require.NoError(t, err)
			require.False(t, host.Snapshot().Joined)
			s, err := p2p.Join(at, p2p.Files(p2ptest.TempDir(t)), inv, p, p2p.Config{})
			require.NoError(t, err)
			all = append(all, s)
			go func() { ran <- s.Run(ctx) }()
			time.Sleep(time.Second)
		}
		bots := []*p2ptest.Decider{p2ptest.New(t, 1, 999), p2ptest.New(t, 2, 999), p2ptest.New(t, 3, 999), p2ptest.New(t, 4, 999)}
		for range 12 { // setup, and some plies
			for i, s := range all {
				require.NoError(t, bots[i].Decide(s))
				time.Sleep(10 * time.Millisecond)
			}
		}
		time.Sleep(time.Second) // who watches is told a moment later
		synctest.Wait()
		want := p2ptest.Records(host)
		require.Greater(t, len(want), 12)
		for _, s := range append(all, watcher) {
			require.Equal(t, want, p2ptest.Records(s))
			require.True(t, s.Snapshot().Joined)
		}
		var own, seen [4]engine.Layout
		for _, s := range all {
			s.View(func(p *protocol.Player, _ *protocol.Match) {
				own[p.Seat()], _ = p.Layout()
				seen[(p.Seat()+2)%4], _ = p.Shown((p.Seat() + 2) % 4)
			})
		}
		require.Equal(t, own, seen, "each sees what its partner has")
		cancel()
		for range 5 {
			require.ErrorIs(t, <-ran, context.Canceled)
		}
		for _, s := range append(all, watcher) {
			require.NoError(t, s.Close())
		}
	})
}
