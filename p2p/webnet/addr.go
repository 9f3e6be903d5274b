package webnet

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// The parts of a WebSocket's address: a binary multiaddr /ip4/tcp/ws, /ip6/tcp/ws,
// /dns/tcp/ws, or the same with /tls/ws.
const (
	partIP4, partIP6, partDNS, partTCP = 4, 41, 53, 6

	partTLS, partWS = "\xc0\x03", "\xdd\x03"
)

// WebSocketAddr returns the address of a WebSocket without TLS, such as one on a local network.
func WebSocketAddr(at netip.AddrPort) transport.Addr {
	ip := at.Addr().Unmap()
	part := byte(partIP6)
	if ip.Is4() {
		part = partIP4
	}
	b := append([]byte{part}, ip.AsSlice()...)
	b = append(b, partTCP, byte(at.Port()>>8), byte(at.Port()))
	return transport.Addr(b) + partWS
}

// WebSocketURL returns the URL of an address of this package; ok is false if it is another
// transport's.
func WebSocketURL(addr transport.Addr) (url string, ok bool) {
	s := cryptobyte.String(addr)
	var part uint8
	var host string
	s.ReadUint8(&part)
	switch part {
	case partIP4, partIP6:
		ip := make([]byte, 4)
		if part == partIP6 {
			ip = make([]byte, 16)
		}
		if !s.CopyBytes(ip) {
			return "", false
		}
		at, _ := netip.AddrFromSlice(ip)
		host = at.String()
		if part == partIP6 {
			host = "[" + host + "]"
		}
	case partDNS:
		var name cryptobyte.String
		if !s.ReadUint8LengthPrefixed(&name) || !hostName(name) {
			return "", false
		}
		host = string(name)
	}
	var port uint16
	if !s.ReadUint8(&part) || part != partTCP || !s.ReadUint16(&port) || host == "" {
		return "", false
	}
	switch string(s) {
	case partWS:
		return fmt.Sprintf("ws://%s:%d/", host, port), true
	case partTLS + partWS:
		return fmt.Sprintf("wss://%s:%d/", host, port), true
	}
	return "", false
}

// withLoopback adds the WebSockets at the same ports of this computer.
func withLoopback(addrs []transport.Addr) []transport.Addr {
	out := slices.Clone(addrs)
	for _, addr := range addrs {
		if _, ok := WebSocketURL(addr); ok && addr[0] == partIP4 && !strings.Contains(string(addr[5:]), partTLS) {
			here := addr[:1] + "\x7f\x00\x00\x01" + addr[5:]
			if !slices.Contains(out, here) {
				out = append(out, here)
			}
		}
	}
	return out
}

// hostName reports whether a name is one that a URL can hold as it is.
func hostName(name []byte) bool {
	for _, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.') {
			return false
		}
	}
	return len(name) > 0
}

// SourceOf returns the source under which an address is counted: an IPv4 address, or an IPv6
// network of 56 bits.
func SourceOf(ip netip.Addr) string {
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		network, _ := ip.Prefix(56)
		return network.String()
	}
	return ip.String()
}
