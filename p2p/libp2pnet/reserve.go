package libp2pnet

import (
	"context"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
)

const (
	reserveTime  = 20 * time.Second // for one try
	reserveAgain = time.Second      // after a first failure; then twice as long each time
	reserveMax   = 30 * time.Second
)

// relays are those that this program has to do with.
type relays struct {
	mu   sync.Mutex // guards what follows
	lose map[peer.ID]chan struct{}
}

// add notes that a peer is a relay.
func (r *relays) add(id peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lose == nil {
		r.lose = map[peer.ID]chan struct{}{}
	}
	if r.lose[id] == nil && len(r.lose) < 2*maxFerries {
		r.lose[id] = make(chan struct{}, 1)
	}
}

func (r *relays) has(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lose[id] != nil
}

// lost wakes who waits for the loss of a relay.
func (r *relays) lost(id peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case r.lose[id] <- struct{}{}:
	default:
	}
}

func (r *relays) loss(id peer.ID) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lose[id]
}

// keepReserved stays linked to a relay and findable there, as long as the host lives. It
// reports each change: nil when it is findable.
func (h *Host) keepReserved(invite *p2p.RelayInvite, report func(error)) {
	f, err := ferryOf(invite, h.Key())
	if err != nil {
		report(err)
		return
	}
	h.relays.add(f.relay.ID)
	wait, told, first := reserveAgain, error(nil), true
	for h.ctx.Err() == nil {
		until, err := h.reserve(f)
		if h.ctx.Err() != nil {
			return
		}
		if first || (err == nil) != (told == nil) {
			report(err)
		}
		first, told = false, err
		pause := wait
		wait = min(2*wait, reserveMax)
		var lost <-chan struct{}
		if err == nil {
			pause, wait = time.Until(until)*3/4, reserveAgain
			lost = h.relays.loss(f.relay.ID)
		}
		timer := time.NewTimer(pause)
		select {
		case <-h.ctx.Done():
		case <-lost:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// reserve asks a relay once to be findable there.
func (h *Host) reserve(f ferry) (until time.Time, err error) {
	ctx, cancel := context.WithTimeout(h.ctx, reserveTime)
	defer cancel()
	if err := h.board(ctx, f, h.Key()); err != nil {
		return until, err
	}
	r, err := client.Reserve(ctx, h.host, peer.AddrInfo{ID: f.relay.ID})
	if err != nil {
		return until, reservationInWords(err)
	}
	return r.Expiration, nil
}

func reservationInWords(err error) error {
	if refused, ok := err.(client.ReservationError); ok {
		switch refused.Status {
		case pb.Status_PERMISSION_DENIED:
			return errRelayRefuses
		case pb.Status_RESERVATION_REFUSED, pb.Status_RESOURCE_LIMIT_EXCEEDED:
			return errRelayFull
		}
	}
	return coded.Errorf("libp2p.relay", "the relay: %w", inWords(err))
}
