package libp2pnet

import (
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// testLimiter is a limiter whose connections are no more than a note of their end.
type testLimiter struct {
	t *testing.T
	*connLimiter
	seats []peer.ID
}

func newTestLimiter(t *testing.T) *testLimiter {
	g := &testLimiter{t: t}
	g.connLimiter = newConnLimiter(&network.NullResourceManager{}, func(id peer.ID) bool { return slices.Contains(g.seats, id) })
	return g
}

// arrival is a connection of TCP.
type arrival struct {
	*inboundConn
	in     chan struct{} // closed once its handshake is over
	closed atomic.Bool
}

func at(source int) multiaddr.Multiaddr {
	return multiaddr.StringCast(fmt.Sprintf("/ip4/198.51.%d.%d/tcp/4001", source/250, source%250))
}

// conns are those of whom the handshake is over.
func (g *testLimiter) conns() (all []*inboundConn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.callers {
		for pl := range c.conns {
			all = append(all, pl)
		}
	}
	return all
}

// strangers is how many there are.
func (g *testLimiter) strangers() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.room.Len()
}

func (g *testLimiter) come(source int) *arrival {
	g.t.Helper()
	a, err := g.tryCome(source)
	require.NoError(g.t, err)
	return a
}

func (g *testLimiter) tryCome(source int) (*arrival, error) {
	a := &arrival{in: make(chan struct{})}
	scope, err := g.enter(true, at(source), func() {
		<-a.in
		a.closed.Store(true)
		a.Done()
	})
	if err != nil {
		return nil, err
	}
	a.inboundConn = scope.(*inboundConn)
	close(a.in)
	return a, nil
}

// called comes and is through the handshake.
func (g *testLimiter) called(source int, id peer.ID) *arrival {
	g.t.Helper()
	a := g.come(source)
	require.True(g.t, g.named(a.inboundConn, id, a.close))
	return a
}

// linked has a link besides, which has proven itself.
func (g *testLimiter) linked(source int, id peer.ID) *arrival {
	g.t.Helper()
	a := g.called(source, id)
	g.began(a.inboundConn)
	g.prove(a.inboundConn)
	return a
}

func (a *arrival) stays(t *testing.T, d time.Duration) {
	t.Helper()
	time.Sleep(d - 1)
	synctest.Wait()
	require.False(t, a.closed.Load())
}

func (a *arrival) goesAfter(t *testing.T, d time.Duration) {
	t.Helper()
	a.stays(t, d)
	time.Sleep(time.Nanosecond)
	synctest.Wait()
	require.True(t, a.closed.Load())
}

func gate(t *testing.T, f func(t *testing.T, g *testLimiter)) {
	synctest.Test(t, func(t *testing.T) {
		g := newTestLimiter(t)
		f(t, g)
		for _, pl := range g.conns() { // no timer outlives the test
			g.leave(pl)
		}
	})
}

// Fifty addresses that take all they can get leave a guest alone who comes from another,
// before and after the handshake.
func TestGuestAmongBesiegers(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		storm := func() {
			for i := range 1000 {
				g.tryCome(1 + i%50)
			}
			synctest.Wait()
		}
		storm()
		require.Equal(t, strangers, g.strangers())
		guest := g.come(100)
		storm()
		require.False(t, guest.closed.Load())
		require.True(t, g.named(guest.inboundConn, "guest", guest.close))
		storm()
		require.False(t, guest.closed.Load())
		require.LessOrEqual(t, g.strangers(), strangers)
		guest.goesAfter(t, provingTime)
		time.Sleep(provingTime)
		synctest.Wait()
		require.Zero(t, g.strangers())
	})
}

// A stranger has some seconds in all, for the handshake and to prove itself.
func TestStrangersTime(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		g.come(1).goesAfter(t, provingTime)
		silent := g.come(1)
		silent.stays(t, provingTime/2)
		require.True(t, g.named(silent.inboundConn, "silent", silent.close))
		g.began(silent.inboundConn) // a link that proves nothing changes nothing
		silent.goesAfter(t, provingTime/2+1)
	})
}

// A program that has proven itself stays, on all connections that it has and will make.
func TestProvenStay(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		other := g.called(1, "friend")
		a := g.linked(1, "friend")
		later := g.called(2, "friend")
		stranger := g.called(1, "stranger")
		stranger.goesAfter(t, provingTime)
		a.stays(t, time.Hour)
		require.False(t, other.closed.Load())
		require.False(t, later.closed.Load())
		require.Zero(t, g.strangers())
	})
}

