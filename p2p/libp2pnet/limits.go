package libp2pnet

import (
	"math"

	"github.com/libp2p/go-libp2p"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"
	rcmgr "github.com/libp2p/go-libp2p/p2p/host/resource-manager"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/relay"
	"github.com/libp2p/go-libp2p/x/rate"
)

// linksAtOnce is how many inbound links there may be at once: of players and those who
// watch, as p2p bounds them, and of strangers.
const linksAtOnce = 160 + 2*strangers

// resourceManager bounds what all peers together can make libp2p hold. It is the wall
// behind the porter, who has made room before any of this is reached, and it refuses
// whoever comes last. Memory is what could be held if all windows were full.
func resourceManager() (network.ResourceManager, error) {
	defaults := rcmgr.DefaultLimits
	libp2p.SetDefaultServiceLimits(&defaults)
	limits := rcmgr.PartialLimitConfig{
		System: rcmgr.ResourceLimits{
			Conns: 288, ConnsInbound: 256, ConnsOutbound: 32,
			Streams: 4096, StreamsInbound: 2048, StreamsOutbound: 2048,
			FD: 288, Memory: 1 << 30,
		},
		Transient: rcmgr.ResourceLimits{
			Conns: 128, ConnsInbound: 96, ConnsOutbound: 32,
			Streams: 2048, StreamsInbound: 1024, StreamsOutbound: 1024,
			FD: 128, Memory: 1 << 30,
		},
		PeerDefault: rcmgr.ResourceLimits{
			Conns: 8, ConnsInbound: 6, ConnsOutbound: 6,
			Streams: 32, StreamsInbound: 24, StreamsOutbound: 24,
			FD: 8, Memory: 16 << 20,
		},
		Protocol: map[protocol.ID]rcmgr.ResourceLimits{
			protocolID: {Streams: linksAtOnce + 8, StreamsInbound: linksAtOnce, StreamsOutbound: 8, Memory: 256 << 20},
		},
		ProtocolPeer: map[protocol.ID]rcmgr.ResourceLimits{
			protocolID: {Streams: 8, StreamsInbound: 4, StreamsOutbound: 4, Memory: 8 << 20},
		},
	}.Build(defaults.Scale(64<<20, 96))
	// How many come from one address, and how fast, is the porter's to bound.
	all := []rcmgr.ConnLimitPerSubnet{{PrefixLength: 0, ConnCount: math.MaxInt}}
	return rcmgr.NewResourceManager(rcmgr.NewFixedLimiter(limits), rcmgr.WithMetricsDisabled(),
		rcmgr.WithLimitPerSubnet(all, all), rcmgr.WithConnRateLimiters(&rate.Limiter{}))
}

// relayLimits bounds what all who use a relay, and strangers, can make it hold.
func relayLimits() (network.ResourceManager, error) {
	defaults := rcmgr.DefaultLimits
	libp2p.SetDefaultServiceLimits(&defaults)
	circuits := rcmgr.ResourceLimits{Streams: 2048, StreamsInbound: 1024, StreamsOutbound: 1024, Memory: 32 << 20}
	ofPeer := rcmgr.ResourceLimits{
		Streams: 2 * circuitsOfPeer, StreamsInbound: 2 * circuitsOfPeer, StreamsOutbound: 2 * circuitsOfPeer, Memory: 4 << 20,
	}
	limits := rcmgr.PartialLimitConfig{
		System: rcmgr.ResourceLimits{
			Conns: 640, ConnsInbound: 640, ConnsOutbound: 16,
			Streams: 4096, StreamsInbound: 2560, StreamsOutbound: 2560,
			FD: 640, Memory: 128 << 20,
		},
		Transient: rcmgr.ResourceLimits{
			Conns: 96, ConnsInbound: 96, ConnsOutbound: 16,
			Streams: 256, StreamsInbound: 192, StreamsOutbound: 192,
			FD: 96, Memory: 16 << 20,
		},
		PeerDefault: rcmgr.ResourceLimits{
			Conns: 8, ConnsInbound: 8, ConnsOutbound: 2,
			Streams: 2*circuitsOfPeer + 32, StreamsInbound: 2*circuitsOfPeer + 32, StreamsOutbound: 2*circuitsOfPeer + 32,
			FD: 8, Memory: 16 << 20,
		},
		Service:      map[string]rcmgr.ResourceLimits{relay.ServiceName: circuits},
		ServicePeer:  map[string]rcmgr.ResourceLimits{relay.ServiceName: ofPeer},
		Protocol:     map[protocol.ID]rcmgr.ResourceLimits{proto.ProtoIDv2Hop: circuits, proto.ProtoIDv2Stop: circuits, relayProtocol: {Streams: 128, StreamsInbound: 128, Memory: 1 << 20}, knockProtocol: {Streams: 8, StreamsInbound: 8, Memory: 1 << 20}},
		ProtocolPeer: map[protocol.ID]rcmgr.ResourceLimits{proto.ProtoIDv2Hop: ofPeer, proto.ProtoIDv2Stop: ofPeer, relayProtocol: {Streams: 4, StreamsInbound: 4, Memory: 1 << 18}, knockProtocol: {Streams: 1, StreamsInbound: 1, Memory: 1 << 18}},
	}.Build(defaults.Scale(128<<20, 640))
	return rcmgr.NewResourceManager(rcmgr.NewFixedLimiter(limits), rcmgr.WithMetricsDisabled())
}
