package libp2pnet

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peerstore"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

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
		return nil, inWords(err)
	}
	c := h.conn(s, false)
	c.Proven() // a peer that we dialled is not a stranger
	return c, nil
}

// explain says if the peer at the other end speaks another version of the protocol, or none.
func (h *Host) explain(c network.Conn, err error) error {
	<-h.host.IDService().IdentifyWait(c)
	known, storeErr := h.host.Peerstore().GetProtocols(c.RemotePeer())
	if storeErr != nil || len(known) == 0 || slices.Contains(known, protocolID) {
		return inWords(err)
	}
	for _, p := range known {
		version, ours := strings.CutPrefix(string(p), "/darkjunqi/match/")
		if v, err := strconv.ParseUint(version, 10, 16); ours && err == nil {
			return wire.NewVersionError(wire.Version, uint16(v))
		}
	}
	return &networkError{coded.Errorf("libp2p.not-darkjunqi", "the program there is not darkjunqi"), err}
}

// maxAddrsOf is the maximum number of addresses of a peer that are passed on.
const maxAddrsOf = 16

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
