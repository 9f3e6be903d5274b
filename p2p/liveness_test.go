package p2p

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// deadLine is an end of a line that can die: then nothing comes through it, not even its end.
type deadLine struct {
	transport.Conn
	*fate
}

type fate struct{ dead, dropped atomic.Bool }

func (c deadLine) Write(b []byte) (int, error) {
	if c.dead.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c deadLine) Close() error {
	if c.dead.Load() {
		return nil
	}
	return c.Conn.Close()
}

func (c deadLine) CloseWrite() error { return c.Close() }

func (c deadLine) Abort() {
	c.dropped.Store(true)
	c.Close()
}

// onDeadLine plays up to red's first move, over a line that is let die by what is returned.
func onDeadLine(t *testing.T, spec string) (m *timed, line *fate) {
	line = new(fate)
	m = newTimedOver(t, spec, Config{}, func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
		return deadLine{dialler, line}, deadLine{dialled, line}
	})
	return m, line
}

// abandon ends both programs, whose links may hang.
func (m *timed) abandon() {
	for i := range m.all {
		m.stop[i]()
		<-m.ran[i]
		require.NoError(m.t, m.all[i].Close())
	}
}

// Whose machine dies without a sign in its time for a move has its grace, however late in that
// time it was: its link stands for longer than the clock runs, and counts for nothing.
func TestDeadMoverHasItsGrace(t *testing.T) {
	for _, lived := range []time.Duration{0, 13 * time.Second, 29 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			m, line := onDeadLine(t, "standard,first=red,clock=30,grace=2")
			blue := m.all[1]
			began := blue.Snapshot().Waiting
			time.Sleep(lived)
			line.dead.Store(true)
			synctest.Wait()
			require.Equal(t, began.Add(30*time.Second+lineTime), blue.Snapshot().ClaimAt, "nothing is known yet")
			time.Sleep(link.QuietTime)
			synctest.Wait()
			require.True(t, blue.linkedTo(engine.Red), "it may come back")
			require.False(t, blue.Snapshot().Online)
			require.ErrorIs(t, blue.Snapshot().Trouble, ErrSilent)
			require.WithinDuration(t, time.Now(), blue.Snapshot().Since, link.QuietTime+link.PingEvery)
			require.Equal(t, began.Add(2*time.Minute), blue.Snapshot().ClaimAt)
			time.Sleep(2*time.Minute - time.Since(began))
			require.ErrorIs(t, blue.Claim(), ErrNotOverdue)
			require.False(t, blue.linkedTo(engine.Red))
			time.Sleep(time.Millisecond)
			require.NoError(t, blue.Claim())
			m.abandon()
		})
	}
}

// A program that was heard after its time was over has no such excuse, whatever becomes of the line.
func TestDeadLineIsNoExcuse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, line := onDeadLine(t, "standard,first=red,clock=30,grace=2")
		blue := m.all[1]
		time.Sleep(30*time.Second + link.PingEvery)
		line.dead.Store(true)
		time.Sleep(lineTime)
		require.NoError(t, blue.Claim())
		m.abandon()
	})
}

// A line that stalls for longer than it takes to show its other end as away is dropped for a new one.
// Where its link lasts all the same the other end is here again with the first byte. The time in between is nobody's.
func TestStalledLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, line := onDeadLine(t, "standard,first=red,clock=30,grace=2")
		blue := m.all[1]
		linked := blue.peerOfRed().link
		time.Sleep(5 * time.Second)
		line.dead.Store(true)
		time.Sleep(link.QuietTime - link.PingEvery - time.Second) // the last byte came up to a Ping before
		require.False(t, line.dropped.Load())
		time.Sleep(16*time.Second + link.PingEvery)
		require.False(t, blue.Snapshot().Online)
		require.True(t, line.dropped.Load(), "a new link would be faster")
		line.dead.Store(false)
		waitUntil(blue, func(now Snapshot) bool { return now.Online })
		now := blue.Snapshot()
		require.NoError(t, now.Trouble)
		require.Equal(t, time.Now(), now.Since)
		require.Same(t, linked, blue.peerOfRed().link)
		heard := 5*time.Second - link.PingEvery // before the stall
		require.WithinDuration(t, time.Now().Add(30*time.Second+lineTime-heard), now.ClaimAt, link.PingEvery)
		m.quit(0, 1)
	})
}

func (s *Session) linkedTo(seat engine.Seat) (linked bool) {
	under(s, func() { linked = s.peers.of(seat).link != nil })
	return linked
}

func (s *Session) peerOfRed() (p *peer) {
	under(s, func() { p = s.peers.of(engine.Red) })
	return p
}
