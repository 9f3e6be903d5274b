package network

import (
	"context"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/websocket"
)

// webTime is how long a relay's WebSocket may take to answer.
const webTime = 10 * time.Second

// forBrowsers is what doctor finds out of a relay's WebSockets.
type forBrowsers struct {
	url     string // the first that the invite names; "" for none
	trouble error  // why nobody can be found there; nil if they can
}

// askWebSocket asks a relay to be found over its WebSockets. A nil relay has none.
func askWebSocket(ctx context.Context, relay *invite.Relay) (found forBrowsers, err error) {
	if relay == nil {
		return found, nil
	}
	for _, addr := range relay.Addrs() {
		if url, ok := webnet.WebSocketURL(addr); ok && found.url == "" {
			found.url = url
		}
	}
	if found.url == "" {
		return found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, webTime)
	defer cancel()
	heard := make(chan error, 1)
	h, err := webnet.New(webnet.Config{Open: websocket.Open, Relay: relay, OnRelay: func(err error) {
		select {
		case heard <- err:
		default:
		}
	}})
	if err != nil {
		return found, err
	}
	defer h.Close()
	select {
	case found.trouble = <-heard:
	case <-ctx.Done():
		found.trouble = ctx.Err()
	}
	return found, nil
}
