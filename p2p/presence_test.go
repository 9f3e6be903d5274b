package p2p

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// star is the graph in which guests meet in the host's program alone.
var star = connects([2]int{0, 1}, [2]int{0, 2}, [2]int{0, 3})

// seatsBut are the seats of a table of four except for those named.
func seatsBut(out ...engine.Seat) engine.SeatSet {
	return engine.SeatSet(1<<4-1) &^ engine.SeatsOf(out...)
}

// Where guests meet in the host's program alone they hear from it at once when one of them
// has gone, and when it is back; and when the host has gone, that nobody is within reach.
func TestGuestsHearWhoHasGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.wall(star)
		all := tb.all(tb.start)
		ctx, cancel := context.WithCancel(t.Context())
		stop := playing(t, []*Session{all[0], all[2], all[3]}, 12)
		gone := make(chan error, 1)
		go func() { gone <- playUntil(ctx, all[1], 12) }()
		time.Sleep(time.Minute)
		for i, s := range all {
			require.Equal(t, seatsBut(engine.Seat(i)), s.Snapshot().Reached)
		}
		cancel()
		require.ErrorIs(t, <-gone, context.Canceled)
		left := time.Now()
		time.Sleep(time.Second)
		for _, i := range []engine.Seat{0, 2, 3} {
			now := all[i].Snapshot()
			require.Equal(t, seatsBut(i, engine.Blue), now.Reached, i)
			require.WithinDuration(t, left, now.ReachedSince[engine.Blue], time.Second)
		}
		blue, err := tb.resume(1)
		require.NoError(t, err)
		back := playing(t, []*Session{blue}, 12)
		time.Sleep(time.Minute)
		require.Equal(t, seatsBut(engine.Amber), all[2].Snapshot().Reached)
		back()
		stop()
	})
}

// A program that is quiet is away for those too to whom it has no link.
func TestGuestsHearWhoIsQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.wall(star)
		all := tb.all(tb.start)
		stop := playing(t, all, 12)
		time.Sleep(time.Minute + link.PingEvery/2) // between two pings
		host := all[0]
		host.mu.Lock()
		p := host.peers.of(engine.Blue)
		silent, quiet := p.link.CheckQuiet(p.link.LastHeard().Add(link.QuietTime))
		require.True(t, quiet)
		p.link.fellQuietLocked(silent)
		host.mu.Unlock()
		synctest.Wait()
		require.Equal(t, seatsBut(engine.Amber, engine.Blue), all[2].Snapshot().Reached)
		time.Sleep(link.PingEvery + time.Second) // it pings
		require.Equal(t, seatsBut(engine.Amber), all[2].Snapshot().Reached)
		stop()
	})
}

// What others say of whoever is here is shown, and nothing else: it makes nobody linked whose time
// would count, and it is over with the link that said it.
func TestPresenceIsAHint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		tb.wall(star)
		all := tb.all(tb.start)
		host, blue := all[0], all[1]
		stop := playing(t, all[1:], 12)
		away := playing(t, []*Session{host}, 12)
		time.Sleep(time.Minute)
		require.Equal(t, seatsBut(engine.Blue), blue.Snapshot().Reached)
		blue.mu.Lock()
		for _, value := range []uint32{0, 1 << 31, 1<<32 - 1} {
			_, err := blue.peers.host().link.takeLocked(wire.NewSignal(wire.SignalSeats, value))
			require.NoError(t, err)
		}
		_, err := blue.peers.host().link.takeLocked(wire.NewSignal(wire.SignalPath, 1<<20))
		require.NoError(t, err)
		require.Equal(t, seatsBut(engine.Blue), blue.presence.seats)
		require.Equal(t, engine.SeatsOf(engine.Red), blue.peers.here())
		require.False(t, blue.peers.isHere(engine.Teal))
		require.True(t, blue.peers.isHere(engine.Red))
		blue.mu.Unlock()
		away()
		time.Sleep(time.Second)
		require.Zero(t, blue.Snapshot().Reached)
		stop()
	})
}

// Hints that are not news make no work, nor do those of whoever watches or has no seat yet, of whom
// there may be many.
func TestIdleHintsMakeNoWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTableOf(t, 60, 4)
		all := tb.all(tb.start)
		stop := playing(t, all, 12)
		time.Sleep(time.Minute)
		s := all[0]
		blue := s.peers.of(engine.Blue).link
		says := func(l *peerLink, value uint32) (news bool) {
			changed := s.Changed()
			under(s, func() { l.takeHintLocked(wire.SignalSeats, value) })
			select {
			case <-changed:
				return true
			default:
				return false
			}
		}
		require.True(t, says(blue, 1), "blue has lost the others")
		require.False(t, says(blue, 1))
		require.True(t, says(blue, 1|1<<engine.Teal))
		require.False(t, says(&peerLink{Link: &link.Link{Role: wire.Watcher}, session: s}, 1))
		require.False(t, says(&peerLink{Link: &link.Link{Role: wire.Guest}, session: s}, 1))
		stop()
	})
}

// via is an end of a link that takes it to go some way.
type via struct {
	transport.Conn
	path transport.Path
}

func (v via) Path() transport.Path { return v.path }

// Both ends of a link say the same of its way, though each sees another: the worse of the two.
func TestBothEndsSayTheSameWay(t *testing.T) {
	for _, ends := range [][3]transport.Path{
		{transport.Direct, transport.Punched, transport.Punched},
		{transport.Punched, transport.Direct, transport.Punched},
		{transport.SameNetwork, transport.Direct, transport.Direct},
		{transport.SameNetwork, transport.SameNetwork, transport.SameNetwork},
	} {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTable(t, 30)
			tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
				return via{dialler, ends[0]}, via{dialled, ends[1]}
			})
			all := pair(t, tb.start)
			stop := playing(t, all, 12)
			time.Sleep(time.Minute)
			for _, s := range all {
				require.Equal(t, ends[2], s.Snapshot().Peers[0].Path)
			}
			stop()
		})
	}
}

// A connection that ends without a word, such as that of a page that was closed, is lost, in words that can be translated.
func TestLostConnectionIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 31)
		all := pair(t, tb.start)
		dialer{all[1], all[1].peers[0]}.note(io.EOF)
		require.Equal(t, "p2p.connection-lost", coded.Code(all[1].Snapshot().Trouble))
		stop := playing(t, all, 12)
		time.Sleep(time.Minute)
		var l *peerLink
		under(all[1], func() { l = all[1].peers[0].link })
		l.detach(io.ErrUnexpectedEOF)
		require.Equal(t, "p2p.connection-lost", coded.Code(all[1].Snapshot().Trouble))
		stop()
	})
}

// What once kept programs apart is no trouble while they are linked, whoever's try failed last.
func TestNoTroubleWhileLinked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newFakeTable(t, 30)
		all := pair(t, tb.start)
		stop := playing(t, all, 12)
		time.Sleep(time.Minute)
		for _, s := range all {
			dialer{s, s.peers[0]}.note(ErrSilent)
			require.NoError(t, s.Snapshot().Peers[0].Trouble)
			require.NoError(t, s.Snapshot().Trouble)
		}
		stop()
	})
}
