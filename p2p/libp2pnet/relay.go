package libp2pnet

import (
	"context"
	"fmt"
	"io"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/relay"
	"github.com/multiformats/go-multiaddr"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// What a relay gives. A match takes some hundred kilobytes and an evening; libp2p's own
// relays stop after 128 of them and two minutes.
const (
	circuitTime     = 24 * time.Hour // then the link is made again
	circuitBytes    = 16 << 20       // each way
	circuitsOfPeer  = 208            // a host's, which itself bounds who it hears: 128 who watch, 64 strangers, 16 who have a seat
	reservations    = 256            // programs that can be found at once
	reservationsOf  = 32             // from one address
	reservationTime = time.Hour
	admissionsOf    = 8 // keys for which one program may show passes
	strangersAtOnce = 64
	strangerTime    = 10 * time.Second // to show a pass
	sameDial        = time.Second      // between the connections of one dial
	idleTime        = time.Minute      // after a pass, for a peer that neither hosts nor is linked to a host
)

// callsOf bounds the circuits that one source may ask for, to one program: whoever is called can't tell sources apart.
var callsOf = admission.Pace{Burst: 16, PerSecond: 1}

// RelayConfig says where and as whom a relay listens.
type RelayConfig struct {
	Loopback bool               // on 127.0.0.1 only: for tests
	Port     int                // TCP and UDP port; 0, or one that is taken, means any
	Announce []string           // addresses to put into its invite, as ListenConfig's; none: those that it has
	Web      []transport.Addr   // the WebSockets of the same relay, which go into its invite first
	Identity transport.Identity // its name; with the secret it makes the invite stay the same
	Secret   invite.RelaySecret
}

// Relay passes on bytes between programs that can't reach each other, if they show a pass.
// It can't read what it passes on.
type Relay struct {
	config  RelayConfig
	host    *node
	service *relay.Relay
	told    []multiaddr.Multiaddr
	figures figures
	stop    context.CancelFunc
	done    sync.WaitGroup
	bound   int

	mu        sync.Mutex // guards what follows
	admitted  map[peer.ID]*shownPasses
	strangers []network.Conn // without a pass so far, the oldest first
	calls     *admission.Paces
}

// shownPasses lists what a linked peer has shown passes for.
type shownPasses struct {
	keys     map[transport.Key]bool
	reserved time.Time // when it last asked to be findable
	shown    time.Time // when it last showed a pass
}

// OpenRelay starts a relay. Its errors are Listen's.
func OpenRelay(c RelayConfig) (*Relay, error) {
	told, err := parseAnnounced(c.Announce)
	if err != nil {
		return nil, err
	}
	r := &Relay{config: c, told: told, admitted: map[peer.ID]*shownPasses{}, calls: admission.NewPaces(callsOf, manySources)}
	if err := r.open(); err != nil {
		if r.host != nil {
			r.host.Close()
		}
		return nil, coded.Errorf("libp2p.not-listening", "listen: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	r.done.Go(func() { r.sweep(ctx) })
	return r, nil
}

func (r *Relay) open() error {
	limits, err := relayLimits()
	if err != nil {
		return err
	}
	if r.host, err = newNode(nodeConfig{id: r.config.Identity, limits: limits, portMap: !r.config.Loopback}); err != nil {
		return err
	}
	r.host.Network().Notify(&network.NotifyBundle{ConnectedF: r.connected, DisconnectedF: r.disconnected})
	r.host.SetStreamHandler(relayProtocol, r.admit)
	r.host.SetStreamHandler(probeProtocol, r.probe)
	if r.bound, err = openPorts(r.host.switchboard, r.config.Loopback, r.config.Port); err != nil {
		return err
	}
	r.service, err = relay.New(r.host, relay.WithACL(acl{r}), relay.WithMetricsTracer(&r.figures), relay.WithResources(relay.Resources{
		Limit:                 &relay.RelayLimit{Duration: circuitTime, Data: circuitBytes},
		ReservationTTL:        reservationTime,
		MaxReservations:       reservations,
		MaxReservationsPerIP:  reservationsOf,
		MaxReservationsPerASN: reservations, // no limit of its own: releases lack its table (internal/release/noasn)
		MaxCircuits:           circuitsOfPeer,
		BufferSize:            2048,
	}))
	return err
}

// Invite returns what lets friends use the relay. It stays the same as long as the identity,
// the secret and the addresses do.
func (r *Relay) Invite() *invite.Relay {
	own := r.host.Addrs()
	if len(r.told) > 0 {
		own = nil
	}
	addrs := slices.Concat(r.config.Web, ranked(r.told, own, r.config.Loopback))
	return invite.NewRelay(r.config.Identity.Key(), r.config.Secret, addrs)
}

// Port returns where it listens.
func (r *Relay) Port() int { return r.bound }

// Close ends the relay and all links through it.
func (r *Relay) Close() error {
	r.stop()
	r.service.Close()
	err := r.host.Close()
	r.done.Wait()
	return err
}

// admit hears a pass, as showPass shows it.
func (r *Relay) admit(s network.Stream) {
	defer s.Close()
	s.SetDeadline(time.Now().Add(strangerTime))
	var key transport.Key
	var pass invite.RelayPass
	_, keyErr := io.ReadFull(s, key[:])
	if _, err := io.ReadFull(s, pass[:]); keyErr != nil || err != nil {
		s.Reset()
		return
	}
	if !r.config.Secret.Admits(pass, key) || !r.note(s.Conn(), key) {
		r.figures.refused.Add(1)
		s.Write([]byte{0, 0})
		return
	}
	r.closeOlder(s.Conn(), sameDial)
	seen := s.Conn().RemoteMultiaddr().Bytes()
	if len(seen) > maxObserved {
		seen = nil
	}
	found := byte(0)
	if r.finds(key) {
		found = 1
	}
	s.Write(slices.Concat([]byte{1, byte(len(seen))}, seen, []byte{found}))
}

// finds reports whether the program with a key can be found here.
func (r *Relay) finds(key transport.Key) bool {
	id, err := idOf(key)
	if err != nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	a := r.admitted[id]
	return a != nil && time.Since(a.reserved) <= reservationTime
}

// note notes that a peer has shown the pass to a key.
func (r *Relay) note(c network.Conn, key transport.Key) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forgetStrangerLocked(c)
	a := r.admitted[c.RemotePeer()]
	if a == nil {
		if c.IsClosed() { // and knew so before
			return false
		}
		a = &shownPasses{keys: map[transport.Key]bool{}}
		r.admitted[c.RemotePeer()] = a
	}
	if len(a.keys) >= admissionsOf && !a.keys[key] {
		return false
	}
	a.keys[key], a.shown = true, time.Now()
	return true
}

// closeOlder closes the earlier connections of a program that has come back: they look alive for half
// a minute, and whoever is linked to it through one of them would wait as long. Those opened within
// by of the newest belong to the same dial.
func (r *Relay) closeOlder(newest network.Conn, by time.Duration) {
	for _, c := range r.host.Network().ConnsToPeer(newest.RemotePeer()) {
		if newest.Stat().Opened.Sub(c.Stat().Opened) > by {
			c.Close()
		}
	}
}

// holds reports whether a peer has shown the pass to another, or to itself.
func (r *Relay) holds(p, to peer.ID) (*shownPasses, bool) {
	key, err := keyOf(to)
	if err != nil {
		return nil, false
	}
	a := r.admitted[p]
	return a, a != nil && a.keys[key]
}

// acl decides who may use a relay.
type acl struct{ r *Relay }

var _ relay.ACLFilter = acl{}

// AllowReserve admits a peer that has shown the pass to itself.
func (l acl) AllowReserve(p peer.ID, _ multiaddr.Multiaddr) bool {
	l.r.mu.Lock()
	defer l.r.mu.Unlock()
	a, ok := l.r.holds(p, p)
	if ok {
		a.reserved = time.Now()
	}
	return ok
}

// AllowConnect admits a peer that has shown the pass to the other, at a pace.
func (l acl) AllowConnect(src peer.ID, from multiaddr.Multiaddr, dest peer.ID) bool {
	l.r.mu.Lock()
	defer l.r.mu.Unlock()
	_, ok := l.r.holds(src, dest)
	return ok && l.r.calls.Spend(sourceOf(from)+" "+string(dest), time.Now())
}

// connected gives a new connection a little time to show a pass. Only so many have it at
// once: the oldest is closed to make room.
func (r *Relay) connected(_ network.Network, c network.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.admitted[c.RemotePeer()] != nil {
		return
	}
	if len(r.strangers) == strangersAtOnce {
		go r.strangers[0].Close()
		r.strangers = r.strangers[1:]
	}
	r.strangers = append(r.strangers, c)
}

func (r *Relay) disconnected(n network.Network, c network.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forgetStrangerLocked(c)
	if n.Connectedness(c.RemotePeer()) == network.NotConnected {
		delete(r.admitted, c.RemotePeer())
	}
}

func (r *Relay) forgetStrangerLocked(c network.Conn) {
	r.strangers = slices.DeleteFunc(r.strangers, func(s network.Conn) bool { return s == c })
}

// sweep closes connections that nobody needs.
func (r *Relay) sweep(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			for _, c := range r.needless(now) {
				c.Close()
			}
		}
	}
}

