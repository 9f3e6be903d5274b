// Package libp2pnet carries matches over the Internet: TCP with Noise, and QUIC, by
// libp2p, which no other package imports.
//
// A Host is a node of the network, with an Ed25519 identity of its own for each match,
// and bounds for what all others together can cost it. An address is a binary multiaddr
// without the peer's name.
package libp2pnet

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/connmgr"
	"github.com/libp2p/go-libp2p/core/control"
	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// maxAddrsOf is how many addresses of a peer are told.
const maxAddrsOf = 16

var _ transport.Transport = (*Host)(nil)

// protocolID names the link's protocol to libp2p. The version of the frames is
// agreed inside, in the Hello, where programs that differ can say so.
const protocolID protocol.ID = "/darkjunqi/match/1"

// ListenConfig says where and as whom a host listens.
type ListenConfig struct {
	Loopback bool     // on 127.0.0.1 only: for tests and demonstrations
	Port     int      // TCP and UDP port; 0, or one that is taken, means any
	Kept     []byte   // what Keep gave (p2p.Kept): a stored match's own name, its ways, and its port if Port is 0; nil draws a new name
	Announce []string // addresses to put into invites first: multiaddrs, or host:port of a forwarded port

	Relay     *invite.Relay // to be found through; nil: that of Kept, if it tells of one
	NoRelay   bool          // none at all, and none that is lent
	RelayOnly bool          // neither tell nor use any other way, so that peers don't learn this program's address
	NoNear    bool          // don't answer or ask on the local network (mDNS)
	OnRelay   func(error)   // hears when the host can be found through its relay (nil), and when not; must not wait
}

// Host is one node of the network: TCP with Noise, and QUIC.
type Host struct {
	id      transport.Identity
	host    *node
	limiter *connLimiter
	gate    atomic.Pointer[transport.Acceptor] // who takes inbound links; nil: nobody
	bound   uint16
	told    []multiaddr.Multiaddr
	local   bool
	ctx     context.Context
	stop    context.CancelFunc
	visit   sync.WaitGroup

	relay       *invite.Relay // its own; nil without one
	reservation lentReservation
	chosen      chosen
	noRelay     bool // it wants none, its own or lent
	relayOnly   bool
	relays      relays
	paths       paths
	punch       puncher
	near        *near // nil where it is off
}

// Format keeps the host's identity out of logs and errors.
func (*Host) Format(f fmt.State, _ rune) { io.WriteString(f, "[host]") }

// LogValue keeps the host's identity out of logs.
func (*Host) LogValue() slog.Value { return slog.StringValue("[host]") }

