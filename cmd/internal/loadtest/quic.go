package loadtest

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"time"

	"github.com/libp2p/go-libp2p/core/crypto"
	p2ptls "github.com/libp2p/go-libp2p/p2p/security/tls"
	"github.com/quic-go/quic-go"
)

// deaf is a socket that sends and hears nothing: the handshake over it never ends.
type deaf struct{ net.PacketConn }

func (d deaf) ReadFrom(b []byte) (int, net.Addr, error) {
	for {
		if n, from, err := d.PacketConn.ReadFrom(b); err != nil {
			return n, from, err
		}
	}
}

func (b *besieger) socket() (net.PacketConn, error) {
	return net.ListenUDP("udp4", &net.UDPAddr{IP: b.source.AsSlice()})
}

func (b *besieger) tls(key crypto.PrivKey) (*tls.Config, error) {
	id, err := p2ptls.NewIdentity(key)
	if err != nil {
		return nil, err
	}
	config, _ := id.ConfigForPeer(b.flood.host)
	config.NextProtos = []string{"libp2p"}
	return config, nil
}

func (b *besieger) halfQUIC(ctx context.Context) error {
	socket, err := b.socket()
	if err != nil {
		return err
	}
	defer socket.Close()
	b.flood.made.Add(1)
	b.flood.halfOpen.Add(1)
	defer b.flood.halfOpen.Add(-1)
	config := &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"libp2p"}} // nobody is ever met
	t := &quic.Transport{Conn: deaf{socket}}
	defer t.Close()
	t.Dial(ctx, b.flood.quic, config, &quic.Config{HandshakeIdleTimeout: timeout}) // which ends in time
	return nil
}

type quicConn struct {
	*quic.Conn
	t      *quic.Transport
	socket net.PacketConn
}

func (b *besieger) connectQUIC(ctx context.Context, key crypto.PrivKey) (_ connection, err error) {
	socket, err := b.socket()
	if err != nil {
		return nil, err
	}
	t := &quic.Transport{Conn: socket}
	defer func() {
		if err != nil {
			t.Close()
			socket.Close()
		}
	}()
	config, err := b.tls(key)
	if err != nil {
		return nil, err
	}
	c, err := t.Dial(ctx, b.flood.quic, config, &quic.Config{KeepAlivePeriod: 10 * time.Second, MaxIncomingStreams: 8})
	if err != nil {
		return nil, err
	}
	return quicConn{c, t, socket}, nil
}

func (c quicConn) open() error {
	s, err := c.OpenStream()
	if err != nil {
		return c.Context().Err() // nil if only the host's limit is reached
	}
	s.SetWriteDeadline(time.Now().Add(timeout))
	io.WriteString(s, asking)
	return c.Context().Err()
}

func (c quicConn) ended(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-c.Context().Done():
	}
}

func (c quicConn) close() {
	c.CloseWithError(0, "")
	c.t.Close()
	c.socket.Close()
}
