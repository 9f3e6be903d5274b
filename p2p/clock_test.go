package p2p

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// timed is a real match in memory, in which time is that of the test's bubble.
// Red hosts and moves first.
type timed struct {
	t   *testing.T
	net *pipe.Net
	cfg Config

	secret TableSecret

	ids  [2]transport.Identity
	at   [2]*pipe.Host
	dirs [2]*store.Dir
	both [2]*Session
	stop [2]context.CancelFunc
	ran  [2]chan error
}

// newTimed plays up to the first move.
func newTimed(t *testing.T, spec string, cfg Config) *timed {
	t.Helper()
	return newTimedOver(t, spec, cfg, nil)
}

// newTimedOver is newTimed over bent lines.
func newTimedOver(t *testing.T, spec string, cfg Config, bend func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn)) *timed {
	t.Helper()
	m := &timed{t: t, net: pipe.New(), cfg: cfg}
	if bend != nil {
		m.net.Bend(bend)
	}
	secret, err := NewTableSecret(rand.Reader)
	require.NoError(t, err)
	m.secret = secret
	for i := range 2 {
		m.ids[i] = transport.Identity{byte(i + 1)}
		m.at[i] = m.net.Host(m.ids[i])
		m.dirs[i] = tempDir(t)
	}
	red, err := protocol.Host(protocol.HostConfig{Rules: rules(t, spec), Seat: engine.Red, Invites: []ed25519.PublicKey{secret.Seat(engine.Blue).PublicKey()}}, rand.Reader)
	require.NoError(t, err)
	m.both[0], err = Host(m.at[0], Files(m.dirs[0]), red, secret, cfg)
	require.NoError(t, err)
	inv, err := m.both[0].Invite(engine.Blue)
	require.NoError(t, err)
	blue, err := protocol.Join(red.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
	require.NoError(t, err)
	m.both[1], err = Join(m.at[1], Files(m.dirs[1]), inv, blue, cfg)
	require.NoError(t, err)
	for i, s := range m.both {
		m.run(i)
		require.NoError(t, s.Place(junqi.Layouts()["triangle"]))
	}
	synctest.Wait()
	require.Equal(t, protocol.Play, m.both[0].Snapshot().Stage)
	return m
}

func (m *timed) run(i int) {
	ctx, stop := context.WithCancel(m.t.Context())
	m.stop[i], m.ran[i] = stop, make(chan error, 1)
	s, ran := m.both[i], m.ran[i]
	go func() { ran <- s.Run(ctx) }()
}

// leave closes one side's program.
func (m *timed) leave(i int) {
	m.t.Helper()
	m.stop[i]()
	require.ErrorIs(m.t, <-m.ran[i], context.Canceled)
	require.NoError(m.t, m.both[i].Close())
	m.at[i].Down()
}

// comeBack resumes one side's match.
func (m *timed) comeBack(i int) {
	m.t.Helper()
	m.at[i] = m.net.Host(m.ids[i])
	st, err := m.dirs[i].Open(m.both[i].ID())
	require.NoError(m.t, err)
	m.both[i], err = resume(m.at[i], protocolGame{}, st, m.cfg)
	require.NoError(m.t, err)
	m.run(i)
}

// end waits until both programs have ended well, and audits one's file.
func (m *timed) end() *protocol.Report {
	m.t.Helper()
	for i := range 2 {
		require.NoError(m.t, <-m.ran[i])
		require.NoError(m.t, m.both[i].Close())
	}
	require.Equal(m.t, records(m.both[0]), records(m.both[1]))
	return m.audit(0)
}

func (m *timed) audit(i int) *protocol.Report {
	m.t.Helper()
	file, err := os.ReadFile(m.dirs[i].PublicFile(m.both[i].ID()))
	require.NoError(m.t, err)
	return protocol.Audit(file)
}

func (m *timed) position(i int) *engine.Position {
	position := m.both[i].Snapshot().Position
	return &position
}

// quit ends programs whose match isn't over.
func (m *timed) quit(seats ...int) {
	for _, i := range seats {
		m.leave(i)
	}
}

// Whoever's time is over passes, by its own program. The third time-out loses
// under these rules, and the match ends like any other.
func TestTimeOutsEndTheMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30,timeouts=3", Config{AutoPass: true})
		start := time.Now()
		for turn := range 4 {
			time.Sleep(30*time.Second - time.Millisecond)
			synctest.Wait()
			require.Equal(t, turn, m.position(1).Ply(), "there is time left")
			time.Sleep(time.Millisecond)
			synctest.Wait()
			position := m.position(1)
			require.Equal(t, turn+1, position.Ply())
			require.Equal(t, (turn+2)/2, position.Timeouts(engine.Red))
			require.Equal(t, (turn+1)/2, position.Timeouts(engine.Blue))
		}
		report := m.end()
		require.Equal(t, 150*time.Second, time.Since(start))
		require.Equal(t, protocol.Honest, report.Verdict)
		require.True(t, report.Result.Winners.Has(engine.Blue))
		require.False(t, report.Result.Winners.Has(engine.Red))
		require.Equal(t, engine.ByTimeouts, report.Result.Reason)
	})
}

