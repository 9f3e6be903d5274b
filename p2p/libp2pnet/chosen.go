package libp2pnet

import (
	"slices"
	"sync"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/multiformats/go-multiaddr"
)

// A program that uses relays only is still seen by each relay. So it uses only those that it, or
// the invite by which it joined, has chosen, and only at the addresses that were named then: what
// the other seats name later could be their own programs.

// chosen are the ways of the invite by which this program joined; before a match, of the last that was tried.
type chosen struct {
	mu      sync.Mutex // guards what follows
	invited []relayRoute
	lent    []relayRoute // and the reservation that was kept with the match; at most one
}

// chooses is called on every dial. Before there is a match, and for a guest's first dial, the
// peer was named by an invite.
func (h *Host) chooses(to peer.ID, routes []relayRoute) {
	h.chosen.mu.Lock()
	defer h.chosen.mu.Unlock()
	if h.gate.Load() != nil && (h.relay != nil || len(h.chosen.invited) > 0) {
		return
	}
	h.chosen.invited = slices.DeleteFunc(slices.Clone(routes), func(f relayRoute) bool { return f.relay.ID == to })
}

func (c *chosen) ways() []relayRoute {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.invited
}

// chose returns a relay as it was chosen, if it was.
func (h *Host) chose(id peer.ID) (relay peer.AddrInfo, ok bool) {
	if h.relay != nil {
		if own, err := relayRouteTo(h.relay, h.Key()); err == nil && own.relay.ID == id {
			return own.relay, true
		}
	}
	h.chosen.mu.Lock()
	defer h.chosen.mu.Unlock()
	for _, f := range slices.Concat(h.chosen.invited, h.chosen.lent) {
		if f.relay.ID == id {
			return f.relay, true
		}
	}
	return relay, false
}

// chosenOnly returns the ways that this program may take, and how.
func (h *Host) chosenOnly(routes []relayRoute) (out []relayRoute) {
	if !h.relayOnly {
		return routes
	}
	for _, f := range routes {
		if relay, ok := h.chose(f.relay.ID); ok {
			out = append(out, relayRoute{f.pass, relay})
		}
	}
	return out
}

// mayDial reports whether a relay-only program may dial a peer's address: a chosen relay's,
// which plays no part in the match, or one through a relay that it is using.
func (h *Host) mayDial(id peer.ID, m multiaddr.Multiaddr) bool {
	if throughRelay(m) { // without an address of the relay, which others would have chosen
		first, _ := multiaddr.SplitFirst(m)
		return first != nil && first.Protocol().Code == multiaddr.P_P2P
	}
	_, ok := h.chose(id)
	return ok && h.relays.has(id) && !h.expects(id)
}
