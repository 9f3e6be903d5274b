package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/relay"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/websocket"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// relayAt starts a relay on this computer. The same port makes it the same relay.
func relayAt(t *testing.T, port pagetest.Port) (own *invite.Relay, r *relay.Relay, end func()) {
	key, secret := transport.Identity{3}.Key(), invite.RelaySecret{4}
	addr, err := webnet.ParseWebSocketURL("ws://" + port.Addr().String())
	require.NoError(t, err)
	s, r := websocket.On(port, nil), relay.New(relay.Config{Key: key, Secret: secret})
	s.Serve(r)
	return invite.NewRelay(key, secret, []transport.Addr{addr}), r, func() {
		require.NoError(t, s.Close())
		require.NoError(t, r.Close())
	}
}

// A page joins a match of a program to which no way leads but through a relay. The match survives a
// restart of the relay and a crash of the page, and both ends audit the same.
func TestJoinThroughRelay(t *testing.T) {
	pagetest.Parallel(t)
	port := pagetest.TakePort(t)
	own, _, end := relayAt(t, port)
	folder := t.TempDir()
	dir, err := store.OpenDir(folder)
	require.NoError(t, err)
	random, err := bot.New("random")
	require.NoError(t, err)
	host, err := app.New(app.Options{Dir: dir, Player: random, Called: "Ada",
		Listen: func(kept []byte) (app.Network, error) {
			h, err := webnet.New(webnet.Config{Kept: kept, Open: websocket.Open, Relay: own, RelayOnly: true})
			if err != nil {
				return app.Network{}, err
			}
			return app.Network{Transport: h, How: "websocket", Close: h.Close}, nil
		}})
	require.NoError(t, err)
	defer host.Close()
	rules, err := junqi.Rules("standard,clock=off")
	require.NoError(t, err)
	id, err := host.Host(t.Context(), app.Hosting{Digest: host.Know(rules), Name: "Ada"})
	require.NoError(t, err)
	inv, err := host.Match(id).Session().Invite(engine.Blue)
	require.NoError(t, err)
	require.Len(t, inv.Addrs(), 1)

	x := openTable(t)
	x.Wait(`document.querySelector('.choice') !== null`)
	x.joinBy(inv.String())
	x.moveOnce()
	end()
	_, r, end := relayAt(t, port.Again(t))
	defer end()
	x.moveOnce()
	opened := func(more uint64, says string) {
		require.Eventually(t, func() bool { return r.Figures().Opened >= more }, pagetest.Patience, 10*time.Millisecond, says)
	}
	opened(1, "after the relay's crash")
	before := r.Figures().Opened
	x.Do(chromedp.Reload())
	x.moveOnce()
	opened(before+1, "after the page's")
	x.Wait(turn)
	x.pressAsked("Resign", "Resign? Yes")
	x.press("Replay")
	x.Wait(`document.querySelector('.judged').textContent.includes('honest')`)
	x.Forgive("passing.js")
	<-host.Match(id).Settled()
	require.NoError(t, host.Match(id).Ended())
	files, err := filepath.Glob(filepath.Join(folder, "*.djq"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	file, err := os.ReadFile(files[0])
	require.NoError(t, err)
	require.Equal(t, protocol.Honest, protocol.Audit(file).Verdict)
}
