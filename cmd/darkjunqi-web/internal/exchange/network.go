//go:build js

package exchange

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

// Listen returns an [app.Listen]: matches are played over WebSockets, and over this program's connections to
// other browsers.
func (e *Exchange) Listen(kept []byte) (app.Network, error) {
	n := &network{exchange: e}
	config := webnet.Config{
		Kept: kept, Browser: true, Open: e.open, Relay: e.relay(), Meet: n.meet, Answer: n.answerPeer,
		Addrs: func() []transport.Addr { return []transport.Addr{rtc.Addr(nil)} },
	}
	if config.Relay != nil {
		placed := make(chan struct{})
		n.placed = placed
		found := sync.OnceFunc(func() { close(placed) })
		config.OnRelay = func(err error) {
			switch {
			case err == nil:
				n.moved.Store(false)
				found()
			case errors.Is(err, webnet.ErrMoved):
				n.moved.Store(true)
			}
		}
	}
	host, err := webnet.New(config)
	if err != nil {
		return app.Network{}, err
	}
	n.Host = host
	label := labelOf(host.Key())
	e.mu.Lock()
	e.hosts[label] = host
	e.mu.Unlock()
	leave := func() error {
		e.mu.Lock()
		if e.hosts[label] == host {
			delete(e.hosts, label)
		}
		e.mu.Unlock()
		return host.Close()
	}
	fits := func([]byte) error { return shares(config.Relay, e.relay()) }
	return app.Network{Transport: n, How: "webnet", Close: leave, Fits: fits}, nil
}

var errSharedRelay = coded.Errorf("web.shared-relay", "an open match with the same people uses a different relay from the one you have chosen since: reload this page, and try again")

// shares reports why a match that asks for a relay, or for nil none, can't use a place that is found at its own.
func shares(own, asks *invite.Relay) error {
	if asks != nil && (own == nil || own.String() != asks.String()) {
		return errSharedRelay
	}
	return nil
}

// network is a match's place in the network.
type network struct {
	*webnet.Host
	exchange *Exchange
	placed   <-chan struct{} // closed once the program is found at its relay; nil without one

	moved atomic.Bool // another program has taken its place there

	mu      sync.Mutex
	dialled []transport.Addr // last
}

// Dial dials a browser by every connection that may lead to it, and by the next one.
func (n *network) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	n.mu.Lock()
	n.dialled = addrs
	n.mu.Unlock()
	var out []transport.Addr
	for _, addr := range addrs {
		if !isRTC(addr) {
			out = append(out, addr)
		}
	}
	if len(out) < len(addrs) || len(addrs) == 0 { // a guest that has named no address may be at the end of one
		out = append(out, n.exchange.waysTo(labelOf(peer))...)
	}
	return n.Host.Dial(ctx, peer, out)
}

// needsTexts reports whether whoever was dialled last can be reached by texts alone.
func (n *network) needsTexts() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.dialled) > 0 && !slices.ContainsFunc(n.dialled, func(addr transport.Addr) bool { return !isRTC(addr) })
}

func isRTC(addr transport.Addr) bool {
	_, ok := rtc.Offer(addr)
	return ok
}

// Within this program a way's address looks like an offer, but is too short to be one: the number of
// the connection, 0 for the next, and the label.
func wayAddr(number uint32, label string) transport.Addr {
	return rtc.Addr(append(binary.BigEndian.AppendUint32(nil, number), label...))
}

// waysTo returns the ways that may lead to the host of a label: those that were made for it, or all if
// there are none, such as for another match with the same people.
func (e *Exchange) waysTo(label string) []transport.Addr {
	e.mu.Lock()
	defer e.mu.Unlock()
	var made, others []transport.Addr
	for _, w := range e.ways {
		if w.label == label {
			made = append(made, wayAddr(w.number, label))
		} else {
			others = append(others, wayAddr(w.number, label))
		}
	}
	if len(made) == 0 {
		made = others
	}
	return append(made, wayAddr(0, label))
}

// open opens a pipe, for [webnet.Config].
func (e *Exchange) open(ctx context.Context, addr transport.Addr) (webnet.Pipe, error) {
	way, ok := rtc.Offer(addr)
	if !ok {
		return browser.Open(ctx, addr)
	}
	if len(way) < 4 {
		return nil, browser.ErrGone
	}
	number, label := binary.BigEndian.Uint32(way), string(way[4:])
	c, err := e.way(ctx, number)
	if err != nil {
		return nil, err
	}
	return c.Open(ctx, label)
}

// way returns the connection of a number, 0 for the next.
func (e *Exchange) way(ctx context.Context, number uint32) (*browser.Connection, error) {
	e.mu.Lock()
	changed, newest := e.changed, e.last
	e.mu.Unlock()
	if number == 0 {
		select {
		case <-changed:
			number = newest + 1
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, w := range e.ways {
		if w.number == number {
			return w.Connection, nil
		}
	}
	return nil, browser.ErrGone
}
