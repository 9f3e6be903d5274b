package libp2pnet

import (
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
	"github.com/quic-go/quic-go"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// udpLine is a line of UDP to an address, which can be cut.
func udpLine(t *testing.T, to net.Addr) (at *net.UDPAddr, cut *atomic.Bool) {
	cut = new(atomic.Bool)
	near, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	t.Cleanup(func() { near.Close() })
	far, err := net.Dial("udp4", to.String())
	require.NoError(t, err)
	t.Cleanup(func() { far.Close() })
	var mu sync.Mutex // guards from
	var from net.Addr
	packet := func() []byte { return make([]byte, 1<<16) }
	go func() {
		for b := packet(); ; {
			n, addr, err := near.ReadFrom(b)
			if err != nil {
				return
			}
			mu.Lock()
			from = addr
			mu.Unlock()
			if !cut.Load() {
				far.Write(b[:n])
			}
		}
	}()
	go func() {
		for b := packet(); ; {
			n, err := far.Read(b)
			if err != nil {
				return
			}
			mu.Lock()
			if !cut.Load() {
				near.WriteTo(b[:n], from)
			}
			mu.Unlock()
		}
	}()
	return near.LocalAddr().(*net.UDPAddr), cut
}

// overQUIC is an address of a host.
func overQUIC(h *Host) multiaddr.Multiaddr {
	addrs := h.host.Addrs()
	return addrs[slices.IndexFunc(addrs, func(m multiaddr.Multiaddr) bool { return hasProtocol(m, multiaddr.P_QUIC_V1) })]
}

// Nothing says that a router has given up an address, but that nothing is answered any more.
func TestUnansweredConnectionsGo(t *testing.T) {
	t.Parallel()
	a, b := listen(t, nil), listen(t, nil)
	came := make(chan bool, 1)
	b.Serve(everybody{came})
	addr, _ := multiaddr.SplitLast(overQUIC(b))
	to, err := manet.ToNetAddr(addr)
	require.NoError(t, err)
	line, cut := udpLine(t, to)
	m := multiaddr.StringCast(fmt.Sprintf("/ip4/127.0.0.1/udp/%d/quic-v1", line.Port))
	c, err := a.Dial(tryFor(t), b.Key(), []transport.Addr{transport.Addr(m.Bytes())})
	require.NoError(t, err)
	say := func() { c.Write([]byte("hello")) }
	say()
	<-came

	linked := func() bool { return a.host.Network().Connectedness(b.host.ID()) == network.Connected }
	time.Sleep(unansweredTime + time.Second)
	require.True(t, linked(), "there was nothing to answer")
	cut.Store(true)
	began := time.Now()
	say()
	time.Sleep(unansweredTime / 2)
	if stays := linked(); time.Since(began) < unansweredTime { // else the machine was too busy to see it
		require.True(t, stays, "packets get lost")
	}
	_, err = c.Read(make([]byte, 1))
	require.Error(t, err)
	require.NotErrorAs(t, err, new(*quic.IdleTimeoutError), "it is closed before it ends by itself")
}

// Nobody answers an acknowledgement: that one is sent after all that has come is no reason to close a connection on which nothing
// else is said.
func TestAcknowledgementsNeedNoAnswer(t *testing.T) {
	t.Parallel()
	a, b := listen(t, nil), listen(t, nil)
	came := make(chan bool, 1)
	b.Serve(everybody{came})
	c, err := a.Dial(tryFor(t), b.Key(), []transport.Addr{transport.Addr(overQUIC(b).Bytes())})
	require.NoError(t, err)
	c.Write([]byte("hello"))
	<-came
	conns := b.host.Network().ConnsToPeer(a.host.ID())
	require.Len(t, conns, 1)
	var q *quic.Conn
	require.True(t, conns[0].As(&q))
	for range 100 {
		before := q.ConnectionStats()
		c.Write([]byte("more"))
		for q.ConnectionStats().PacketsReceived == before.PacketsReceived {
			time.Sleep(100 * time.Microsecond)
		}
		u, now := unanswered{}, time.Now()
		require.False(t, u.closeDead(conns, now))
		seen := q.ConnectionStats()
		time.Sleep(200 * time.Millisecond) // acknowledgements are sent within 25
		if after := q.ConnectionStats(); after.PacketsSent == seen.PacketsSent || after.PacketsReceived != seen.PacketsReceived {
			continue // it was sent before, or there was more to say
		}
		require.False(t, u.closeDead(conns, now.Add(time.Second)))
		require.False(t, u.closeDead(conns, now.Add(time.Minute)))
		return
	}
	require.Fail(t, "no acknowledgement was sent by itself")
}
