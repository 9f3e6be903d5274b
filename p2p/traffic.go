package p2p

import (
	"sync/atomic"
)

// Traffic counts the bytes of frames, before encryption.
type Traffic struct{ Sent, Received uint64 }

// meter counts what goes through a conn.
type meter struct{ sent, received atomic.Uint64 }

type meteredConn struct {
	conn
	meter *meter
}

func (c meteredConn) Read(b []byte) (int, error) {
	n, err := c.conn.Read(b)
	c.meter.received.Add(uint64(n))
	return n, err
}

func (c meteredConn) Write(b []byte) (int, error) {
	n, err := c.conn.Write(b)
	c.meter.sent.Add(uint64(n))
	return n, err
}
