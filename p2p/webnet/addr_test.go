package webnet

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

func TestWebSocketAddresses(t *testing.T) {
	for addr, want := range map[transport.Addr]string{
		WebSocketAddr(netip.MustParseAddrPort("192.168.1.9:4002")):     "ws://192.168.1.9:4002/",
		WebSocketAddr(netip.MustParseAddrPort("[2001:db8::1]:65535")):  "ws://[2001:db8::1]:65535/",
		WebSocketAddr(netip.MustParseAddrPort("[::ffff:10.0.0.1]:80")): "ws://10.0.0.1:80/",
		"\x35\x09a.example\x06\x01\xbb\xc0\x03\xdd\x03":                "wss://a.example:443/",
		"\x35\x09a.example\x06\x01\xbb\xdd\x03":                        "ws://a.example:443/",
		"\x35\x09a/example\x06\x01\xbb\xdd\x03":                        "",
		"\x35\x00\x06\x01\xbb\xdd\x03":                                 "",
		"\x04\x7f\x00\x00\x01\x06\x01\xbb":                             "", // libp2p's
		"\x04\x7f\x00\x00\x01\x06\x01\xbb\xdd\x03\x00":                 "",
		"\x04\x7f\x00": "", "": "", "\x00": "", "\x06\x01\xbb\xdd\x03": "",
	} {
		got, ok := WebSocketURL(addr)
		require.Equal(t, want, got, "%x", string(addr))
		require.Equal(t, want != "", ok)
	}
}

func TestWithLoopback(t *testing.T) {
	at := func(text string) transport.Addr { return WebSocketAddr(netip.MustParseAddrPort(text)) }
	const secure transport.Addr = "\x04\x0a\x00\x00\x01\x06\x01\xbb\xc0\x03\xdd\x03"
	given := []transport.Addr{at("10.0.0.1:5"), at("10.0.0.2:5"), at("[2001:db8::1]:6"), secure, "other"}
	require.Equal(t, append(given, at("127.0.0.1:5")), withLoopback(given))
}

// FuzzWebSocketURL: what is taken for an address is a URL of a host and a port alone.
func FuzzWebSocketURL(f *testing.F) {
	f.Add("\x35\x09a.example\x06\x01\xbb\xc0\x03\xdd\x03")
	f.Add("\x04\x7f\x00\x00\x01\x06\x01\xbb\xdd\x03")
	f.Fuzz(func(t *testing.T, addr string) {
		text, ok := WebSocketURL(transport.Addr(addr))
		if !ok {
			return
		}
		u, err := url.Parse(text)
		require.NoError(t, err)
		require.NotEmpty(t, u.Hostname())
		require.NotEmpty(t, u.Port())
		require.Equal(t, text, u.Scheme+"://"+u.Host+"/")
	})
}

func TestParseWebSocketURL(t *testing.T) {
	for text, want := range map[string]string{
		"wss://Relay.Example.org":      "wss://relay.example.org:443/",
		"wss://relay.example.org:8443": "wss://relay.example.org:8443/",
		"ws://192.0.2.1/":              "ws://192.0.2.1:80/",
		"wss://[2001:db8::1]:9":        "wss://[2001:db8::1]:9/",
	} {
		addr, err := ParseWebSocketURL(text)
		require.NoError(t, err)
		got, ok := WebSocketURL(addr)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, text := range []string{
		"", "relay.example.org", "https://relay.example.org", "wss://", "wss://a:0", "wss://a:65536", "wss://a/b", "wss://a/?b",
		"wss://u@a", "wss://a_b", "wss://" + strings.Repeat("a", maxHostName+1),
	} {
		_, err := ParseWebSocketURL(text)
		require.ErrorContains(t, err, "wss://HOST", text)
	}
}

func TestSourceOf(t *testing.T) {
	for ip, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1",
		"2001:db8:1:23ff::1": "2001:db8:1:2300::/56", "fe80::1%eth0": "fe80::/56",
	} {
		require.Equal(t, want, SourceOf(netip.MustParseAddr(ip)))
	}
}
