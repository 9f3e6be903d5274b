package loadtest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
)

// watchers is a crowd that watches. It reads and judges nothing, so that what is measured
// is what it costs the host, and not what it costs the processors that both share.
type watchers struct {
	stop context.CancelFunc
	all  sync.WaitGroup
	here atomic.Int64
}

func watch(ctx context.Context, text string, count, slow int) (*watchers, error) {
	inv, err := invite.ParseWatch(text)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	g := &watchers{stop: stop}
	for i := range count + slow {
		g.all.Go(func() { g.watch(ctx, inv, i < slow) })
	}
	return g, nil
}

func (g *watchers) watch(ctx context.Context, inv *invite.Watch, slow bool) {
	h, err := libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true})
	if err != nil {
		return
	}
	defer h.Close()
	for ctx.Err() == nil {
		reader := &reader{watchers: g, ctx: ctx, slow: slow}
		p2p.Tap(ctx, h, inv, reader)
		if reader.heard {
			g.here.Add(-1)
		}
		h.Drop(inv.Host())
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// reader takes what the host says, a hundred bytes a second if it is slow.
type reader struct {
	watchers *watchers
	ctx      context.Context
	slow     bool
	heard    bool
}

func (r *reader) Write(b []byte) (int, error) {
	if !r.heard {
		r.heard = true
		r.watchers.here.Add(1)
	}
	if r.slow {
		select {
		case <-time.After(time.Duration(len(b)) * 10 * time.Millisecond):
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		}
	}
	return len(b), nil
}

func (g *watchers) linked() int { return int(g.here.Load()) }

func (g *watchers) disperse() {
	g.stop()
	g.all.Wait()
}
