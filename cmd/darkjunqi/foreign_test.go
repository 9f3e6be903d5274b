package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// foreign is a network on which this program speaks another version: in its Hellos the number is one higher (wire.md,
// sections 3 and 4).
type foreign struct{ *libp2pnet.Host }

func (n foreign) Dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	c, err := n.Host.Dial(ctx, peer, addrs)
	if err != nil {
		return nil, err
	}
	return &foreignConn{Conn: c}, nil
}

func (n foreign) Serve(a transport.Acceptor) { n.Host.Serve(foreignDoor{a}) }

type foreignDoor struct{ transport.Acceptor }

func (d foreignDoor) Accept(c transport.Conn, peer transport.Key) {
	d.Acceptor.Accept(&foreignConn{Conn: c}, peer)
}

type foreignConn struct {
	transport.Conn
	said bool
}

func (c *foreignConn) Write(b []byte) (int, error) {
	const kind, head = 1, 5 // of a Hello; a frame's kind and length
	if !c.said && len(b) > head+2 && b[0] == kind {
		c.said = true
		b = append([]byte{}, b...)
		binary.BigEndian.PutUint16(b[head:], p2p.LinkVersion+1)
	}
	return c.Conn.Write(b)
}

func foreignNet(ts *testscript.TestScript) foreign {
	h, err := libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true})
	ts.Check(err)
	ts.Defer(func() { h.Close() })
	return foreign{h}
}

func foreignHost(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: foreign-host VAR [VAR]")
	}
	dir, err := store.OpenDir(ts.MkAbs("foreign"))
	ts.Check(err)
	secret, err := invite.NewHostSecret(rand.Reader)
	ts.Check(err)
	rules := junqi.Standard()
	player, err := protocol.Host(protocol.HostConfig{Rules: rules, Seat: engine.Red, Invites: secret.Invites(rules, engine.Red)}, rand.Reader)
	ts.Check(err)
	s, err := p2p.Host(foreignNet(ts), p2p.Files(dir), player, secret, p2p.Config{})
	ts.Check(err)
	ctx, stop := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx) }()
	ts.Defer(func() {
		stop()
		<-ran
		s.Close()
	})
	seat, err := s.Invite(engine.Blue)
	ts.Check(err)
	watch, err := s.WatchInvite()
	ts.Check(err)
	ts.Setenv(args[0], seat.String())
	if len(args) == 2 {
		ts.Setenv(args[1], watch.String())
	}
}

func foreignGuest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: foreign-guest INVITE")
	}
	inv, err := invite.Parse(args[0])
	ts.Check(err)
	if _, err := p2p.FetchTerms(context.Background(), foreignNet(ts), inv); err == nil {
		ts.Fatalf("another version was let in")
	}
}
