package libp2pnet

import (
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
)

// paths holds what is known about the ways to peers.
type paths struct {
	mu      sync.Mutex // guards what follows
	punched map[peer.ID]time.Time
	better  map[peer.ID]chan struct{} // closed when there is a straight connection
}

// punching notes that routers are being opened for a peer: what is connected straight from
// now on came of it.
func (p *paths) punching(id peer.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.punched[id] = time.Now()
}

func (p *paths) wasPunched(id peer.ID, opened time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.punched[id]
	return ok && !opened.Before(at)
}

// wait returns a channel that is closed when there is a straight connection to a peer.
func (p *paths) wait(id peer.ID) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.better[id] == nil {
		p.better[id] = make(chan struct{})
	}
	return p.better[id]
}

// opened notes that there is a straight connection to a peer.
func (p *paths) opened(id peer.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.better[id]; c != nil {
		close(c)
		delete(p.better, id)
	}
}

// forget forgets a peer without a connection.
func (p *paths) forget(id peer.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.punched, id)
	delete(p.better, id)
}
