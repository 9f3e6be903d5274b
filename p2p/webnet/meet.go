package webnet

import (
	"context"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	metTime  = 3 * time.Second // how long a direct way may take to prove that it works
	keepMet  = time.Minute     // after the link's end, that a direct way waits for the next
	askFirst = time.Second     // before a peer that gave no answer is asked again; then twice as long each time
	askTimes = 6               // who joins is answered once it has its seat
)

// meet looks for a direct way to a peer while a link through a relay lasts.
func (h *Host) meet(l *conn, peer transport.Key, way transport.Addr) {
	p, err := h.config.Meet(l.ctx, peer, func(ctx context.Context, question []byte) ([]byte, error) {
		return h.askPatiently(ctx, peer, way, question)
	})
	if err != nil {
		return
	}
	context.AfterFunc(l.ctx, func() {
		time.AfterFunc(keepMet, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.met[peer] == p {
				delete(h.met, peer)
				p.Close()
			}
		})
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || l.ctx.Err() != nil || h.met[peer] != nil {
		p.Close()
		return
	}
	h.met[peer] = p
	close(l.better)
}

// askPatiently asks until there is an answer, a few times.
func (h *Host) askPatiently(ctx context.Context, peer transport.Key, way transport.Addr, question []byte) ([]byte, error) {
	for try, pause := 1, askFirst; ; try, pause = try+1, 2*pause {
		answer, err := h.Ask(ctx, peer, way, question)
		if err == nil || try == askTimes {
			return answer, err
		}
		again := time.NewTimer(pause)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return nil, ctx.Err()
		}
	}
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
