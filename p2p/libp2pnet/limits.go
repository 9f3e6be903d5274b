package libp2pnet

import (
	"math"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"
	rcmgr "github.com/libp2p/go-libp2p/p2p/host/resource-manager"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/relay"
	"github.com/libp2p/go-libp2p/p2p/protocol/holepunch"
	"github.com/libp2p/go-libp2p/p2p/protocol/identify"
	"github.com/libp2p/go-libp2p/x/rate"
)

// linksAtOnce is the number of inbound links there may be at once: of players and those who
// watch, as p2p bounds them, and of strangers.
const linksAtOnce = 160 + 2*strangers

// resourceManager bounds what all peers together can make libp2p hold. It is the wall
// behind the limiter, who has made room before any of this is reached, and it refuses
// whoever comes last. Memory is what could be held if all windows were full.
func resourceManager() (network.ResourceManager, error) {
	limits := rcmgr.PartialLimitConfig{
		System: rcmgr.ResourceLimits{
			Conns: 352, ConnsInbound: 256, ConnsOutbound: 96,
			Streams: 4096, StreamsInbound: 2048, StreamsOutbound: 2048,
			FD: 352, Memory: 1 << 30,
		},
		Transient: rcmgr.ResourceLimits{
			Conns: 128, ConnsInbound: 96, ConnsOutbound: 32,
			Streams: 2048, StreamsInbound: 1024, StreamsOutbound: 1024,
			FD: 128, Memory: 1 << 30,
		},
		PeerDefault: rcmgr.ResourceLimits{
			Conns: 26, ConnsInbound: 6, ConnsOutbound: 24, // three attempts at each of eight addresses
			Streams: 32, StreamsInbound: 24, StreamsOutbound: 24,
			FD: 26, Memory: 16 << 20,
		},
		Protocol: map[protocol.ID]rcmgr.ResourceLimits{
			protocolID: streams(linksAtOnce+8, linksAtOnce, 8, 256<<20),
		},
		ProtocolPeer: map[protocol.ID]rcmgr.ResourceLimits{
			protocolID: streams(8, 4, 4, 8<<20),
		},
	}
	boundServices(&limits)
	built := limits.Build(rcmgr.DefaultLimits.Scale(64<<20, 96))
	// How many come from one address, and how fast, is the limiter's to bound.
	all := []rcmgr.ConnLimitPerSubnet{{PrefixLength: 0, ConnCount: math.MaxInt}}
	return rcmgr.NewResourceManager(rcmgr.NewFixedLimiter(built), rcmgr.WithMetricsDisabled(),
		rcmgr.WithLimitPerSubnet(all, all), rcmgr.WithConnRateLimiters(&rate.Limiter{}))
}

// relayLimits bounds what all who use a relay, and strangers, can make it hold.
func relayLimits() (network.ResourceManager, error) {
	circuits := streams(2048, 1024, 1024, 32<<20)
	ofPeer := streams(2*circuitsOfPeer, 2*circuitsOfPeer, 2*circuitsOfPeer, 4<<20)
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
		Service:     map[string]rcmgr.ResourceLimits{relay.ServiceName: circuits},
		ServicePeer: map[string]rcmgr.ResourceLimits{relay.ServiceName: ofPeer},
		Protocol: map[protocol.ID]rcmgr.ResourceLimits{
			proto.ProtoIDv2Hop: circuits, proto.ProtoIDv2Stop: circuits,
			relayProtocol: streams(128, 128, 128, 1<<20), probeProtocol: streams(8, 8, 8, 1<<20),
		},
		ProtocolPeer: map[protocol.ID]rcmgr.ResourceLimits{
			proto.ProtoIDv2Hop: ofPeer, proto.ProtoIDv2Stop: ofPeer,
			// One probe at a time; but who has been answered may ask again before the stream of the answer is put away.
			relayProtocol: streams(4, 4, 4, 1<<18), probeProtocol: streams(2, 2, 2, 1<<18),
		},
	}
	boundServices(&limits)
	built := limits.Build(rcmgr.DefaultLimits.Scale(128<<20, 640))
	return rcmgr.NewResourceManager(rcmgr.NewFixedLimiter(built), rcmgr.WithMetricsDisabled())
}

// boundServices adds the limits of libp2p's own protocols that have none: for all peers, and
// for each. They are those that libp2p.New gives a small machine.
func boundServices(limits *rcmgr.PartialLimitConfig) {
	for _, one := range []struct {
		service       string
		protocols     []protocol.ID
		limit, ofPeer rcmgr.ResourceLimits
	}{
		{identify.ServiceName, []protocol.ID{identify.ID, identify.IDPush}, streams(128, 64, 64, 4<<20), streams(32, 16, 16, 1<<20)},
		{holepunch.ServiceName, []protocol.ID{holepunch.Protocol}, streams(64, 32, 32, 4<<20), streams(2, 2, 2, 1<<20)},
		{relay.ServiceName, nil, streams(256, 256, 256, 16<<20), streams(64, 64, 64, 1<<20)},
		{"", []protocol.ID{proto.ProtoIDv2Hop, proto.ProtoIDv2Stop}, streams(640, 640, 640, 16<<20), streams(128, 128, 128, 32<<20)},
	} {
		if one.service != "" {
			addLimit(&limits.Service, one.service, one.limit)
			addLimit(&limits.ServicePeer, one.service, one.ofPeer)
		}
		for _, id := range one.protocols {
			addLimit(&limits.Protocol, id, one.limit)
			addLimit(&limits.ProtocolPeer, id, one.ofPeer)
		}
	}
}

func streams(all, in, out rcmgr.LimitVal, memory rcmgr.LimitVal64) rcmgr.ResourceLimits {
	return rcmgr.ResourceLimits{Streams: all, StreamsInbound: in, StreamsOutbound: out, Memory: memory}
}

func addLimit[K comparable](m *map[K]rcmgr.ResourceLimits, key K, limit rcmgr.ResourceLimits) {
	if *m == nil {
		*m = map[K]rcmgr.ResourceLimits{}
	}
	if _, ok := (*m)[key]; !ok {
		(*m)[key] = limit
	}
}
