package libp2pnet

import (
	"context"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	tpt "github.com/libp2p/go-libp2p/core/transport"
	"github.com/libp2p/go-libp2p/p2p/transport/tcp"
	"github.com/multiformats/go-multiaddr"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
)

// afresh is a transport that dials an address by several attempts.
type afresh struct{ tpt.Transport }

// Dial implements [tpt.Transport]. Routers are opened by a single attempt, whose time both ends have agreed on.
func (t afresh) Dial(ctx context.Context, addr multiaddr.Multiaddr, p peer.ID) (tpt.CapableConn, error) {
	attempt := func(ctx context.Context) (tpt.CapableConn, error) { return t.Transport.Dial(ctx, addr, p) }
	if isPunch(ctx) {
		return attempt(ctx)
	}
	return retry.Afresh(ctx, attempt, func(c tpt.CapableConn) { c.Close() })
}

func isPunch(ctx context.Context) bool {
	punch, _, _ := network.GetSimultaneousConnect(ctx)
	return punch
}

// overTCP dials players from any port. Two that dialled each other at once, each from the port on which it listens, would get a single
// connection, on which both speak first. A relay is dialled from that port, as it says under which address others see it.
type overTCP struct {
	tpt.Transport
	fromAny tpt.Transport
}

func newOverTCP(up tpt.Upgrader, limits network.ResourceManager) (tpt.Transport, error) {
	fromOwn, err := tcp.NewTCPTransport(up, limits, nil)
	if err != nil {
		return nil, err
	}
	fromAny, err := tcp.NewTCPTransport(up, limits, nil, tcp.DisableReuseport())
	return afresh{overTCP{fromOwn, fromAny}}, err
}

func (t overTCP) Dial(ctx context.Context, addr multiaddr.Multiaddr, p peer.ID) (tpt.CapableConn, error) {
	if straight, _ := network.GetForceDirectDial(ctx); straight && !isPunch(ctx) {
		return t.fromAny.Dial(ctx, addr, p)
	}
	return t.Transport.Dial(ctx, addr, p)
}
