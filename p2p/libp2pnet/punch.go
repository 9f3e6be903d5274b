package libp2pnet

import (
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/p2p/protocol/holepunch"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
)

const (
	// punchTime is the time one try to open both routers may take. It is made up to three
	// times.
	punchTime    = 5 * time.Second
	maxSightings = 4
)

// puncher opens routers by libp2p's DCUtR. From relays it knows how others see this program: libp2p itself
// would wait for four observers, and here there is one relay.
type puncher struct {
	mu      sync.Mutex            // guards what follows
	seen    []multiaddr.Multiaddr // the newest first
	service *holepunch.Service
}

// observed takes note of where a relay sees this program. From the first time on it opens
// routers; whoever is linked to through a relay after that is linked to straight where the
// routers allow it.
func (p *puncher) observed(h *Host, seen multiaddr.Multiaddr) error {
	if seen == nil || h.relayOnly || !manet.IsPublicAddr(seen) && !h.local {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = slices.DeleteFunc(p.seen, seen.Equal)
	p.seen = append([]multiaddr.Multiaddr{seen}, p.seen...)
	p.seen = p.seen[:min(len(p.seen), maxSightings)]
	if p.service != nil || h.ctx.Err() != nil {
		return nil
	}
	var err error
	p.service, err = holepunch.NewService(h.host, h.host.IDService(), func() []multiaddr.Multiaddr { return p.addrs(h) },
		holepunch.DirectDialTimeout(punchTime), holepunch.WithTracer(tracer{h}))
	return err
}

// addrs returns where the other side should aim.
func (p *puncher) addrs(h *Host) []multiaddr.Multiaddr {
	p.mu.Lock()
	all := slices.Clone(p.seen)
	p.mu.Unlock()
	for _, m := range append(slices.Clone(h.told), h.host.Addrs()...) {
		if manet.IsPublicAddr(m) && !throughRelay(m) && !slices.ContainsFunc(all, m.Equal) {
			all = append(all, m)
		}
	}
	return all
}

func (p *puncher) close() {
	p.mu.Lock()
	service := p.service
	p.mu.Unlock()
	if service != nil {
		service.Close()
	}
}

// tracer hears when routers are being opened.
type tracer struct{ h *Host }

// Trace implements [holepunch.EventTracer].
func (t tracer) Trace(e *holepunch.Event) {
	if e.Type == holepunch.StartHolePunchEvtT {
		t.h.paths.punching(e.Remote)
	}
}
