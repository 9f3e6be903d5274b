//go:build unix

package pipe_test

import (
	"context"
	"crypto/rand"
	"syscall"
	"testing"
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

// longPlies is how long the match of BenchmarkLongMatch is, longPart how much of its
// beginning and of its end are compared.
const (
	longPlies = 2400
	longPart  = 200
)

// processorTime is what this process has used of its processors.
func processorTime(t testing.TB) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// stepper moves one piece to and fro.
type stepper struct{ next engine.Move }

func (st *stepper) play(p *protocol.Player) error {
	position := p.Match().Position()
	own, _ := p.Layout()
	if st.next == (engine.Move{}) {
		for _, m := range position.LegalMoves(p.Seat(), own) {
			if position.At(m.To) == engine.NoPiece {
				st.next = m
			}
		}
	}
	m := st.next
	st.next = engine.Move{From: m.To, To: m.From}
	return p.Play(m, false, rand.Reader)
}

// BenchmarkLongMatch plays a match of two programs, each with its store on disk, and
// reports the processor time that both take for a ply, at the beginning and at the end:
// what a ply costs doesn't depend on how many came before.
func BenchmarkLongMatch(b *testing.B) {
	rs, err := junqi.Rules("standard,first=red,clock=off,quiet-draw=off")
	require.NoError(b, err)
	var early, late time.Duration
	for range b.N {
		e, l := longMatch(b, rs)
		early, late = early+e, late+l
	}
	plies := float64(b.N * longPart)
	b.ReportMetric(float64(early.Nanoseconds())/plies, "early-ns/ply")
	b.ReportMetric(float64(late.Nanoseconds())/plies, "late-ns/ply")
}

func longMatch(b *testing.B, rs *engine.Ruleset) (early, late time.Duration) {
	net := pipe.New()
	table, err := invite.NewHostSecret(rand.Reader)
	require.NoError(b, err)
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: table.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(b, err)
	host, err := p2p.Host(net.Host(transport.Identity{1}), p2p.Files(p2ptest.TempDir(b)), red, table, p2p.Config{})
	require.NoError(b, err)
	inv, err := host.Invite(engine.Blue)
	require.NoError(b, err)
	blue, err := protocol.Join(red.Match().Record(0), engine.Blue, inv.Key(), rand.Reader)
	require.NoError(b, err)
	guest, err := p2p.Join(net.Host(transport.Identity{2}), p2p.Files(p2ptest.TempDir(b)), inv, blue, p2p.Config{})
	require.NoError(b, err)

	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 2)
	both := []*p2p.Session{host, guest}
	for _, s := range both {
		go func() { ran <- s.Run(ctx) }()
		until(s, func(now p2p.Snapshot) bool { return now.Heard })
		require.NoError(b, s.Place(junqi.Layouts()["triangle"]))
	}
	var steppers [2]stepper
	var at [longPlies + 1]time.Duration
	for ply := range longPlies + 1 {
		at[ply] = processorTime(b)
		s := both[ply%2]
		until(s, func(now p2p.Snapshot) bool { return now.Decision == protocol.ChooseMove })
		require.NoError(b, s.Do(steppers[ply%2].play))
	}
	cancel()
	for range 2 {
		require.ErrorIs(b, <-ran, context.Canceled)
	}
	for _, s := range both {
		require.NoError(b, s.Close())
	}
	// The first moves are proven, so the beginning is a little after them.
	return at[2*longPart] - at[longPart], at[longPlies] - at[longPlies-longPart]
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
