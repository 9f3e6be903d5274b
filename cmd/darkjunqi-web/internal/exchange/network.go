//go:build js

package exchange

import (
	"context"
	"encoding/binary"
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

// Listen is an [app.Listen]: matches are played over WebSockets, and over this program's connections to
// other browsers.
func (e *Exchange) Listen(kept []byte) (app.Network, error) {
	host, err := webnet.New(webnet.Config{
		Kept: kept, Browser: true, Open: e.open,
		Addrs: func() []transport.Addr { return []transport.Addr{rtc.Addr(nil)} },
	})
	if err != nil {
		return app.Network{}, err
	}
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
	return app.Network{Transport: &network{Host: host, exchange: e}, How: "webnet", Close: leave}, nil
}

// network is a match's place in the network.
type network struct {
	*webnet.Host
	exchange  *Exchange
	toBrowser atomic.Bool // it has dialled another browser
}

// Dial dials a browser by every connection that may lead to it, and by the next one.
func (n *network) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	var out []transport.Addr
	for _, addr := range addrs {
		if _, ok := rtc.Offer(addr); ok {
			n.toBrowser.Store(true)
		} else {
			out = append(out, addr)
		}
	}
	if len(out) < len(addrs) {
		out = append(out, n.exchange.waysTo(labelOf(peer))...)
	}
	return n.Host.Dial(ctx, peer, out)
}

// Within this program the address of a way is that of an offer that is too short to be one: the number of
// the connection, 0 for the next, and the label.
func wayAddr(number uint32, label string) transport.Addr {
	return rtc.Addr(append(binary.BigEndian.AppendUint32(nil, number), label...))
}

// waysTo are the ways that may lead to the host of a label: those that were made for it, or all if
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

// way is the connection of a number, 0 for the next.
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
