package network

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
)

// What was found leads to the first thing that is likely to work.
func TestAdvice(t *testing.T) {
	private, public := netip.MustParseAddr("192.168.1.2"), netip.MustParseAddr("93.184.216.34")
	mapped := func(ip string) netip.AddrPort { return netip.AddrPortFrom(netip.MustParseAddr(ip), 4001) }
	for _, c := range []struct {
		want  string
		found libp2pnet.Findings
	}{
		{"find-relay", libp2pnet.Findings{IPv4: private}},
		{"try", libp2pnet.Findings{IPv4: public}},
		{"mapped", libp2pnet.Findings{IPv4: private, Mapped: mapped("93.184.216.34")}},
		{"find-relay", libp2pnet.Findings{IPv4: private, Mapped: mapped("192.168.0.9")}}, // a router behind a router
		{"find-relay", libp2pnet.Findings{IPv4: private, Mapped: mapped("100.64.0.9")}},  // of a provider (RFC 6598)
		{"find-relay", libp2pnet.Findings{IPv4: private, Mapped: mapped("169.254.0.9")}}, // a router without an address yet (RFC 3927)
		{"host", libp2pnet.Findings{Relay: &libp2pnet.AtRelay{InTCP: true}}},
		{"punch", libp2pnet.Findings{Relay: &libp2pnet.AtRelay{ByQUIC: true, KeepsPort: true}}},
		{"relay", libp2pnet.Findings{Relay: &libp2pnet.AtRelay{ByQUIC: true}}},
		{"no-network", libp2pnet.Findings{}},
		{"no-network", libp2pnet.Findings{Relay: &libp2pnet.AtRelay{Trouble: errors.New("unreachable")}}},
		{"other-relay", libp2pnet.Findings{IPv4: private, Relay: &libp2pnet.AtRelay{Trouble: errors.New("gone")}}},
	} {
		got := adviceFor(&c.found)
		require.Equal(t, c.want, got, "%+v", c.found)
		require.True(t, messages.Advice.Has(got), got)
	}
}
