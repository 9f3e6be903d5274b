package p2p

import (
	"crypto/ed25519"
	"crypto/rand"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// timed is a real match in memory, in which time is that of the test's bubble.
// Red hosts and moves first.
type timed struct {
	programs
	secret invite.HostSecret
}

// newTimed plays up to the first move.
func newTimed(t *testing.T, spec string, cfg Config) *timed {
	t.Helper()
	return newTimedOver(t, spec, cfg, nil)
}

// newTimedOver is newTimed over bent lines.
func newTimedOver(t *testing.T, spec string, cfg Config, bend func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn)) *timed {
	t.Helper()
	m := &timed{programs: newPrograms(t, cfg, 2)}
	if bend != nil {
		m.net.Bend(bend)
	}
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	m.secret = secret
	red, err := protocol.Host(protocol.HostConfig{Rules: rules(t, spec), Seat: engine.Red, Invites: []ed25519.PublicKey{secret.Seat(engine.Blue).PublicKey()}}, rand.Reader)
	require.NoError(t, err)
	m.all[0], err = Host(m.at[0], Files(m.dirs[0]), red, secret, cfg)
	require.NoError(t, err)
	inv, err := m.all[0].Invite(engine.Blue)
	require.NoError(t, err)
	blue, err := protocol.Join(red.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
	require.NoError(t, err)
	m.all[1], err = Join(m.at[1], Files(m.dirs[1]), inv, blue, cfg)
	require.NoError(t, err)
	for i, s := range m.all {
		m.run(i)
		require.NoError(t, s.Place(junqi.Layouts()["triangle"]))
	}
	synctest.Wait()
	require.Equal(t, protocol.Play, m.all[0].Snapshot().Stage)
	return m
}

// end waits until both programs have ended well, and audits one's file.
func (m *timed) end() *protocol.Report {
	m.t.Helper()
	for i := range 2 {
		require.NoError(m.t, <-m.ran[i])
		require.NoError(m.t, m.all[i].Close())
	}
	require.Equal(m.t, records(m.all[0]), records(m.all[1]))
	return m.audit(0)
}

func (m *timed) position(i int) *engine.Position {
	position := m.all[i].Snapshot().Position
	return &position
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
		red := m.all[0]
		layout := junqi.Layouts()["triangle"]
		require.NoError(t, red.Play(m.position(0).LegalMoves(engine.Red, layout)[0], false))
		synctest.Wait()
		require.Zero(t, red.Snapshot().Deadline)
		require.Equal(t, time.Now().Add(30*time.Second), m.all[1].Snapshot().Deadline)
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
			m.all[i].mu.Lock()
			m.all[i].takeSignalLocked(m.all[i].peers[0], wire.SignalClock, 1<<31)
			m.all[i].mu.Unlock()
			require.Equal(t, want, m.all[i].Snapshot().PeerClock)
		}
		changed := m.all[0].Changed()
		time.Sleep(30 * time.Second)
		<-changed
		time.Sleep(time.Hour)
		synctest.Wait()
		require.Zero(t, m.position(1).Ply())
		require.NoError(t, m.all[0].Pass())
		synctest.Wait()
		require.Equal(t, 1, m.position(1).Timeouts(engine.Red))
		m.quit(0, 1)
	})
}

// A watcher who comes in the middle of a turn sees the time that is left, whoever is to move.
func TestLateWatcherSeesTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30", Config{AutoPass: true})
		ends := time.Now().Add(30 * time.Second)
		time.Sleep(20 * time.Second)
		watcher, ran := m.watch()
		sees := func() {
			t.Helper()
			synctest.Wait()
			require.WithinDuration(t, ends, watcher.Snapshot().Waiting.Add(30*time.Second), time.Second)
		}
		time.Sleep(time.Second)
		sees() // red, who hosts
		time.Sleep(9 * time.Second)
		ends = time.Now().Add(30 * time.Second)
		require.NoError(t, watcher.Close())
		<-ran
		time.Sleep(20 * time.Second)
		watcher, ran = m.watch()
		time.Sleep(time.Second)
		sees() // blue
		require.NoError(t, watcher.Close())
		<-ran
		m.quit(0, 1)
	})
}

