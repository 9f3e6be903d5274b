package libp2pnet

import (
	"bytes"
	"context"
	"crypto/rand"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

func relayInfo(t testing.TB, r *Relay) peer.AddrInfo {
	t.Helper()
	f, err := relayRouteTo(r.Invite(), transport.Key{})
	require.NoError(t, err)
	return f.relay
}

func tryFor(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// A program that shows no pass can't be found through a relay, nor find anybody.
func TestRelayServesNobodyWithoutAPass(t *testing.T) {
	relay := openRelay(t)
	h := throughOnly(t, relay.Invite())
	stranger := listen(t, nil)
	ctx := tryFor(t)
	require.NoError(t, stranger.host.Connect(ctx, relayInfo(t, relay)))

	err := stranger.askReservation(ctx, relay.host.ID())
	require.ErrorIs(t, err, errRelayRefuses)

	circuit := multiaddr.StringCast("/p2p/" + relay.host.ID().String() + "/p2p-circuit")
	err = stranger.host.Connect(network.WithAllowLimitedConn(ctx, "test"), peer.AddrInfo{ID: h.host.ID(), Addrs: []multiaddr.Multiaddr{circuit}})
	require.ErrorIs(t, relayInWords(err), errRelayRefuses)
}

// A pass is good for one host: a guest's does not let it be found itself, nor find others.
func TestPassIsForOneHost(t *testing.T) {
	relay := openRelay(t)
	red, blue := throughOnly(t, relay.Invite()), throughOnly(t, relay.Invite())
	guest := listen(t, nil)
	ctx := tryFor(t)
	toRed, err := relayRouteTo(relay.Invite(), red.Key())
	require.NoError(t, err)
	require.NoError(t, guest.dialThrough(ctx, toRed, red.Key(), red.host.ID(), new(atomic.Bool)))

	require.ErrorIs(t, guest.askReservation(ctx, relay.host.ID()), errRelayRefuses)
	require.ErrorIs(t, guest.showPassAt(ctx, toRed, blue.Key()), errRelayRefuses)
	require.Error(t, guest.dialThrough(ctx, toRed, blue.Key(), blue.host.ID(), new(atomic.Bool)))
	require.Equal(t, int64(2), relay.figures.refused.Load())
}

// One program can't make a relay remember more than so many passes.
func TestAdmissionsAreBounded(t *testing.T) {
	relay := openRelay(t)
	h := listen(t, nil)
	ctx := tryFor(t)
	for i := range admissionsOf + 1 {
		f, err := relayRouteTo(relay.Invite(), transport.Identity{byte(i)}.Key())
		require.NoError(t, err)
		err = h.showPassAt(ctx, f, transport.Identity{byte(i)}.Key())
		if i < admissionsOf {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, errRelayRefuses)
		}
	}
	require.NoError(t, h.host.Network().ClosePeer(relay.host.ID()))
	require.Eventually(t, func() bool {
		relay.mu.Lock()
		defer relay.mu.Unlock()
		return len(relay.admitted) == 0
	}, time.Minute, time.Millisecond, "who is gone is forgotten")
}

// Of those who have shown no pass a relay keeps the newest, and each of them not for long;
// of those who have, none without a use for it.
func TestRelayKeepsNoIdlers(t *testing.T) {
	relay := openRelay(t)
	idler, guest, host := listen(t, nil), listen(t, nil), throughOnly(t, relay.Invite())
	ctx := tryFor(t)
	require.NoError(t, idler.host.Connect(ctx, relayInfo(t, relay)))
	toHost, err := relayRouteTo(relay.Invite(), host.Key())
	require.NoError(t, err)
	require.NoError(t, guest.showPassAt(ctx, toHost, host.Key()))

	peers := func(conns []network.Conn) (list []peer.ID) {
		for _, c := range conns {
			list = append(list, c.RemotePeer())
		}
		return list
	}
	require.Eventually(t, func() bool { // the relay may hear of it later than whoever has connected
		return slices.Equal([]peer.ID{idler.host.ID()}, peers(relay.needless(time.Now().Add(strangerTime+time.Second))))
	}, time.Minute, time.Millisecond)
	require.Empty(t, relay.needless(time.Now()))
	require.Eventually(t, func() bool { // once the stream of the pass is closed there too
		return slices.Equal([]peer.ID{idler.host.ID(), guest.host.ID()}, peers(relay.needless(time.Now().Add(idleTime+time.Second))))
	}, time.Minute, time.Millisecond)

	relay.mu.Lock()
	oldest := relay.strangers[0]
	for len(relay.strangers) < strangersAtOnce {
		relay.strangers = append(relay.strangers, oldest)
	}
	relay.mu.Unlock()
	late := listen(t, nil)
	require.NoError(t, late.host.Connect(ctx, relayInfo(t, relay)))
	kept := 0
	require.Eventually(t, func() bool { // the relay may hear of it later than whoever has connected
		relay.mu.Lock()
		defer relay.mu.Unlock()
		kept = len(relay.strangers)
		return relay.strangers[kept-1].RemotePeer() == late.host.ID()
	}, time.Minute, time.Millisecond)
	require.LessOrEqual(t, kept, strangersAtOnce)
	require.Eventually(t, oldest.IsClosed, time.Minute, time.Millisecond)
}

// A program that comes back is rid of what it had left at the relay.
func TestRelayForgetsFormerConnections(t *testing.T) {
	relay := openRelay(t)
	h := throughOnly(t, relay.Invite())
	old := relay.host.Network().ConnsToPeer(h.host.ID())
	require.NotEmpty(t, old)
	kept := h.Keep()
	second, err := Listen(ListenConfig{Loopback: true, Kept: kept, NoRelay: true, RelayOnly: true})
	require.NoError(t, err)
	defer second.Close()
	f, err := relayRouteTo(relay.Invite(), second.Key())
	require.NoError(t, err)
	invitedBy(t, second, f.addr())
	require.NoError(t, second.showPassAt(tryFor(t), f, second.Key()))
	for _, c := range relay.host.Network().ConnsToPeer(second.host.ID()) {
		if !slices.Contains(old, c) {
			relay.closeOlder(c, 0)
		}
	}
	for _, c := range old {
		require.Eventually(t, c.IsClosed, time.Minute, time.Millisecond)
	}
}

// A relay keeps to what it gives: all of a match, for a whole evening.
func TestRelayGivesAWholeEvening(t *testing.T) {
	relay := openRelay(t)
	h, g := throughOnly(t, relay.Invite()), listen(t, nil)
	toHost, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	require.NoError(t, g.dialThrough(tryFor(t), toHost, h.Key(), h.host.ID(), new(atomic.Bool)))
	conns := g.host.Network().ConnsToPeer(h.host.ID())
	require.Len(t, conns, 1)
	require.True(t, conns[0].Stat().Limited)
	require.Equal(t, circuitTime, conns[0].Stat().Extra[client.StatLimitDuration])
	require.Equal(t, uint64(circuitBytes), conns[0].Stat().Extra[client.StatLimitData])
}

func TestNobodyAtTheRelay(t *testing.T) {
	relay := openRelay(t)
	g := listen(t, nil)
	absent := transport.Identity{99}.Key()
	f, err := relayRouteTo(relay.Invite(), absent)
	require.NoError(t, err)
	_, err = g.Dial(tryFor(t), absent, []transport.Addr{f.addr()})
	require.ErrorIs(t, err, errRelayUnheard)
}

// The relay and whether it is the only way are kept with a match.
func TestRelayIsKept(t *testing.T) {
	relay := openRelay(t)
	h := throughOnly(t, relay.Invite())
	kept := h.Keep()
	require.NoError(t, h.Close())
	again, err := Listen(ListenConfig{Loopback: true, Kept: kept})
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, relay.Invite(), again.relay)
	require.True(t, again.relayOnly)
	require.Equal(t, h.Addrs(), again.Addrs())
	require.Len(t, again.Addrs(), 1)
	without, err := Listen(ListenConfig{Loopback: true, Kept: kept, NoRelay: true})
	require.NoError(t, err)
	defer without.Close()
	require.Nil(t, without.relay)
	once, err := Listen(ListenConfig{Loopback: true, Kept: without.Keep()})
	require.NoError(t, err)
	defer once.Close()
	require.Nil(t, once.relay)
	require.True(t, once.noRelay, "none was wanted")
	renewed, err := Listen(ListenConfig{Loopback: true, Kept: without.Keep(), Relay: relay.Invite()})
	require.NoError(t, err)
	defer renewed.Close()
	require.False(t, renewed.noRelay)
}

