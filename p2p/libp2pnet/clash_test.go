package libp2pnet

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// BenchmarkClash plays the first attack of a match between two programs over loopback, and
// reports the time from the decision to the answer that is here, verified and stored (in
// memory): when what could be made ready was, and when it was not.
func BenchmarkClash(b *testing.B) {
	for _, c := range []struct {
		name   string
		config p2p.Config
	}{{"prepared", p2p.Config{}}, {"unprepared", p2p.Config{NoPrepare: true}}} {
		b.Run(c.name, func(b *testing.B) {
			var times []time.Duration
			for range b.N {
				times = append(times, clashTime(b, c.config))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[0].Nanoseconds()), "least-ns")
			b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "median-ns")
		})
	}
}

func clashTime(b *testing.B, config p2p.Config) time.Duration {
	ctx, cancel := context.WithCancel(context.Background())
	rs := p2ptest.QuickRules(b)
	folder := func() p2p.Folder {
		dir, err := store.OpenDirFS(crashfs.New(), "/data")
		require.NoError(b, err)
		return p2p.Files(dir)
	}
	h, g := listen(b, nil), listen(b, nil)
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(b, err)
	invites := []ed25519.PublicKey{secret.Seat(engine.Blue).PublicKey()}
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Seat: engine.Red, Invites: invites}, rand.Reader)
	require.NoError(b, err)
	host, err := p2p.Host(h, folder(), red, secret, config)
	require.NoError(b, err)
	inv, err := host.Invite(engine.Blue)
	require.NoError(b, err)
	blue, err := protocol.Join(red.Match().Record(0), engine.Blue, inv.Key(), rand.Reader)
	require.NoError(b, err)
	guest, err := p2p.Join(g, folder(), inv, blue, config)
	require.NoError(b, err)
	ran := make(chan error, 2)
	layout, err := rs.ParseLayout("42239/2.1.6/74.58/1.3.1/MM35M/BF76B")
	require.NoError(b, err)
	for _, s := range []*p2p.Session{host, guest} {
		go func() { ran <- s.Run(ctx) }()
		until(s, func(now p2p.Snapshot) bool { return now.Heard })
		require.NoError(b, s.Place(layout))
	}
	until(host, func(now p2p.Snapshot) bool { return now.Decision == protocol.ChooseMove })
	if !config.NoPrepare {
		thinks(b, host)
	}

	move, err := rs.Board().ParseMove("a6-a7")
	require.NoError(b, err)
	started := time.Now()
	require.NoError(b, host.Play(move, false))
	until(host, func(now p2p.Snapshot) bool { return len(now.Events) == 2 })
	took := time.Since(started)

	cancel()
	for range 2 {
		require.ErrorIs(b, <-ran, context.Canceled)
	}
	for _, s := range []*p2p.Session{host, guest} {
		require.NoError(b, s.Close())
	}
	require.NoError(b, h.Close())
	require.NoError(b, g.Close())
	return took
}

// thinks lets the session make ready what it can.
func thinks(b *testing.B, s *p2p.Session) {
	for more := true; more; {
		require.NoError(b, s.Do(func(p *protocol.Player) (err error) {
			more, err = p.Prepare(rand.Reader)
			return err
		}))
	}
}

// until waits until a session has come so far.
func until(s *p2p.Session, so func(p2p.Snapshot) bool) {
	for {
		changed := s.Changed()
		if so(s.Snapshot()) {
			return
		}
		<-changed
	}
}
