package lab

import (
	"context"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// closingNet is a transport that can be given up.
type closingNet interface {
	transport.Transport
	io.Closer
}

// liveNet returns the network of `bench`, on which its peer will be.
func liveNet(link string, peer *exec.Cmd) (closingNet, error) {
	if link == "loopback" {
		return libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true})
	}
	in, err := peer.StdoutPipe()
	if err != nil {
		return nil, err
	}
	out, err := peer.StdinPipe()
	return &pipeNet{id: transport.Identity{1}, conn: &pipeConn{Reader: in, WriteCloser: out, peer: transport.Identity{2}.Key()}}, err
}

// peerNet returns the network of its peer: standard input and output lead to the host.
func peerNet(host transport.Key) transport.Transport {
	return &pipeNet{id: transport.Identity{2}, conn: &pipeConn{Reader: os.Stdin, WriteCloser: os.Stdout, peer: host}}
}

// A pipeNet is one link to a program that this one has started, or was started by.
type pipeNet struct {
	id     transport.Identity
	conn   *pipeConn
	served sync.Once
}

func (n *pipeNet) Key() transport.Key                           { return n.id.Key() }
func (n *pipeNet) Addrs() []transport.Addr                      { return []transport.Addr{"pipe"} }
func (n *pipeNet) AddrsOf(transport.Key) []transport.Addr       { return n.Addrs() }
func (n *pipeNet) Drop(transport.Key)                           {}
func (n *pipeNet) LentReservation(transport.Key) transport.Addr { return "" }
func (n *pipeNet) UseReservation(transport.Addr) bool           { return false }
func (n *pipeNet) Keep() []byte                                 { return n.id[:] }
func (n *pipeNet) Close() error                                 { return n.conn.Close() }

// Serve takes the link, on the host's side.
func (n *pipeNet) Serve(a transport.Acceptor) {
	if n.id == (transport.Identity{1}) {
		n.served.Do(func() { go a.Accept(n.conn, n.conn.peer) })
	}
}

// Dial is for the other side.
func (n *pipeNet) Dial(context.Context, transport.Key, []transport.Addr) (transport.Conn, error) {
	return n.conn, nil
}

// pipeConn ends when one of the programs does.
type pipeConn struct {
	io.Reader
	io.WriteCloser
	peer transport.Key
}

func (c *pipeConn) SetReadDeadline(time.Time) error  { return nil }
func (c *pipeConn) SetWriteDeadline(time.Time) error { return nil }
func (c *pipeConn) CloseWrite() error                { return c.Close() }
func (c *pipeConn) Abort()                           { c.Close() }
func (c *pipeConn) Path() transport.Path             { return "" }
func (c *pipeConn) Better() <-chan struct{}          { return nil }
func (c *pipeConn) Source() string                   { return "pipe" }
func (c *pipeConn) Proven()                          {}
