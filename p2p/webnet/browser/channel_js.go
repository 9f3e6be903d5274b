package browser

import (
	"context"
	"errors"
	"io"
	"sync"
	"syscall/js"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

const (
	maxQueued = 8 << 20               // bytes that have come and nobody has read: a browser can't be told to wait
	maxUnsent = 1 << 20               // bytes that the browser has not sent; more wait
	sendAgain = 20 * time.Millisecond // before looking whether it has
)

var (
	errText  = coded.Errorf("browser.text", "text instead of bytes")
	errFlood = coded.Errorf("browser.flood", "more than can be read")
	errOpen  = coded.Errorf("browser.open", "the browser can't connect")
)

// carrier is the connection that a channel sends over.
type carrier interface {
	send(bytes js.Value)
	unsent() int // bytes that wait in the browser
	close()
}

// channel is a pipe over an object of JavaScript, which it hears.
type channel struct {
	carrier
	object js.Value
	path   transport.Path
	source string
	events []js.Func

	mu     sync.Mutex // guards what follows
	queue  [][]byte
	queued int
	ended  error         // why it has; nil before
	woken  chan struct{} // closed when the queue or ended changes
}

// Channel makes a pipe of an open WebSocket or RTCDataChannel, or of whatever has their
// binaryType, bufferedAmount, send, close, onmessage and onclose.
func Channel(object js.Value, path transport.Path, source string) webnet.Pipe {
	return newChannel(object, path, source)
}

func newChannel(object js.Value, path transport.Path, source string) *channel {
	c := &channel{carrier: socket{object}, object: object, path: path, source: source, woken: make(chan struct{})}
	object.Set("binaryType", "arraybuffer")
	c.on("onmessage", c.take)
	c.on("onclose", func(js.Value) { c.end(io.ErrUnexpectedEOF) })
	return c
}

// socket is a WebSocket, or whatever is like one.
type socket struct{ object js.Value }

func (s socket) send(bytes js.Value) { s.object.Call("send", bytes) }
func (s socket) unsent() int         { return s.object.Get("bufferedAmount").Int() }
func (s socket) close()              { s.object.Call("close") }

// on has an event handled. No handler may wait.
func (c *channel) on(event string, handle func(js.Value)) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		handle(args[0])
		return nil
	})
	c.events = append(c.events, f)
	c.object.Set(event, f)
}

// take queues a message.
func (c *channel) take(event js.Value) { c.queueUp(event.Get("data")) }

func (c *channel) queueUp(data js.Value) {
	if !data.InstanceOf(js.Global().Get("ArrayBuffer")) {
		c.end(errText)
		return
	}
	size := data.Get("byteLength").Int()
	if size > webnet.MaxMessage {
		c.end(webnet.ErrTooLong)
		return
	}
	message := make([]byte, size)
	js.CopyBytesToGo(message, js.Global().Get("Uint8Array").New(data))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != nil {
		return
	}
	if c.queued += size + 64; c.queued > maxQueued { // an empty one takes room too
		go c.end(errFlood)
		return
	}
	c.queue = append(c.queue, message)
	c.wake()
}

// wake lets everybody look again who waits. The lock is held.
func (c *channel) wake() {
	close(c.woken)
	c.woken = make(chan struct{})
}

// end closes the channel, once. What has come before can still be read.
func (c *channel) end(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != nil {
		return
	}
	c.ended = why
	c.wake()
	for _, event := range []string{"onopen", "onerror", "onmessage", "onclose"} {
		c.object.Set(event, nil)
	}
	c.close()
	for _, f := range c.events {
		f.Release()
	}
}

func (c *channel) Receive(ctx context.Context) ([]byte, error) {
	for {
		c.mu.Lock()
		woken, ended := c.woken, c.ended
		if len(c.queue) > 0 {
			message := c.queue[0]
			c.queue, c.queued = c.queue[1:], c.queued-len(message)-64
			c.mu.Unlock()
			return message, nil
		}
		c.mu.Unlock()
		if ended != nil {
			return nil, ended
		}
		select {
		case <-woken:
		case <-ctx.Done():
			c.end(ctx.Err())
		}
	}
}

func (c *channel) Send(ctx context.Context, message []byte) error {
	for c.unsent() > maxUnsent {
		select {
		case <-time.After(sendAgain):
		case <-ctx.Done():
			c.end(ctx.Err())
		}
		if err := c.err(); err != nil {
			return err
		}
	}
	if err := c.err(); err != nil {
		return err
	}
	bytes := js.Global().Get("Uint8Array").New(len(message))
	js.CopyBytesToJS(bytes, message)
	return try(func() { c.send(bytes) })
}

func (c *channel) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

func (c *channel) Close() error {
	c.end(io.ErrClosedPipe)
	return nil
}

func (c *channel) Path() transport.Path { return c.path }

func (c *channel) Source() string { return c.source }

// try turns an exception of JavaScript into an error.
func try(f func()) (err error) {
	defer func() {
		if thrown, ok := recover().(js.Error); ok {
			err = errors.Join(errOpen, thrown)
		}
	}()
	f()
	return nil
}
