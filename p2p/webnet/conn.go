package webnet

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	maxChunk   = 16 << 10        // bytes sealed in one message
	lingerTime = 2 * time.Second // for the other end to read what was written before Close
)

// ErrForged: a message is not the one that the other end sealed next.
var ErrForged = coded.Errorf("webnet.forged", "a message was changed, repeated or lost on its way")

// conn is a link over a pipe. Two pipes in memory stand between its user and the goroutines
// that seal and unseal: they have deadlines, and hold nothing, so a slow end slows the other.
type conn struct {
	pipe     Pipe
	channel  *channel
	in, out  net.Conn      // the user's ends
	sent     chan struct{} // closed when all is sent, the end mark too
	received chan struct{} // closed when nothing more is to come
	ctx      context.Context
	cancel   context.CancelCauseFunc
	closing  sync.Once
	proven   func()
	better   chan struct{} // closed when there is a better way; nil if there never will be one
}

func newConn(p Pipe, c *channel, proven func()) *conn {
	l := &conn{
		pipe: p, channel: c, sent: make(chan struct{}), received: make(chan struct{}), proven: proven,
	}
	l.ctx, l.cancel = context.WithCancelCause(context.Background())
	var write, read net.Conn
	l.in, write = net.Pipe()
	l.out, read = net.Pipe()
	go l.send(read)
	go l.receive(write)
	return l
}

// send seals what the user writes. An empty message marks the end.
func (l *conn) send(from net.Conn) {
	defer close(l.sent)
	defer from.Close()
	buf, sealed := make([]byte, maxChunk), make([]byte, 0, MaxMessage)
	for {
		n, ended := from.Read(buf)
		if l.ctx.Err() != nil {
			return
		}
		sealed, err := l.channel.seal.Encrypt(sealed, nil, buf[:n])
		if err == nil {
			err = l.pipe.Send(l.ctx, sealed)
		}
		if err != nil {
			l.end(err)
			return
		}
		if ended != nil {
			return
		}
	}
}

// receive unseals what the other end sends.
func (l *conn) receive(to net.Conn) {
	defer close(l.received)
	defer to.Close()
	plain := make([]byte, 0, MaxMessage)
	for {
		message, err := l.pipe.Receive(l.ctx)
		if err == nil && len(message) > MaxMessage {
			err = ErrTooLong
		}
		if err != nil {
			l.end(err)
			return
		}
		got, err := l.channel.unseal.Decrypt(plain, nil, message)
		if err != nil {
			l.end(ErrForged)
			return
		}
		if len(got) == 0 {
			return
		}
		to.Write(got) // an error means that the user has closed, and reads no more
	}
}

// end ends the link at once, for a reason that Read reports.
func (l *conn) end(why error) {
	l.cancel(why)
	l.pipe.Close()
	l.in.Close()
	l.out.Close()
}

// Read returns io.EOF only at the other end's end mark.
func (l *conn) Read(b []byte) (int, error) {
	n, err := l.in.Read(b)
	if why := context.Cause(l.ctx); why != nil && (err == io.EOF || errors.Is(err, io.ErrClosedPipe)) {
		if why == io.EOF {
			why = io.ErrUnexpectedEOF
		}
		err = why
	}
	return n, err
}

// Write returns once all of b is about to be sent.
func (l *conn) Write(b []byte) (int, error) {
	if len(b) == 0 { // would be the end mark
		return 0, nil
	}
	return l.out.Write(b)
}

func (l *conn) SetReadDeadline(t time.Time) error { return l.in.SetReadDeadline(t) }

func (l *conn) SetWriteDeadline(t time.Time) error { return l.out.SetWriteDeadline(t) }

// CloseWrite sends the end mark, after what was written.
func (l *conn) CloseWrite() error { return l.out.Close() }

// Close gives what was written some time to arrive.
func (l *conn) Close() error {
	l.out.Close()
	l.in.Close()
	l.closing.Do(func() {
		go func() {
			linger := time.NewTimer(lingerTime)
			defer linger.Stop()
			for _, done := range []chan struct{}{l.sent, l.received} {
				select {
				case <-done:
				case <-linger.C:
				}
			}
			l.Abort()
		}()
	})
	return nil
}

// Abort ends the link at once.
func (l *conn) Abort() { l.end(net.ErrClosed) }

// Path returns the pipe's path.
func (l *conn) Path() transport.Path { return l.pipe.Path() }

// Better is closed once a direct pipe to the same peer is open.
func (l *conn) Better() <-chan struct{} { return l.better }

// Source returns the pipe's source.
func (l *conn) Source() string { return l.pipe.Source() }

// Proven lets an inbound link stay.
func (l *conn) Proven() { l.proven() }
