package libp2pnet

import (
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/transport"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
)

// What strangers may take. A source is an IPv4 address, or a network of 56 bits of IPv6,
// which is what a household gets.
const (
	strangers   = 64              // connections at once that have not proven themselves
	provingTime = 6 * time.Second // of a connection's life, for a link on it to prove itself
	partingTime = 3 * time.Second // for a last Bye, on a connection that no link uses any more
	halfOpen    = 2               // QUIC handshakes of one source at once, which nobody can end early
	manySources = 4096            // whose pace is remembered
)

var (
	arrivals = admission.Pace{Burst: 32, PerSecond: 2} // connections of a source that prove nothing
	relayed  = admission.Pace{Burst: 64, PerSecond: 8} // the same of a relay, which bounds each source behind it
	openings = admission.Pace{Burst: 16, PerSecond: 1} // streams of a peer
)

var (
	errTooFast = coded.Errorf("libp2p.too-fast", "too many connections from there in a short time")
	errNoRoom  = coded.Errorf("libp2p.no-room", "no room for another connection from there")
	errStreams = coded.Errorf("libp2p.too-many-streams", "too many streams in a short time")
)

// connLimiter admits inbound connections (TCP ones before a byte is read), and closes those that
// don't prove themselves in time or whose room others need. It runs before the resource
// manager, which counts what libp2p holds.
type connLimiter struct {
	network.ResourceManager
	expects func(peer.ID) bool // by the session; room is kept for them

	mu      sync.Mutex // guards what follows, and every inbound connection; nothing else is locked under it
	room    *admission.Room
	pace    *admission.Paces
	relays  *admission.Paces // the paces of relays
	callers map[peer.ID]*caller
}

// caller is a peer with connections to us that it made.
type caller struct {
	conns   map[*inboundConn]bool
	proven  int // links
	streams admission.Meter
}

// inboundConn is an inbound connection, as its scope.
type inboundConn struct {
	network.ConnManagementScope
	limiter *connLimiter
	source  string

	visit    *admission.Visit // nil once it has stopped being a stranger
	close    func()           // ends the connection; nil while nobody can
	timer    *time.Timer      // until it is closed; nil if it may stay
	late     bool             // time was up before it could be closed
	parting  bool             // its last link has ended
	gone     bool
	refunded bool    // what its coming has cost its source
	peer     peer.ID // empty before the handshake is over
	links    int     // streams of ours, of which so many are
	proven   int
}

func newConnLimiter(limits network.ResourceManager, expects func(peer.ID) bool) *connLimiter {
	return &connLimiter{
		ResourceManager: limits, expects: expects,
		room: admission.NewRoom(strangers), pace: admission.NewPaces(arrivals, manySources), relays: admission.NewPaces(relayed, manySources),
		callers: map[peer.ID]*caller{},
	}
}

// sourceOf returns the source of a connection, from its remote address. Everything that comes
// through a relay counts as from that relay.
func sourceOf(addr multiaddr.Multiaddr) string {
	ip, err := manet.ToIP(addr)
	at, ok := netip.AddrFromSlice(ip)
	if err != nil || !ok {
		return ""
	}
	at = at.Unmap()
	source := at.String()
	if at.Is6() {
		network, _ := at.WithZone("").Prefix(56)
		source = network.String()
	}
	if throughRelay(addr) {
		source += viaRelay
	}
	return source
}

// viaRelay marks the source of what comes through a relay.
const viaRelay = "/relay"

// paceOf returns where the pace of a source is kept.
func (p *connLimiter) paceOf(source string) *admission.Paces {
	if strings.HasSuffix(source, viaRelay) {
		return p.relays
	}
	return p.pace
}

// OpenConnection implements [network.ResourceManager], for what comes by QUIC or a relay.
func (p *connLimiter) OpenConnection(dir network.Direction, usefd bool, addr multiaddr.Multiaddr) (network.ConnManagementScope, error) {
	if dir == network.DirOutbound {
		return p.ResourceManager.OpenConnection(dir, usefd, addr)
	}
	return p.enter(usefd, addr, nil)
}

// VerifySourceAddress has QUIC ask back before it believes an address, once there are
// several strangers.
func (p *connLimiter) VerifySourceAddress(net.Addr) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.room.Len() >= strangers/4
}

// enter lets a connection in, or not.
func (p *connLimiter) enter(usefd bool, addr multiaddr.Multiaddr, close func()) (network.ConnManagementScope, error) {
	scope, err := p.ResourceManager.OpenConnection(network.DirInbound, usefd, addr)
	if err != nil {
		return nil, err
	}
	in := &inboundConn{ConnManagementScope: scope, limiter: p, source: sourceOf(addr), close: close}
	if err := p.admit(in); err != nil {
		scope.Done()
		return nil, err
	}
	return in, nil // which may be on its way out again
}

func (p *connLimiter) admit(in *inboundConn) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.paceOf(in.source).Spend(in.source, time.Now()) {
		return errTooFast
	}
	if in.close == nil && p.room.Fixed(in.source) >= halfOpen {
		return errNoRoom
	}
	if in.visit = p.room.Enter(in.source, leaving(in.close)); in.visit == nil {
		return errNoRoom
	}
	in.armLocked(provingTime)
	return nil
}

// leaving closes a connection without waiting for it; nil if nobody can.
func leaving(close func()) func() {
	if close == nil {
		return nil
	}
	return func() { go close() }
}