// A connection whose link has ended, as one that a newer link replaced, goes, even where
// its peer has another; there is time for a last word, and for a new link over it.
func TestConnectionsEndWithTheirLinks(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		old, young := g.linked(1, "friend"), g.linked(1, "friend")
		g.ended(old.inboundConn, true)
		old.goesAfter(t, partingTime)
		young.stays(t, time.Hour)

		g.ended(young.inboundConn, true)
		young.stays(t, partingTime)
		g.began(young.inboundConn)
		young.stays(t, provingTime-1)
		g.prove(young.inboundConn)
		young.stays(t, time.Hour)
	})
}

// When the last link of a peer has ended, its other connections have the time for one.
func TestLastLinkEnds(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		a, spare := g.linked(1, "friend"), g.called(1, "friend")
		a.stays(t, time.Hour)
		g.ended(a.inboundConn, true)
		spare.goesAfter(t, provingTime)
		require.True(t, a.closed.Load())

		b, spare := g.linked(1, "friend"), g.called(1, "friend")
		b.Done() // its connection is lost
		spare.goesAfter(t, provingTime)
	})
}

// Those who have a seat keep their place whoever comes, for as long as anybody has.
func TestSeatsKeepTheirPlace(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		g.seats = []peer.ID{"seat"}
		seat, other := g.called(1, "seat"), g.called(1, "other")
		for i := range strangers {
			g.come(2 + i)
		}
		synctest.Wait()
		require.True(t, other.closed.Load(), "the oldest of all who hold one")
		seat.goesAfter(t, provingTime)
	})
}

// A source that comes too often is not let in, unless it has proven itself each time.
func TestPaceOfArrivals(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		for range 3 * int(arrivals.Burst) { // a hundred who watch from one house
			a, spare := g.linked(1, "friend"), g.called(1, "friend")
			a.Done()
			spare.Done()
		}
		for range int(arrivals.Burst) {
			g.come(2).Done()
		}
		_, err := g.tryCome(2)
		require.ErrorIs(t, err, errTooFast)
		g.come(3).Done()
		time.Sleep(time.Second)
		g.come(2).Done()
	})
}

// Of a handshake of QUIC nobody can be the judge before it is over: of these a source has
// few, and they are not let in when their time is up.
func TestHalfOpenQUIC(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		open := func(source int) (*inboundConn, error) {
			scope, err := g.OpenConnection(network.DirInbound, false, at(source))
			if err != nil {
				return nil, err
			}
			return scope.(*inboundConn), nil
		}
		var first *inboundConn
		for range halfOpen {
			pl, err := open(1)
			require.NoError(t, err)
			first = pl
		}
		_, err := open(1)
		require.ErrorIs(t, err, errNoRoom)
		second, err := open(2)
		require.NoError(t, err)
		var closed atomic.Bool
		require.True(t, g.named(second, "slow", func() { closed.Store(true) }))
		time.Sleep(provingTime)
		synctest.Wait()
		require.True(t, closed.Load())
		require.False(t, g.named(first, "late", func() {}))
		scope, err := g.OpenConnection(network.DirOutbound, false, at(3))
		require.NoError(t, err)
		_, stranger := scope.(*inboundConn)
		require.False(t, stranger, "whom we call")
		second.Done()
	})
}

// Once there are several strangers QUIC asks back before it believes an address.
func TestAddressesAreVerified(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		require.False(t, g.VerifySourceAddress(nil))
		var all []*arrival
		for i := range strangers / 4 {
			all = append(all, g.come(i))
		}
		require.True(t, g.VerifySourceAddress(nil))
		for _, a := range all {
			a.Done()
		}
		require.False(t, g.VerifySourceAddress(nil))
	})
}

// A stranger who opens streams without end loses the connection; a friend loses the stream.
func TestPaceOfStreams(t *testing.T) {
	gate(t, func(t *testing.T, g *testLimiter) {
		stranger, friend := g.called(1, "stranger"), g.linked(1, "friend")
		for id, a := range map[peer.ID]*arrival{"stranger": stranger, "friend": friend} {
			for range int(openings.Burst) {
				_, err := g.OpenStream(id, network.DirInbound)
				require.NoError(t, err)
			}
			synctest.Wait()
			require.False(t, a.closed.Load())
			_, err := g.OpenStream(id, network.DirInbound)
			require.ErrorIs(t, err, errStreams)
			_, err = g.OpenStream(id, network.DirOutbound)
			require.NoError(t, err, "our own")
		}
		synctest.Wait()
		require.True(t, stranger.closed.Load())
		require.False(t, friend.closed.Load())
		_, err := g.OpenStream("whom we called", network.DirInbound)
		require.NoError(t, err)
	})
}

