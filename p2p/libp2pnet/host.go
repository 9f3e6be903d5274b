// Package libp2pnet carries matches over the Internet: TCP with Noise, and QUIC, by
// libp2p, which no other package imports.
//
// A Host is a node of the network, with its own Ed25519 identity for each match, and limits on what
// all others together can cost it. An address is a binary multiaddr without the peer's name.
package libp2pnet

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

var _ transport.Transport = (*Host)(nil)

// protocolID names the link's protocol to libp2p. The version of the frames is
// agreed inside, in the Hello, where programs that differ can say so.
const protocolID protocol.ID = "/darkjunqi/match/1"

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
	running sync.WaitGroup

	relay       *invite.Relay // its own; nil without one
	reservation lentReservation
	chosen      chosen
	noRelay     bool // it wants none, its own or lent
	relayOnly   bool
	relays      relays
	paths       paths
	punch       puncher
	mdns        *mdnsResponder // nil where it is off
}

// Format keeps the host's identity out of logs and errors.
func (*Host) Format(f fmt.State, _ rune) { io.WriteString(f, "[host]") }

// LogValue keeps the host's identity out of logs.
func (*Host) LogValue() slog.Value { return slog.StringValue("[host]") }

// Key names this host on the network.
func (h *Host) Key() transport.Key { return h.id.Key() }

// Serve hands inbound streams to a.
func (h *Host) Serve(a transport.Acceptor) { h.gate.Store(&a) }

// Public reports whether the Internet might reach this program without a relay: whether it has a
// public address: its own, one that a router has opened, or one that it was given.
func (h *Host) Public() bool {
	return len(h.told) > 0 || slices.ContainsFunc(h.host.Addrs(), func(m multiaddr.Multiaddr) bool { return manet.IsPublicAddr(m) && !throughRelay(m) })
}

// RelayOnly reports that only a relay is used, so that peers don't learn this
// program's address.
func (h *Host) RelayOnly() bool { return h.relayOnly }

// Relay returns the invite to this program's own relay, from its configuration or kept with the match;
// nil without one.
func (h *Host) Relay() *invite.Relay { return h.relay }

// expects reports whether room is kept for a peer.
func (h *Host) expects(id peer.ID) bool {
	gate := h.gate.Load()
	key, err := keyOf(id)
	return gate != nil && err == nil && (*gate).Expects(key)
}
