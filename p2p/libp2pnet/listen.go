package libp2pnet

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/connmgr"
	"github.com/libp2p/go-libp2p/core/control"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	tpt "github.com/libp2p/go-libp2p/core/transport"
	"github.com/multiformats/go-multiaddr"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// ListenConfig says where and as whom a host listens.
type ListenConfig struct {
	Loopback bool     // on 127.0.0.1 only: for tests and demonstrations
	Port     int      // TCP and UDP port; 0, or one that is taken, means any
	Kept     []byte   // what Keep gave (p2p.Kept): a stored match's own name, its ways, and its port if Port is 0; nil draws a new name
	Announce []string // addresses to put into invites first: multiaddrs, or host:port of a forwarded port

	Relay     *invite.Relay // to be found through; nil: Kept's, if it has one
	NoRelay   bool          // none at all, and none that is lent
	RelayOnly bool          // neither publish nor use any other way, so that peers don't learn this program's address
	NoNear    bool          // don't answer or ask on the local network (mDNS)
	OnRelay   func(error)   // hears when the host can be found through its relay (nil), and when not; must not wait

	invited []relayRoute // chosen before there is a match
}

// Listen starts a host. It asks the router for a port mapping (UPnP, NAT-PMP), without waiting for
// it, unless c.Loopback is set. A port that is taken is not an error. An address of c.Announce that
// can't be read is one, and so is a machine without a free port; these errors have no names of
// their own.
func Listen(c ListenConfig) (*Host, error) {
	h := &Host{
		local: c.Loopback, relayOnly: c.RelayOnly,
		paths:  paths{punched: map[peer.ID]time.Time{}, better: map[peer.ID]chan struct{}{}},
		relays: relays{uses: map[peer.ID]relayUse{}},
	}
	lent, err := h.name(&c)
	if err != nil {
		return nil, err
	}
	h.noRelay = c.NoRelay
	if h.told, err = parseAnnounced(c.Announce); err != nil {
		return nil, err
	}
	limits, err := resourceManager()
	if err != nil {
		return nil, coded.Errorf("libp2p.not-listening", "listen: %w", err)
	}
	h.limiter = newConnLimiter(limits, h.expects)
	h.host, err = newNode(nodeConfig{
		id: h.id, limits: h.limiter, gater: gater{h}, guard: func(u tpt.Upgrader) tpt.Upgrader { return guardedUpgrader{u, h.limiter} },
		portMap: !c.Loopback && !c.RelayOnly, circuits: true,
	})
	if err != nil {
		return nil, coded.Errorf("libp2p.not-listening", "listen: %w", err)
	}
	h.ctx, h.stop = context.WithCancel(context.Background())
	h.host.Network().Notify(&network.NotifyBundle{ConnectedF: h.connected, DisconnectedF: h.disconnected})
	bound, err := openPorts(h.host.switchboard, c.Loopback, c.Port)
	if err != nil {
		h.stop()
		h.host.Close()
		return nil, coded.Errorf("libp2p.not-listening", "listen: %w", err)
	}
	h.bound = uint16(bound)
	h.host.SetStreamHandler(protocolID, h.accept)
	h.attend(c, lent)
	return h, nil
}

// attend starts what runs beside the links. lent is the reservation that was kept; "" for none.
func (h *Host) attend(c ListenConfig, lent transport.Addr) {
	if !c.Loopback && !c.RelayOnly && !c.NoNear {
		h.mdns = answerMDNS(h.Key(), h.bound)
	}
	h.running.Go(func() { h.watchNetwork(h.ctx) })
	if h.relay == nil {
		h.UseReservation(lent)
		return
	}
	report := c.OnRelay
	if report == nil {
		report = func(error) {}
	}
	f, err := relayRouteTo(h.relay, h.Key())
	if err != nil {
		report(err)
		return
	}
	h.keepReservation(h.ctx, f, report)
}

