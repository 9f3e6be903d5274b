package libp2pnet

import (
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"
	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// relayProtocol shows a relay the pass to use it.
const relayProtocol protocol.ID = "/darkjunqi/relay/1"

const (
	relayRouteMark = 0 // begins an Addr that leads through a relay; no multiaddr begins so
	maxObserved    = 64
	showTime       = 10 * time.Second
)

// relayRoute is a way to somebody through a relay.
type relayRoute struct {
	pass  invite.RelayPass // to whom it leads
	relay peer.AddrInfo
}

// relayRouteTo is the way through a relay to the program with this key.
func relayRouteTo(r *invite.Relay, to transport.Key) (relayRoute, error) {
	return newRelayRoute(r.Pass(to), r.Key(), r.Addrs())
}

func newRelayRoute(pass invite.RelayPass, key transport.Key, addrs []transport.Addr) (f relayRoute, err error) {
	f.pass, f.relay.Addrs = pass, multiaddrs(addrs)
	f.relay.ID, err = idOf(key)
	return f, err
}

// addr is the way as an Addr, with as many of the relay's addresses as fit:
//
//	u8 0, pass[16], relay's link key[32], multiaddrs, each u8-prefixed
func (f relayRoute) addr() transport.Addr {
	key, err := keyOf(f.relay.ID)
	if err != nil {
		return "" // unreachable: it was made of one
	}
	b := append([]byte{relayRouteMark}, f.pass[:]...)
	b = append(b, key[:]...)
	for _, m := range f.relay.Addrs {
		if raw := m.Bytes(); len(b)+1+len(raw) <= transport.MaxAddr {
			b = append(append(b, byte(len(raw))), raw...)
		}
	}
	return transport.Addr(b)
}

// parseRelayRoute reads an Addr that leads through a relay.
func parseRelayRoute(addr transport.Addr) (f relayRoute, ok bool) {
	s := cryptobyte.String(addr)
	var mark uint8
	var pass invite.RelayPass
	var key transport.Key
	if !s.ReadUint8(&mark) || mark != relayRouteMark || !s.CopyBytes(pass[:]) || !s.CopyBytes(key[:]) {
		return f, false
	}
	var addrs []transport.Addr
	for !s.Empty() {
		var one cryptobyte.String
		if !s.ReadUint8LengthPrefixed(&one) {
			return f, false
		}
		addrs = append(addrs, transport.Addr(one))
	}
	f, err := newRelayRoute(pass, key, addrs)
	return f, err == nil
}

// sortWays tells the straight ways of the addresses from those through relays.
func sortWays(addrs []transport.Addr) (straight []multiaddr.Multiaddr, routes []relayRoute) {
	for _, addr := range addrs {
		if f, ok := parseRelayRoute(addr); ok && len(routes) < maxRelayRoutes {
			routes = append(routes, f)
		}
	}
	return multiaddrs(addrs), routes
}

const maxRelayRoutes = 2 // ways through relays that are tried, of those an invite names
