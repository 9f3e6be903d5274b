package browser

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall/js"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

// Errors of WebRTC connections.
var (
	ErrWindow = coded.Errorf("browser.window", "the browser can't do that")
	ErrGone   = coded.Errorf("browser.gone", "this connection has ended")
)

// Window makes WebRTC connections in the window of this worker's page: workers have none. The script
// window.js answers it there, over a message port.
type Window struct {
	port js.Value

	mu          sync.Mutex // guards what follows
	last        int        // number of a connection or question
	connections map[int]*Connection
	asked       map[int]chan js.Value
}

// NewWindow talks to the window by a port to its serveConnections.
func NewWindow(port js.Value) *Window {
	w := &Window{port: port, connections: map[int]*Connection{}, asked: map[int]chan js.Value{}}
	port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any { // as long as the worker lives
		w.take(args[0].Get("data"))
		return nil
	}))
	return w
}

// take takes an answer, or news of a connection.
func (w *Window) take(message js.Value) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ask := message.Get("ask"); ask.Type() == js.TypeNumber {
		if answer := w.asked[ask.Int()]; answer != nil {
			delete(w.asked, ask.Int())
			answer <- message
		} else if late := message.Get("port"); late.Truthy() {
			late.Call("postMessage", js.Null())
		}
		return
	}
	c := w.connections[message.Get("id").Int()]
	if c == nil {
		return
	}
	switch message.Get("news").String() {
	case "connected":
		c.path = transport.Path(message.Get("path").String())
		c.open()
	case "gone":
		delete(w.connections, c.id)
		c.end()
	case "channel":
		p := portChannel(message.Get("port"), c.path, fmt.Sprintf("webrtc-%d", c.id))
		go c.accept(message.Get("label").String(), p)
	}
}

// ask asks the window and waits for its answer.
func (w *Window) ask(ctx context.Context, do string, id int, with map[string]any) (js.Value, error) {
	answer := make(chan js.Value, 1)
	w.mu.Lock()
	w.last++
	ask := w.last
	w.asked[ask] = answer
	w.mu.Unlock()
	message := map[string]any{"do": do, "id": id, "ask": ask}
	for name, value := range with {
		message[name] = value
	}
	w.port.Call("postMessage", message)
	select {
	case got := <-answer:
		if failed := got.Get("failed"); failed.Truthy() {
			return got, errors.Join(ErrWindow, errors.New(failed.String()))
		}
		return got, nil
	case <-ctx.Done():
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.asked, ask)
		return js.Undefined(), ctx.Err()
	}
}

// Accept takes a channel that the other end has opened, with the label that it has given it, in a goroutine of its
// own.
type Accept func(label string, p webnet.Pipe)

// Connection is an RTCPeerConnection. Data channels on it are pipes.
type Connection struct {
	window *Window
	id     int
	accept Accept

	path            transport.Path // guarded by the window's lock
	connected, gone chan struct{}
	open, end       func() // close them
}

func (w *Window) connection(accept Accept) *Connection {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	c := &Connection{window: w, id: w.last, accept: accept, connected: make(chan struct{}), gone: make(chan struct{})}
	c.open = sync.OnceFunc(func() { close(c.connected) })
	c.end = sync.OnceFunc(func() { close(c.gone) })
	w.connections[c.id] = c
	return c
}

// Offer begins a connection. The other end's answer completes it. servers are the URLs of STUN servers.
func (w *Window) Offer(ctx context.Context, servers []string, accept Accept) (*Connection, rtc.Description, error) {
	return w.begin(ctx, "offer", servers, "", accept)
}

// Answer begins a connection that another end has offered. There is one once that end has the answer.
func (w *Window) Answer(
	ctx context.Context, servers []string, offer rtc.Description, accept Accept,
) (*Connection, rtc.Description, error) {
	return w.begin(ctx, "answer", servers, offer.SDP(rtc.IsOffer), accept)
}

func (w *Window) begin(
	ctx context.Context, do string, servers []string, sdp string, accept Accept,
) (*Connection, rtc.Description, error) {
	c := w.connection(accept)
	urls := make([]any, len(servers))
	for i, server := range servers {
		urls[i] = server
	}
	got, err := w.ask(ctx, do, c.id, map[string]any{"servers": urls, "sdp": sdp})
	var own rtc.Description
	if err == nil {
		own, err = rtc.ParseSDP(got.Get("sdp").String())
	}
	if err != nil {
		c.Close()
		return nil, own, err
	}
	return c, own, nil
}

// Complete takes the answer to an offer.
func (c *Connection) Complete(ctx context.Context, answer rtc.Description) error {
	_, err := c.window.ask(ctx, "complete", c.id, map[string]any{"sdp": answer.SDP(rtc.IsAnswer)})
	return err
}

// Open opens a channel with a label, once there is a connection.
func (c *Connection) Open(ctx context.Context, label string) (webnet.Pipe, error) {
	select {
	case <-c.connected:
	case <-c.gone:
		return nil, ErrGone
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	got, err := c.window.ask(ctx, "open", c.id, map[string]any{"label": label})
	if err != nil {
		return nil, err
	}
	return portChannel(got.Get("port"), c.Path(), ""), nil
}

// Connected is closed once there is a connection.
func (c *Connection) Connected() <-chan struct{} { return c.connected }

// Gone is closed when the connection has ended for good.
func (c *Connection) Gone() <-chan struct{} { return c.gone }

// IsGone reports whether it has.
func (c *Connection) IsGone() bool {
	select {
	case <-c.gone:
		return true
	default:
		return false
	}
}

// Path returns the way that the connection goes.
func (c *Connection) Path() transport.Path {
	c.window.mu.Lock()
	defer c.window.mu.Unlock()
	return c.path
}

// Close ends the connection.
func (c *Connection) Close() {
	c.window.port.Call("postMessage", map[string]any{"do": "close", "id": c.id})
	c.window.mu.Lock()
	defer c.window.mu.Unlock()
	delete(c.window.connections, c.id)
	c.end()
}