// A source is what costs something: an address, of IPv6 the network of a household, and a
// relay with all that it brings.
func TestSources(t *testing.T) {
	const relay = "/p2p/12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA/p2p-circuit"
	for addr, want := range map[string]string{
		"/ip4/198.51.100.7/tcp/1":                 "198.51.100.7",
		"/ip4/198.51.100.7/udp/9/quic-v1":         "198.51.100.7",
		"/ip6/::ffff:198.51.100.7/tcp/1":          "198.51.100.7",
		"/ip6/2001:db8:1:2345::1/tcp/1":           "2001:db8:1:2300::/56",
		"/ip6/2001:db8:1:23ff:9::1/udp/1/quic-v1": "2001:db8:1:2300::/56",
		"/ip4/198.51.100.7/tcp/1" + relay:         "198.51.100.7/relay",
		"/dns/example.org/tcp/1":                  "",
	} {
		require.Equal(t, want, sourceOf(multiaddr.StringCast(addr)), addr)
	}
}

// After a cut both ends dial, and the link that stays may be one that this end has opened on
// the other's connection: the connection stays as long as that link.
func TestLinkOnTheirConnection(t *testing.T) {
	a, b := listen(t, nil), listen(t, nil)
	taken := make(chan transport.Conn, 1)
	a.Serve(taker{taken})
	b.Serve(taker{make(chan transport.Conn, 1)})
	theirs, err := b.Dial(tryFor(t), a.Key(), a.Addrs())
	require.NoError(t, err)
	_, err = theirs.Write([]byte("link"))
	require.NoError(t, err)
	first := <-taken
	first.Proven()
	ours, err := a.Dial(tryFor(t), b.Key(), nil)
	require.NoError(t, err)
	a.Drop(b.Key())
	require.Len(t, a.host.Network().Conns(), 1, "who has just come may be about to prove a link")
	first.Abort()
	leaving := func() (leaving, links int) {
		a.limiter.mu.Lock()
		defer a.limiter.mu.Unlock()
		for _, c := range a.limiter.callers {
			for pl := range c.conns {
				links += pl.links
				if pl.timer != nil {
					leaving++
				}
			}
		}
		return leaving, links
	}
	require.Eventually(t, func() bool { _, links := leaving(); return links == 1 }, 2*time.Minute, time.Millisecond)
	closing, _ := leaving()
	require.Zero(t, closing, "it carries a link")
	require.NoError(t, ours.Close())
	closing, links := leaving()
	require.Equal(t, 1, closing, "nothing uses it any more")
	require.Zero(t, links)
}

// taker takes every link, and hands it on once something comes over it.
type taker struct{ taken chan transport.Conn }

func (taker) Welcome(transport.Key) bool { return true }
func (taker) Expects(transport.Key) bool { return true }

func (t taker) Accept(c transport.Conn, _ transport.Key) {
	if _, err := io.ReadFull(c, make([]byte, 4)); err != nil {
		return
	}
	t.taken <- c
	io.Copy(io.Discard, c) // until it ends
}

// What comes through a relay comes from many sources, so it may come oftener than from one.
func TestPaceOfARelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newTestLimiter(t)
		for _, c := range []struct {
			suffix string
			pace   admission.Pace
		}{{"", arrivals}, {"/p2p-circuit", relayed}} {
			from := multiaddr.Join(at(1), multiaddr.StringCast("/p2p/12D3KooWGC6TvWhfapngX6wvJHMYvKpDMXPb3ZnCZ6dMoaMtimQ5"+c.suffix))
			for range int(c.pace.Burst) {
				_, err := g.enter(true, from, func() {})
				require.NoError(t, err)
			}
			_, err := g.enter(true, from, func() {})
			require.ErrorIs(t, err, errTooFast)
			time.Sleep(time.Second)
			for range int(c.pace.PerSecond) {
				_, err := g.enter(true, from, func() {})
				require.NoError(t, err)
			}
			_, err = g.enter(true, from, func() {})
			require.ErrorIs(t, err, errTooFast)
		}
	})
}