// name draws a new name, or takes the one that was kept, and returns the reservation that was kept
// with it; "" for none.
func (h *Host) name(c *ListenConfig) (lent transport.Addr, err error) {
	if h.relay = c.Relay; c.NoRelay {
		h.relay = nil
	}
	h.chosen.invited = c.invited
	if c.Kept == nil {
		h.id, err = transport.NewIdentity(rand.Reader)
		return "", err
	}
	id, rest, err := transport.Kept(c.Kept)
	if err != nil {
		return "", err
	}
	h.id = id
	k, ok := parseKept(rest)
	if !ok {
		return "", nil // it was kept by another transport, or is a name alone
	}
	h.chosen.invited, h.chosen.lent = k.invited, k.lent
	if c.Port == 0 {
		c.Port = int(k.port)
	}
	if c.Relay == nil && k.flags&keptNoRelay != 0 {
		c.NoRelay = true
	}
	if h.relay == nil && !c.NoRelay {
		h.relay = k.relay
	}
	if h.relayOnly = c.RelayOnly || k.flags&keptRelayOnly != 0; h.relayOnly {
		c.RelayOnly = true
	}
	return k.reservation, nil
}

// Errors of matches that can't share a host.
var (
	errSharedRelayOnly = coded.Errorf("libp2p.shared-relay-only",
		"another open match has the same network identity, and only one of the two uses --relay-only: finish that one and restart the program, or close the program and play this one in a terminal")
	errSharedRelay = coded.Errorf("libp2p.shared-relay",
		"another open match has the same network identity, but not the same --relay: finish that one and restart the program, or close the program and play this one in a terminal")
)

// Fits reports why a match can't use this host instead of one that Listen would start with c under the same name: one of the two would
// show an address that it is to hide, or would not be found where it asks to be. nil: it can.
func (h *Host) Fits(c ListenConfig) error {
	asks := &Host{relayOnly: c.RelayOnly}
	if _, err := asks.name(&c); err != nil {
		return err
	}
	isOther := func(f relayRoute) bool { _, ok := h.chose(f.relay.ID); return !ok }
	switch {
	case asks.relayOnly != h.relayOnly:
		return errSharedRelayOnly
	case c.NoRelay && !h.noRelay, asks.relay != nil && (h.relay == nil || asks.relay.String() != h.relay.String()),
		h.relayOnly && slices.ContainsFunc(slices.Concat(asks.chosen.invited, asks.chosen.lent), isOther):
		return errSharedRelay
	}
	return nil
}

// Beside returns c for another host of the same player, under its own name, that is reached the
// same ways as h.
func (h *Host) Beside(c ListenConfig) ListenConfig {
	c.Port, c.Announce, c.OnRelay = 0, nil, nil // these are about h
	c.Relay, c.NoRelay, c.RelayOnly, c.invited = h.relay, h.noRelay, h.relayOnly, h.chosen.ways()
	return c
}

// maxStraight is the maximum number of direct addresses that are published: they leave room for the relay.
const maxStraight = 12

// Addrs returns where the host can be reached: binary multiaddrs, announced ones first, then
// public ones, then local ones, and loopback ones only if there are no
// others; and finally the way through its relay, its own or the one at which it has a reservation.
func (h *Host) Addrs() (out []transport.Addr) {
	if !h.relayOnly {
		out = ranked(h.told, h.host.Addrs(), h.local)
		out = out[:min(len(out), maxStraight)]
	}
	way := h.LentReservation(h.Key())
	if way == "" {
		way = h.usedReservation()
	}
	if way != "" {
		out = append(out, way)
	}
	return out
}

// Close ends the host and every link of it. Sessions should have ended before.
func (h *Host) Close() error {
	h.reservation.mu.Lock() // waits for a UseReservation that is under way; later ones see the end
	h.stop()
	h.reservation.mu.Unlock()
	h.mdns.close()
	h.punch.close()
	err := h.host.Close()
	h.running.Wait()
	return err
}

// accept runs an inbound stream.
func (h *Host) accept(s network.Stream) {
	key, err := keyOf(s.Conn().RemotePeer())
	gate := h.gate.Load()
	if err != nil || gate == nil || h.ctx.Err() != nil {
		s.Reset()
		return
	}
	h.running.Add(1)
	defer h.running.Done()
	c := h.conn(s, true)
	defer c.leave()
	(*gate).Accept(c, key)
}

