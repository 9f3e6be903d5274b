package webnet

import (
	"context"
	"encoding/binary"
	"io"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// MaxMessage is the maximum size of a message of a Pipe, in bytes.
const MaxMessage = maxChunk + tagSize

// A Pipe carries messages in order between two programs. Nothing it brings is trusted. At
// most one goroutine sends at a time, and one receives; Close may be called at any time.
type Pipe interface {
	// Send passes on one message, which it doesn't keep. It waits while the other end is
	// slow: what it holds meanwhile is bounded.
	Send(ctx context.Context, message []byte) error
	// Receive returns the next message, valid until the next call. One longer than MaxMessage
	// is an error.
	Receive(ctx context.Context) ([]byte, error)
	// Close ends the pipe at once, and every Send and Receive that waits.
	Close() error
	// Path returns the path of the pipe.
	Path() transport.Path
	// Source returns the source to which a stranger's cost is charged, as in [transport.Conn].
	Source() string
}

// ErrTooLong: a message is longer than MaxMessage.
var ErrTooLong = coded.Errorf("webnet.too-long", "a message of more than %d bytes", MaxMessage)

// stream is a Pipe over a stream of bytes.
type stream struct {
	io.ReadWriteCloser
	path   transport.Path
	source string
	buf    [MaxMessage]byte
}

// Stream makes a Pipe of a stream of bytes, such as a socket: each message has its length in
// front, as a u16. A context that ends closes the stream.
func Stream(s io.ReadWriteCloser, path transport.Path, source string) Pipe {
	return &stream{ReadWriteCloser: s, path: path, source: source}
}

func (s *stream) Send(ctx context.Context, message []byte) error {
	if len(message) > MaxMessage {
		return ErrTooLong
	}
	defer context.AfterFunc(ctx, func() { s.Close() })()
	framed := binary.BigEndian.AppendUint16(make([]byte, 0, 2+len(message)), uint16(len(message)))
	_, err := s.Write(append(framed, message...))
	return err
}

func (s *stream) Receive(ctx context.Context) ([]byte, error) {
	defer context.AfterFunc(ctx, func() { s.Close() })()
	var length [2]byte
	if _, err := io.ReadFull(s, length[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint16(length[:])
	if n > MaxMessage {
		return nil, ErrTooLong
	}
	_, err := io.ReadFull(s, s.buf[:n])
	return s.buf[:n], err
}

func (s *stream) Path() transport.Path { return s.path }

func (s *stream) Source() string { return s.source }
