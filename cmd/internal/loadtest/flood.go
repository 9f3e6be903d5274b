package loadtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Force describes a flood. All of it is divided among the sources, and half of it
// comes by TCP, the other half by QUIC, as far as the host has both.
type Force struct {
	Sources  int // addresses, from 127.1.0.1 on
	HalfOpen int // connections that never finish their handshake
	Idle     int // connections under a key each that then say nothing
	Streams  int // streams a second, on a connection of each source
}

// Toll counts its effects so far.
type Toll struct {
	HalfOpen    int64 `json:"halfOpen"`    // unproven, open at the end
	Idle        int64 `json:"idle"`        // proven and silent
	Connections int64 `json:"connections"` // made in all
	TurnedAway  int64 `json:"turnedAway"`  // and those that could not be made
	Streams     int64 `json:"streams"`     // opened in all
}

// again is the time a rejected besieger waits.
const again = time.Second

// formLimit is the longest time a siege has until its first besiegers are through.
const formLimit = 20 * time.Second

// flood is a running siege, from many loopback addresses at once. It speaks only the layers below a
// link: it holds no invite.
type flood struct {
	force     Force
	host      peer.ID
	tcp, quic net.Addr // nil where the host has none
	stop      context.CancelFunc
	besiegers sync.WaitGroup

	halfOpen, idle, made, turnedAway, streams atomic.Int64
}

// errElsewhere: only this computer can be besieged.
var errElsewhere = errors.New("the host has no loopback address")

// startFlood besieges a host until stopped. It is errElsewhere if none of the addresses is one of
// loopback.
func startFlood(host transport.Key, addrs []transport.Addr, force Force) (*flood, error) {
	f := &flood{force: force}
	pub, err := crypto.UnmarshalEd25519PublicKey(host[:])
	if err != nil {
		return nil, err
	}
	if f.host, err = peer.IDFromPublicKey(pub); err != nil {
		return nil, err
	}
	for _, addr := range addrs {
		m, err := multiaddr.NewMultiaddrBytes([]byte(addr))
		if err == nil && manet.IsIPLoopback(m) {
			f.aim(m)
		}
	}
	if f.tcp == nil && f.quic == nil {
		return nil, errElsewhere
	}
	os.Setenv("QUIC_GO_DISABLE_RECEIVE_BUFFER_WARNING", "true") // besiegers' sockets are as they are
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	for i := range force.HalfOpen {
		f.keep(ctx, i, f.openHalf)
	}
	for i := range force.Idle {
		f.keep(ctx, i, f.openIdle)
	}
	for i := range force.Sources {
		f.keep(ctx, i, f.openStreams)
	}
	return f, nil
}

// aim takes note of an address of the host.
func (f *flood) aim(m multiaddr.Multiaddr) {
	if _, err := m.ValueForProtocol(multiaddr.P_QUIC_V1); err == nil {
		m, _ = multiaddr.SplitLast(m)
	}
	at, err := manet.ToNetAddr(m)
	if err != nil {
		return
	}
	switch at := at.(type) {
	case *net.TCPAddr:
		f.tcp = at
	case *net.UDPAddr:
		f.quic = at
	}
}

func (f *flood) end() {
	f.stop()
	f.besiegers.Wait()
}

func (f *flood) toll() Toll {
	return Toll{f.halfOpen.Load(), f.idle.Load(), f.made.Load(), f.turnedAway.Load(), f.streams.Load()}
}

// formed waits until besiegers of each kind have come through, or for formLimit at most, and returns the
// toll so far.
func (f *flood) formed() Toll {
	for until := time.Now().Add(formLimit); time.Now().Before(until); time.Sleep(again / 50) {
		t := f.toll()
		if (f.force.HalfOpen == 0 || t.HalfOpen > 0) && (f.force.Idle == 0 || t.Idle > 0) && (f.force.Streams == 0 || t.Streams > 0) {
			break
		}
	}
	return f.toll()
}

// keep has one besieger come again and again.
func (f *flood) keep(ctx context.Context, i int, come func(context.Context, *besieger) error) {
	b := &besieger{flood: f, source: source(i % max(f.force.Sources, 1)), quic: f.tcp == nil || f.quic != nil && i/max(f.force.Sources, 1)%2 == 1}
	f.besiegers.Go(func() {
		for ctx.Err() == nil {
			if err := come(ctx, b); err != nil {
				f.turnedAway.Add(1)
			}
			select {
			case <-ctx.Done():
			case <-time.After(again):
			}
		}
	})
}

// source returns the i-th address.
func source(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{127, 1, byte(i / 250), byte(i%250 + 1)})
}

// besieger comes from one address, by one way.
type besieger struct {
	flood  *flood
	source netip.Addr
	quic   bool
}

// connection is one that is through its handshake.
type connection interface {
	// open opens a stream and asks for the protocol of a match on it.
	open() error
	// ended waits until the connection has ended, or ctx has.
	ended(ctx context.Context)
	close()
}

// connect goes through the handshake, under a name of its own.
func (b *besieger) connect(ctx context.Context) (connection, error) {
	key, _, err := crypto.GenerateEd25519Key(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("drawing a key: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if b.quic {
		return b.connectQUIC(ctx, key)
	}
	return b.connectTCP(ctx, key)
}

// openIdle returns a connection that says nothing.
func (f *flood) openIdle(ctx context.Context, b *besieger) error {
	c, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	f.made.Add(1)
	f.idle.Add(1)
	defer f.idle.Add(-1)
	c.ended(ctx)
	return nil
}

// openStreams returns a connection that opens stream after stream.
func (f *flood) openStreams(ctx context.Context, b *besieger) error {
	if f.force.Streams == 0 {
		<-ctx.Done()
		return nil
	}
	c, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	f.made.Add(1)
	tick := time.NewTicker(time.Second * time.Duration(f.force.Sources) / time.Duration(f.force.Streams))
	defer tick.Stop()
	for ctx.Err() == nil {
		if err := c.open(); err != nil {
			return nil // it was ended
		}
		f.streams.Add(1)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	return nil
}

// openHalf returns a connection that never finishes its handshake.
func (f *flood) openHalf(ctx context.Context, b *besieger) error {
	if b.quic {
		return b.halfQUIC(ctx)
	}
	return b.halfTCP(ctx)
}
