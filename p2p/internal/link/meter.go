package link

import (
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Meter counts the bytes that go through a transport.Conn.
type Meter struct{ Sent, Received atomic.Uint64 }

// Conn returns c, counted.
func (m *Meter) Conn(c transport.Conn) transport.Conn { return meteredConn{c, m} }

type meteredConn struct {
	transport.Conn
	meter *Meter
}

func (c meteredConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.meter.Received.Add(uint64(n))
	return n, err
}

func (c meteredConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.meter.Sent.Add(uint64(n))
	return n, err
}