// A move in time stops the clock, and the other side's starts.
func TestMoveStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30", Config{AutoPass: true})
		time.Sleep(29 * time.Second)
		red := m.both[0]
		layout := junqi.Layouts()["triangle"]
		require.NoError(t, red.Play(m.position(0).LegalMoves(engine.Red, layout)[0], false))
		synctest.Wait()
		require.Zero(t, red.Snapshot().Deadline)
		require.Equal(t, time.Now().Add(30*time.Second), m.both[1].Snapshot().Deadline)
		time.Sleep(30*time.Second - time.Millisecond)
		synctest.Wait()
		require.Zero(t, m.position(0).Timeouts(engine.Red))
		require.Zero(t, m.position(0).Timeouts(engine.Blue))
		time.Sleep(time.Millisecond)
		synctest.Wait()
		require.Equal(t, 1, m.position(0).Timeouts(engine.Blue))
		m.quit(0, 1)
	})
}

// A program that does not pass by itself is only told that the time is over.
// It can't pretend to have more time than there is in a turn, or a clock where
// it is not its turn.
func TestNoPassUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30", Config{})
		for i, want := range []time.Time{{}, time.Now().Add(30 * time.Second)} {
			m.both[i].mu.Lock()
			m.both[i].takeSignalLocked(m.both[i].peers[0], signalClock, 1<<31)
			m.both[i].mu.Unlock()
			require.Equal(t, want, m.both[i].Snapshot().PeerClock)
		}
		changed := m.both[0].Changed()
		time.Sleep(30 * time.Second)
		<-changed
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Zero(t, m.position(1).Ply())
		require.NoError(t, m.both[0].Pass())
		synctest.Wait()
		require.Equal(t, 1, m.position(1).Timeouts(engine.Red))
		m.quit(0, 1)
	})
}

// Both sides see when the mover's time is over, at once and also after the link
// has broken in the middle of a turn.
func TestBothSeeTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30", Config{AutoPass: true})
		ends := time.Now().Add(30 * time.Second)
		agree := func() {
			t.Helper()
			require.Equal(t, ends, m.both[0].Snapshot().Deadline)
			require.Zero(t, m.both[0].Snapshot().PeerClock)
			require.WithinDuration(t, ends, m.both[1].Snapshot().PeerClock, time.Millisecond)
			require.Zero(t, m.both[1].Snapshot().Deadline)
		}
		agree() // reckoned from here
		time.Sleep(5 * time.Second)
		synctest.Wait()
		agree() // as red's program says
		m.both[0].mu.Lock()
		first := m.both[0].peers[0].link.number
		m.both[0].peers[0].link.c.Abort()
		m.both[0].mu.Unlock()
		time.Sleep(time.Second)
		synctest.Wait()
		for _, s := range m.both {
			require.True(t, s.Snapshot().Online, "%v", s.Snapshot().Trouble)
			require.Equal(t, first+1, s.peers[0].link.number, "one try was enough")
		}
		agree()
		m.quit(0, 1)
	})
}

