package webnet

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const maxHostName = 200 // bytes, so that a way through a relay can hold its address

// ParseWebSocketURL returns the address of a WebSocket that a URL names, such as wss://relay.example.org.
func ParseWebSocketURL(text string) (transport.Addr, error) {
	bad := coded.Errorf("webnet.url", "%q is not the address of a WebSocket: give wss://HOST or wss://HOST:PORT", text)
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Path != "" && u.Path != "/" {
		return "", bad
	}
	port, suffix := "80", partWS
	switch u.Scheme {
	case "ws":
	case "wss":
		port, suffix = "443", partTLS+partWS
	default:
		return "", bad
	}
	if u.Port() != "" {
		port = u.Port()
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return "", bad
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		plain := WebSocketAddr(netip.AddrPortFrom(ip.WithZone(""), uint16(number)))
		return plain[:len(plain)-len(partWS)] + transport.Addr(suffix), nil
	}
	name := strings.ToLower(u.Hostname())
	if !hostName([]byte(name)) || len(name) > maxHostName {
		return "", bad
	}
	b := append([]byte{partDNS, byte(len(name))}, name...)
	b = append(b, partTCP, byte(number>>8), byte(number))
	return transport.Addr(b) + transport.Addr(suffix), nil
}
