//go:build js

package exchange

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/browser"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

const (
	relayFile  = "relay.used" // the invite to the friend's relay that is used
	maxAsked   = 32           // connections at a time that peers have asked for, through a relay
	maxAskedOf = 4            // of these, of one peer: a program that comes back leaves one that may look alive

	placeTime = 5 * time.Second // how long an invite waits for a relay before it goes without it
	stunTime  = 3 * time.Second
)

var errBusy = coded.Errorf("web.busy", "this browser has too many connections")

// Relay returns the invite to the friend's relay that is used, "" if there is none.
func (e *Exchange) Relay() string {
	text, err := e.dir.ReadFile(relayFile, invite.MaxText)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// UseRelay uses a friend's relay from the next match on, none if the invite is "".
func (e *Exchange) UseRelay(text string) error {
	if text == "" {
		if err := e.dir.RemoveFile(relayFile); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	r, err := invite.ParseRelay(text)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(r.Addrs(), func(addr transport.Addr) bool { _, ok := webnet.WebSocketURL(addr); return ok }) {
		return coded.Errorf("web.relay-without-websocket", "this relay doesn't serve browsers: its owner starts it with --websocket")
	}
	return e.dir.WriteFile(relayFile, []byte(r.String()+"\n"))
}

// relay returns the relay in use; nil if there is none.
func (e *Exchange) relay() *invite.Relay {
	r, err := invite.ParseRelay(e.Relay())
	if err != nil {
		return nil
	}
	return r
}

// awaitPlace waits for a place at the relay, a while, and reports whether there is one.
func (n *network) awaitPlace(ctx context.Context) bool {
	if n.placed == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, placeTime)
	defer cancel()
	select {
	case <-n.placed:
		return slices.ContainsFunc(n.Addrs(), isRoute)
	case <-ctx.Done():
		return false
	}
}

func isRoute(addr transport.Addr) bool {
	_, ok := invite.ParseRoute(addr)
	return ok
}

// servers returns the STUN servers of the relays on the way to a peer.
func (n *network) servers(ctx context.Context, addrs []transport.Addr) (urls []string) {
	ctx, cancel := context.WithTimeout(ctx, stunTime)
	defer cancel()
	if n.placed != nil {
		addrs = append([]transport.Addr{""}, addrs...) // its own
	}
	for _, way := range addrs {
		if way != "" && !isRoute(way) {
			continue
		}
		if url, err := n.STUN(ctx, way); err == nil && !slices.Contains(urls, url) {
			urls = append(urls, url)
		}
	}
	return urls
}

// meet makes a direct way to a peer that was dialled through a relay.
func (n *network) meet(ctx context.Context, peer transport.Key, ask func(context.Context, []byte) ([]byte, error)) (webnet.Pipe, error) {
	n.mu.Lock()
	ways := n.dialled
	n.mu.Unlock()
	e := n.exchange
	c, own, err := e.window().Offer(ctx, n.servers(ctx, ways), e.accept)
	if err != nil {
		return nil, err
	}
	p, err := n.complete(ctx, c, own, peer, ask)
	if err != nil {
		c.Close()
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.addWay(c, labelOf(peer))
	return p, nil
}

func (n *network) complete(
	ctx context.Context, c *browser.Connection, own rtc.Description, peer transport.Key, ask func(context.Context, []byte) ([]byte, error),
) (webnet.Pipe, error) {
	answered, err := ask(ctx, own.Pack())
	if err != nil {
		return nil, err
	}
	theirs, err := rtc.Unpack(answered)
	if err != nil {
		return nil, err
	}
	if err := c.Complete(ctx, theirs); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	return c.Open(ctx, labelOf(peer))
}

// begin makes room for a connection that a peer asks for, if there is any.
func (e *Exchange) begin(peer transport.Key) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := 0
	for _, n := range e.asked {
		all += n
	}
	if all >= maxAsked || e.asked[peer] >= maxAskedOf {
		return false
	}
	e.asked[peer]++
	return true
}

// end gives the room of such a connection back.
func (e *Exchange) end(peer transport.Key) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.asked[peer]--; e.asked[peer] == 0 {
		delete(e.asked, peer)
	}
}

// answerPeer answers the offer of a peer that has a seat and reaches this program through a relay.
func (n *network) answerPeer(ctx context.Context, peer transport.Key, question []byte) ([]byte, error) {
	offered, err := rtc.Unpack(question)
	if err != nil {
		return nil, err
	}
	e := n.exchange
	if !e.begin(peer) {
		return nil, errBusy
	}
	c, own, err := e.window().Answer(ctx, n.servers(ctx, nil), offered, e.accept)
	if err != nil {
		e.end(peer)
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.addWay(c, "")
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), connectTime)
		defer cancel()
		if wait(ctx, c) != nil {
			c.Close()
		}
		<-c.Gone()
		e.end(peer)
	}()
	return own.Pack(), nil
}
