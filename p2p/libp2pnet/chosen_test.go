package libp2pnet

import (
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A program that names ever new relays doesn't have a program keep a connection to each; a relay itself would let it go after a while.
func TestRelaysThatLedNowhereAreLeft(t *testing.T) {
	t.Parallel()
	g := listen(t, nil)
	for i := range 3 {
		relay, err := OpenRelay(RelayConfig{Loopback: true, Identity: transport.Identity{9, byte(i)}, Secret: invite.RelaySecret{8}})
		require.NoError(t, err)
		t.Cleanup(func() { relay.Close() })
		absent := transport.Identity{99, byte(i)}.Key()
		f, err := relayRouteTo(relay.Invite(), absent)
		require.NoError(t, err)
		_, err = g.Dial(tryFor(t), absent, []transport.Addr{f.addr()})
		require.ErrorIs(t, err, errRelayUnheard)
	}
	require.Eventually(t, func() bool { return len(g.host.Network().Conns()) == 0 }, idleTime/2, 5*time.Millisecond)
	require.Zero(t, g.relays.len())
}

// expecting is a gate for these peers.
type expecting []transport.Key

func (expecting) Welcome(transport.Key) bool { return true }
func (e expecting) Expects(key transport.Key) bool {
	for _, k := range e {
		if k == key {
			return true
		}
	}
	return false
}
func (expecting) Accept(c transport.Conn, _ transport.Key) { c.Abort() }

// A program that takes no other way than relays goes to none that another seat names: not to its program under the name of
// a relay, not to a relay of its own, and not to another address under the name of the invite's relay.
func TestNobodyElseNamesARelay(t *testing.T) {
	relay := openRelay(t)
	found := make(chan error, 8)
	h, err := Listen(ListenConfig{Loopback: true, Relay: relay.Invite(), OnRelay: func(err error) { found <- err }})
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	require.NoError(t, <-found)
	h.Serve(everybody{make(chan bool, 8)})
	g := throughOnly(t, nil)
	way := hidden{h}.Addrs()
	own, err := newRelayRoute(invite.Route{Relay: h.Key(), Addrs: ranked(nil, h.host.Addrs(), true)})
	require.NoError(t, err)

	_, err = g.Dial(tryFor(t), h.Key(), []transport.Addr{own.addr()})
	require.Error(t, err, "the host is no relay to itself, in an invite either")
	link, err := g.Dial(tryFor(t), h.Key(), way)
	require.NoError(t, err)
	require.Equal(t, transport.Relayed, link.Path())
	g.Serve(expecting{h.Key()})

	another := transport.Identity{99}.Key()
	_, err = g.Dial(tryFor(t), another, []transport.Addr{own.addr()})
	require.Error(t, err)
	require.False(t, g.UseReservation(own.addr()))
	require.Empty(t, straightConns(h, g))

	trap := multiaddr.StringCast("/ip4/127.0.0.1/tcp/1")
	elsewhere, ok := parseRelayRoute(way[0])
	require.True(t, ok)
	elsewhere.relay.Addrs = []multiaddr.Multiaddr{trap}
	_, err = g.Dial(tryFor(t), another, []transport.Addr{elsewhere.addr()})
	require.Error(t, err)
	require.NotContains(t, g.host.Peerstore().Addrs(elsewhere.relay.ID), trap)

	require.Equal(t, network.Limited, g.host.Network().Connectedness(h.host.ID()), "the link stands")
	require.NoError(t, link.Close())
}

// What stands between who stays on relays and the rest of the network.
func TestWhereWhoStaysOnRelaysMayGo(t *testing.T) {
	relay := openRelay(t)
	h := throughOnly(t, relay.Invite())
	id, at := relay.host.ID(), relay.host.Addrs()[0]
	through := func(text string) multiaddr.Multiaddr {
		return multiaddr.StringCast(text + "/p2p/" + id.String() + "/p2p-circuit")
	}
	stranger, err := idOf(transport.Identity{99}.Key())
	require.NoError(t, err)
	require.True(t, gater{h}.InterceptAddrDial(id, at), "its own")
	require.True(t, gater{h}.InterceptAddrDial(stranger, through("")))
	require.False(t, gater{h}.InterceptAddrDial(stranger, through("/ip4/127.0.0.1/tcp/1")), "a way that names the relay's address too")
	require.False(t, gater{h}.InterceptAddrDial(stranger, at))
	defer h.relays.use(stranger)()
	require.False(t, gater{h}.InterceptAddrDial(stranger, at), "none that was chosen")

	g := throughOnly(t, nil)
	g.chosen.invited = []relayRoute{{relay: peer.AddrInfo{ID: id}}}
	require.False(t, gater{g}.InterceptAddrDial(id, at), "it has nothing to do with it now")
	defer g.relays.use(id)()
	require.True(t, gater{g}.InterceptAddrDial(id, at))
	key, err := keyOf(id)
	require.NoError(t, err)
	g.Serve(expecting{key})
	require.False(t, gater{g}.InterceptAddrDial(id, at), "a peer of the match")
}

// The relays of the invite are kept with the match, and hold when it is resumed.
func TestTheInvitesRelaysAreKept(t *testing.T) {
	relay := openRelay(t)
	h, g := throughOnly(t, relay.Invite()), throughOnly(t, nil)
	g.chooses(h.host.ID(), nil)
	_, routes := sortWays(h.Addrs())
	g.chooses(h.host.ID(), routes)
	kept := g.Keep()
	again, err := Listen(ListenConfig{Loopback: true, Kept: kept})
	require.NoError(t, err)
	defer again.Close()
	again.Serve(expecting{})
	other, err := newRelayRoute(invite.Route{Relay: transport.Identity{9}.Key()})
	require.NoError(t, err)
	again.chooses("another seat", []relayRoute{other})
	require.Equal(t, routes, again.chosenOnly(append(routes, other)))
	for n := range kept { // as another transport may keep anything
		parseKept(kept[n:])
	}
}
