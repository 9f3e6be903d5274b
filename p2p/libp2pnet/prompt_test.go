package libp2pnet

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// echo returns what comes over links.
type echo struct{}

func (echo) Welcome(transport.Key) bool { return true }
func (echo) Expects(transport.Key) bool { return false }
func (echo) Accept(c transport.Conn, _ transport.Key) {
	io.Copy(c, c)
}

// lateLine is an address behind which another is, with a round trip of that length; and counts its connections.
func lateLine(t *testing.T, to transport.Addr, trip time.Duration, count *atomic.Int32) transport.Addr {
	m := multiaddrs([]transport.Addr{to})[0]
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	pass := func(from, to net.Conn) {
		type piece struct {
			due  time.Time
			data []byte
		}
		pieces := make(chan piece, 1<<10)
		defer close(pieces)
		go func() {
			for p := range pieces {
				time.Sleep(time.Until(p.due))
				to.Write(p.data)
			}
		}()
		for buf := make([]byte, 1<<12); ; {
			n, err := from.Read(buf)
			if err != nil {
				return
			}
			pieces <- piece{time.Now().Add(trip / 2), bytes.Clone(buf[:n])}
		}
	}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			count.Add(1)
			far, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", portOf(m)))
			if err != nil {
				return
			}
			t.Cleanup(func() { near.Close(); far.Close() })
			go pass(near, far)
			go pass(far, near)
		}
	}()
	return transport.Addr(multiaddr.StringCast(fmt.Sprintf("/ip4/127.0.0.1/tcp/%d", l.Addr().(*net.TCPAddr).Port)).Bytes())
}

func nearTCP(t *testing.T, h *Host) transport.Addr {
	for _, m := range multiaddrs(h.Addrs()) {
		if isNearTCP(m) {
			return transport.Addr(m.Bytes())
		}
	}
	require.FailNow(t, "no TCP")
	return ""
}

// From a connection of TCP to the first answer of the program it takes two round trips: one for Noise, and one for the link.
func TestFirstAnswerTakesTwoRoundTrips(t *testing.T) {
	t.Parallel()
	const trip = 2 * time.Second
	one, two := listen(t, nil), listen(t, nil)
	two.Serve(echo{})
	began := time.Now()
	c, err := one.Dial(t.Context(), two.Key(), []transport.Addr{lateLine(t, nearTCP(t, two), trip, new(atomic.Int32))})
	require.NoError(t, err)
	defer c.Abort()
	_, err = c.Write([]byte("hello"))
	require.NoError(t, err)
	_, err = io.ReadFull(c, make([]byte, 5))
	require.NoError(t, err)
	require.Less(t, time.Since(began), 3*trip)
}

// An attempt that is not answered soon gets company, and is not ended for that.
func TestDialBeginsAfresh(t *testing.T) {
	t.Parallel()
	one, two := listen(t, nil), listen(t, nil)
	two.Serve(echo{})
	var attempts atomic.Int32
	_, err := one.Dial(t.Context(), two.Key(), []transport.Addr{lateLine(t, nearTCP(t, two), 2200*time.Millisecond, &attempts)})
	require.NoError(t, err)
	require.EqualValues(t, 3, attempts.Load())
	require.Eventually(t, func() bool { return len(two.host.Network().ConnsToPeer(one.host.ID())) == 1 }, time.Minute, time.Millisecond)
}

// Players are dialled from any port, and relays from that on which the program listens.
func TestPortsOfDials(t *testing.T) {
	h, g, relay := listen(t, nil), listen(t, nil), openRelay(t)
	h.Serve(echo{})
	c, err := g.Dial(t.Context(), h.Key(), []transport.Addr{nearTCP(t, h)})
	require.NoError(t, err)
	defer c.Abort()
	require.NotEqual(t, int(g.bound), portOf(c.(*linkConn).Conn().LocalMultiaddr()))
	f, err := relayRouteTo(relay.Invite(), g.Key())
	require.NoError(t, err)
	f.relay.Addrs = onlyTCP(f.relay.Addrs)
	require.NoError(t, g.showPassAt(t.Context(), f, g.Key()))
	require.Equal(t, int(g.bound), portOf(g.host.Network().ConnsToPeer(f.relay.ID)[0].LocalMultiaddr()))
}

// A program that speaks another version, or is none of ours, says so when it is spoken to.
func TestOtherProgramsAreExplained(t *testing.T) {
	for _, test := range []struct {
		speaks protocol.ID
		want   error
	}{
		{"/darkjunqi/match/7", wire.NewVersionError(wire.Version, 7)},
		{"/chess/1", nil},
	} {
		h, g := listen(t, nil), listen(t, nil)
		h.host.RemoveStreamHandler(protocolID)
		h.host.SetStreamHandler(test.speaks, func(s network.Stream) { s.Close() })
		c, err := g.Dial(t.Context(), h.Key(), h.Addrs())
		require.NoError(t, err)
		defer c.Abort()
		_, err = c.Write([]byte("hello"))
		require.NoError(t, err)
		_, err = c.Read(make([]byte, 1))
		if test.want == nil {
			require.EqualError(t, err, "the program there is not darkjunqi")
			continue
		}
		require.Equal(t, test.want, err)
	}
}

// answering is one end of a connection, on which the other has said something.
type answering struct {
	manet.Conn
	io.Reader
}

func (a answering) Read(b []byte) (int, error) { return a.Reader.Read(b) }

// What the other end agrees to is taken for granted, but looked at when it comes.
func TestWhoDoesNotSpeakNoiseIsRefused(t *testing.T) {
	read := func(said string) (string, error) {
		c := &promptConn{Conn: answering{Reader: iotest.OneByteReader(strings.NewReader(said))}}
		first := make([]byte, len(agreed))
		_, err := io.ReadFull(c, first)
		require.NoError(t, err)
		require.Equal(t, agreed, string(first))
		rest, err := io.ReadAll(c)
		return string(rest), err
	}
	got, err := read(agreed + "noise")
	require.NoError(t, err)
	require.Equal(t, "noise", got)
	_, err = read("\x13/multistream/1.0.0\n\x03na\n0123456789")
	require.Equal(t, errNotNoise, err)
	_, err = read(agreed[1:])
	require.Equal(t, io.ErrUnexpectedEOF, err)
}

// Whoever dials again as soon as a connection has ended keeps the addresses, although identify puts those of the former away only then.
func TestDialKeepsAddresses(t *testing.T) {
	relay := openRelay(t)
	h := listen(t, nil)
	to := relayInfo(t, relay)
	stopped := make(chan struct{})
	var tidying sync.WaitGroup
	tidying.Go(func() { // as identify does
		for {
			select {
			case <-stopped:
				return
			default:
				h.host.Peerstore().UpdateAddrs(to.ID, peerstore.TempAddrTTL, 0)
			}
		}
	})
	defer tidying.Wait()
	defer close(stopped)
	for range 8 {
		require.NoError(t, h.host.Connect(tryFor(t), to))
		h.host.Network().ClosePeer(to.ID)
		h.host.Peerstore().ClearAddrs(to.ID)
	}
}
