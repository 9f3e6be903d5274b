package libp2pnet

import (
	"context"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
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

// relayRouteTo returns the way through a relay to the program with this key.
func relayRouteTo(r *invite.Relay, to transport.Key) (relayRoute, error) {
	return newRelayRoute(r.Route(to))
}

func newRelayRoute(r invite.Route) (f relayRoute, err error) {
	f.pass, f.relay.Addrs = r.Pass, multiaddrs(r.Addrs)
	f.relay.ID, err = idOf(r.Relay)
	return f, err
}

// addr returns the way as an Addr.
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

// showPassAt links to a relay and shows the pass to a key: without it a relay serves
// nobody.
func (h *Host) showPassAt(ctx context.Context, f relayRoute, to transport.Key) error {
	_, err := h.askRelay(ctx, f, to)
	return err
}

// askRelay is showPassAt, and reports whether the key's program can be found there.
func (h *Host) askRelay(ctx context.Context, f relayRoute, to transport.Key) (found bool, err error) {
	defer h.relays.use(f.relay.ID)()
	seen, found, err := h.exchangePass(ctx, f, to)
	if err != nil {
		return false, err
	}
	return found, h.punch.observed(h, seen)
}

// dialThrough links to a peer through a relay. answered is whether the relay has answered.
func (h *Host) dialThrough(ctx context.Context, f relayRoute, to transport.Key, id peer.ID, answered *atomic.Bool) error {
	answered.Store(false)
	found, err := h.askRelay(ctx, f, to)
	if err != nil {
		return err
	}
	if answered.Store(true); !found { // to connect there would wait for the straight ways, too
		return &networkError{errRelayUnheard, errRelayUnheard}
	}
	circuit, err := multiaddr.NewMultiaddr("/p2p/" + f.relay.ID.String() + "/p2p-circuit")
	if err != nil {
		return err
	}
	h.host.clearBackoff(id)
	// It goes on when the time of this try is over: the next one takes up what it has come to.
	further, stop := context.WithTimeout(network.WithAllowLimitedConn(h.ctx, "a match"), retry.TryTime)
	defer stop()
	defer context.AfterFunc(ctx, func() {
		if ctx.Err() == context.Canceled { // nobody needs it any more
			stop()
		}
	})()
	return relayInWords(h.host.Connect(further, peer.AddrInfo{ID: id, Addrs: []multiaddr.Multiaddr{circuit}}))
}

// exchangePass shows a relay the pass, and returns what showPass does.
func (h *Host) exchangePass(ctx context.Context, f relayRoute, to transport.Key) (seen multiaddr.Multiaddr, found bool, err error) {
	s, err := h.openToRelay(ctx, f)
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	seen, found, err = showPass(s, f.pass, to)
	if err != nil {
		s.Reset()
		if err != errRelayRefuses {
			h.host.Network().ClosePeer(f.relay.ID) // which may look alive
		}
	}
	return seen, found, err
}

// openToRelay links to a relay, and opens a stream for showPass.
func (h *Host) openToRelay(ctx context.Context, f relayRoute) (network.Stream, error) {
	h.host.clearBackoff(f.relay.ID)
	if err := h.host.Connect(ctx, f.relay); err != nil {
		return nil, atRelay(err)
	}
	s, err := h.host.NewStream(ctx, f.relay.ID, relayProtocol)
	if err != nil {
		return nil, atRelay(err)
	}
	return s, nil
}

// showPass shows a pass, and hears under which address the relay sees this program, nil if it does not
// say, and whether the key's can be found there:
//
//	-> key[32], pass[16]
//	<- u8 1 if it is admitted, u8-prefixed multiaddr, u8 0 if nobody is found under the key
func showPass(s network.Stream, pass invite.RelayPass, to transport.Key) (seen multiaddr.Multiaddr, found bool, err error) {
	s.SetDeadline(time.Now().Add(showTime))
	if _, err := s.Write(append(to[:], pass[:]...)); err != nil {
		return nil, false, atRelay(err)
	}
	var head [2]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, false, atRelay(err)
	}
	if head[0] != 1 {
		return nil, false, errRelayRefuses
	}
	rest := make([]byte, int(head[1])+1)
	n, err := io.ReadFull(s, rest)
	if n < int(head[1]) {
		return nil, false, atRelay(err)
	}
	found = err != nil || rest[head[1]] != 0 // an older relay doesn't say
	seen, err = multiaddr.NewMultiaddrBytes(rest[:head[1]])
	if err != nil {
		seen = nil // it sees none that can be published
	}
	return seen, found, nil
}

// leaveRelayRoute closes the connections through relays to a peer that there is a straight one
// to, once nothing runs over them.
func (h *Host) leaveRelayRoute(id peer.ID) {
	conns := h.host.Network().ConnsToPeer(id)
	if !slices.ContainsFunc(conns, func(c network.Conn) bool { return !throughRelay(c.RemoteMultiaddr()) }) {
		return
	}
	for _, c := range conns {
		if throughRelay(c.RemoteMultiaddr()) && !carriesLink(c) {
			c.Close()
		}
	}
}

// leaveRelays closes the connections to relays that nobody uses any more, as soon as no link leads there.
// Otherwise a peer that lends ever new reservations, or names ever new relays, could have this program hold so
// many connections that no room is left for those to other players.
func (h *Host) leaveRelays() {
	isNeeded := func(id peer.ID) bool {
		return slices.ContainsFunc(h.host.Network().Conns(), func(c network.Conn) bool { return leadsTo(id, c) && carriesLink(c) })
	}
	for _, id := range h.relays.forgetUnused(isNeeded) {
		h.host.Network().ClosePeer(id)
	}
}

// leadsTo reports whether a connection goes to a peer, or through it.
func leadsTo(id peer.ID, c network.Conn) bool {
	relay, err := c.RemoteMultiaddr().ValueForProtocol(multiaddr.P_P2P)
	return c.RemotePeer() == id || err == nil && throughRelay(c.RemoteMultiaddr()) && relay == id.String()
}

func carriesLink(c network.Conn) bool {
	return slices.ContainsFunc(c.GetStreams(), func(s network.Stream) bool { return s.Protocol() == protocolID })
}
