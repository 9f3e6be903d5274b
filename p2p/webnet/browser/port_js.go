package browser

import (
	"io"
	"math"
	"syscall/js"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

var errCount = coded.Errorf("browser.count", "more bytes taken than were sent")

// port is a message port to the window, which sends on what it is given over a data channel.
//
// Both ends send ArrayBuffers, which are messages of the pipe; numbers, which are how many bytes have been
// taken from the other; and null, which ends the pipe.
type port struct {
	object  js.Value
	waiting int // bytes that the window has not said to have sent. Only the goroutine of JavaScript's events changes it
}

func (p *port) send(bytes js.Value) {
	p.waiting += bytes.Get("length").Int()
	buffer := bytes.Get("buffer")
	p.object.Call("postMessage", buffer, []any{buffer})
}

func (p *port) unsent() int { return p.waiting }

func (p *port) close() {
	p.object.Call("postMessage", js.Null())
	p.object.Call("close")
}

// portChannel returns the pipe of a data channel that the window has.
func portChannel(object js.Value, path transport.Path, source string) *channel {
	p := &port{object: object}
	c := &channel{carrier: p, object: object, path: path, source: source, woken: make(chan struct{})}
	c.on("onmessage", func(event js.Value) {
		switch data := event.Get("data"); data.Type() {
		case js.TypeNull:
			c.end(io.ErrUnexpectedEOF)
		case js.TypeNumber:
			if n := data.Float(); n >= 0 && n <= float64(p.waiting) && n == math.Trunc(n) {
				p.waiting -= int(n)
			} else {
				c.end(errCount)
			}
		case js.TypeObject:
			size := data.Get("byteLength")
			c.queueUp(data)
			if size.Type() == js.TypeNumber && c.err() == nil {
				object.Call("postMessage", size)
			}
		default:
			c.end(errText)
		}
	})
	return c
}
