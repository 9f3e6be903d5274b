package libp2pnet

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnnouncedAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"198.51.100.7:4001":         "/ip4/198.51.100.7/tcp/4001",
		"[2001:db8::7]:4001":        "/ip6/2001:db8::7/tcp/4001",
		"example.org:4001":          "/dns/example.org/tcp/4001",
		"/ip4/198.51.100.7/tcp/401": "/ip4/198.51.100.7/tcp/401",
	} {
		list, err := parseAnnounce(text)
		require.NoError(t, err, text)
		require.Equal(t, want, list[0].String())
	}
	for _, text := range []string{"", "198.51.100.7", ":4001", "198.51.100.7:", "198.51.100.7:0", "198.51.100.7:70000", "198.51.100.7:http", "a b:1", "1:2:3"} {
		_, err := parseAnnounce(text)
		require.Error(t, err, text)
		require.Regexp(t, `^".*" is not an address: give host:port$`, err.Error())
	}
}
