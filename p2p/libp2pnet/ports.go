package libp2pnet

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/multiformats/go-multiaddr"
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
