package p2p

import (
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Traffic counts the bytes of frames, before encryption.
type Traffic struct{ Sent, Received uint64 }

// meter counts what goes through a transport.Conn.
type meter struct{ sent, received atomic.Uint64 }

type meteredConn struct {
	transport.Conn
	meter *meter
}

func (c meteredConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.meter.received.Add(uint64(n))
	return n, err
}

func (c meteredConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.meter.sent.Add(uint64(n))
	return n, err
}
