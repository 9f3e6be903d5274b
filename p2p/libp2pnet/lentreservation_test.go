package libp2pnet

import (
	"io"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A reservation is one at a time, a program with a relay of its own or that wants none takes none,
// and it is kept.
func TestLentReservations(t *testing.T) {
	t.Parallel()
	relay, err := OpenRelay(RelayConfig{Loopback: true, Identity: transport.Identity{9}, Secret: invite.RelaySecret{8}})
	require.NoError(t, err)
	t.Cleanup(func() { relay.Close() })
	owner := throughOnly(t, openRelay(t).Invite())
	open := func(c ListenConfig) *Host {
		c.Loopback, c.RelayOnly = true, true
		h, err := Listen(c)
		require.NoError(t, err)
		t.Cleanup(func() { h.Close() })
		return h
	}
	guest := open(ListenConfig{})
	require.Empty(t, guest.LentReservation(owner.Key()), "it has none to lend")
	first := owner.LentReservation(guest.Key())
	elsewhere, err := relayRouteTo(relay.Invite(), guest.Key())
	require.NoError(t, err)

	require.False(t, owner.UseReservation(elsewhere.addr()), "it has its own")
	require.False(t, open(ListenConfig{NoRelay: true}).UseReservation(first), "it wants none")
	require.False(t, guest.UseReservation("\x04no way through a relay"))
	require.False(t, guest.UseReservation(first), "its invite has not named that relay")
	require.Empty(t, guest.Addrs())
	invitedBy(t, guest, first, elsewhere.addr())
	require.True(t, guest.UseReservation(first))
	require.False(t, guest.UseReservation(first), "it is there")
	require.Equal(t, []transport.Addr{first}, guest.Addrs())

	require.True(t, guest.UseReservation(elsewhere.addr()))
	require.Equal(t, []transport.Addr{elsewhere.addr()}, guest.Addrs())
	require.Eventually(t, func() bool {
		guest.relays.mu.Lock()
		defer guest.relays.mu.Unlock()
		return len(guest.relays.uses) == 1 && guest.relays.uses[elsewhere.relay.ID].count == 1
	}, time.Minute, 5*time.Millisecond, "it has left the first")
	kept := guest.Keep()
	require.NoError(t, guest.Close())
	require.Equal(t, []transport.Addr{elsewhere.addr()}, open(ListenConfig{Kept: kept}).Addrs())
	require.Empty(t, open(ListenConfig{Kept: kept, NoRelay: true}).Addrs())
}

// Of addresses that others name none is taken that stands for any number of further ones.
func TestAddressesThatStandForMany(t *testing.T) {
	var all []transport.Addr
	for _, text := range []string{"/ip4/192.0.2.1/tcp/1", "/dnsaddr/example.org", "/dnsaddr/example.org/tcp/1", "/dns4/example.org/udp/1/quic-v1"} {
		all = append(all, transport.Addr(multiaddr.StringCast(text).Bytes()))
	}
	straight, _ := sortWays(all)
	require.Equal(t, []multiaddr.Multiaddr{multiaddr.StringCast("/ip4/192.0.2.1/tcp/1"), multiaddr.StringCast("/dns4/example.org/udp/1/quic-v1")}, straight)
	f, err := newRelayRoute(invite.Route{Relay: transport.Identity{1}.Key(), Addrs: all})
	require.NoError(t, err)
	require.Equal(t, straight, f.relay.Addrs)
}

// invitedBy has a program joined by an invite with these ways.
func invitedBy(t *testing.T, guest *Host, ways ...transport.Addr) {
	t.Helper()
	_, routes := sortWays(ways)
	require.Len(t, routes, len(ways))
	guest.chooses("the host", routes)
}

// everybody may come, and is listened to.
type everybody struct{ came chan<- bool }

func (everybody) Welcome(transport.Key) bool { return true }
func (everybody) Expects(transport.Key) bool { return false }
func (e everybody) Accept(c transport.Conn, _ transport.Key) {
	e.came <- true
	io.Copy(io.Discard, c)
}

// A host that lends ever new reservations can't make a guest keep a connection to each relay: a
// relay that it has left is given up, unless a link leads there.
func TestLeftReservationsAreGivenUp(t *testing.T) {
	t.Parallel()
	relays := []*Relay{openRelay(t)}
	for i := range 2 {
		another, err := OpenRelay(RelayConfig{Loopback: true, Identity: transport.Identity{9, byte(i)}, Secret: invite.RelaySecret{8}})
		require.NoError(t, err)
		t.Cleanup(func() { another.Close() })
		relays = append(relays, another)
	}
	guest, host := throughOnly(t, nil), throughOnly(t, relays[0].Invite())
	var ways []relayRoute
	for _, r := range relays {
		f, err := relayRouteTo(r.Invite(), guest.Key())
		require.NoError(t, err)
		ways = append(ways, f)
		guest.chosen.invited = append(guest.chosen.invited, f)
	}
	linked := func(i int) bool {
		return guest.host.Network().Connectedness(ways[i].relay.ID) == network.Connected
	}
	soon := func(what func() bool) { require.Eventually(t, what, time.Minute, 5*time.Millisecond) }

	came := make(chan bool, 1)
	guest.Serve(everybody{came})
	require.True(t, guest.UseReservation(ways[0].addr()))
	var link transport.Conn
	soon(func() (ok bool) {
		c, err := host.Dial(t.Context(), guest.Key(), guest.Addrs())
		link = c
		return err == nil
	})
	_, err := link.Write([]byte("hello"))
	require.NoError(t, err)
	<-came
	require.True(t, guest.UseReservation(ways[1].addr()))
	soon(func() bool { return linked(1) })
	require.True(t, guest.UseReservation(ways[2].addr()))
	soon(func() bool { return linked(2) && !linked(1) })
	require.True(t, linked(0), "a link leads there")
}
