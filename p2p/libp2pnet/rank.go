package libp2pnet

import (
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
)

// rankDials says when to dial which address: as libp2p does, but TCP before QUIC where both ends are near.
// There what a link costs is the processor's time, and the kernel takes less for a record than QUIC in the program.
// Elsewhere QUIC comes first: it opens in fewer flights and gets through more routers.
func rankDials(addrs []multiaddr.Multiaddr) (ranked []network.AddrDelay) {
	var nearTCP, others []multiaddr.Multiaddr
	for _, m := range addrs {
		if isNearTCP(m) {
			nearTCP = append(nearTCP, m)
		} else {
			others = append(others, m)
		}
	}
	ranked = swarm.DefaultDialRanker(nearTCP)
	for _, a := range swarm.DefaultDialRanker(others) {
		if len(nearTCP) > 0 && isNearDirect(a.Addr) {
			a.Delay += swarm.PrivateTCPDelay
		}
		ranked = append(ranked, a)
	}
	return ranked
}

func isNearDirect(m multiaddr.Multiaddr) bool { return manet.IsPrivateAddr(m) && !throughRelay(m) }

func isNearTCP(m multiaddr.Multiaddr) bool {
	return isNearDirect(m) && hasProtocol(m, multiaddr.P_TCP)
}