// A way through a relay that can be read is written the same.
func TestRelayRouteRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var addrs []transport.Addr
		for range rapid.IntRange(0, 30).Draw(t, "addresses") {
			m, err := multiaddr.NewMultiaddr("/ip4/192.0.2.1/udp/4001/quic-v1")
			if err != nil {
				t.Fatal(err)
			}
			addrs = append(addrs, transport.Addr(m.Bytes()))
		}
		f, err := newRelayRoute(invite.Route{Pass: invite.RelayPass(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "pass")), Relay: transport.Identity{1}.Key(), Addrs: addrs})
		if err != nil {
			t.Fatal(err)
		}
		addr := f.addr()
		if len(addr) > transport.MaxAddr {
			t.Fatalf("%d bytes", len(addr))
		}
		back, ok := parseRelayRoute(addr)
		if !ok || back.addr() != addr || back.pass != f.pass || back.relay.ID != f.relay.ID {
			t.Fatalf("%x", addr)
		}
	})
}

func FuzzParseRelayRoute(f *testing.F) {
	way, err := newRelayRoute(invite.Route{Pass: invite.RelayPass{1}, Relay: transport.Identity{1}.Key(), Addrs: []transport.Addr{transport.Addr(multiaddr.StringCast("/ip4/192.0.2.1/tcp/1").Bytes())}})
	require.NoError(f, err)
	f.Add([]byte(way.addr()))
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if way, ok := parseRelayRoute(transport.Addr(raw)); ok {
			require.LessOrEqual(t, len(way.addr()), transport.MaxAddr)
		}
	})
}

