package webnet

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/callers"
)

// Config says as whom a Host takes part, and how it opens pipes.
type Config struct {
	// Kept holds what Keep returned; nil draws a new identity. What another transport kept will do.
	Kept []byte
	// Open opens a pipe to an address; nil if this program can't dial.
	Open func(ctx context.Context, addr transport.Addr) (Pipe, error)
	// Addrs returns where this program accepts pipes; nil for nowhere.
	Addrs func() []transport.Addr
	// Browser has WebSockets looked for on this computer too, at the ports of their addresses:
	// a page that came over TLS may open no others without TLS.
	Browser bool
	// Relay is this program's own relay: it is found there until Close, and Addrs names the way. nil for none.
	Relay *invite.Relay
	// RelayOnly has this program use only its own relay, so that peers don't learn its address.
	RelayOnly bool
	// OnRelay is called with nil when the program is found at its relay, otherwise with the reason
	// why not. It may be nil.
	OnRelay func(error)
	// Answer answers what a peer that the acceptor expects has sent with Ask; nil refuses.
	Answer func(ctx context.Context, peer transport.Key, question []byte) (answer []byte, err error)
	// Meet makes a direct pipe to a peer that this program has just dialled through a relay. ask is Ask, to that
	// peer. The next Dial takes the pipe; until then [transport.Conn.Better] of the link shows that there is
	// one. nil: there is no other way.
	Meet func(ctx context.Context, peer transport.Key, ask func(context.Context, []byte) ([]byte, error)) (Pipe, error)
}

// Host is a program's place in the network of pipes.
type Host struct {
	id      transport.Identity
	config  Config
	callers *callers.Set
	ctx     context.Context // ends with Close
	stop    context.CancelFunc

	mu      sync.Mutex // guards what follows
	gate    transport.Acceptor
	closed  bool
	links   map[*conn]transport.Key // those that have not ended
	dialled map[*conn]bool          // of these, those that this program has made
	met     map[transport.Key]Pipe  // direct ways to peers that no link uses yet
	place   place
}

var _ transport.Transport = (*Host)(nil)

// ErrUnreached is the code of an error of Dial: no address led to the peer.
var ErrUnreached = unreached(nil)

func unreached(why error) error {
	return coded.Errorf("webnet.unreached", "none of its addresses can be reached: %w", transport.InWords(why))
}

var (
	errNoAddress = coded.Errorf("webnet.no-address", "no address that can be dialled from here")
	errClosed    = coded.Errorf("webnet.closed", "this program is leaving the network")
)

// New makes a Host. It does not block.
func New(c Config) (*Host, error) {
	h := &Host{
		config: c, callers: callers.New(),
		links: map[*conn]transport.Key{}, dialled: map[*conn]bool{}, met: map[transport.Key]Pipe{},
	}
	var err error
	var rest []byte
	if c.Kept == nil {
		h.id, err = transport.NewIdentity(rand.Reader)
	} else {
		h.id, rest, err = transport.Kept(c.Kept)
	}
	if err != nil {
		return nil, err
	}
	h.ctx, h.stop = context.WithCancel(context.Background())
	if c.Relay == nil {
		h.UseReservation(transport.Addr(rest))
		return h, nil
	}
	report := c.OnRelay
	if report == nil {
		report = func(error) {}
	}
	h.takePlace(c.Relay.Route(h.Key()), report)
	return h, nil
}

// Format keeps the host's identity out of logs and errors.
func (*Host) Format(f fmt.State, _ rune) { io.WriteString(f, "[host]") }

// LogValue keeps the host's identity out of logs.
func (*Host) LogValue() slog.Value { return slog.StringValue("[host]") }

// Key names the host.
func (h *Host) Key() transport.Key { return h.id.Key() }

// Keep returns the host's identity, and the reservation that it was lent.
func (h *Host) Keep() []byte {
	kept := slices.Clone(h.id[:])
	if h.config.Relay != nil {
		return kept
	}
	return append(kept, h.placeNow()...)
}

// Addrs returns where the host accepts pipes, and its place at a relay.
func (h *Host) Addrs() (out []transport.Addr) {
	if h.config.Addrs != nil && !h.config.RelayOnly {
		out = h.config.Addrs()
	}
	if way := h.placeNow(); way != "" {
		out = append(slices.Clone(out), way)
	}
	return out
}

// AddrsOf is nowhere: a pipe doesn't show where else its other end could be reached.
func (h *Host) AddrsOf(transport.Key) []transport.Addr { return nil }

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

// Drop ends the links that this host has made to a peer, and forgets direct ways to it.
func (h *Host) Drop(peer transport.Key) {
	if p := h.takeMet(peer); p != nil {
		p.Close()
	}
	h.endLinks(func(l *conn) bool { return h.links[l] == peer && h.dialled[l] })
}

// Close ends every link.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closed = true
	for peer, p := range h.met {
		p.Close()
		delete(h.met, peer)
	}
	h.mu.Unlock()
	h.stop()
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
	if h.config.Open == nil {
		return nil, unreached(errNoAddress)
	}
	if l := h.dialMet(ctx, peer); l != nil {
		return l, nil
	}
	addrs = h.near(h.allowed(addrs))
	l, err := race(ctx, addrs, func(ctx context.Context, addr transport.Addr) (*conn, error) {
		return h.dialOne(ctx, peer, addr)
	}, (*conn).Abort)
	if err != nil {
		return nil, unreached(err)
	}
	return l, nil
}

// near adds the addresses at which a browser may look too.
func (h *Host) near(addrs []transport.Addr) []transport.Addr {
	if !h.config.Browser {
		return addrs
	}
	return withLoopback(addrs)
}

// allowed returns the addresses that this program may dial.
func (h *Host) allowed(addrs []transport.Addr) (out []transport.Addr) {
	if !h.config.RelayOnly {
		return addrs
	}
	for _, addr := range addrs {
		if r, ok := invite.ParseRoute(addr); ok && h.config.Relay != nil && r.Relay == h.config.Relay.Key() {
			r.Addrs = h.config.Relay.Addrs() // whoever wrote the address may have named others
			out = append(out, r.Addr())
		}
	}
	return out
}

func (h *Host) dialOne(ctx context.Context, peer transport.Key, addr transport.Addr) (*conn, error) {
	r, through := invite.ParseRoute(addr)
	var p Pipe
	var err error
	if through {
		p, err = h.reach(ctx, r, peer)
	} else {
		p, err = h.config.Open(ctx, addr)
	}
	if err != nil {
		return nil, err
	}
	l, err := h.shake(ctx, peer, p)
	if err == nil && through && h.config.Meet != nil {
		l.better = make(chan struct{})
		go h.meet(l, peer, addr)
	}
	return l, err
}

// shake makes a link of a pipe that this program has opened to a peer.
func (h *Host) shake(ctx context.Context, peer transport.Key, p Pipe) (*conn, error) {
	stop := context.AfterFunc(ctx, func() { p.Close() })
	c, err := dial(ctx, p, h.id, peer, forLink)
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
