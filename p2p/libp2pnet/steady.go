package libp2pnet

import (
	"context"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/transport"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/p2p/internal/steady"
)

// steadyUpgrader has every TCP connection, dialled or accepted, go on soon after a cut.
type steadyUpgrader struct{ transport.Upgrader }

func (u steadyUpgrader) GateMaListener(l manet.Listener) transport.GatedMaListener {
	return u.Upgrader.GateMaListener(steadyListener{l})
}

func (u steadyUpgrader) Upgrade(
	ctx context.Context, t transport.Transport, c manet.Conn, d network.Direction, p peer.ID, s network.ConnManagementScope,
) (transport.CapableConn, error) {
	steady.TCP(c)
	return u.Upgrader.Upgrade(ctx, t, c, d, p, s)
}

type steadyListener struct{ manet.Listener }

func (l steadyListener) Accept() (manet.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		steady.TCP(c)
	}
	return c, err
}
