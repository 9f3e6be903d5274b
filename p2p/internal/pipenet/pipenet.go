// Package pipenet is the network of package pipe, with what tests of p2p do to it: they cut links,
// bend them, and keep hosts apart.
package pipenet

import (
	"context"
	"net"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Net is a network in memory.
type Net struct {
	mu    sync.Mutex // guards what follows
	hosts map[transport.Key]*Host
	bend  func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn)
	walls func(dialler, dialled transport.Key) bool
}

// New returns a network with nobody in it.
func New() *Net { return &Net{hosts: map[transport.Key]*Host{}} }

// Bend lets f wrap the two ends of each link that is made from now on. It is called
// for one link at a time.
func (n *Net) Bend(f func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.bend = f
}

// Wall keeps those apart of whom f says so: from now on the one can't dial the other.
func (n *Net) Wall(f func(dialler, dialled transport.Key) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.walls = f
}

// Host is a program's place in the network.
type Host struct {
	net *Net
	id  transport.Identity
	key transport.Key // of id

	mu      sync.Mutex // guards what follows
	gate    transport.Acceptor
	open    []transport.Conn // to be cut when the host goes down
	dialled map[transport.Key][]transport.Conn
}

var _ transport.Transport = (*Host)(nil)

// ErrNobody: no host of that name is in the network.
var ErrNobody = coded.Errorf("pipe.nobody", "nobody listens there")

// Host puts a host into the network, replacing any other of that name.
func (n *Net) Host(id transport.Identity) *Host {
	h := n.Visitor(id)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hosts[h.Key()] = h
	return h
}

// Visitor returns a host that can dial, and that nobody can reach.
func (n *Net) Visitor(id transport.Identity) *Host {
	return &Host{net: n, id: id, key: id.Key(), dialled: map[transport.Key][]transport.Conn{}}
}

// Down takes the host off the network, as a crash does.
func (h *Host) Down() {
	h.net.mu.Lock()
	if h.net.hosts[h.Key()] == h {
		delete(h.net.hosts, h.Key())
	}
	h.net.mu.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.open {
		c.Abort()
	}
}

// Key names the host.
func (h *Host) Key() transport.Key { return h.key }

// Keep returns the host's identity.
func (h *Host) Keep() []byte { return h.id[:] }

// Addrs returns one address: a name is enough here.
func (h *Host) Addrs() []transport.Addr { return []transport.Addr{"here"} }

// AddrsOf returns the address that everybody has.
func (h *Host) AddrsOf(transport.Key) []transport.Addr { return []transport.Addr{"here"} }

// LentReservation is none: everybody is found here by name.
func (h *Host) LentReservation(transport.Key) transport.Addr { return "" }

// UseReservation takes none.
func (h *Host) UseReservation(transport.Addr) bool { return false }

// Drop closes the connections that this host has dialled to a peer.
func (h *Host) Drop(peer transport.Key) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.dialled[peer] {
		c.Abort()
	}
	delete(h.dialled, peer)
}

// Serve hands inbound links to a.
func (h *Host) Serve(a transport.Acceptor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gate = a
}

// Gate returns who takes inbound links; nil if nobody does.
func (h *Host) Gate() transport.Acceptor {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.gate
}

// Dial links to a host of the network, if it has any address at all.
func (h *Host) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	h.net.mu.Lock()
	there := h.net.hosts[peer]
	walled := h.net.walls != nil && h.net.walls(h.Key(), peer)
	if there == nil || walled || len(addrs) == 0 || ctx.Err() != nil || there.Gate() == nil {
		h.net.mu.Unlock()
		return nil, ErrNobody
	}
	a, b := net.Pipe()
	var ours, theirs transport.Conn = conn{a, peer}, conn{b, h.Key()}
	if h.net.bend != nil {
		ours, theirs = h.net.bend(ours, theirs)
	}
	h.net.mu.Unlock()
	h.mu.Lock()
	h.open = append(h.open, ours)
	h.dialled[peer] = append(h.dialled[peer], ours)
	h.mu.Unlock()
	there.mu.Lock()
	there.open = append(there.open, theirs)
	there.mu.Unlock()
	go there.Gate().Accept(theirs, h.Key())
	return ours, nil
}

// conn is one end of a pipe.
type conn struct {
	net.Conn
	peer transport.Key
}

// CloseWrite closes the pipe: what was written has been read.
func (c conn) CloseWrite() error { return c.Close() }

// Abort closes the pipe.
func (c conn) Abort() { c.Close() }

// Source returns the other host.
func (c conn) Source() string { return string(c.peer[:]) }

// Proven makes no difference: a pipe costs nothing.
func (c conn) Proven() {}

// Path is none: nothing leaves the program.
func (c conn) Path() transport.Path { return "" }

// Better never comes.
func (c conn) Better() <-chan struct{} { return nil }
