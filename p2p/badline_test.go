package p2p

import (
	"bytes"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// lateConn is one end of a link over a connection with a delay, which takes
// whatever is still on its way with it when it is closed.
type lateConn struct {
	transport.Conn
	mail chan []byte
	gone chan struct{}
	once sync.Once
}

const latency = 50 * time.Millisecond

func newLateConn(c transport.Conn) *lateConn {
	l := &lateConn{Conn: c, mail: make(chan []byte, 1<<10), gone: make(chan struct{})}
	go func() {
		for {
			select {
			case b := <-l.mail:
				time.Sleep(latency)
				select {
				case <-l.gone:
					return
				default:
				}
				if b == nil {
					c.Close()
					return
				}
				c.Write(b)
			case <-l.gone:
				return
			}
		}
	}()
	return l
}

func (l *lateConn) Write(b []byte) (int, error) {
	l.mail <- bytes.Clone(b)
	return len(b), nil
}

func (l *lateConn) CloseWrite() error { l.mail <- nil; return nil }
func (l *lateConn) Close() error      { return l.CloseWrite() }
func (l *lateConn) Abort()            { l.once.Do(func() { close(l.gone); l.Conn.Abort() }) }

// cutConn breaks the link once so many bytes were written to this end.
type cutConn struct {
	transport.Conn
	mu    sync.Mutex
	left  int
	wrote int
}

var errCut = errors.New("the link was cut")

func (c *cutConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	n := min(len(b), c.left)
	c.left -= n
	c.wrote += n
	c.mu.Unlock()
	if n > 0 {
		if n, err := c.Conn.Write(b[:n]); err != nil {
			return n, err
		}
	}
	if n < len(b) {
		c.Conn.Abort()
		return n, errCut
	}
	return n, nil
}

// stiffConn is one end of a pipe.
type stiffConn struct{ net.Conn }

func (c stiffConn) CloseWrite() error { return c.Close() }
func (c stiffConn) Abort()            { c.Close() }
func (c stiffConn) Source() string    { return "" }
func (c stiffConn) Proven()           {}

func (c stiffConn) Path() transport.Path    { return "" }
func (c stiffConn) Better() <-chan struct{} { return nil }