// By mail there is no clock: nobody passes, and silence is never claimed.
func TestByMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{AutoPass: true})
		m.leave(0)
		time.Sleep(24 * time.Hour)
		m.leave(1)
		time.Sleep(90 * 24 * time.Hour)
		m.comeBack(1)
		time.Sleep(24 * time.Hour)
		blue := m.both[1]
		require.False(t, blue.Overdue())
		require.ErrorIs(t, blue.Claim(), ErrNoGrace)
		require.Zero(t, blue.Snapshot().PeerClock)
		require.Empty(t, m.audit(1).Claims)

		// Red comes back while blue is away, gives up, and waits for as long as it
		// takes: blue has not revealed.
		m.leave(1)
		m.comeBack(0)
		red := m.both[0]
		require.ErrorIs(t, red.Resign(), ErrUnheard)
		m.comeBack(1)
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Zero(t, red.Snapshot().Deadline)
		m.leave(1)
		require.NoError(t, red.Resign())
		time.Sleep(24 * time.Hour)
		require.False(t, red.Snapshot().Done)
		m.comeBack(1)
		require.Equal(t, protocol.Honest, m.end().Verdict)
	})
}

// After the grace the waiting side may claim the other's silence. The file says
// so, as a claim; nothing is won by it and nothing revealed; and if the other
// comes back the match goes on.
func TestClaim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=60,grace=2", Config{AutoPass: true})
		require.ErrorIs(t, m.both[0].Claim(), ErrNotOverdue, "the other owes nothing")
		m.leave(0)
		blue := m.both[1]
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		require.False(t, blue.Overdue(), "not yet")
		require.ErrorIs(t, blue.Claim(), ErrNotOverdue)
		require.Empty(t, m.audit(1).Claims)
		time.Sleep(time.Second)
		require.True(t, blue.Overdue())
		require.NoError(t, blue.Claim())
		require.Error(t, blue.Claim(), "once is enough")

		report := m.audit(1)
		require.Equal(t, protocol.Incomplete, report.Verdict)
		require.Equal(t, []engine.Seat{engine.Blue}, report.Claims)
		require.ErrorContains(t, report.Reason, "claimed, which proves nothing")
		require.False(t, report.Result.Over)
		require.False(t, slices.ContainsFunc(report.Layouts, func(l engine.Layout) bool { return l != nil }))

		m.comeBack(0)
		time.Sleep(90 * time.Second) // red passes after 60
		synctest.Wait()
		require.False(t, blue.Overdue())
		require.NoError(t, blue.Resign())
		report = m.end()
		require.Equal(t, protocol.Honest, report.Verdict)
		require.Equal(t, []engine.Seat{engine.Blue}, report.Claims, "what was said was said")
	})
}

// A claim needs no other side: a program that was started again, and hears
// nobody, can make it, a grace later.
func TestClaimUnheard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=60,grace=2", Config{AutoPass: true})
		m.leave(0)
		m.leave(1)
		m.comeBack(1)
		blue := m.both[1]
		synctest.Wait()
		require.ErrorIs(t, blue.Claim(), ErrNotOverdue, "it has waited for nobody yet")
		require.ErrorIs(t, blue.Resign(), ErrUnheard)
		time.Sleep(2*time.Minute + time.Second)
		require.NoError(t, blue.Claim())
		require.Equal(t, []engine.Seat{engine.Blue}, m.audit(1).Claims)
		m.leave(1)
	})
}

// Who only has to prove that it can move may not pass, and so is under no clock.
func TestNoClockWhileProving(t *testing.T) {
	rs := rules(t, "app")
	for owed, limit := range map[string]time.Duration{"move 9 0 0/0 rC -/- - -/-": rs.Clock(), "prove 9 0 0/0 rC -/- = -/-": 0} {
		pos, err := engine.ParsePosition(rs, "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bED1BA/rAB1DE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red "+owed)
		require.NoError(t, err)
		require.Equal(t, limit, timeFor(rs, pos), owed)
	}
	require.NotZero(t, rs.Clock())
}

// waitUntil waits for something to hold of a session. Changed is taken before the look:
// what changes in between wakes it.
func waitUntil(s *Session, holds func(Snapshot) bool) {
	for {
		changed := s.Changed()
		if holds(s.Snapshot()) {
			return
		}
		<-changed
	}
}
