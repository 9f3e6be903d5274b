package libp2pnet

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/connmgr"
	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/event"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/sec"
	tpt "github.com/libp2p/go-libp2p/core/transport"
	basichost "github.com/libp2p/go-libp2p/p2p/host/basic"
	"github.com/libp2p/go-libp2p/p2p/host/eventbus"
	"github.com/libp2p/go-libp2p/p2p/host/observedaddrs"
	"github.com/libp2p/go-libp2p/p2p/host/peerstore/pstoremem"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/libp2p/go-libp2p/p2p/net/upgrader"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	p2ptls "github.com/libp2p/go-libp2p/p2p/security/tls"
	libp2pquic "github.com/libp2p/go-libp2p/p2p/transport/quic"
	"github.com/libp2p/go-libp2p/p2p/transport/quicreuse"
	"github.com/quic-go/quic-go"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// nodeConfig says what a node is to be.
type nodeConfig struct {
	id       transport.Identity
	limits   network.ResourceManager         // closed with the node, even if it could not be made
	gater    connmgr.ConnectionGater         // nil lets everybody in
	guard    func(tpt.Upgrader) tpt.Upgrader // guards the TCP ports; nil if nothing does
	portMap  bool                            // have the router open the ports
	circuits bool                            // go, and be found, through relays
}

// node is a libp2p host made of what this program uses. libp2p.New makes the same, but
// links the transports of browsers and much else into the program, a quarter of its size.
//
// No connection manager closes connections to make room: that is the limiter's.
type node struct {
	*basichost.BasicHost
	switchboard *swarm.Swarm   // holds its connections
	parts       []func() error // close what the host is made of, the first made first
	once        sync.Once
}

// newNode starts a node that listens nowhere yet.
func newNode(c nodeConfig) (_ *node, err error) {
	n := &node{}
	defer func() {
		if err != nil {
			n.closeParts()
		}
	}()
	n.part(c.limits.Close)
	key, err := crypto.UnmarshalEd25519PrivateKey(c.id.Private())
	if err != nil {
		return nil, err
	}
	bus := eventbus.NewBus()
	if n.switchboard, err = n.swarm(c, key, bus); err != nil {
		return nil, err
	}
	up, err := n.transports(c, key, n.switchboard)
	if err != nil {
		return nil, err
	}
	seen, err := observedaddrs.NewManager(bus, n.switchboard)
	if err != nil {
		return nil, err
	}
	n.part(seen.Close)
	options := &basichost.HostOpts{EventBus: bus, UserAgent: "darkjunqi", ObservedAddrsManager: seen}
	if c.portMap {
		options.NATManager = basichost.NewNATManager
	}
	if n.BasicHost, err = basichost.NewHost(n.switchboard, options); err != nil {
		return nil, err
	}
	n.part(n.BasicHost.Close)
	if c.circuits {
		if err := client.AddTransport(n, up); err != nil {
			return nil, err
		}
	}
	seen.Start(n.switchboard)
	n.Start()
	return n, nil
}

func (n *node) part(close func() error) { n.parts = append(n.parts, close) }

// swarm makes what holds a node's connections.
func (n *node) swarm(c nodeConfig, key crypto.PrivKey, bus event.Bus) (*swarm.Swarm, error) {
	id, err := peer.IDFromPrivateKey(key)
	if err != nil {
		return nil, err
	}
	book, err := pstoremem.NewPeerstore()
	if err != nil {
		return nil, err
	}
	n.part(book.Close)
	if err := errors.Join(book.AddPrivKey(id, key), book.AddPubKey(id, key.GetPublic())); err != nil {
		return nil, err
	}
	options := []swarm.Option{
		swarm.WithResourceManager(c.limits),
		swarm.WithDialRanker(rankDials),
		// A friend's absence for an evening doesn't mean that UDP is blocked.
		swarm.WithUDPBlackHoleSuccessCounter(nil),
		swarm.WithIPv6BlackHoleSuccessCounter(nil),
	}
	if c.gater != nil {
		options = append(options, swarm.WithConnectionGater(c.gater))
	}
	s, err := swarm.NewSwarm(id, book, bus, options...)
	if err == nil {
		n.part(s.Close)
	}
	return s, err
}

