package browser

import (
	"context"
	"io"
	"syscall/js"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// A port from which something comes that the window never sends ends its pipe, and nothing else.
func TestHostilePort(t *testing.T) {
	global := js.Global()
	buffer := func(size int) js.Value { return global.Get("ArrayBuffer").New(size) }
	for _, c := range []struct {
		name string
		data any
		want error
	}{
		{"text", "text", errText}, {"true", true, errText},
		{"an object", map[string]any{"byteLength": 3}, errText}, {"an array", []any{1, 2}, errText},
		{"a view", global.Get("Uint8Array").New(3), errText}, {"too long", buffer(webnet.MaxMessage + 1), webnet.ErrTooLong},
		{"nothing sent", 1, errCount}, {"less than nothing", -1, errCount}, {"not a number", global.Get("NaN"), errCount},
		{"half a byte", 0.5, errCount}, {"infinity", global.Get("Infinity"), errCount},
		{"the end", nil, io.ErrUnexpectedEOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			both := global.Get("MessageChannel").New()
			other := both.Get("port2")
			defer other.Call("close")
			p := portChannel(both.Get("port1"), transport.Direct, "")
			defer p.Close()
			other.Call("postMessage", buffer(2))
			other.Call("postMessage", c.data)
			got, err := p.Receive(context.Background())
			require.NoError(t, err)
			require.Len(t, got, 2)
			_, err = p.Receive(context.Background())
			require.ErrorIs(t, err, c.want)
		})
	}
}

// A flood of empty messages ends the pipe.
func TestHostilePortFloods(t *testing.T) {
	both := js.Global().Get("MessageChannel").New()
	other := both.Get("port2")
	defer other.Call("close")
	p := portChannel(both.Get("port1"), transport.Direct, "")
	defer p.Close()
	for range maxQueued/64 + 1 {
		p.queueUp(js.Global().Get("ArrayBuffer").New(0))
	}
	for {
		if _, err := p.Receive(context.Background()); err != nil {
			require.ErrorIs(t, err, errFlood)
			return
		}
	}
}
