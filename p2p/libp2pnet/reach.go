package libp2pnet

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/multiformats/go-multiaddr"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	straightLead = time.Second      // head start of the direct ways before a relay is asked
	straightTime = 10 * time.Second // for them, where there is a relay too
	relayAgain   = time.Second      // before a relay is asked again, while the straight ways are tried
)

// reach connects to a peer: straight, and where that fails or takes longer than its lead,
// through a relay. The straight ways are still tried meanwhile: one that opens later is a better way.
func (h *Host) reach(ctx context.Context, key transport.Key, id peer.ID, straight []multiaddr.Multiaddr, routes []relayRoute) error {
	if h.host.Network().Connectedness(id) == network.Connected {
		return nil
	}
	if h.relayOnly {
		straight = nil
	}
	h.host.clearBackoff(id)
	if len(routes) == 0 {
		return h.dialStraight(ctx, key, id, straight)
	}
	first := make(chan error, 1)
	h.running.Go(func() {
		ctx, cancel := context.WithTimeout(h.ctx, straightTime)
		defer cancel()
		first <- h.dialStraight(ctx, key, id, straight)
	})
	lead := time.NewTimer(straightLead)
	defer lead.Stop()
	select {
	case err := <-first:
		if err == nil {
			return nil
		}
		first <- err
	case <-lead.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return h.dialRelays(ctx, key, id, routes, first)
}

// dialRelays tries the relays, one after the other and again and again, until they or the straight ways have
// led there, or the straight ways have failed: whoever is not linked to a relay may come back meanwhile.
// If all fail, the last relay's answer is the most useful.
func (h *Host) dialRelays(ctx context.Context, key transport.Key, id peer.ID, routes []relayRoute, first chan error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var answered atomic.Bool
	ask := func() chan error {
		told := make(chan error, 1)
		h.running.Go(func() {
			var err error
			for _, f := range routes {
				defer h.relays.use(f.relay.ID)() // whoever dials may have gone before
				if err = h.dialThrough(ctx, f, key, id, &answered); err == nil {
					break
				}
			}
			told <- err
		})
		return told
	}
	var last error
	var again <-chan time.Time
	for second := ask(); first != nil || second != nil; {
		select {
		case err := <-second:
			if err == nil {
				return nil
			}
			if last, second = err, nil; answered.Load() {
				again = time.After(relayAgain)
			}
		case <-again:
			second = ask()
		case err := <-first:
			if err == nil {
				return nil
			}
			first = nil
			if last == nil {
				last = err
			}
		case <-ctx.Done():
			if second != nil && !answered.Load() { // the relay is what was waited for
				return atRelay(ctx.Err())
			}
			return errors.Join(ctx.Err(), last)
		}
	}
	return last
}

// dialStraight connects without a relay: to the addresses, and to one that answers on this
// network.
func (h *Host) dialStraight(ctx context.Context, key transport.Key, id peer.ID, addrs []multiaddr.Multiaddr) error {
	ctx, cancel := context.WithCancel(network.WithForceDirectDial(ctx, "a match"))
	defer cancel()
	var ways sync.WaitGroup
	known, near := swarm.ErrNoAddresses, swarm.ErrNoAddresses
	try := func(to []multiaddr.Multiaddr) error {
		err := h.host.Connect(ctx, peer.AddrInfo{ID: id, Addrs: to})
		if err == nil {
			cancel() // the other way
		}
		return err
	}
	ways.Go(func() {
		if len(addrs) > 0 {
			known = try(addrs)
		}
	})
	if h.mdns != nil {
		ways.Go(func() {
			if found := askMDNS(ctx, key); len(found) > 0 {
				near = try(found)
			}
		})
	}
	ways.Wait()
	if known == nil || near == nil {
		return nil
	}
	return known
}