// needless lists the connections that have not shown a pass in time, and those that have but
// make no use of it.
func (r *Relay) needless(now time.Time) (list []network.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.strangers {
		if now.Sub(c.Stat().Opened) > strangerTime {
			list = append(list, c)
		}
	}
	for p, a := range r.admitted {
		if now.Sub(a.reserved) <= reservationTime || now.Sub(a.shown) <= idleTime {
			continue
		}
		for _, c := range r.host.Network().ConnsToPeer(p) {
			if len(c.GetStreams()) == 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// figures counts what a relay does.
type figures struct {
	refused      atomic.Int64 // passes
	reservations atomic.Int64 // open now
	circuits     atomic.Int64 // open ones
	opened       atomic.Int64 // circuits, in all
	bytes        atomic.Int64
}

var _ relay.MetricsTracer = (*figures)(nil)

func (f *figures) RelayStatus(bool) {}

func (f *figures) ConnectionOpened() {
	f.circuits.Add(1)
	f.opened.Add(1)
}

func (f *figures) ConnectionClosed(time.Duration)             { f.circuits.Add(-1) }
func (f *figures) ConnectionRequestHandled(pb.Status)         {}
func (f *figures) ReservationRequestHandled(status pb.Status) {}

func (f *figures) ReservationAllowed(renewal bool) {
	if !renewal {
		f.reservations.Add(1)
	}
}

func (f *figures) ReservationClosed(n int) { f.reservations.Add(-int64(n)) }
func (f *figures) BytesTransferred(n int)  { f.bytes.Add(int64(n)) }

// WriteFigures writes what the relay does and has done, as Prometheus reads it.
func (r *Relay) WriteFigures(w io.Writer) error {
	memory := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(memory)
	f := &r.figures
	for _, one := range []struct {
		name, kind, help string
		value            int64
	}{
		{"connections", "gauge", "connections to programs", int64(len(r.host.Network().Conns()))},
		{"reservations", "gauge", "hosts that can be found here", f.reservations.Load()},
		{"circuits", "gauge", "links that go through here", f.circuits.Load()},
		{"circuits_opened_total", "counter", "links that have gone through here", f.opened.Load()},
		{"passed_bytes_total", "counter", "bytes passed on, of both ways together", f.bytes.Load()},
		{"refused_total", "counter", "passes that were not taken", f.refused.Load()},
		{"memory_bytes", "gauge", "memory that the program has from the system", int64(memory[0].Value.Uint64() - memory[1].Value.Uint64())},
	} {
		name := "darkjunqi_relay_" + one.name
		if _, err := fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", name, one.help, name, one.kind, name, one.value); err != nil {
			return err
		}
	}
	return nil
}
