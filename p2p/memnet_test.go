package p2p

import (
	"bytes"
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// memNet is a network in memory. Its links are unbuffered pipes, which lose
// nothing and forgive nothing; tests cut and bend them.
type memNet struct {
	mu    sync.Mutex
	hosts map[peerKey]*memHost
	// bend, if set, may wrap the two ends of a new link.
	bend func(dialler, dialled conn) (conn, conn)
}

func newMemNet() *memNet { return &memNet{hosts: map[peerKey]*memHost{}} }

// memHost is a carrier of the network in memory.
type memHost struct {
	net  *memNet
	id   Identity
	gate *door
	mu   sync.Mutex
	open []conn // to be cut when the host goes down

	dialled []conn // to be dropped
}

func (n *memNet) host(id Identity) *memHost {
	h := &memHost{net: n, id: id, gate: newDoor()}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hosts[h.self()] = h
	return h
}

// down takes a host off the network, as a crash does.
func (h *memHost) down() {
	h.net.mu.Lock()
	if h.net.hosts[h.self()] == h {
		delete(h.net.hosts, h.self())
	}
	h.net.mu.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.open {
		c.abort()
	}
}

func (h *memHost) self() peerKey      { return h.id.key() }
func (h *memHost) identity() Identity { return h.id }
func (h *memHost) port() uint16       { return 1 }
func (h *memHost) addrs() []string    { return []string{"/ip4/127.0.0.1/tcp/1"} }
func (h *memHost) door() *door        { return h.gate }

// drop closes the connections that this host has dialled.
func (h *memHost) drop(peerKey) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.dialled {
		c.abort()
	}
	h.dialled = nil
}

func (h *memHost) addrsOf(peerKey) []string { return []string{"/ip4/127.0.0.1/tcp/1"} }

var errNobody = errors.New("nobody listens there")

func (h *memHost) dial(ctx context.Context, peer peerKey, addrs []string) (conn, error) {
	if len(addrs) == 0 {
		return nil, errors.New("no addresses")
	}
	h.net.mu.Lock()
	there := h.net.hosts[peer]
	bend := h.net.bend
	h.net.mu.Unlock()
	if there == nil || ctx.Err() != nil {
		return nil, errNobody
	}
	ours, theirs := pipe()
	if bend != nil {
		ours, theirs = bend(ours, theirs)
	}
	h.keep(ours)
	h.mu.Lock()
	h.dialled = append(h.dialled, ours)
	h.mu.Unlock()
	there.keep(theirs)
	go there.gate.serve(theirs, h.self())
	return ours, nil
}

func (h *memHost) keep(c conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open = append(h.open, c)
}

type pipeConn struct{ net.Conn }

func (c pipeConn) closeWrite() error { return c.Close() } // what was written has been read
func (c pipeConn) abort()            { c.Close() }

func pipe() (conn, conn) {
	a, b := net.Pipe()
	return pipeConn{a}, pipeConn{b}
}

// lateConn is one end of a link over a connection with a delay, which takes
// whatever is still on its way with it when it is closed.
type lateConn struct {
	conn
	mail chan []byte
	gone chan struct{}
	once sync.Once
}

const latency = 50 * time.Millisecond

func newLateConn(c conn) *lateConn {
	l := &lateConn{conn: c, mail: make(chan []byte, 1<<10), gone: make(chan struct{})}
	go func() {
		for {
			select {
			case b := <-l.mail:
				time.Sleep(latency)
				select {
				case <-l.gone:
					return
				default:
				}
				if b == nil {
					c.Close()
					return
				}
				c.Write(b)
			case <-l.gone:
				return
			}
		}
	}()
	return l
}

func (l *lateConn) Write(b []byte) (int, error) {
	l.mail <- bytes.Clone(b)
	return len(b), nil
}

func (l *lateConn) closeWrite() error { l.mail <- nil; return nil }
func (l *lateConn) Close() error      { return l.closeWrite() }
func (l *lateConn) abort()            { l.once.Do(func() { close(l.gone); l.conn.abort() }) }

// cutConn breaks the link once so many bytes were written to this end.
type cutConn struct {
	conn
	mu    sync.Mutex
	left  int
	wrote int
}

var errCut = errors.New("the link was cut")

func (c *cutConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	n := min(len(b), c.left)
	c.left -= n
	c.wrote += n
	c.mu.Unlock()
	if n > 0 {
		if n, err := c.conn.Write(b[:n]); err != nil {
			return n, err
		}
	}
	if n < len(b) {
		c.conn.abort()
		return n, errCut
	}
	return n, nil
}
