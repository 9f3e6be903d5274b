package p2p

import (
	"context"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Two programs with copies of the same files don't take the links of their seat from each other for ever: who is replaced waits. The
// match goes on meanwhile, and the one that is left has the link again.
func TestTwoProgramsOfOneSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		m.moveOf(0, blueSeat)
		time.Sleep(time.Second)
		m.leave(amberSeat)
		copied := t.TempDir() + "/copy"
		require.NoError(t, os.CopyFS(copied, os.DirFS(m.dirs[amberSeat].Path())))
		m.comeBack(amberSeat)
		dir, err := store.OpenDir(copied)
		require.NoError(t, err)
		st, err := dir.Open(m.all[amberSeat].ID())
		require.NoError(t, err)
		twin, err := resume(m.net.Visitor(m.ids[amberSeat]), protocolGame{}, st, Config{})
		require.NoError(t, err)
		ctx, stop := context.WithCancel(t.Context())
		ran := make(chan error, 1)
		go func() { ran <- twin.Run(ctx) }()
		host, amber := m.all[0], m.all[amberSeat]
		numbered := func() (n uint64) {
			under(host, func() { n = host.number })
			return n
		}
		before := numbered()
		time.Sleep(time.Minute)
		require.LessOrEqual(t, numbered()-before, uint64(10))
		require.Nil(t, host.Snapshot().Trouble)
		m.moveOf(amberSeat, 0, blueSeat)
		time.Sleep(time.Minute)
		stop()
		require.ErrorIs(t, <-ran, context.Canceled)
		require.NoError(t, twin.Close())
		time.Sleep(20 * time.Second)
		m.moveOf(amberSeat, 0)
		time.Sleep(time.Second)
		require.Equal(t, records(host), records(amber))
		m.quit(0, blueSeat, amberSeat)
	})
}

// Where the newer link is our own, and ends, nobody waits.
func TestOwnNewerLinkIsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newThree(t, Config{})
		time.Sleep(time.Second)
		blue, old := m.all[blueSeat], m.linkOf(blueSeat, 0)
		under(blue, func() { blue.stepAsideLocked(old.of) })
		old.Conn.Abort()
		time.Sleep(hostPatience - time.Second)
		require.Nil(t, m.linkOf(blueSeat, 0), "it does not dial")
		time.Sleep(2 * time.Second)
		newer := m.linkOf(blueSeat, 0)
		require.NotNil(t, newer, "but is dialled")
		m.net.Wall(func(dialler, _ transport.Key) bool { return dialler == m.ids[0].Key() })
		newer.Conn.Abort()
		time.Sleep(2 * time.Second)
		require.NotNil(t, m.linkOf(blueSeat, 0))
		m.quit(0, blueSeat, amberSeat)
	})
}
