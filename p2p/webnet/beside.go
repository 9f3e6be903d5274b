package webnet

import (
	"context"
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet/rtc"
)

// The main transport may try alone for headStart, and then, if a relay leads there too, until
// relayStart: it would leave the relay once it finds a better way.
const (
	headStart  = 2 * time.Second
	relayStart = 4 * time.Second
)

// ErrBrowserHost means that only WebRTC leads to a browser, which this program doesn't speak.
var ErrBrowserHost = coded.Errorf("webnet.browser-host",
	"the other side plays in a browser, which a program reaches only through a relay: open the invite in a browser, or let the host use a relay and send a new one")

// beside is two transports of one program.
type beside struct {
	transport.Transport
	web *Host
}

// Beside adds pipes to another transport of the same identity, so that programs with either
// reach this one. What the main transport can dial it may try alone for 2 s, or 4 s through
// a relay, because it knows better ways.
func Beside(main transport.Transport, web *Host) transport.Transport { return &beside{main, web} }

// Addrs returns the addresses of both, which may be found at the same relay.
func (b *beside) Addrs() []transport.Addr {
	out := b.Transport.Addrs()
	for _, addr := range b.web.Addrs() {
		if !slices.Contains(out, addr) {
			out = append(out, addr)
		}
	}
	return out
}

// UseReservation has both found at a relay, if the main transport wants that.
func (b *beside) UseReservation(reservation transport.Addr) (news bool) {
	news = b.Transport.UseReservation(reservation)
	if news {
		b.web.UseReservation(reservation)
	}
	return news
}

func (b *beside) Drop(peer transport.Key) {
	b.Transport.Drop(peer)
	b.web.Drop(peer)
}

func (b *beside) Serve(a transport.Acceptor) {
	b.Transport.Serve(a)
	b.web.Serve(a)
}

// Dial returns the first link that either makes.
func (b *beside) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	var main, web []transport.Addr
	start := relayStart
	for _, addr := range addrs {
		if _, ok := WebSocketURL(addr); ok {
			web, start = append(web, addr), headStart
			continue
		}
		main = append(main, addr)
		if r, ok := invite.ParseRoute(addr); ok && len(webSockets(r.Addrs)) > 0 {
			web = append(web, addr) // a relay leads to programs of both kinds
		}
	}
	if len(addrs) > 0 && !slices.ContainsFunc(addrs, func(addr transport.Addr) bool { _, ok := rtc.Offer(addr); return !ok }) {
		return nil, ErrBrowserHost
	}
	if len(web) == 0 {
		return b.Transport.Dial(ctx, peer, main)
	}
	if len(main) == 0 {
		return b.web.Dial(ctx, peer, web)
	}
	ctx, cancel := context.WithCancel(ctx)
	type result struct {
		conn transport.Conn
		err  error
	}
	begun := time.Now()
	results, failed := make(chan result), make(chan struct{})
	go func() {
		conn, err := b.Transport.Dial(ctx, peer, main)
		if err != nil {
			close(failed)
		}
		results <- result{conn, err}
	}()
	go func() {
		wait := time.NewTimer(start)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-failed:
		case <-ctx.Done():
		}
		conn, err := b.web.Dial(ctx, peer, web)
		results <- result{conn, err}
	}()
	first := <-results
	if first.err != nil {
		defer cancel()
		select {
		case <-failed: // it may begin again, which would wait for a WebSocket that nobody answers
			left := retry.AnswerTime - max(0, time.Since(begun)-start)
			defer time.AfterFunc(left, cancel).Stop()
		default:
		}
		if second := <-results; second.err == nil {
			return second.conn, nil
		}
		return nil, first.err // of the main transport, unless ctx has ended
	}
	cancel()
	go func() {
		if late := <-results; late.err == nil {
			late.conn.Abort()
		}
	}()
	return first.conn, nil
}
