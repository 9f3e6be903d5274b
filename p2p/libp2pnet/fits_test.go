package libp2pnet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A match shares the host of another under its name only if neither shows an address that the other is to hide, and it is found where it
// asks to be. What a host keeps fits that host.
func TestFits(t *testing.T) {
	one := invite.NewRelay(transport.Identity{1}.Key(), invite.RelaySecret{2}, nil)
	two := invite.NewRelay(transport.Identity{3}.Key(), invite.RelaySecret{2}, nil)
	way := func(r *invite.Relay) relayRoute {
		f, err := newRelayRoute(invite.Route{Relay: r.Key(), Addrs: r.Addrs()})
		require.NoError(t, err)
		return f
	}
	opened := func(c ListenConfig) *Host {
		c.Loopback = true
		h, err := Listen(c)
		require.NoError(t, err)
		t.Cleanup(func() { h.Close() })
		require.NoError(t, h.Fits(ListenConfig{Kept: h.Keep()}))
		return h
	}
	direct, only, forbids := opened(ListenConfig{}), opened(ListenConfig{Relay: one, RelayOnly: true}), opened(ListenConfig{NoRelay: true})
	found, other := opened(ListenConfig{Relay: one}), opened(ListenConfig{Relay: two, RelayOnly: true})
	invited := opened(ListenConfig{RelayOnly: true})
	invited.chosen.invited = []relayRoute{way(two)}
	name := ListenConfig{Kept: make([]byte, 32)}
	relayed := ListenConfig{Kept: make([]byte, 32), Relay: two}
	for i, c := range []struct {
		h    *Host
		asks ListenConfig
		want error
	}{
		{direct, name, nil}, {found, name, nil}, {forbids, name, nil}, {only, name, errSharedRelayOnly},
		{direct, relayed, errSharedRelay}, {found, relayed, errSharedRelay}, {only, relayed, errSharedRelayOnly},
		{direct, ListenConfig{Kept: only.Keep()}, errSharedRelayOnly}, {only, ListenConfig{Kept: direct.Keep()}, errSharedRelayOnly},
		{direct, ListenConfig{Relay: one, RelayOnly: true}, errSharedRelayOnly}, {only, ListenConfig{Relay: one, RelayOnly: true}, nil},
		{found, ListenConfig{Kept: only.Keep()}, errSharedRelayOnly}, {only, ListenConfig{Kept: found.Keep()}, errSharedRelayOnly},
		{only, ListenConfig{Kept: other.Keep()}, errSharedRelay}, {other, ListenConfig{Kept: only.Keep()}, errSharedRelay},
		{only, ListenConfig{Kept: invited.Keep()}, errSharedRelay}, {other, ListenConfig{Kept: invited.Keep()}, nil},
		{direct, ListenConfig{Kept: forbids.Keep()}, errSharedRelay}, {found, ListenConfig{Kept: forbids.Keep()}, errSharedRelay},
	} {
		require.Equal(t, c.want, c.h.Fits(c.asks), i)
	}
	require.Error(t, direct.Fits(ListenConfig{Kept: []byte{1}}))
}

// Another host of the same player goes the same ways, but is not found where the player is.
func TestBeside(t *testing.T) {
	one := invite.NewRelay(transport.Identity{1}.Key(), invite.RelaySecret{2}, nil)
	f, err := newRelayRoute(invite.Route{Relay: one.Key()})
	require.NoError(t, err)
	h := &Host{relay: one, relayOnly: true, noRelay: true}
	h.chosen.invited = []relayRoute{f}
	c := h.Beside(ListenConfig{Port: 1, Announce: []string{"192.0.2.1:1"}, Loopback: true, OnRelay: func(error) {}})
	require.Equal(t, ListenConfig{Loopback: true, Relay: one, NoRelay: true, RelayOnly: true, invited: h.chosen.invited}, c)
	next := &Host{}
	_, err = next.name(&c)
	require.NoError(t, err)
	require.Equal(t, h.chosen.invited, next.chosen.invited)
}
