package libp2pnet

import (
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"
)

// Near addresses are dialled by TCP first, all others as libp2p would without them.
func TestRankDials(t *testing.T) {
	const circuit = "/ip4/192.168.1.9/tcp/4001/p2p/12D3KooWDpJ7As7BWAwRMfu1VU2WCqNjvq387JEYKDBj4kx6nXTN/p2p-circuit"
	delays := func(texts ...string) map[string]time.Duration {
		var addrs []multiaddr.Multiaddr
		for _, text := range texts {
			addrs = append(addrs, multiaddr.StringCast(text))
		}
		out := map[string]time.Duration{}
		for _, a := range rankDials(addrs) {
			out[a.Addr.String()] = a.Delay
		}
		require.Len(t, out, len(texts), "each is dialled, once")
		return out
	}
	near := delays("/ip4/127.0.0.1/udp/1/quic-v1", "/ip4/127.0.0.1/tcp/1")
	require.Zero(t, near["/ip4/127.0.0.1/tcp/1"])
	require.Equal(t, swarm.PrivateTCPDelay, near["/ip4/127.0.0.1/udp/1/quic-v1"])

	all := delays("/ip4/192.168.1.2/udp/1/quic-v1", "/ip4/192.168.1.2/tcp/1", "/ip4/198.51.100.1/udp/1/quic-v1", "/ip4/198.51.100.1/tcp/1", circuit)
	require.Zero(t, all["/ip4/192.168.1.2/tcp/1"])
	require.Zero(t, all["/ip4/198.51.100.1/udp/1/quic-v1"])
	require.Equal(t, swarm.PublicTCPDelay, all["/ip4/198.51.100.1/tcp/1"])
	require.Equal(t, swarm.RelayDelay, all[circuit], "a relay nearby is no direct way")

	require.Zero(t, delays("/ip4/192.168.1.2/udp/1/quic-v1")["/ip4/192.168.1.2/udp/1/quic-v1"], "it has nothing to wait for")
}
