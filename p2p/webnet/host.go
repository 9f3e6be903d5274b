package webnet

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Config says as whom a Host takes part, and how it opens pipes.
type Config struct {
	// Kept is what Keep returned; nil draws a new identity. What another transport kept will do.
	Kept []byte
	// Open opens a pipe to an address; nil if this program can't dial.
	Open func(ctx context.Context, addr transport.Addr) (Pipe, error)
	// Addrs are where this program accepts pipes; nil for nowhere.
	Addrs func() []transport.Addr
	// Browser has WebSockets looked for on this computer too, at the ports of their addresses:
	// a page that came over TLS may open no others without TLS.
	Browser bool
}

// Host is a program's place in the network of pipes.
type Host struct {
	id      transport.Identity
	config  Config
	callers *callers

	mu      sync.Mutex // guards what follows
	gate    transport.Acceptor
	closed  bool
	links   map[*conn]transport.Key // those that have not ended
	dialled map[*conn]bool          // of these, those that this program has made
}

var _ transport.Transport = (*Host)(nil)

// ErrUnreached is the code of an error of Dial: no address led to the peer.
var ErrUnreached = unreached(nil)

func unreached(why error) error {
	return coded.Errorf("webnet.unreached", "no address leads there: %w", why)
}

var (
	errNoAddress = coded.Errorf("webnet.no-address", "no address that can be dialled from here")
	errClosed    = coded.Errorf("webnet.closed", "this program leaves the network")
)

// New makes a Host. It has nothing to wait for.
func New(c Config) (*Host, error) {
	h := &Host{config: c, callers: newCallers(), links: map[*conn]transport.Key{}, dialled: map[*conn]bool{}}
	var err error
	if c.Kept == nil {
		h.id, err = transport.NewIdentity(rand.Reader)
	} else {
		h.id, _, err = transport.Kept(c.Kept)
	}
	return h, err
}

// Format keeps the host's identity out of logs and errors.
func (*Host) Format(f fmt.State, _ rune) { io.WriteString(f, "[host]") }

// LogValue keeps the host's identity out of logs.
func (*Host) LogValue() slog.Value { return slog.StringValue("[host]") }

// Key names the host.
func (h *Host) Key() transport.Key { return h.id.Key() }

// Keep is the host's identity.
func (h *Host) Keep() []byte { return h.id[:] }

// Addrs are where the host accepts pipes.
func (h *Host) Addrs() []transport.Addr {
	if h.config.Addrs == nil {
		return nil
	}
	return h.config.Addrs()
}

// AddrsOf is nowhere: a pipe doesn't show where else its other end could be reached.
func (h *Host) AddrsOf(transport.Key) []transport.Addr { return nil }

// LentReservation is none.
func (h *Host) LentReservation(transport.Key) transport.Addr { return "" }

// UseReservation takes none.
func (h *Host) UseReservation(transport.Addr) bool { return false }

// Serve hands inbound links to a.
func (h *Host) Serve(a transport.Acceptor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gate = a
}

func (h *Host) acceptor() transport.Acceptor {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.gate
}

// Drop ends the links that this host has made to a peer.
func (h *Host) Drop(peer transport.Key) {
	h.endLinks(func(l *conn) bool { return h.links[l] == peer && h.dialled[l] })
}

// Close ends every link.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.endLinks(func(*conn) bool { return true })
	return nil
}

func (h *Host) endLinks(which func(*conn) bool) {
	h.mu.Lock()
	var out []*conn
	for l := range h.links {
		if which(l) {
			out = append(out, l)
		}
	}
	h.mu.Unlock()
	for _, l := range out {
		l.Abort()
	}
}

// link makes a link of a pipe whose handshake has succeeded; nil after Close.
func (h *Host) link(p Pipe, c *channel, dialled bool, proven func()) *conn {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	l := newConn(p, c, proven)
	h.links[l] = c.peer
	if dialled {
		h.dialled[l] = true
	}
	context.AfterFunc(l.ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.links, l)
		delete(h.dialled, l)
	})
	return l
}

// Dial tries all addresses at once. The first at which the peer proves its key is taken.
func (h *Host) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	if h.config.Open == nil || len(addrs) == 0 {
		return nil, unreached(errNoAddress)
	}
	if h.config.Browser {
		addrs = withLoopback(addrs)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		conn *conn
		err  error
	}
	results := make(chan result)
	for _, addr := range addrs {
		go func() {
			l, err := h.dialOne(ctx, peer, addr)
			select {
			case results <- result{l, err}:
			case <-ctx.Done():
				if l != nil {
					l.Abort()
				}
			}
		}()
	}
	var first error
	for range addrs {
		select {
		case r := <-results:
			if r.err == nil {
				return r.conn, nil
			}
			if first == nil {
				first = r.err
			}
		case <-ctx.Done():
			return nil, unreached(ctx.Err())
		}
	}
	return nil, unreached(first)
}

func (h *Host) dialOne(ctx context.Context, peer transport.Key, addr transport.Addr) (*conn, error) {
	p, err := h.config.Open(ctx, addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { p.Close() })
	c, err := dial(ctx, p, h.id, peer)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	l := h.link(p, c, true, func() {})
	if l == nil {
		p.Close()
		return nil, errClosed
	}
	return l, nil
}