// Both sides see when the mover's time is over, at once, and even after the link
// has broken in the middle of a turn.
func TestBothSeeTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=30", Config{AutoPass: true})
		ends := time.Now().Add(30 * time.Second)
		agree := func() {
			t.Helper()
			require.Equal(t, ends, m.all[0].Snapshot().Deadline)
			require.Zero(t, m.all[0].Snapshot().PeerClock)
			require.WithinDuration(t, ends, m.all[1].Snapshot().PeerClock, time.Millisecond)
			require.Zero(t, m.all[1].Snapshot().Deadline)
		}
		agree() // reckoned from here
		time.Sleep(5 * time.Second)
		synctest.Wait()
		agree() // as red's program says
		m.all[0].mu.Lock()
		first := m.all[0].peers[0].link.Number
		m.all[0].peers[0].link.Conn.Abort()
		m.all[0].mu.Unlock()
		time.Sleep(time.Second)
		synctest.Wait()
		for _, s := range m.all {
			require.True(t, s.Snapshot().Online, "%v", s.Snapshot().Trouble)
			require.Equal(t, first+1, s.peers[0].link.Number, "one try was enough")
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
		blue := m.all[1]
		require.False(t, blue.Snapshot().Overdue)
		require.ErrorIs(t, blue.Claim(), ErrNoGrace)
		require.Zero(t, blue.Snapshot().PeerClock)
		require.Empty(t, m.audit(1).Claims)

		// Red comes back while blue is away, gives up, and waits for as long as it
		// takes: blue has not revealed.
		m.leave(1)
		m.comeBack(0)
		red := m.all[0]
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
		require.ErrorIs(t, m.all[0].Claim(), ErrNotOverdue, "the other owes nothing")
		m.leave(0)
		blue := m.all[1]
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		require.False(t, blue.Snapshot().Overdue, "not yet")
		require.ErrorIs(t, blue.Claim(), ErrNotOverdue)
		require.Empty(t, m.audit(1).Claims)
		time.Sleep(time.Second)
		require.True(t, blue.Snapshot().Overdue)
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
		require.False(t, blue.Snapshot().Overdue)
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
		blue := m.all[1]
		synctest.Wait()
		require.ErrorIs(t, blue.Claim(), ErrNotOverdue, "it has waited for nobody yet")
		require.ErrorIs(t, blue.Resign(), ErrUnheard)
		time.Sleep(2*time.Minute + time.Second)
		require.NoError(t, blue.Claim())
		require.Equal(t, []engine.Seat{engine.Blue}, m.audit(1).Claims)
		m.leave(1)
	})
}

// A seat that must prove that it can move may not pass, so it has no clock.
func TestNoClockWhileProving(t *testing.T) {
	rs := rules(t, "app")
	for owed, limit := range map[string]time.Duration{"move 9 0 0/0 rC -/- - -/-": rs.Clock(), "prove 9 0 0/0 rC -/- = -/-": 0} {
		pos, err := engine.ParsePosition(rs, "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bED1BA/rAB1DE/rF1G1H/rIJ1KL/rM1N1O/rPQRST/rUVWXY red "+owed)
		require.NoError(t, err)
		require.Equal(t, limit, turnClock(rs, &pos), owed)
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

// Whoever resigns while the answer to its attack is on its way is out before the other has moved.
func TestResignDuringOnesOwnAttack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTimed(t, "standard,first=red,clock=off", Config{})
		position := m.position(0)
		moves := position.LegalMoves(engine.Red, junqi.Layouts()["triangle"])
		attack := slices.IndexFunc(moves, func(move engine.Move) bool { return position.At(move.To) != engine.NoPiece })
		require.NoError(t, m.all[0].Play(moves[attack], false))
		require.NoError(t, m.all[0].Resign())
		time.Sleep(time.Second)
		if !m.all[0].Snapshot().Over {
			m.leave(0)
			m.leave(1)
			require.Fail(t, "red is still in the game")
		}
		report := m.end()
		require.Equal(t, protocol.Honest, report.Verdict)
		require.Equal(t, engine.ByResignation, report.Result.Reason)
		require.Equal(t, 1, report.Clashes)
	})
}
