package p2p

import (
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// lowConn is a way beside which a better one opens after so many bytes were written.
type lowConn struct {
	transport.Conn
	mu     sync.Mutex
	left   int
	better chan struct{}
}

func (c *lowConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	open := c.left >= 0 && c.left <= len(b)
	if c.left -= len(b); open {
		c.left = -1
	}
	c.mu.Unlock()
	if open {
		close(c.better)
	}
	return c.Conn.Write(b)
}

func (c *lowConn) Path() transport.Path    { return transport.Relayed }
func (c *lowConn) Better() <-chan struct{} { return c.better }

// A better way opens in any moment of a match, the last one too: the link moves there and
// nowhere else, the match finishes, and nobody makes a record twice.
func TestBetterWayInAnyMoment(t *testing.T) {
	moved := 0
	for at, whole := 0, false; !whole; at += 13 {
		synctest.Test(t, func(t *testing.T) {
			tb := newFakeTable(t, 9)
			var first *lowConn
			links := 0
			tb.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
				if links++; first == nil {
					first = &lowConn{Conn: dialler, left: at, better: make(chan struct{})}
					return first, dialled
				}
				return dialler, dialled
			})
			finish(t, pair(t, tb.start)...)
			tb.requireFinished()
			require.LessOrEqual(t, links, 2, "after %d bytes", at)
			if whole = first.left >= 0; !whole && links > 1 {
				moved++
			}
		})
	}
	require.Greater(t, moved, 20)
}
