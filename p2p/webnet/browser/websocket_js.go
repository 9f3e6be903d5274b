package browser

import (
	"context"
	"net/netip"
	"net/url"
	"syscall/js"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// Open dials a WebSocket, for [webnet.Config].
func Open(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
	return retry.Afresh(ctx, func(ctx context.Context) (webnet.Pipe, error) { return open(ctx, addr) }, func(p webnet.Pipe) { p.Close() })
}

func open(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*retry.AnswerTime) // a page hears of the answer only when all is done
	defer cancel()
	at, ok := webnet.WebSocketURL(addr)
	if !ok {
		return nil, errOpen
	}
	var object js.Value
	if err := try(func() { object = js.Global().Get("WebSocket").New(at) }); err != nil {
		return nil, err // such as one that the page's policy forbids
	}
	opened := make(chan struct{})
	c := newChannel(object, pathTo(at), "")
	c.on("onopen", func(js.Value) { close(opened) })
	c.mu.Lock()
	woken := c.woken
	c.mu.Unlock()
	select {
	case <-opened:
		return c, nil
	case <-woken: // it has closed: nothing can have come
	case <-ctx.Done():
		c.end(ctx.Err())
	}
	return nil, errOpen
}

// pathTo returns the way to a URL.
func pathTo(at string) transport.Path {
	u, err := url.Parse(at)
	if err != nil {
		return transport.Direct
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && (ip.IsLoopback() || ip.IsPrivate()) {
		return transport.SameNetwork
	}
	return transport.Direct
}
