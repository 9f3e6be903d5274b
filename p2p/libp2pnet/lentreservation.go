package libp2pnet

import (
	"context"
	"sync"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A program that has no relay of its own may borrow a reservation at another's: what it borrows
// is the pass to its own key, so that it can be found there, and nobody else by it.

// lentReservation is where a program is found that has no relay of its own.
type lentReservation struct {
	mu    sync.Mutex         // guards what follows
	way   transport.Addr     // "" without one
	leave context.CancelFunc // ends the stay; nil before the first
}

// LentReservation is the way to a peer through this program's own relay.
func (h *Host) LentReservation(peer transport.Key) transport.Addr {
	if h.relay == nil {
		return ""
	}
	f, err := relayRouteTo(h.relay, peer)
	if err != nil {
		return ""
	}
	return f.addr()
}

// UseReservation has this program found at a relay, if it has none of its own.
func (h *Host) UseReservation(way transport.Addr) (news bool) {
	f, ok := parseRelayRoute(way)
	mine := h.chosenOnly([]relayRoute{f})
	h.reservation.mu.Lock()
	defer h.reservation.mu.Unlock()
	if !ok || len(mine) == 0 || h.relay != nil || h.noRelay || h.reservation.way == way || h.ctx.Err() != nil {
		return false
	}
	if h.reservation.leave != nil {
		h.reservation.leave()
	}
	var ctx context.Context
	ctx, h.reservation.leave = context.WithCancel(h.ctx)
	h.reservation.way = way
	h.keepReservation(ctx, mine[0], func(error) {})
	return true
}

// keepReservation has this program found at a relay until ctx ends. It reports as keepReserved does.
func (h *Host) keepReservation(ctx context.Context, f relayRoute, report func(error)) {
	loss, done := h.relays.keep(f.relay.ID) // in the order in which they are taken
	h.running.Go(func() {
		defer done()
		h.keepReserved(ctx, f, loss, report)
	})
}

// usedReservation is the reservation that this program has; "" for none.
func (h *Host) usedReservation() transport.Addr {
	h.reservation.mu.Lock()
	defer h.reservation.mu.Unlock()
	return h.reservation.way
}
