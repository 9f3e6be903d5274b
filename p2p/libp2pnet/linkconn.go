package libp2pnet

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/libp2p/go-libp2p/core/network"
	manet "github.com/multiformats/go-multiaddr/net"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// linkConn is a libp2p stream as a link sees it.
type linkConn struct {
	network.Stream
	h       *Host
	from    *inboundConn // of the connection; nil if we have made it
	inbound bool         // the other end has opened the stream
	heard   bool         // something has come; belongs to the reader
	proven  atomic.Bool
	ended   sync.Once
}

func (h *Host) conn(s network.Stream, inbound bool) *linkConn {
	c := &linkConn{Stream: s, h: h, inbound: inbound}
	if in, ok := s.Conn().Scope().(*inboundConn); ok {
		c.from = in
		h.limiter.began(in)
	}
	return c
}

// Read says in words what kept it from reading.
func (c *linkConn) Read(b []byte) (int, error) {
	n, err := c.Stream.Read(b)
	switch c.heard = c.heard || n > 0; {
	case err == nil || err == io.EOF:
		return n, err
	case c.heard || c.inbound || errors.Is(err, os.ErrDeadlineExceeded):
		return n, inWords(err)
	}
	return n, c.h.explain(c.Conn(), err)
}

// Close ends the link, and the connection with it that nobody needs any more.
func (c *linkConn) Close() error {
	defer c.leave()
	err := c.Stream.Close()
	c.h.leaveRelayRoute(c.Conn().RemotePeer())
	return err
}

// Abort ends the link at once.
func (c *linkConn) Abort() {
	defer c.leave()
	c.Stream.Reset()
}

func (c *linkConn) leave() {
	if c.from != nil {
		c.ended.Do(func() { c.h.limiter.ended(c.from, c.proven.Load()) })
	}
}

// Path says which way the link goes.
func (c *linkConn) Path() transport.Path { return c.h.pathOf(c.Conn()) }

// Better is closed when there is a straight connection, where this one goes through a
// relay.
func (c *linkConn) Better() <-chan struct{} {
	if !throughRelay(c.Conn().RemoteMultiaddr()) {
		return nil
	}
	id := c.Conn().RemotePeer()
	better := c.h.paths.wait(id)
	if c.h.host.Network().Connectedness(id) == network.Connected { // since before
		c.h.paths.opened(id)
	}
	return better
}

// Source returns where an inbound stream comes from. Others go to a peer: a program bounds no link
// that it has made.
func (c *linkConn) Source() string {
	if c.inbound && c.from != nil {
		return c.from.source
	}
	return string(c.Conn().RemotePeer())
}

// Proven lets a connection stay that the other end has made.
func (c *linkConn) Proven() {
	if c.from != nil && !c.proven.Swap(true) {
		c.h.limiter.prove(c.from)
	}
}

// pathOf returns the way that a connection goes.
func (h *Host) pathOf(c network.Conn) transport.Path {
	remote := c.RemoteMultiaddr()
	ip, err := manet.ToIP(remote)
	switch {
	case throughRelay(remote):
		return transport.Relayed
	case err == nil && isNear(ip):
		return transport.SameNetwork
	case h.paths.wasPunched(c.RemotePeer(), c.Stat().Opened):
		return transport.Punched
	}
	return transport.Direct
}
