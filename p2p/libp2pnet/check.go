package libp2pnet

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/net/nat"
	"github.com/multiformats/go-multiaddr"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

const (
	mapTime   = 8 * time.Second // for a router to be found and to open a port
	tryRelay  = 8 * time.Second // for a relay to be reached in one way
	checkTime = 60 * time.Second
)

// Findings report what a network lets through.
type Findings struct {
	IPv4, IPv6 netip.Addr     // of this machine: a public one if it has any; zero if it has none
	Mapped     netip.AddrPort // what the router has opened for this machine when asked; zero if nothing
	Relay      *AtRelay       // nil if there was none to ask
}

// AtRelay holds what a relay has helped to find out.
type AtRelay struct {
	ByTCP, ByQUIC bool                // how it was reached
	Trouble       error               // why it is of no use; nil if it is
	Seen          multiaddr.Multiaddr // how it sees this machine; nil if it did not say
	KeepsPort     bool                // the router, if there is one, has given the connection the port that it asked for
	InTCP, InQUIC bool                // unexpected connections get in
}

// Public reports whether the machine has an address that the Internet knows.
func (f *Findings) Public() bool {
	return slices.ContainsFunc([]netip.Addr{f.IPv4, f.IPv6}, func(ip netip.Addr) bool { return ip.IsValid() && isPublic(ip) })
}

// Opens reports whether a router opens ports of the Internet when asked: a router whose own address
// is in a provider's network, behind another router, opens none that helps.
func (f *Findings) Opens() bool { return f.Mapped.IsValid() && isPublic(f.Mapped.Addr()) }

// Check finds out what the network lets through, for a host that listens as c says, with the help
// of c.Relay if there is one. It takes seconds.
func Check(ctx context.Context, c ListenConfig) (*Findings, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	invite := c.Relay
	c.Relay, c.NoRelay, c.NoNear = nil, true, true
	h, err := Listen(c)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	f := &Findings{}
	f.IPv4, f.IPv6 = bestAddrs()
	var both sync.WaitGroup
	if !c.Loopback {
		both.Go(func() { f.Mapped = askRouter(ctx, int(h.bound)) })
	}
	if invite != nil {
		both.Go(func() { f.Relay = h.ask(ctx, invite) })
	}
	both.Wait()
	return f, nil
}

// bestAddrs are this machine's addresses of both kinds, public ones if it has any.
func bestAddrs() (ip4, ip6 netip.Addr) {
	for ip := range liveAddrs() {
		best := &ip4
		if ip.Is6() {
			best = &ip6
		}
		if ip.IsLoopback() || ip.IsLinkLocalUnicast() || best.IsValid() && isPublic(*best) {
			continue
		}
		if !best.IsValid() || isPublic(ip) || ip.Less(*best) {
			*best = ip
		}
	}
	return ip4, ip6
}

// askRouter asks the router to open a port, and has it closed again.
func askRouter(ctx context.Context, port int) (opened netip.AddrPort) {
	ctx, cancel := context.WithTimeout(ctx, mapTime)
	defer cancel()
	router, err := nat.DiscoverNAT(ctx)
	if err != nil {
		return opened
	}
	defer router.Close()
	if router.AddMapping(ctx, "udp", port) != nil {
		return opened
	}
	opened, _ = router.GetMapping("udp", port)
	return opened
}

// ask queries a relay.
func (h *Host) ask(ctx context.Context, invite *invite.Relay) *AtRelay {
	f, err := relayRouteTo(invite, h.Key())
	if err != nil {
		return &AtRelay{Trouble: err}
	}
	at := &AtRelay{}
	byTCP := func(m multiaddr.Multiaddr) bool { return hasProtocol(m, multiaddr.P_TCP) }
	byUDP := func(m multiaddr.Multiaddr) bool { return hasProtocol(m, multiaddr.P_UDP) }
	tcpErr := h.askBy(ctx, f, byTCP, at)
	at.ByTCP = tcpErr == nil
	quicErr := h.askBy(ctx, f, byUDP, at)
	if quicErr != nil && at.ByTCP { // once more: a few lost packets don't mean that the network blocks UDP
		quicErr = h.askBy(ctx, f, byUDP, at)
	}
	at.ByQUIC = quicErr == nil
	if !at.ByTCP && !at.ByQUIC {
		at.Trouble = quicErr
	}
	return at
}

// askBy goes to a relay in one way.
func (h *Host) askBy(ctx context.Context, f relayRoute, way func(multiaddr.Multiaddr) bool, at *AtRelay) error {
	ctx, cancel := context.WithTimeout(ctx, tryRelay+3*probeTime)
	defer cancel()
	h.host.Network().ClosePeer(f.relay.ID)
	h.host.Peerstore().ClearAddrs(f.relay.ID)
	only := f
	only.relay = peer.AddrInfo{ID: f.relay.ID}
	for _, m := range f.relay.Addrs {
		if way(m) {
			only.relay.Addrs = append(only.relay.Addrs, m)
		}
	}
	tryCtx, stop := context.WithTimeout(ctx, tryRelay)
	defer stop()
	s, err := h.openToRelay(tryCtx, only)
	if err != nil {
		return err
	}
	defer s.Close()
	if !way(s.Conn().RemoteMultiaddr()) { // the relay has named its other addresses again since they were cleared
		return errRelay
	}
	seen, _, err := showPass(s, f.pass, h.Key())
	if err != nil || seen == nil {
		return err
	}
	at.Seen = seen
	at.KeepsPort = portOf(seen) == int(h.bound)
	at.InTCP, at.InQUIC, _ = h.askForProbe(ctx, f, h.bound) // unanswered: they don't
	return nil
}
