package loadtest

import (
	"context"
	"io"
	"net"
	"time"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	"github.com/multiformats/go-multistream"
)

// asking is the message that asks for the protocol of a match on a stream, without waiting for what
// the other end says.
const asking = "\x13/multistream/1.0.0\n\x13/darkjunqi/match/1\n"

// timeout is for what a besieger writes.
const timeout = 5 * time.Second

func (b *besieger) dial(ctx context.Context) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: b.source.AsSlice()}, Timeout: timeout}
	c, err := d.DialContext(ctx, "tcp", b.flood.tcp.String())
	if tcp, ok := c.(*net.TCPConn); ok && err == nil {
		tcp.SetLinger(0) // ports are few
	}
	return c, err
}

func (b *besieger) halfTCP(ctx context.Context) error {
	c, err := b.dial(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	b.flood.made.Add(1)
	b.flood.halfOpen.Add(1)
	defer b.flood.halfOpen.Add(-1)
	io.Copy(io.Discard, c)
	return nil
}

type muxed struct{ network.MuxedConn }

func (b *besieger) connectTCP(ctx context.Context, key crypto.PrivKey) (_ connection, err error) {
	raw, err := b.dial(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			raw.Close()
		}
	}()
	raw.SetDeadline(time.Now().Add(timeout))
	if err := multistream.SelectProtoOrFail(noise.ID, raw); err != nil {
		return nil, err
	}
	tr, err := noise.New(noise.ID, key, nil)
	if err != nil {
		return nil, err
	}
	secured, err := tr.SecureOutbound(ctx, raw, b.flood.host)
	if err != nil {
		return nil, err
	}
	if err := multistream.SelectProtoOrFail(yamux.ID, secured); err != nil {
		return nil, err
	}
	raw.SetDeadline(time.Time{})
	c, err := yamux.DefaultTransport.NewConn(secured, false, nil)
	if err != nil {
		return nil, err
	}
	go func() { // what the host opens is not answered
		for {
			if _, err := c.AcceptStream(); err != nil {
				return
			}
		}
	}()
	return muxed{c}, nil
}

func (m muxed) open() error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	s, err := m.OpenStream(ctx)
	if err != nil {
		return err
	}
	s.SetWriteDeadline(time.Now().Add(timeout))
	if _, err = io.WriteString(s, asking); m.IsClosed() {
		return err
	}
	return nil // else the host has refused the stream, and not the connection
}

func (m muxed) ended(ctx context.Context) {
	tick := time.NewTicker(again)
	defer tick.Stop()
	for ctx.Err() == nil && !m.IsClosed() {
		<-tick.C
	}
}

func (m muxed) close() { m.Close() }