// Listen starts a host. It asks the router for a port mapping (UPnP, NAT-PMP),
// without waiting for it, unless c.Loopback is set. A port that is taken is no
// error. An address of c.Announce that can't be read is one, and so is a machine on
// which no port can be had; these errors have no names of their own.
func Listen(c ListenConfig) (*Host, error) {
	h := &Host{local: c.Loopback, relayOnly: c.RelayOnly}
	lent, err := h.name(&c)
	if err != nil {
		return nil, err
	}
	h.noRelay = c.NoRelay
	for _, text := range c.Announce {
		m, err := parseAnnounce(text)
		if err != nil {
			return nil, err
		}
		h.told = append(h.told, m...)
	}
	limits, err := resourceManager()
	if err != nil {
		return nil, coded.Errorf("libp2p.not-listening", "listen: %w", err)
	}
	h.limiter = newConnLimiter(limits, h.expects)
	h.host, err = newNode(nodeConfig{
		id: h.id, limits: h.limiter, gater: gater{h}, guard: h.limiter.guard,
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

// attend starts what goes on beside the links. lent is the reservation that was kept; "" for none.
func (h *Host) attend(c ListenConfig, lent transport.Addr) {
	if !c.Loopback && !c.RelayOnly && !c.NoNear {
		h.near = answerNear(h.Key(), h.bound)
	}
	h.visit.Go(func() { h.lookOut(h.ctx) })
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

// parseAnnounce reads a multiaddr, or a host name or IP with a port, which
// then means both TCP and QUIC.
func parseAnnounce(text string) ([]multiaddr.Multiaddr, error) {
	if m, err := multiaddr.NewMultiaddr(text); err == nil {
		return []multiaddr.Multiaddr{m}, nil
	}
	name, port, err := net.SplitHostPort(text)
	number, notPort := strconv.ParseUint(port, 10, 16)
	if err != nil || notPort != nil || number == 0 || name == "" || strings.ContainsAny(name, " /") {
		return nil, coded.Errorf("libp2p.no-address", "%q is no address: give host:port", text)
	}
	family := "dns"
	if ip := net.ParseIP(name); ip.To4() != nil {
		family = "ip4"
	} else if ip != nil {
		family = "ip6"
	}
	var out []multiaddr.Multiaddr
	for _, format := range []string{"/%s/%s/tcp/%s", "/%s/%s/udp/%s/quic-v1"} {
		m, err := multiaddr.NewMultiaddr(fmt.Sprintf(format, family, name, port))
		if err != nil {
			return nil, coded.Errorf("libp2p.no-address", "%q is no address: give host:port", text)
		}
		out = append(out, m)
	}
	return out, nil
}

// Close ends the host and every link of it. Sessions should have ended before.
func (h *Host) Close() error {
	h.reservation.mu.Lock() // whoever borrows is waited for, or is told that it is over
	h.stop()
	h.reservation.mu.Unlock()
	h.near.close()
	h.punch.close()
	err := h.host.Close()
	h.visit.Wait()
	return err
}

// Key names this host on the network.
func (h *Host) Key() transport.Key { return h.id.Key() }

// Serve hands inbound streams to a.
func (h *Host) Serve(a transport.Acceptor) { h.gate.Store(&a) }

// Public reports whether the Internet might reach this program without a relay: it has a
// public address, its own, one that a router has opened, or one that it was told.
func (h *Host) Public() bool {
	return len(h.told) > 0 || slices.ContainsFunc(h.host.Addrs(), func(m multiaddr.Multiaddr) bool { return manet.IsPublicAddr(m) && !throughRelay(m) })
}

// maxStraight is how many straight addresses are told: they leave room for the relay.
const maxStraight = 12

// Addrs returns where the host can be reached: binary multiaddrs, announced ones first, then
// public ones, then those of the local network, and loopback ones only if there are no
// others; at last the way through its relay, its own or the one at which it has a reservation.
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

// accept runs an inbound stream.
func (h *Host) accept(s network.Stream) {
	key, err := keyOf(s.Conn().RemotePeer())
	if err != nil || h.ctx.Err() != nil {
		s.Reset()
		return
	}
	gate := h.gate.Load()
	if gate == nil {
		s.Reset()
		return
	}
	h.visit.Add(1)
	defer h.visit.Done()
	c := h.conn(s, true)
	defer c.leave()
	(*gate).Accept(c, key)
}

// Dial opens a stream to a peer. Its error says in a few words what went wrong; a log
// gets all of it.
func (h *Host) Dial(ctx context.Context, key transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	id, err := idOf(key)
	if err != nil {
		return nil, err
	}
	straight, routes := sortWays(addrs)
	h.chooses(id, routes)
	routes = h.chosenOnly(routes)
	for _, f := range routes { // until there is a stream, which shows that the relay is needed
		defer h.relays.use(f.relay.ID)()
	}
	if err := h.reach(ctx, key, id, straight, routes); err != nil {
		return nil, inWords(err)
	}
	// Without leave to use a relay's connection this would wait for a straight one until ctx ends.
	ctx = network.WithNoDial(network.WithAllowLimitedConn(ctx, "a match"), "reached")
	s, err := h.host.NewStream(ctx, id, protocolID)
	if err != nil {
		return nil, h.explain(id, err)
	}
	c := h.conn(s, false)
	c.Proven() // whom we have called is no stranger
	return c, nil
}

// explain says if a peer speaks another version of the protocol, or none.
func (h *Host) explain(id peer.ID, err error) error {
	known, storeErr := h.host.Peerstore().GetProtocols(id)
	if storeErr != nil || len(known) == 0 || slices.Contains(known, protocolID) {
		return inWords(err)
	}
	const family = "/darkjunqi/match/"
	for _, p := range known {
		if len(p) > len(family) && p[:len(family)] == family {
			if v, err := strconv.ParseUint(string(p[len(family):]), 10, 16); err == nil {
				return &p2p.VersionError{Ours: p2p.LinkVersion, Theirs: uint16(v)}
			}
		}
	}
	return &networkError{coded.Errorf("libp2p.not-darkjunqi", "that program is no darkjunqi"), err}
}

// AddrsOf returns where a linked peer says that it listens.
func (h *Host) AddrsOf(key transport.Key) []transport.Addr {
	id, err := idOf(key)
	if err != nil {
		return nil
	}
	var out []transport.Addr
	for _, m := range h.host.Peerstore().Addrs(id) {
		if len(out) < maxAddrsOf && !throughRelay(m) && len(m.Bytes()) <= transport.MaxAddr {
			out = append(out, transport.Addr(m.Bytes()))
		}
	}
	slices.Sort(out)
	return out
}

// Drop closes the connections to a peer, so that the next dial makes a new
// one. A connection can look alive long after its other end has died. One that the peer has
// just made stays: it may be about to prove a link.
func (h *Host) Drop(key transport.Key) {
	if id, err := idOf(key); err == nil {
		for _, c := range h.host.Network().ConnsToPeer(id) {
			if stat := c.Stat(); stat.Direction != network.DirInbound || time.Since(stat.Opened) > provingTime {
				c.Close()
			}
		}
		h.host.Peerstore().UpdateAddrs(id, peerstore.ConnectedAddrTTL, peerstore.TempAddrTTL)
	}
}

// linkConn is a libp2p stream as a link sees it.
type linkConn struct {
	network.Stream
	h       *Host
	place   *place // of the connection; nil if we have made it
	inbound bool   // the other end has opened the stream
	proven  atomic.Bool
	ended   sync.Once
}

func (h *Host) conn(s network.Stream, inbound bool) *linkConn {
	c := &linkConn{Stream: s, h: h, inbound: inbound}
	if pl, ok := s.Conn().Scope().(*place); ok {
		c.place = pl
		h.limiter.began(pl)
	}
	return c
}

// Read says in words what kept it from reading.
func (c *linkConn) Read(b []byte) (int, error) {
	n, err := c.Stream.Read(b)
	if err != nil && err != io.EOF {
		err = inWords(err)
	}
	return n, err
}

// Close ends the link, and the connection with it that nobody needs any more.
func (c *linkConn) Close() error {
	defer c.leave()
	err := c.Stream.Close()
	c.h.leaveRelayRoute(c.Conn().RemotePeer())
	return err
}

// Abort ends the link at once.
func (c *linkConn) Abort() {
	defer c.leave()
	c.Stream.Reset()
}

func (c *linkConn) leave() {
	if c.place != nil {
		c.ended.Do(func() { c.h.limiter.ended(c.place, c.proven.Load()) })
	}
}

// Path says which way the link goes.
func (c *linkConn) Path() transport.Path { return c.h.pathOf(c.Conn()) }

// Better is closed when there is a straight connection, where this one goes through a
// relay.
func (c *linkConn) Better() <-chan struct{} {
	if !throughRelay(c.Conn().RemoteMultiaddr()) {
		return nil
	}
	id := c.Conn().RemotePeer()
	better := c.h.paths.wait(id)
	if c.h.host.Network().Connectedness(id) == network.Connected { // since before
		c.h.paths.opened(id)
	}
	return better
}

// Source is where an inbound stream comes from. Others go to a peer: a program bounds no link
// that it has made.
func (c *linkConn) Source() string {
	if c.inbound && c.place != nil {
		return c.place.source
	}
	return string(c.Conn().RemotePeer())
}

// Proven lets a connection stay that the other end has made.
func (c *linkConn) Proven() {
	if c.place != nil && !c.proven.Swap(true) {
		c.h.limiter.prove(c.place)
	}
}

func idOf(key transport.Key) (peer.ID, error) {
	pub, err := crypto.UnmarshalEd25519PublicKey(key[:])
	if err != nil {
		return "", err
	}
	return peer.IDFromPublicKey(pub)
}

// keyOf returns the Ed25519 key of a peer's name. Other kinds of keys have no
// place in this program.
func keyOf(id peer.ID) (key transport.Key, err error) {
	pub, err := id.ExtractPublicKey()
	if err != nil {
		return key, err
	}
	raw, err := pub.Raw()
	if err != nil {
		return key, err
	}
	if pub.Type() != crypto.Ed25519 || len(raw) != len(key) {
		return key, coded.Errorf("libp2p.other-key", "not an Ed25519 key")
	}
	copy(key[:], raw)
	return key, nil
}

// welcome reports whether a peer may connect.
func (h *Host) welcome(key transport.Key) bool {
	gate := h.gate.Load()
	return gate == nil || (*gate).Welcome(key)
}

// expects reports whether room is kept for a peer.
func (h *Host) expects(id peer.ID) bool {
	gate := h.gate.Load()
	key, err := keyOf(id)
	return gate != nil && err == nil && (*gate).Expects(key)
}

// gater keeps struck-out peers from connecting at all, and tells the limiter who comes.
type gater struct{ h *Host }

var _ connmgr.ConnectionGater = gater{}

func (gater) InterceptPeerDial(peer.ID) bool { return true }

// InterceptAddrDial keeps who stays on its relay from going anywhere else.
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
	return err == nil && g.h.welcome(key)
}

func (g gater) InterceptUpgraded(c network.Conn) (bool, control.DisconnectReason) {
	pl, ok := c.Scope().(*place)
	return !ok || g.h.limiter.named(pl, c.RemotePeer(), func() { c.Close() }), 0
}
