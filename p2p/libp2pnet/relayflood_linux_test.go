package libp2pnet

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"
	"github.com/multiformats/go-multiaddr"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// One that knows the way to a host through a relay, and opens circuits to it without end, keeps nobody else from it.
func TestFloodOfCircuits(t *testing.T) {
	relay := openRelay(t)
	h := throughOnly(t, relay.Invite())
	hs := hostMatch(t, h, p2ptest.QuickRules(t))
	limits, err := resourceManager()
	require.NoError(t, err)
	id, err := transport.NewIdentity(rand.Reader)
	require.NoError(t, err)
	flood, err := newNode(nodeConfig{id: id, limits: limits})
	require.NoError(t, err)
	defer flood.Close()
	require.NoError(t, flood.switchboard.Listen(multiaddr.StringCast("/ip4/127.0.0.2/tcp/0"))) // so it dials from there
	ctx, cancel := context.WithCancel(tryFor(t))
	route, err := relayRouteTo(relay.Invite(), h.Key())
	require.NoError(t, err)
	require.NoError(t, flood.Connect(ctx, peer.AddrInfo{ID: route.relay.ID, Addrs: onlyTCP(route.relay.Addrs)}))
	s, err := flood.NewStream(ctx, route.relay.ID, relayProtocol)
	require.NoError(t, err)
	_, _, err = showPass(s, route.pass, h.Key())
	require.NoError(t, err)
	require.Equal(t, "127.0.0.2", sourceOf(relay.host.Network().ConnsToPeer(flood.ID())[0].RemoteMultiaddr()))

	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	var asked, opened atomic.Int64
	for range 2 {
		running.Go(func() {
			for ctx.Err() == nil {
				asked.Add(1)
				if circuit(ctx, flood, route.relay.ID, h.host.ID()) == nil {
					opened.Add(1)
				}
			}
		})
	}
	require.Eventually(t, func() bool { return asked.Load() > 200 }, time.Minute, time.Millisecond)
	joinMatch(ctx, t, throughOnly(t, nil), hs, engine.Blue)
	t.Logf("asked for %d circuits, got %d", asked.Load(), opened.Load())
}

// circuit has a relay open a circuit, on which nothing is said, and closes it.
func circuit(ctx context.Context, n *node, relay, to peer.ID) error {
	s, err := n.NewStream(ctx, relay, proto.ProtoIDv2Hop)
	if err != nil {
		return err
	}
	defer s.Reset()
	defer context.AfterFunc(ctx, func() { s.Reset() })()
	ask := &pb.HopMessage{Type: pb.HopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(peer.AddrInfo{ID: to})}
	if err := util.NewDelimitedWriter(s).WriteMsg(ask); err != nil {
		return err
	}
	var answer pb.HopMessage
	if err := util.NewDelimitedReader(s, 4096).ReadMsg(&answer); err != nil {
		return err
	}
	if answer.GetStatus() != pb.Status_OK {
		return errors.New(answer.GetStatus().String())
	}
	return nil
}

func onlyTCP(addrs []multiaddr.Multiaddr) (out []multiaddr.Multiaddr) {
	for _, a := range addrs {
		if _, err := a.ValueForProtocol(multiaddr.P_TCP); err == nil {
			out = append(out, a)
		}
	}
	return out
}
