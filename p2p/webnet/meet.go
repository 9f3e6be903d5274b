package webnet

import (
	"context"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// metTime is how long a direct way may take to prove that it works.
const metTime = 3 * time.Second

// meet looks for a direct way to a peer while a link through a relay lasts.
func (h *Host) meet(l *conn, peer transport.Key, way transport.Addr) {
	p, err := h.config.Meet(l.ctx, peer, func(ctx context.Context, question []byte) ([]byte, error) {
		return h.Ask(ctx, peer, way, question)
	})
	if err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || l.ctx.Err() != nil || h.met[peer] != nil {
		p.Close()
		return
	}
	h.met[peer] = p
	close(l.better)
}

// takeMet takes the direct way to a peer that no link uses yet; nil if there is none.
func (h *Host) takeMet(peer transport.Key) Pipe {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.met[peer]
	delete(h.met, peer)
	return p
}

// dialMet makes a link of the direct way to a peer, if there is one and it still works.
func (h *Host) dialMet(ctx context.Context, peer transport.Key) *conn {
	p := h.takeMet(peer)
	if p == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, metTime)
	defer cancel()
	l, err := h.shake(ctx, peer, p)
	if err != nil {
		return nil
	}
	return l
}