// Only who knows a host's key is answered, and what answers otherwise is not believed.
func TestNearPackets(t *testing.T) {
	name, other := mdnsName(transport.Key{1}), mdnsName(transport.Key{2})
	reply, err := mdnsReply(7, name, 4001)
	require.NoError(t, err)
	port, ok := mdnsPortIn(reply, name)
	require.True(t, ok)
	require.Equal(t, uint16(4001), port)
	_, ok = mdnsPortIn(reply, other)
	require.False(t, ok)
	_, asked := asksFor(reply, name)
	require.False(t, asked, "an answer is no question")
	require.NotContains(t, string(reply), string(bytes.Repeat([]byte{1}, 8)))
}

func FuzzNearPackets(f *testing.F) {
	name := mdnsName(transport.Key{1})
	reply, err := mdnsReply(7, name, 4001)
	require.NoError(f, err)
	f.Add(reply)
	f.Fuzz(func(t *testing.T, packet []byte) {
		asksFor(packet, name)
		if port, ok := mdnsPortIn(packet, name); ok {
			require.NotZero(t, port)
		}
	})
}

// A probe is answered by a program that listens, and by no other.
func TestPortProbe(t *testing.T) {
	relay := openRelay(t)
	h := listen(t, nil)
	ctx := tryFor(t)
	f, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	require.NoError(t, h.host.Connect(ctx, f.relay))
	_, _, err = h.askForProbe(ctx, f, h.bound)
	require.Error(t, err, "without a pass nothing is probed")
	require.NoError(t, h.showPassAt(ctx, f, h.Key()))
	byTCP, byQUIC, err := h.askForProbe(ctx, f, h.bound)
	require.NoError(t, err)
	require.True(t, byTCP)
	require.True(t, byQUIC)
}

// A relay has answered a probe before it has put the stream of it away: who is told so at once may ask again.
func TestProbeAfterProbe(t *testing.T) {
	relay := openRelay(t)
	h := listen(t, nil)
	ctx := tryFor(t)
	f, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	require.NoError(t, h.showPassAt(ctx, f, h.Key()))
	former, err := h.host.NewStream(ctx, f.relay.ID, probeProtocol)
	require.NoError(t, err)
	defer former.Reset()
	_, err = former.Write([]byte{0}) // half a port: the relay has to do with it for as long as this test wants
	require.NoError(t, err)
	require.Eventually(t, func() bool { return isProbing(relay, h) }, time.Minute, time.Millisecond)
	byTCP, byQUIC, err := h.askForProbe(ctx, f, h.bound)
	require.NoError(t, err)
	require.True(t, byTCP && byQUIC)
	require.True(t, isProbing(relay, h), "the former is still there")
}

// A relay that is reached over TCP is not said to be reached over UDP: its other address may be learned again
// before it is tried.
func TestCheckTellsTheWaysApart(t *testing.T) {
	relay := openRelay(t)
	h := listen(t, nil)
	f, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	isTCP := func(m multiaddr.Multiaddr) bool { return hasProtocol(m, multiaddr.P_TCP) }
	f.relay.Addrs = slices.DeleteFunc(f.relay.Addrs, func(m multiaddr.Multiaddr) bool { return !isTCP(m) })
	byUDP := func(m multiaddr.Multiaddr) bool {
		h.host.Peerstore().AddAddr(f.relay.ID, m, time.Minute)
		return !isTCP(m)
	}
	at := &AtRelay{}
	require.ErrorIs(t, h.askBy(tryFor(t), f, byUDP, at), errRelay)
	require.NotEmpty(t, h.host.Network().ConnsToPeer(f.relay.ID), "it was reached")
	require.Empty(t, at)
	require.NoError(t, h.askBy(tryFor(t), f, isTCP, at))
	require.True(t, at.InTCP)
}

// isProbing reports whether a relay has to do with a probe for a program.
func isProbing(relay *Relay, h *Host) bool {
	for _, c := range relay.host.Network().ConnsToPeer(h.host.ID()) {
		if slices.ContainsFunc(c.GetStreams(), func(s network.Stream) bool { return s.Protocol() == probeProtocol }) {
			return true
		}
	}
	return false
}

// Nothing that is sent instead of a pass makes a relay hang or admit.
func TestNoise(t *testing.T) {
	relay := openRelay(t)
	h := listen(t, nil)
	ctx := tryFor(t)
	require.NoError(t, h.host.Connect(ctx, relayInfo(t, relay)))
	for _, n := range []int{0, 1, 47} {
		s, err := h.host.NewStream(ctx, relay.host.ID(), relayProtocol)
		require.NoError(t, err)
		noise := make([]byte, n)
		rand.Read(noise)
		_, err = s.Write(noise)
		require.NoError(t, err)
		require.NoError(t, s.CloseWrite())
		_, err = s.Read(make([]byte, 1))
		require.Error(t, err)
	}
	relay.mu.Lock()
	defer relay.mu.Unlock()
	require.Empty(t, relay.admitted[h.host.ID()])
}