// armLocked gives a connection so long from now.
func (in *inboundConn) armLocked(d time.Duration) {
	in.stayLocked()
	var timer *time.Timer
	timer = time.AfterFunc(d, func() {
		in.limiter.mu.Lock()
		defer in.limiter.mu.Unlock()
		switch {
		case in.timer != timer || in.gone:
		case in.close == nil:
			in.late = true
		default:
			go in.close()
		}
	})
	in.timer = timer
}

// stayLocked takes a connection's deadline away.
func (in *inboundConn) stayLocked() {
	if in.timer != nil {
		in.timer.Stop()
	}
	in.timer, in.parting = nil, false
}

// noStrangerLocked frees the room that a connection took as a stranger.
func (in *inboundConn) noStrangerLocked() {
	if in.visit != nil {
		in.limiter.room.Leave(in.visit)
		in.visit = nil
	}
}

// provenLocked lets a connection stay after a link on it has proven itself, and refunds its source.
func (in *inboundConn) provenLocked() {
	in.noStrangerLocked()
	in.stayLocked()
	if !in.refunded {
		in.refunded = true
		in.limiter.paceOf(in.source).Refund(in.source)
	}
}

// Done implements [network.ConnManagementScope]: the connection has ended.
func (in *inboundConn) Done() {
	in.limiter.leave(in)
	in.ConnManagementScope.Done()
}

func (p *connLimiter) leave(in *inboundConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if in.gone {
		return
	}
	in.gone = true
	in.stayLocked()
	in.noStrangerLocked()
	if c := p.callers[in.peer]; c != nil {
		delete(c.conns, in)
		c.proven -= in.proven
		p.settleLocked(c)
		if len(c.conns) == 0 {
			delete(p.callers, in.peer)
		}
	}
}

// named records which peer a connection belongs to, once the handshake is over, and reports
// whether it may stay.
func (p *connLimiter) named(in *inboundConn, id peer.ID, close func()) bool {
	expected := p.expects(id)
	p.mu.Lock()
	defer p.mu.Unlock()
	if in.gone || in.late {
		return false
	}
	c := p.callers[id]
	if c == nil {
		c = &caller{conns: map[*inboundConn]bool{}}
		p.callers[id] = c
	}
	c.conns[in] = true
	in.peer, in.close = id, close
	switch {
	case c.proven > 0: // by another connection of theirs
		in.provenLocked()
	case expected:
		in.noStrangerLocked()
	case in.visit != nil:
		in.visit.Movable(leaving(close))
	}
	return true
}

// OpenStream implements [network.ResourceManager]. A peer that keeps opening streams and
// proves nothing is disconnected.
func (p *connLimiter) OpenStream(id peer.ID, dir network.Direction) (network.StreamManagementScope, error) {
	if dir == network.DirInbound && !p.mayOpen(id) {
		return nil, errStreams
	}
	return p.ResourceManager.OpenStream(id, dir)
}

func (p *connLimiter) mayOpen(id peer.ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.callers[id]
	if c == nil || c.streams.Spend(openings, time.Now()) { // a peer that we dialled is not a stranger
		return true
	}
	if c.proven == 0 {
		for in := range c.conns {
			go in.close()
		}
	}
	return false
}

// began notes that a link begins on a connection.
func (p *connLimiter) began(in *inboundConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	in.links++
	if in.parting && !in.gone {
		in.armLocked(provingTime)
	}
}

// prove notes that a link on a connection has proven itself: its peer may stay.
func (p *connLimiter) prove(in *inboundConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.callers[in.peer]
	if in.gone || c == nil {
		return
	}
	in.proven++
	c.proven++
	for other := range c.conns {
		other.provenLocked()
	}
}

// ended notes that a link on a connection has ended, and whether it had proven itself. A
// connection without links is closed even if its peer has others: it may be dead.
func (p *connLimiter) ended(in *inboundConn, proven bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	in.links--
	c := p.callers[in.peer]
	if in.gone || c == nil || !proven {
		return
	}
	in.proven--
	c.proven--
	if in.proven == 0 {
		in.armLocked(partingTime)
		in.parting = true
	}
	p.settleLocked(c)
}

// settleLocked gives a peer that has no link any more the time for one.
func (p *connLimiter) settleLocked(c *caller) {
	if c.proven > 0 {
		return
	}
	for in := range c.conns {
		if in.timer == nil {
			in.armLocked(provingTime)
		}
	}
}

// guardedUpgrader puts the limiter in front of the TCP ports.
type guardedUpgrader struct {
	transport.Upgrader
	limiter *connLimiter
}

func (u guardedUpgrader) GateMaListener(l manet.Listener) transport.GatedMaListener {
	return gatedListener{l, u.limiter}
}

type gatedListener struct {
	manet.Listener
	limiter *connLimiter
}

// Accept implements [transport.GatedMaListener].
func (l gatedListener) Accept() (manet.Conn, network.ConnManagementScope, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, nil, err
		}
		scope, err := l.limiter.enter(true, c.RemoteMultiaddr(), func() { c.Close() })
		if err == nil {
			return c, scope, nil
		}
		if tcp, ok := c.(interface{ SetLinger(int) error }); ok {
			tcp.SetLinger(0) // a refused connection leaves nothing behind
		}
		c.Close()
	}
}