// transports adds TCP with Noise and yamux, and QUIC. What it returns makes circuits too.
func (n *node) transports(c nodeConfig, key crypto.PrivKey, s *swarm.Swarm) (tpt.Upgrader, error) {
	muxers := []upgrader.StreamMuxer{{ID: yamux.ID, Muxer: yamux.DefaultTransport}}
	secure, err := noise.New(noise.ID, key, muxers)
	if err != nil {
		return nil, err
	}
	plain, err := upgrader.New([]sec.SecureTransport{secure}, muxers, nil, c.limits, c.gater)
	if err != nil {
		return nil, err
	}
	var up tpt.Upgrader = promptUpgrader{plain}
	guarded := up
	if c.guard != nil {
		guarded = c.guard(up)
	}
	overTCP, err := newOverTCP(steadyUpgrader{guarded}, c.limits)
	if err != nil {
		return nil, err
	}
	sockets, err := openSockets(c, key)
	if err != nil {
		return nil, err
	}
	n.part(sockets.Close)
	overQUIC, err := libp2pquic.NewTransport(key, sockets, nil, c.gater, c.limits,
		libp2pquic.WithTLSIdentityOption(p2ptls.WithCertTemplate(certificate())))
	if err != nil {
		return nil, err
	}
	return up, errors.Join(s.AddTransport(overTCP), s.AddTransport(afresh{overQUIC}))
}

// certificate returns what QUIC wraps the key of a node in. It is valid at any time, because
// nothing depends on its dates: peers verify the signature within. A certificate of libp2p's
// own begins an hour before the program starts. A computer whose clock is late by more than
// that would refuse it, and every connection over QUIC with it.
func certificate() *x509.Certificate {
	return &x509.Certificate{
		Subject:   pkix.Name{SerialNumber: "1"}, // it is also the issuer, which must have a name
		NotBefore: time.Unix(0, 0),
		NotAfter:  time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), // none (RFC 5280, section 4.1.2.5)
	}
}

// openSockets opens the sockets of QUIC. An inbound connection is counted from its first packet.
func openSockets(c nodeConfig, key crypto.PrivKey) (*quicreuse.ConnManager, error) {
	var reset quic.StatelessResetKey
	var token quic.TokenGeneratorKey
	if err := errors.Join(deriveKey(key, "quic stateless reset", reset[:]), deriveKey(key, "quic token", token[:])); err != nil {
		return nil, err
	}
	return quicreuse.NewConnManager(reset, token,
		quicreuse.ConnContext(func(ctx context.Context, client *quic.ClientInfo) (context.Context, error) {
			addr, err := quicreuse.ToQuicMultiaddr(client.RemoteAddr, quic.Version1)
			if err != nil {
				addr = nil // the limits decide
			}
			scope, err := c.limits.OpenConnection(network.DirInbound, false, addr)
			if err != nil {
				return ctx, err
			}
			context.AfterFunc(ctx, scope.Done)
			return network.WithConnManagementScope(ctx, scope), nil
		}),
		quicreuse.VerifySourceAddress(c.limits.VerifySourceAddress))
}

// deriveKey fills key with one that stays the same as long as the identity does.
func deriveKey(from crypto.PrivKey, purpose string, key []byte) error {
	secret, err := from.Raw()
	if err != nil {
		return err
	}
	derived, err := hkdf.Key(sha256.New, secret, nil, "darkjunqi/v1/"+purpose, len(key))
	copy(key, derived)
	return err
}

// Close ends every connection of the node.
func (n *node) Close() (err error) {
	n.once.Do(func() { err = n.closeParts() })
	return err
}

func (n *node) closeParts() (err error) {
	for _, close := range slices.Backward(n.parts) {
		err = errors.Join(err, close())
	}
	return err
}

func idOf(key transport.Key) (peer.ID, error) {
	pub, err := crypto.UnmarshalEd25519PublicKey(key[:])
	if err != nil {
		return "", err
	}
	return peer.IDFromPublicKey(pub)
}

// keyOf returns the Ed25519 key of a peer's name. Other kinds of keys have no
// place in this program.
func keyOf(id peer.ID) (key transport.Key, err error) {
	pub, err := id.ExtractPublicKey()
	if err != nil {
		return key, err
	}
	raw, err := pub.Raw()
	if err != nil {
		return key, err
	}
	if pub.Type() != crypto.Ed25519 || len(raw) != len(key) {
		return key, coded.Errorf("libp2p.other-key", "not an Ed25519 key")
	}
	copy(key[:], raw)
	return key, nil
}

// clearBackoff lets a peer be dialled at once: the session does its own backing off.
func (n *node) clearBackoff(id peer.ID) {
	if s, ok := n.Network().(*swarm.Swarm); ok {
		s.Backoff().Clear(id)
	}
}
