package libp2pnet

import (
	"crypto/x509"
	"slices"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"
	"github.com/multiformats/go-multiaddr"
	"github.com/quic-go/quic-go"
	"github.com/stretchr/testify/require"
)

// A computer whose clock is wrong takes the certificate of every other for valid.
func TestCertificateAtAnyTime(t *testing.T) {
	a, b := listen(t, nil), listen(t, nil)
	byQUIC := slices.DeleteFunc(b.host.Addrs(), func(m multiaddr.Multiaddr) bool { return !hasProtocol(m, multiaddr.P_QUIC_V1) })
	require.NoError(t, a.host.Connect(tryFor(t), peer.AddrInfo{ID: b.host.ID(), Addrs: byQUIC}))
	for _, h := range []*Host{a, b} {
		var c *quic.Conn
		require.Eventually(t, func() bool {
			conns := h.host.Network().Conns()
			return len(conns) == 1 && conns[0].As(&c)
		}, time.Minute, time.Millisecond)
		certificate := c.ConnectionState().TLS.PeerCertificates[0]
		roots := x509.NewCertPool()
		roots.AddCert(certificate)
		for _, now := range []time.Time{time.Unix(1, 0), time.Now().AddDate(0, 0, -1), time.Now().AddDate(200, 0, 0)} {
			_, err := certificate.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: now})
			require.NoError(t, err)
		}
	}
}

// Where the clock of a relay is late, what it says of the end of a reservation has passed already.
func TestReservationOfALateClock(t *testing.T) {
	relay := openRelay(t)
	relay.host.SetStreamHandler(proto.ProtoIDv2Hop, func(s network.Stream) {
		defer s.Close()
		var ask pb.HopMessage
		r := util.NewDelimitedReader(s, maxReservation)
		defer r.Close()
		if r.ReadMsg(&ask) != nil || ask.GetType() != pb.HopMessage_RESERVE {
			s.Reset()
			return
		}
		expire := uint64(1)
		util.NewDelimitedWriter(s).WriteMsg(&pb.HopMessage{
			Type: pb.HopMessage_STATUS.Enum(), Status: pb.Status_OK.Enum(), Reservation: &pb.Reservation{Expire: &expire},
		})
	})
	throughOnly(t, relay.Invite()) // which waits until it is found there
}
