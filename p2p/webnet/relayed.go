package webnet

import (
	"context"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/internal/relaywire"
)

// relayed is a pipe that a relay has joined with another program's.
type relayed struct {
	Pipe
	source string
}

func (relayed) Path() transport.Path { return transport.Relayed }

func (r relayed) Source() string { return r.source }

// Errors of relays.
var (
	errRelayRefuses = coded.Errorf("webnet.relay-refuses", "the relay does not take this invite: has it been replaced since?")
	errRelayFull    = coded.Errorf("webnet.relay-full", "the relay has no room for one more")
	errNotRelay     = coded.Errorf("webnet.not-relay", "it isn't a darkjunqi relay")
	errNoWebSocket  = coded.Errorf("webnet.relay-no-websocket",
		"its invite names no WebSocket: start it with --websocket, and give out its new invite")
)

// ErrMoved means that another program has taken this one's place at its relay, under the same key.
// This one waits until that program leaves. All other errors of a relay have the code of [ErrRelay], by which they are compared.
var ErrMoved = coded.Errorf("webnet.relay-moved",
	"another program with a copy of your files, or another window, is found at the relay instead: close it, and this one can be found again")

// absent is that the other side's program has no place at the relay. It may be about to get one.
type absent struct{ error }

func (absent) Temporary() bool { return true }

func (a absent) Unwrap() error { return a.error }

var errAbsent = absent{coded.Errorf("webnet.not-at-relay", "the other side's program is not linked to the relay: is it running?")}

// ErrRelay is the code of an error about a relay, and not about the program to be reached there.
var ErrRelay = atRelay(nil)

func atRelay(why error) error {
	return coded.Errorf("webnet.relay", "the relay: %w", transport.InWords(why))
}

// relayPipe is a pipe to a relay that has said hello.
type relayPipe struct {
	Pipe
	nonce relaywire.Nonce
	stun  string // where the relay answers STUN; "" for nowhere
}

// callRelay opens a pipe to a relay.
func (h *Host) callRelay(ctx context.Context, r invite.Route) (at relayPipe, err error) {
	addrs := webSockets(r.Addrs)
	if len(addrs) == 0 || h.config.Open == nil {
		return at, atRelay(errNoWebSocket)
	}
	at, err = race(ctx, h.near(addrs), h.hearHello, func(p relayPipe) { p.Close() })
	if err != nil {
		return at, atRelay(err)
	}
	return at, nil
}

// webSockets returns the addresses of WebSockets.
func webSockets(addrs []transport.Addr) (out []transport.Addr) {
	for _, addr := range addrs {
		if _, ok := WebSocketURL(addr); ok {
			out = append(out, addr)
		}
	}
	return out
}

// hearHello opens a pipe to one address of a relay.
func (h *Host) hearHello(ctx context.Context, addr transport.Addr) (at relayPipe, err error) {
	if at.Pipe, err = h.config.Open(ctx, addr); err != nil {
		return at, err
	}
	message, err := at.Receive(ctx)
	hello, ok := relaywire.ParseHello(message)
	if err == nil && !ok {
		err = errNotRelay
	}
	if err != nil {
		at.Close()
		return at, err
	}
	at.nonce, at.stun = hello.Nonce, stunURL(addr, hello.STUN)
	return at, nil
}

// ask makes a request of a relay, and closes the pipe unless it is granted.
func (p relayPipe) ask(ctx context.Context, r relaywire.Request) error {
	err := p.Send(ctx, r.Encode())
	var message []byte
	if err == nil {
		message, err = p.Receive(ctx)
	}
	if err != nil {
		p.Close()
		return atRelay(err)
	}
	reply, ok := relaywire.ParseReply(message)
	if ok && reply == relaywire.Granted {
		return nil
	}
	p.Close()
	switch {
	case !ok:
		return atRelay(errNotRelay)
	case reply == relaywire.Absent:
		return errAbsent
	case reply == relaywire.Full:
		return atRelay(errRelayFull)
	}
	return atRelay(errRelayRefuses)
}

// reach opens a pipe to a program through a relay.
func (h *Host) reach(ctx context.Context, r invite.Route, to transport.Key) (Pipe, error) {
	at, err := h.callRelay(ctx, r)
	if err != nil {
		return nil, err
	}
	err = at.ask(ctx, relaywire.Request{
		Kind: relaywire.Reach, Key: to,
		Proof: relaywire.Proof(r.Pass, relaywire.Reach, r.Relay, at.nonce, to),
	})
	if err != nil {
		return nil, err
	}
	return relayed{Pipe: at.Pipe}, nil
}
