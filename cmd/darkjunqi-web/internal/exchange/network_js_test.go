package exchange

import (
	"net/netip"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/webfs"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
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

// A seat that asks for ever more connections keeps no other from its own, and gets more when some have ended.
func TestAskedConnectionsAreShared(t *testing.T) {
	end := rtc.Description{Ufrag: "ufrag", Password: "apasswordof22characters"}
	port := js.Global().Get("Object").New()
	var last js.Value // number of the connection that was begun last
	port.Set("postMessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if message := args[0]; message.Get("do").String() == "answer" {
			last = message.Get("id")
			data := map[string]any{"ask": message.Get("ask"), "sdp": end.SDP(rtc.IsAnswer)}
			go port.Call("onmessage", map[string]any{"data": data})
		}
		return nil
	}))
	window := browser.NewWindow(port)
	n := &network{exchange: New(nil, func() *browser.Window { return window })}
	ask := func(peer byte) error {
		_, err := n.answerPeer(t.Context(), transport.Key{peer}, end.Pack())
		return err
	}
	for range maxAskedOf {
		require.NoError(t, ask(1))
	}
	require.Equal(t, errBusy, ask(1))
	require.NoError(t, ask(2))
	for i := range byte(maxAsked) {
		_ = ask(3 + i/maxAskedOf)
	}
	require.Equal(t, errBusy, ask(99), "there is room for so many")
	port.Call("onmessage", map[string]any{"data": map[string]any{"id": last, "news": "gone"}})
	require.Eventually(t, func() bool { return ask(99) == nil }, time.Minute, time.Millisecond)
}
