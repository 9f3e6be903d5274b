package libp2pnet

import (
	"net"
	"net/netip"
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
	openings = admission.Pace{Burst: 16, PerSecond: 1} // streams of a peer
)

var (
	errTooFast = coded.Errorf("libp2p.too-fast", "too many connections from there in a short time")
	errNoRoom  = coded.Errorf("libp2p.no-room", "no room for another connection from there")
	errStreams = coded.Errorf("libp2p.too-many-streams", "too many streams in a short time")
)

// connLimiter lets inbound connections in, of TCP before a byte is read, and sees those out who
// don't prove themselves in time, or where others need the room. It stands before the
// resource manager, which counts what libp2p holds.
type connLimiter struct {
	network.ResourceManager
	expects func(peer.ID) bool // by the session; room is kept for them

	mu      sync.Mutex // guards what follows, and every place; nothing else is locked under it
	room    *admission.Room
	pace    *admission.Paces
	callers map[peer.ID]*caller
}

// caller is a peer with connections to us that it made.
type caller struct {
	places  map[*place]bool
	proven  int // links
	streams admission.Meter
}

// place is an inbound connection, as its scope.
type place struct {
	network.ConnManagementScope
	limiter *connLimiter
	source  string

	visit    *admission.Visit // nil for who is no stranger
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
		room: admission.NewRoom(strangers), pace: admission.NewPaces(arrivals, manySources),
		callers: map[peer.ID]*caller{},
	}
}

// sourceOf is the source of a connection by the address of its other end. All that a relay
// brings comes from that relay.
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
	if _, err := addr.ValueForProtocol(multiaddr.P_CIRCUIT); err == nil {
		source += "/relay"
	}
	return source
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
	pl := &place{ConnManagementScope: scope, limiter: p, source: sourceOf(addr), close: close}
	if err := p.admit(pl); err != nil {
		scope.Done()
		return nil, err
	}
	return pl, nil // which may be on its way out again
}

func (p *connLimiter) admit(pl *place) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.pace.Spend(pl.source, time.Now()) {
		return errTooFast
	}
	if pl.close == nil && p.room.Fixed(pl.source) >= halfOpen {
		return errNoRoom
	}
	if pl.visit = p.room.Enter(pl.source, leaving(pl.close)); pl.visit == nil {
		return errNoRoom
	}
	pl.armLocked(provingTime)
	return nil
}

// leaving closes a connection without waiting for it; nil if nobody can.
func leaving(close func()) func() {
	if close == nil {
		return nil
	}
	return func() { go close() }
}

// armLocked gives a place so long from now.
func (pl *place) armLocked(d time.Duration) {
	pl.stayLocked()
	var timer *time.Timer
	timer = time.AfterFunc(d, func() {
		pl.limiter.mu.Lock()
		defer pl.limiter.mu.Unlock()
		switch {
		case pl.timer != timer || pl.gone:
		case pl.close == nil:
			pl.late = true
		default:
			go pl.close()
		}
	})
	pl.timer = timer
}

// stayLocked takes a place's deadline away.
func (pl *place) stayLocked() {
	if pl.timer != nil {
		pl.timer.Stop()
	}
	pl.timer, pl.parting = nil, false
}

// noStrangerLocked gives the stranger's room back that a place has.
func (pl *place) noStrangerLocked() {
	if pl.visit != nil {
		pl.limiter.room.Leave(pl.visit)
		pl.visit = nil
	}
}

// provenLocked lets a place stay, of whom a link has proven itself: it has cost nothing.
func (pl *place) provenLocked() {
	pl.noStrangerLocked()
	pl.stayLocked()
	if !pl.refunded {
		pl.refunded = true
		pl.limiter.pace.Refund(pl.source)
	}
}

// Done implements [network.ConnManagementScope]: the connection has ended.
func (pl *place) Done() {
	pl.limiter.leave(pl)
	pl.ConnManagementScope.Done()
}

func (p *connLimiter) leave(pl *place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pl.gone {
		return
	}
	pl.gone = true
	pl.stayLocked()
	pl.noStrangerLocked()
	if c := p.callers[pl.peer]; c != nil {
		delete(c.places, pl)
		c.proven -= pl.proven
		p.settleLocked(c)
		if len(c.places) == 0 {
			delete(p.callers, pl.peer)
		}
	}
}

// named says who is at the other end of a connection, now that the handshake is over, and
// reports whether it may stay.
func (p *connLimiter) named(pl *place, id peer.ID, close func()) bool {
	expected := p.expects(id)
	p.mu.Lock()
	defer p.mu.Unlock()
	if pl.gone || pl.late {
		return false
	}
	c := p.callers[id]
	if c == nil {
		c = &caller{places: map[*place]bool{}}
		p.callers[id] = c
	}
	c.places[pl] = true
	pl.peer, pl.close = id, close
	switch {
	case c.proven > 0: // by another connection of theirs
		pl.provenLocked()
	case expected:
		pl.noStrangerLocked()
	case pl.visit != nil:
		pl.visit.Movable(leaving(close))
	}
	return true
}

// OpenStream implements [network.ResourceManager]. Who opens streams and proves nothing
// is seen out.
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
	if c == nil || c.streams.Spend(openings, time.Now()) { // whom we have called is no stranger
		return true
	}
	if c.proven == 0 {
		for pl := range c.places {
			go pl.close()
		}
	}
	return false
}

// began notes that a link begins on a place.
func (p *connLimiter) began(pl *place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pl.links++
	if pl.parting && !pl.gone {
		pl.armLocked(provingTime)
	}
}

// prove notes that a link on a place has proven itself: its peer may stay.
func (p *connLimiter) prove(pl *place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.callers[pl.peer]
	if pl.gone || c == nil {
		return
	}
	pl.proven++
	c.proven++
	for other := range c.places {
		other.provenLocked()
	}
}

// ended notes that a link on a place has ended, and whether it had proven itself. A
// connection without links goes, also where its peer has others: it may be dead.
func (p *connLimiter) ended(pl *place, proven bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pl.links--
	c := p.callers[pl.peer]
	if pl.gone || c == nil || !proven {
		return
	}
	pl.proven--
	c.proven--
	if pl.proven == 0 {
		pl.armLocked(partingTime)
		pl.parting = true
	}
	p.settleLocked(c)
}

// settleLocked gives a peer that has no link any more the time for one.
func (p *connLimiter) settleLocked(c *caller) {
	if c.proven > 0 {
		return
	}
	for pl := range c.places {
		if pl.timer == nil {
			pl.armLocked(provingTime)
		}
	}
}

// guard has the limiter stand at the TCP ports.
func (p *connLimiter) guard(u transport.Upgrader) transport.Upgrader { return guardedUpgrader{u, p} }

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
			tcp.SetLinger(0) // who is sent away leaves nothing behind
		}
		c.Close()
	}
}
