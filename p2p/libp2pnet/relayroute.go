package libp2pnet

import (
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// relayProtocol shows a relay the pass to use it.
const relayProtocol protocol.ID = "/darkjunqi/relay/1"

const (
	maxObserved = 64
	showTime    = 10 * time.Second
)

// relayRoute is an [invite.Route] as libp2p takes it.
type relayRoute struct {
	pass  invite.RelayPass // to whom it leads
	relay peer.AddrInfo
}

// relayRouteTo is the way through a relay to the program with this key.
func relayRouteTo(r *invite.Relay, to transport.Key) (relayRoute, error) {
	return newRelayRoute(r.Route(to))
}

func newRelayRoute(r invite.Route) (f relayRoute, err error) {
	f.pass, f.relay.Addrs = r.Pass, multiaddrs(r.Addrs)
	f.relay.ID, err = idOf(r.Relay)
	return f, err
}

// addr is the way as an Addr.
func (f relayRoute) addr() transport.Addr {
	key, err := keyOf(f.relay.ID)
	if err != nil {
		return "" // unreachable: it was made of one
	}
	r := invite.Route{Pass: f.pass, Relay: key}
	for _, m := range f.relay.Addrs {
		r.Addrs = append(r.Addrs, transport.Addr(m.Bytes()))
	}
	return r.Addr()
}

// parseRelayRoute reads an Addr that leads through a relay.
func parseRelayRoute(addr transport.Addr) (f relayRoute, ok bool) {
	r, ok := invite.ParseRoute(addr)
	if !ok {
		return f, false
	}
	f, err := newRelayRoute(r)
	return f, err == nil
}

// sortWays separates the direct addresses from those through relays.
func sortWays(addrs []transport.Addr) (straight []multiaddr.Multiaddr, routes []relayRoute) {
	for _, addr := range addrs {
		if f, ok := parseRelayRoute(addr); ok && len(routes) < maxRelayRoutes {
			routes = append(routes, f)
		}
	}
	return multiaddrs(addrs), routes
}

const maxRelayRoutes = 2 // ways through relays that are tried, of those an invite names
