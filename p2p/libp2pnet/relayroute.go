package libp2pnet

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"
	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// relayProtocol is how who wants to use a relay shows the right to.
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

// relayRouteTo is the way through a relay to who has a key.
func relayRouteTo(r *invite.Relay, to transport.Key) (relayRoute, error) {
	return newRelayRoute(r.Pass(to), r.Key(), r.Addrs())
}

func newRelayRoute(pass invite.RelayPass, key transport.Key, addrs []transport.Addr) (f relayRoute, err error) {
	f.pass = pass
	f.relay.ID, err = idOf(key)
	if err != nil {
		return f, err
	}
	f.relay.Addrs = multiaddrs(addrs)
	return f, nil
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

// multiaddrs are those of the addresses that are multiaddrs, and name a machine and a port.
// Others name them: one that stands for any number of further addresses, with ports of their own
// (/dnsaddr), would have us call all of those. Of the machines that a name stands for libp2p calls a hundred at most.
func multiaddrs(addrs []transport.Addr) (out []multiaddr.Multiaddr) {
	for _, addr := range addrs {
		if m, err := multiaddr.NewMultiaddrBytes([]byte(addr)); err == nil && !throughRelay(m) && !standsForMany(m) {
			out = append(out, m)
		}
	}
	return out
}

func standsForMany(m multiaddr.Multiaddr) bool {
	_, err := m.ValueForProtocol(multiaddr.P_DNSADDR)
	return err == nil
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

// board links to a relay and shows the pass to who has a key: without it a relay serves
// nobody.
func (h *Host) board(ctx context.Context, f relayRoute, to transport.Key) error {
	defer h.relays.use(f.relay.ID)()
	seen, err := h.show(ctx, f, to)
	if err != nil {
		return err
	}
	return h.punch.observed(h, seen)
}

// show shows a relay the pass, and returns where it sees this program, nil if it does not
// say.
func (h *Host) show(ctx context.Context, f relayRoute, to transport.Key) (multiaddr.Multiaddr, error) {
	h.clearBackoff(f.relay.ID)
	if err := h.host.Connect(ctx, f.relay); err != nil {
		return nil, atRelay(err)
	}
	s, err := h.host.NewStream(ctx, f.relay.ID, relayProtocol)
	if err != nil {
		return nil, atRelay(err)
	}
	defer s.Close()
	seen, err := showPass(s, f.pass, to)
	if err != nil {
		s.Reset()
	}
	return seen, err
}

// atRelay says that it is the relay of which a network says something.
func atRelay(err error) error { return coded.Errorf("libp2p.relay", "the relay: %w", inWords(err)) }

var errRelay = atRelay(context.DeadlineExceeded)

// IsRelay reports whether an error of Dial is about the relay that should lead to somebody, and
// which can't be reached, and not about who is to be reached there.
func IsRelay(err error) bool { return errors.Is(err, errRelay) }

// showPass shows a pass, and hears under which address the relay sees this program:
//
//	-> key[32], pass[16]
//	<- u8 1 if it is admitted, u8-prefixed multiaddr
func showPass(s network.Stream, pass invite.RelayPass, to transport.Key) (multiaddr.Multiaddr, error) {
	s.SetDeadline(time.Now().Add(showTime))
	if _, err := s.Write(append(to[:], pass[:]...)); err != nil {
		return nil, atRelay(err)
	}
	var head [2]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return nil, atRelay(err)
	}
	if head[0] != 1 {
		return nil, errRelayRefuses
	}
	raw := make([]byte, head[1])
	if _, err := io.ReadFull(s, raw); err != nil {
		return nil, atRelay(err)
	}
	seen, err := multiaddr.NewMultiaddrBytes(raw)
	if err != nil {
		return nil, nil // it sees none that can be told
	}
	return seen, nil
}

// Errors of relays.
var (
	errRelayRefuses = coded.Errorf("libp2p.relay-refuses", "the relay does not take this invite: was it made anew since?")
	errRelayUnheard = coded.Errorf("libp2p.not-at-relay", "the other side's program is not linked to the relay: is it running?")
	errRelayFull    = coded.Errorf("libp2p.relay-full", "the relay has no room for one more")
)

// cross links to a peer through a relay. aboard is whether the relay has answered.
func (h *Host) cross(ctx context.Context, f relayRoute, to transport.Key, id peer.ID, aboard *atomic.Bool) error {
	aboard.Store(false)
	if err := h.board(ctx, f, to); err != nil {
		return err
	}
	aboard.Store(true)
	circuit, err := multiaddr.NewMultiaddr("/p2p/" + f.relay.ID.String() + "/p2p-circuit")
	if err != nil {
		return err
	}
	h.clearBackoff(id)
	ctx = network.WithAllowLimitedConn(ctx, "a match")
	return relayInWords(h.host.Connect(ctx, peer.AddrInfo{ID: id, Addrs: []multiaddr.Multiaddr{circuit}}))
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
