package libp2pnet

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// parseAnnounced reads addresses as parseAnnounce does.
func parseAnnounced(texts []string) (all []multiaddr.Multiaddr, err error) {
	for _, text := range texts {
		found, err := parseAnnounce(text)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// parseAnnounce reads a multiaddr, or a host name or IP with a port, which
// then means both TCP and QUIC.
func parseAnnounce(text string) ([]multiaddr.Multiaddr, error) {
	if m, err := multiaddr.NewMultiaddr(text); err == nil {
		return []multiaddr.Multiaddr{m}, nil
	}
	name, port, err := net.SplitHostPort(text)
	number, notPort := strconv.ParseUint(port, 10, 16)
	if err != nil || notPort != nil || number == 0 || name == "" || strings.ContainsAny(name, " /") {
		return nil, coded.Errorf("libp2p.no-address", "%q is not an address: give host:port", text)
	}
	family := "dns"
	if ip := net.ParseIP(name); ip.To4() != nil {
		family = "ip4"
	} else if ip != nil {
		family = "ip6"
	}
	var out []multiaddr.Multiaddr
	for _, format := range []string{"/%s/%s/tcp/%s", "/%s/%s/udp/%s/quic-v1"} {
		m, err := multiaddr.NewMultiaddr(fmt.Sprintf(format, family, name, port))
		if err != nil {
			return nil, coded.Errorf("libp2p.no-address", "%q is not an address: give host:port", text)
		}
		out = append(out, m)
	}
	return out, nil
}

// ranked are addresses in the order of an invite: those that were given first, then
// public ones, then local ones, and loopback ones only if there are no
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

// multiaddrs returns the addresses that are multiaddrs and name a machine and a port.
// They come from others: a /dnsaddr, which can name any number of further addresses with ports
// of their own, would have us dial them all. Of the machines behind a host name libp2p dials a
// hundred at most.
func multiaddrs(addrs []transport.Addr) (out []multiaddr.Multiaddr) {
	for _, addr := range addrs {
		if m, err := multiaddr.NewMultiaddrBytes([]byte(addr)); err == nil && !throughRelay(m) && !hasProtocol(m, multiaddr.P_DNSADDR) {
			out = append(out, m)
		}
	}
	return out
}

// throughRelay reports whether an address leads through a relay.
func throughRelay(m multiaddr.Multiaddr) bool { return hasProtocol(m, multiaddr.P_CIRCUIT) }

func hasProtocol(m multiaddr.Multiaddr, code int) bool {
	_, err := m.ValueForProtocol(code)
	return err == nil
}

// portOf returns the port of an address; 0 if it has none.
func portOf(m multiaddr.Multiaddr) int {
	for _, code := range []int{multiaddr.P_TCP, multiaddr.P_UDP} {
		if text, err := m.ValueForProtocol(code); err == nil {
			port, _ := strconv.Atoi(text)
			return port
		}
	}
	return 0
}

func isPublic(ip netip.Addr) bool {
	m, err := manet.FromIP(ip.AsSlice())
	return err == nil && manet.IsPublicAddr(m)
}

// isNear reports whether an address is one of this network: private, or of a subnet that
// this machine is in.
func isNear(ip net.IP) bool {
	if ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {
		return true
	}
	own, err := net.InterfaceAddrs()
	return err == nil && slices.ContainsFunc(own, func(a net.Addr) bool {
		subnet, ok := a.(*net.IPNet)
		return ok && subnet.Contains(ip)
	})
}

func appendBoth(list []multiaddr.Multiaddr, ip netip.Addr, port uint16) []multiaddr.Multiaddr {
	for _, format := range []string{"/ip4/%s/udp/%d/quic-v1", "/ip4/%s/tcp/%d"} {
		m, err := multiaddr.NewMultiaddr(fmt.Sprintf(format, ip, port))
		if err == nil && !slices.ContainsFunc(list, m.Equal) {
			list = append(list, m)
		}
	}
	return list
}
