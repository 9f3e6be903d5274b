package exchange

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/webfs"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// A relay that is chosen while a place is open is not silently left unused by a match that shares the place.
func TestSharedRelay(t *testing.T) {
	dir, err := store.OpenDirFS(webfs.NewMemory(), "/darkjunqi")
	require.NoError(t, err)
	e := New(dir, nil)
	net, err := e.Listen(nil)
	require.NoError(t, err)
	defer net.Close()
	require.NoError(t, net.Fits(net.Keep()))
	addrs := []transport.Addr{webnet.WebSocketAddr(netip.MustParseAddrPort("192.0.2.1:443"))}
	one := invite.NewRelay(transport.Identity{1}.Key(), invite.RelaySecret{2}, addrs)
	two := invite.NewRelay(transport.Identity{3}.Key(), invite.RelaySecret{2}, addrs)
	require.NoError(t, e.UseRelay(one.String()))
	require.Equal(t, errSharedRelay, net.Fits(net.Keep()))
	require.Equal(t, errSharedRelay, shares(two, one))
	require.NoError(t, shares(one, one))
	require.NoError(t, shares(one, nil))
}
