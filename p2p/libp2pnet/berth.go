package libp2pnet

import (
	"context"
	"sync"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A program that has no relay of its own may borrow a berth at another's: what it borrows
// is the pass to its own key, so that it can be found there, and nobody else by it.

// berth is where a program is found that has no relay of its own.
type berth struct {
	mu    sync.Mutex         // guards what follows
	none  bool               // it wants none
	way   transport.Addr     // "" without one
	leave context.CancelFunc // ends the stay; nil before the first
}

// Berth is the way to a peer through this program's own relay.
func (h *Host) Berth(peer transport.Key) transport.Addr {
	if h.relay == nil {
		return ""
	}
	f, err := ferryOf(h.relay, peer)
	if err != nil {
		return ""
	}
	return f.addr()
}

// Borrow has this program found at a relay, if it has none of its own.
func (h *Host) Borrow(way transport.Addr) (news bool) {
	f, ok := parseFerry(way)
	h.berth.mu.Lock()
	defer h.berth.mu.Unlock()
	if !ok || h.relay != nil || h.berth.none || h.berth.way == way || h.ctx.Err() != nil {
		return false
	}
	if h.berth.leave != nil {
		h.berth.leave()
	}
	var ctx context.Context
	ctx, h.berth.leave = context.WithCancel(h.ctx)
	h.berth.way = way
	h.visit.Go(func() { h.keepReserved(ctx, f, func(error) {}) })
	return true
}

// borrowed is the berth that this program has; "" for none.
func (h *Host) borrowed() transport.Addr {
	h.berth.mu.Lock()
	defer h.berth.mu.Unlock()
	return h.berth.way
}
