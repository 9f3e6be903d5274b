// Package websocket makes pipes of WebSockets for programs outside a browser: it listens for
// browsers, and for other programs, on this computer and its local network, and dials.
//
// Any web page may open a WebSocket to any computer, so an Origin proves nothing, and the right
// page may come from anywhere, even from a file. What counts is the handshake of webnet: without a
// match's link key nobody gets an answer, and no request carries a cookie or any other right.
package websocket

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"time"

	"github.com/coder/websocket"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/internal/steady"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// Limits on requests and responses, before they become WebSockets.
const (
	maxHeader  = 4 << 10 // bytes
	headerTime = 5 * time.Second
)

// socket is a WebSocket.
type socket struct {
	conn   *websocket.Conn
	remote netip.Addr
	source string
}

func newPipe(c *websocket.Conn, remote netip.Addr, source string) *socket {
	c.SetReadLimit(webnet.MaxMessage)
	return &socket{c, remote.Unmap(), source}
}

func (p *socket) Send(ctx context.Context, message []byte) error {
	return p.conn.Write(ctx, websocket.MessageBinary, message)
}

func (p *socket) Receive(ctx context.Context) ([]byte, error) {
	kind, message, err := p.conn.Read(ctx)
	if err == nil && kind != websocket.MessageBinary {
		err = errText
	}
	return message, err
}

var errText = coded.Errorf("websocket.text", "text instead of bytes")

func (p *socket) Close() error { return p.conn.CloseNow() }

func (p *socket) Path() transport.Path {
	if a := p.remote; a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() {
		return transport.SameNetwork
	}
	return transport.Direct
}

func (p *socket) Source() string { return p.source }

// Open dials a WebSocket, for [webnet.Config].
func Open(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
	return retry.Afresh(ctx, func(ctx context.Context) (webnet.Pipe, error) { return open(ctx, addr) }, func(p webnet.Pipe) { p.Close() })
}

func open(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
	at, ok := webnet.WebSocketURL(addr)
	if !ok {
		return nil, errAddress
	}
	var remote netip.Addr
	client := &http.Client{
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				c, err := (&net.Dialer{Timeout: retry.AnswerTime}).DialContext(ctx, network, address)
				if err == nil {
					steady.TCP(c)
					remote = addressOf(c)
				}
				return c, err
			},
			MaxResponseHeaderBytes: maxHeader,
			IdleConnTimeout:        headerTime, // of one that isn't a WebSocket
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	c, _, err := websocket.Dial(ctx, at, &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		return nil, inWords(err)
	}
	return newPipe(c, remote, ""), nil
}

// inWords says why there is no WebSocket, without what was tried.
func inWords(err error) error {
	if tried, ok := errors.AsType[*url.Error](err); ok {
		err = tried.Err
	}
	if tried, ok := errors.AsType[*net.OpError](err); ok {
		if err = tried.Err; tried.Op == "dial" && !tried.Timeout() && errors.As(err, new(*os.SyscallError)) {
			return errNobody
		}
	}
	return coded.Errorf("websocket.dial", "no WebSocket there: %w", err)
}

var (
	errAddress = coded.Errorf("websocket.address", "not the address of a WebSocket")
	errNobody  = coded.Errorf("websocket.nobody", "nothing answers there: that program, or your own network, may be off")
)

// addressOf returns where a connection comes from or goes to.
func addressOf(c net.Conn) netip.Addr {
	at, _ := netip.ParseAddrPort(c.RemoteAddr().String())
	return at.Addr().WithZone("")
}
