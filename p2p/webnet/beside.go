package webnet

import (
	"context"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// headStart is how long the main transport may try alone.
const headStart = 2 * time.Second

// beside is two transports of one program.
type beside struct {
	transport.Transport
	web *Host
}

// Beside adds pipes to another transport of the same identity, so that programs with either
// reach this one. What the main transport can dial it may try alone for 2 s, because
// it knows better ways.
func Beside(main transport.Transport, web *Host) transport.Transport { return &beside{main, web} }

func (b *beside) Addrs() []transport.Addr { return append(b.Transport.Addrs(), b.web.Addrs()...) }

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
	for _, addr := range addrs {
		if _, ok := WebSocketURL(addr); ok {
			web = append(web, addr)
		} else {
			main = append(main, addr)
		}
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
	results, failed := make(chan result), make(chan struct{})
	go func() {
		conn, err := b.Transport.Dial(ctx, peer, main)
		if err != nil {
			close(failed)
		}
		results <- result{conn, err}
	}()
	go func() {
		wait := time.NewTimer(headStart)
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
