package libp2pnet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// draws is how often a number is drawn in search of one that is free for both TCP and UDP.
const draws = 8

// listener is what openPorts needs of a network.
type listener interface {
	Listen(...multiaddr.Multiaddr) error
	ListenClose(...multiaddr.Multiaddr)
	ListenAddresses() []multiaddr.Multiaddr
}

// openPorts opens ports, TCP and UDP of one number if both are free, and says which. A port
// that is taken means any other; 0 is a number that is free for both, if one is soon found.
func openPorts(n listener, loopback bool, port int) (bound int, err error) {
	ip4, ip6 := "0.0.0.0", "::"
	if loopback {
		ip4, ip6 = "127.0.0.1", ""
	}
	open := func(format, ip string, port int) error {
		m, err := multiaddr.NewMultiaddr(fmt.Sprintf(format, ip, port))
		if err != nil {
			return err
		}
		return n.Listen(m)
	}
	const tcp4, quic4 = "/ip4/%s/tcp/%d", "/ip4/%s/udp/%d/quic-v1"
	const tcp6, quic6 = "/ip6/%s/tcp/%d", "/ip6/%s/udp/%d/quic-v1"
	tcpErr := open(tcp4, ip4, port)
	if tcpErr != nil && port != 0 {
		tcpErr = open(tcp4, ip4, 0)
	}
	number := cmp.Or(tcpPort(n), port)
	quicErr := open(quic4, ip4, number)
	for draw := 1; quicErr != nil && tcpErr == nil && port == 0 && draw < draws; draw++ {
		n.ListenClose(n.ListenAddresses()...)
		tcpErr = open(tcp4, ip4, 0)
		number = tcpPort(n)
		quicErr = open(quic4, ip4, number)
	}
	if quicErr != nil && number != 0 {
		quicErr = open(quic4, ip4, 0)
	}
	if tcpErr != nil && quicErr != nil {
		return 0, errors.Join(tcpErr, quicErr)
	}
	if ip6 != "" { // a machine without IPv6 plays without it
		open(tcp6, ip6, number)
		open(quic6, ip6, number)
	}
	return number, nil
}

func tcpPort(n listener) int {
	for _, m := range n.ListenAddresses() {
		if hasProtocol(m, multiaddr.P_TCP) {
			return portOf(m)
		}
	}
	return 0
}

// ranked are addresses as an invite should have them: those that were told first, then
// public ones, then those of the local network, and loopback ones only if there are no
// others or the program stays on this machine.
func ranked(told, own []multiaddr.Multiaddr, loopback bool) (out []transport.Addr) {
	all := append(slices.Clone(told), own...)
	rank := func(m multiaddr.Multiaddr) int {
		switch {
		case slices.ContainsFunc(told, m.Equal):
			return 0
		case manet.IsPublicAddr(m):
			return 1
		case manet.IsIPLoopback(m):
			return 3
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b multiaddr.Multiaddr) int { return rank(a) - rank(b) })
	for _, m := range all {
		if rank(m) == 3 && len(out) > 0 && !loopback {
			break
		}
		if addr := transport.Addr(m.Bytes()); !throughRelay(m) && !slices.Contains(out, addr) {
			out = append(out, addr)
		}
	}
	return out
}

// throughRelay reports whether an address leads through a relay.
func throughRelay(m multiaddr.Multiaddr) bool { return hasProtocol(m, multiaddr.P_CIRCUIT) }
