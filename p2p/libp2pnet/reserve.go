package libp2pnet

import (
	"context"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
)

// relays are those that this program has to do with now: its own for as long as it runs, and
// another while it goes aboard.
type relays struct {
	mu      sync.Mutex // guards what follows
	uses    map[peer.ID]int
	leaving map[peer.ID]bool // those that somebody sees to be left
	own     peer.ID          // at which it is found; "" without one
	lose    chan struct{}    // holds something when the connection to it was lost
}

// use notes that a peer is a relay, until done is called.
func (r *relays) use(id peer.ID) (done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.uses == nil {
		r.uses = map[peer.ID]int{}
	}
	r.uses[id]++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.uses[id]--; r.uses[id] == 0 {
			delete(r.uses, id)
		}
	}
}

func (r *relays) has(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.uses[id] > 0
}

// leave reports whether the caller has to see that a relay which nobody uses is left, as nobody
// else does yet.
func (r *relays) leave(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.uses[id] > 0 || r.leaving[id] {
		return false
	}
	if r.leaving == nil {
		r.leaving = map[peer.ID]bool{}
	}
	r.leaving[id] = true
	return true
}

// stillLeaving reports whether that has to go on: whoever uses the relay again sees to it itself
// afterwards.
func (r *relays) stillLeaving(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.uses[id] > 0 {
		delete(r.leaving, id)
	}
	return r.leaving[id]
}

// left notes that a relay was left.
func (r *relays) left(id peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.leaving, id)
}

// keep notes that a relay is the one at which this program is found, until done is called.
// loss holds something whenever the connection to it was lost.
func (r *relays) keep(id peer.ID) (loss <-chan struct{}, done func()) {
	done = r.use(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.own, r.lose = id, make(chan struct{}, 1)
	return r.lose, done
}

// lost wakes who waits for the loss of the own relay.
func (r *relays) lost(id peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if id != r.own {
		return
	}
	select {
	case r.lose <- struct{}{}:
	default:
	}
}

// keepReserved stays linked to a relay and findable there until ctx ends. loss holds something
// whenever the connection was lost. It reports each change: nil when it is findable.
func (h *Host) keepReserved(ctx context.Context, f ferry, loss <-chan struct{}, report func(error)) {
	tries, told, first := retry.Tries{}, error(nil), true
	for ctx.Err() == nil {
		until, err := h.reserve(ctx, f, tries.Begin(time.Now()))
		if ctx.Err() != nil {
			return
		}
		if first || (err == nil) != (told == nil) {
			report(err)
		}
		first, told = false, err
		var pause time.Duration
		var lost <-chan struct{}
		if err == nil {
			pause, tries = time.Until(until)*3/4, retry.Tries{}
			lost = loss
		} else {
			pause = tries.Fail(time.Now())
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
		case <-lost:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// reserve asks a relay once, within a limit, to be findable there.
func (h *Host) reserve(ctx context.Context, f ferry, limit time.Duration) (until time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
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
	return atRelay(err)
}