// connected hears of every new connection.
func (h *Host) connected(_ network.Network, c network.Conn) {
	if id := c.RemotePeer(); !throughRelay(c.RemoteMultiaddr()) {
		h.paths.opened(id)
		go h.leaveRelayRoute(id)
	}
}

func (h *Host) disconnected(n network.Network, c network.Conn) {
	if n.Connectedness(c.RemotePeer()) == network.NotConnected {
		h.paths.forget(c.RemotePeer())
		h.relays.lost(c.RemotePeer())
	}
}

// gater refuses connections of banned peers, and informs the limiter which peers connect.
type gater struct{ h *Host }

var _ connmgr.ConnectionGater = gater{}

func (gater) InterceptPeerDial(peer.ID) bool { return true }

// InterceptAddrDial keeps a relay-only program from dialling anything else.
func (g gater) InterceptAddrDial(id peer.ID, m multiaddr.Multiaddr) bool {
	return !g.h.relayOnly || g.h.mayDial(id, m)
}

func (g gater) InterceptAccept(c network.ConnMultiaddrs) bool {
	return !g.h.relayOnly || throughRelay(c.RemoteMultiaddr())
}

func (g gater) InterceptSecured(d network.Direction, id peer.ID, _ network.ConnMultiaddrs) bool {
	if d == network.DirOutbound {
		return true
	}
	key, err := keyOf(id)
	gate := g.h.gate.Load()
	return err == nil && (gate == nil || (*gate).Welcome(key))
}

func (g gater) InterceptUpgraded(c network.Conn) (bool, control.DisconnectReason) {
	in, ok := c.Scope().(*inboundConn)
	return !ok || g.h.limiter.named(in, c.RemotePeer(), func() { c.Close() }), 0
}

// draws is the number of tries to find a port that is free for both TCP and UDP.
const draws = 8

// listener is the part of a network that openPorts needs.
type listener interface {
	Listen(...multiaddr.Multiaddr) error
	ListenClose(...multiaddr.Multiaddr)
	ListenAddresses() []multiaddr.Multiaddr
}

// openPorts opens ports, TCP and UDP of one number if both are free, and says which. A port
// that is taken means any other; 0 is a number that is free for both, if one is soon found.
func openPorts(n listener, loopback bool, port int) (bound int, err error) {
	ip4, ip6 := "0.0.0.0", "::"
	if loopback {
		ip4, ip6 = "127.0.0.1", ""
	}
	open := func(format, ip string, port int) error {
		m, err := multiaddr.NewMultiaddr(fmt.Sprintf(format, ip, port))
		if err != nil {
			return err
		}
		return n.Listen(m)
	}
	const tcp4, quic4 = "/ip4/%s/tcp/%d", "/ip4/%s/udp/%d/quic-v1"
	const tcp6, quic6 = "/ip6/%s/tcp/%d", "/ip6/%s/udp/%d/quic-v1"
	tcpErr := open(tcp4, ip4, port)
	if tcpErr != nil && port != 0 {
		tcpErr = open(tcp4, ip4, 0)
	}
	number := cmp.Or(tcpPort(n), port)
	quicErr := open(quic4, ip4, number)
	for draw := 1; quicErr != nil && tcpErr == nil && port == 0 && draw < draws; draw++ {
		n.ListenClose(n.ListenAddresses()...)
		tcpErr = open(tcp4, ip4, 0)
		number = tcpPort(n)
		quicErr = open(quic4, ip4, number)
	}
	if quicErr != nil && number != 0 {
		quicErr = open(quic4, ip4, 0)
	}
	if tcpErr != nil && quicErr != nil {
		return 0, errors.Join(tcpErr, quicErr)
	}
	if ip6 != "" { // a machine without IPv6 plays without it
		open(tcp6, ip6, number)
		open(quic6, ip6, number)
	}
	return number, nil
}

func tcpPort(n listener) int {
	for _, m := range n.ListenAddresses() {
		if hasProtocol(m, multiaddr.P_TCP) {
			return portOf(m)
		}
	}
	return 0
}
