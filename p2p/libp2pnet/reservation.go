package libp2pnet

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// relays are those that this program has to do with now: its own for as long as it runs, and
// another while it shows its pass.
type relays struct {
	mu   sync.Mutex // guards what follows
	uses map[peer.ID]relayUse
	own  peer.ID       // at which it is found; "" without one
	lose chan struct{} // holds something when the connection to it was lost, or may be
}

// relayUse is how many use a relay, and since when nobody does.
type relayUse struct {
	count int
	left  time.Time
}

// keptAfter is how long a relay that nobody uses any more stays connected: the next try to reach a peer begins there.
const keptAfter = 5 * time.Second

// use notes that a peer is a relay, until done is called.
func (r *relays) use(id peer.ID) (done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.uses[id] = relayUse{count: r.uses[id].count + 1}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.uses[id] = relayUse{r.uses[id].count - 1, time.Now()}
	}
}

func (r *relays) has(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.uses[id].count > 0
}

// forgetUnused forgets the relays that nobody uses and leads nowhere, and returns them.
func (r *relays) forgetUnused(isNeeded func(peer.ID) bool) (left []peer.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, uses := range r.uses {
		if uses.count == 0 && time.Since(uses.left) > keptAfter && !isNeeded(id) {
			delete(r.uses, id)
			left = append(left, id)
		}
	}
	return left
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

// lost wakes whoever waits for the loss of this program's relay.
func (r *relays) lost(id peer.ID) {
	r.mu.Lock()
	isOwn := id == r.own
	r.mu.Unlock()
	if isOwn {
		r.check()
	}
}

// check has this program ask its own relay again. Where a connection to another has died, the
// relay may not know any more where to find this program, until it hears from it.
func (r *relays) check() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case r.lose <- struct{}{}:
	default: // there is none, or it is about to be asked
	}
}

// maxReservation bounds the answer of a relay, in bytes.
const maxReservation = 4096

// keepReserved stays linked to a relay and findable there until ctx ends. loss holds something
// whenever the connection was lost. It reports each change: nil when it is findable.
func (h *Host) keepReserved(ctx context.Context, f relayRoute, loss <-chan struct{}, report func(error)) {
	tries, told, first := retry.Tries{}, error(nil), true
	for ctx.Err() == nil {
		err := h.reserve(ctx, f)
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
			pause, lost = reservationTime*3/4, loss
			tries = retry.Tries{}
		} else {
			pause = tries.Fail(time.Now())
			if err != errRelayRefuses && err != errRelayFull {
				h.host.Network().ClosePeer(f.relay.ID) // which may look alive
			}
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

// reserve asks a relay once to be findable there.
func (h *Host) reserve(ctx context.Context, f relayRoute) error {
	ctx, cancel := context.WithTimeout(ctx, retry.TryTime)
	defer cancel()
	if err := h.showPassAt(ctx, f, h.Key()); err != nil {
		return err
	}
	return h.askReservation(ctx, f.relay.ID)
}

// askReservation asks a relay for reservationTime. The client of libp2p goes by the date that
// the relay gives for the end, so that with a wrong clock, here or there, nobody would be found.
func (h *Host) askReservation(ctx context.Context, relay peer.ID) error {
	s, err := h.host.NewStream(ctx, relay, proto.ProtoIDv2Hop)
	if err != nil {
		return atRelay(err)
	}
	defer s.Close()
	defer context.AfterFunc(ctx, func() { s.Reset() })()
	var answer pb.HopMessage
	r := util.NewDelimitedReader(s, maxReservation)
	defer r.Close()
	err = util.NewDelimitedWriter(s).WriteMsg(&pb.HopMessage{Type: pb.HopMessage_RESERVE.Enum()})
	if err == nil {
		err = r.ReadMsg(&answer)
	}
	if err != nil {
		s.Reset()
		return atRelay(err)
	}
	switch answer.GetStatus() {
	case pb.Status_OK:
		return nil
	case pb.Status_PERMISSION_DENIED:
		return errRelayRefuses
	case pb.Status_RESERVATION_REFUSED, pb.Status_RESOURCE_LIMIT_EXCEEDED:
		return errRelayFull
	}
	return atRelay(fmt.Errorf("it answers %v", answer.GetStatus()))
}

// A program that has no relay of its own may borrow a reservation at another's: what it borrows
// is the pass to its own key, so that it can be found there, and nobody else by it.

// lentReservation is the place of a program that has no relay of its own.
type lentReservation struct {
	mu    sync.Mutex         // guards what follows
	way   transport.Addr     // "" without one
	leave context.CancelFunc // ends the stay; nil before the first
}

// LentReservation returns the way to a peer through this program's own relay.
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

// usedReservation returns the reservation that this program has; "" for none.
func (h *Host) usedReservation() transport.Addr {
	h.reservation.mu.Lock()
	defer h.reservation.mu.Unlock()
	return h.reservation.way
}
