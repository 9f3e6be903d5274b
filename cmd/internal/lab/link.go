package lab

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// What a frame between a host and a guest begins with.
const (
	frameHello  = 'd' // the rest of helloLine, and the guest's key
	frameTerms  = 't' // the file of the terms
	frameAgreed = 'a' // their id: the guest's person has agreed
	frameNot    = 'n' // the party that has not: nobody signs under these terms
	frameFull   = 'f' // the guest comes too late
	framePoll   = 'p' // idle, gone; answered with a record, or nothing
	frameRecord = 'r'
	frameEnd    = 'e'
)

// helloLine is the first of a guest. Its number is the version of these frames.
const helloLine = "darkjunqi meet 3\n"

// hello returns a guest's first frame.
func hello(key ed25519.PublicKey) []byte { return append([]byte(helloLine[1:]), key...) }

// How long a program waits for a stranger's hello; tests make it longer.
var courtesy = 10 * time.Second

// How long a program waits for a guest's record, and until a guest's person has agreed.
const (
	patience     = time.Minute
	deliberation = 10 * time.Minute
)

// Errors of links.
var (
	errFrame  = coded.Errorf("lab.frame", "the peer sent something other than records")
	errClosed = coded.Errorf("lab.closed", "the other program closed the link")
)

// A frame is what is sent at once.
type frame struct {
	kind byte
	body []byte
}

// receive reads a frame of at most so many bytes.
func receive(conn net.Conn, most uint32) (f frame, err error) {
	var head [4]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		return f, err
	}
	size := binary.BigEndian.Uint32(head[:])
	if size < 1 || size > 1+most {
		return f, errFrame
	}
	b := make([]byte, size)
	_, err = io.ReadFull(conn, b)
	return frame{b[0], b[1:]}, err
}

// greet waits for a guest's hello.
func greet(conn net.Conn) (*link, error) {
	_ = conn.SetReadDeadline(time.Now().Add(courtesy))
	f, err := receive(conn, uint32(len(helloLine)-1+ed25519.PublicKeySize))
	key, is := bytes.CutPrefix(f.body, []byte(helloLine[1:]))
	if err != nil || f.kind != frameHello || !is {
		return nil, errFrame
	}
	if _, err := transcript.NewPublicKey(key); err != nil {
		return nil, err
	}
	_ = conn.SetReadDeadline(time.Time{})
	return newLink(conn, key), nil
}

// A link reads frames all the time, so that its end is noticed early.
type link struct {
	conn net.Conn
	key  ed25519.PublicKey // of a guest
	in   chan frame        // closed at the end, as is over
	over chan struct{}
	done chan struct{}
	once sync.Once
}

func newLink(conn net.Conn, key ed25519.PublicKey) *link {
	l := &link{conn: conn, key: key, in: make(chan frame), over: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(l.over)
		defer close(l.in)
		for {
			f, err := receive(conn, transcript.MaxRecord)
			if err != nil {
				return
			}
			select {
			case l.in <- f:
			case <-l.done:
				return
			}
		}
	}()
	return l
}

func (l *link) close() {
	l.once.Do(func() { close(l.done) })
	l.conn.Close()
}

func (l *link) send(kind byte, body []byte) error {
	_ = l.conn.SetWriteDeadline(time.Now().Add(patience))
	_, err := l.conn.Write(transcript.AppendFrame(nil, append([]byte{kind}, body...)))
	return err
}

// A guest is a place over a link.
type guest struct{ *link }

func (g guest) poll(idle bool, gone gone) ([]byte, error) {
	b := []byte{0, byte(gone >> 8), byte(gone)}
	if idle {
		b[0] = 1
	}
	if err := g.send(framePoll, b); err != nil {
		return nil, err
	}
	select {
	case f, open := <-g.in:
		switch {
		case !open:
			return nil, errClosed
		case f.kind != frameRecord:
			return nil, errFrame
		case len(f.body) == 0:
			return nil, nil
		}
		return f.body, nil
	case <-time.After(patience):
		return nil, errClosed
	}
}

func (g guest) hear(record []byte) error { return g.send(frameRecord, record) }
