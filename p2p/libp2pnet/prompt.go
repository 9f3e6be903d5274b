package libp2pnet

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/protocol"
	tpt "github.com/libp2p/go-libp2p/core/transport"
	"github.com/libp2p/go-libp2p/p2p/protocol/identify"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	manet "github.com/multiformats/go-multiaddr/net"
	"github.com/multiformats/go-multistream"
)

// libp2p asks before it speaks: whether the other end knows Noise, which protocols it knows (identify), and whether it knows this one.
// All programs of this network do, so that a program speaks at once, and hears the answers later. One that answers otherwise is refused
// then.

// dialTTL is how long addresses stay that are dialled. It is not [peerstore.TempAddrTTL]: when a connection has ended, identify removes
// the addresses that have that one, a moment later, and with them those that are just being dialled.
var dialTTL = peerstore.TempAddrTTL + time.Second

// Connect connects to a peer, without waiting for identify.
func (n *node) Connect(ctx context.Context, p peer.AddrInfo) error {
	n.Peerstore().AddAddrs(p.ID, p.Addrs, dialTTL)
	_, err := n.Network().DialPeer(ctx, p.ID)
	return err
}

// NewStream opens a stream of the first protocol. That the other end doesn't know it is an error of the first Read.
func (n *node) NewStream(ctx context.Context, id peer.ID, protocols ...protocol.ID) (network.Stream, error) {
	s, err := n.Network().NewStream(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.SetProtocol(protocols[0]); err != nil {
		s.Reset()
		return nil, err
	}
	return promptStream{s, multistream.NewMSSelect(s, protocols[0])}, nil
}

// promptStream is a stream whose first bytes go along with the name of its protocol.
type promptStream struct {
	network.Stream
	lazy multistream.LazyConn
}

func (s promptStream) Read(b []byte) (int, error)  { return s.lazy.Read(b) }
func (s promptStream) Write(b []byte) (int, error) { return s.lazy.Write(b) }

// Close implements [network.Stream]. It waits for the answer, but not for long.
func (s promptStream) Close() error {
	s.SetReadDeadline(time.Now().Add(identify.DefaultTimeout))
	return s.lazy.Close()
}

// CloseWrite implements [network.Stream].
func (s promptStream) CloseWrite() error {
	s.lazy.Flush()
	return s.Stream.CloseWrite()
}

// agreed is how the other end agrees to speak Noise.
const agreed = "\x13/multistream/1.0.0\n\x07" + noise.ID + "\n"

var errNotNoise = errors.New("it does not speak Noise")

// promptUpgrader has who dials begin with Noise.
type promptUpgrader struct{ tpt.Upgrader }

func (u promptUpgrader) Upgrade(
	ctx context.Context, t tpt.Transport, c manet.Conn, d network.Direction, p peer.ID, s network.ConnManagementScope,
) (tpt.CapableConn, error) {
	if d == network.DirOutbound {
		c = &promptConn{Conn: c}
	}
	return u.Upgrader.Upgrade(ctx, t, c, d, p, s)
}

// promptConn reads as if the other end had agreed already.
type promptConn struct {
	manet.Conn
	taken int  // bytes of agreed that were read
	heard bool // the other end has agreed
}

// Stat says what a relay allows.
func (c *promptConn) Stat() (none network.ConnStats) {
	if s, ok := c.Conn.(network.ConnStat); ok {
		return s.Stat()
	}
	return none
}

func (c *promptConn) Read(b []byte) (int, error) {
	if c.taken < len(agreed) {
		n := copy(b, agreed[c.taken:])
		c.taken += n
		return n, nil
	}
	if !c.heard {
		answer := make([]byte, len(agreed))
		if _, err := io.ReadFull(c.Conn, answer); err != nil {
			return 0, err
		}
		if string(answer) != agreed {
			return 0, errNotNoise
		}
		c.heard = true
	}
	return c.Conn.Read(b)
}
