package p2p

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const (
	pingEvery  = 15 * time.Second // of silence
	idleTime   = 45 * time.Second // without a frame the link is dead
	frameTime  = 60 * time.Second // for the rest of a frame that has begun
	writeTime  = 30 * time.Second // for a batch of frames
	lingerTime = 2 * time.Second  // for a Bye to be read
	maxBatch   = 256 << 10        // bytes written at once
	maxControl = 64               // small frames that may wait for the writer
)

// conn is what a link runs over: a libp2p stream, or a pipe.
type conn interface {
	io.ReadWriter
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
	closeWrite() error // says that nothing more will be written
	Close() error      // orderly: what was written still arrives, while the connection lasts
	abort()            // at once
}

// peerKey names a program on the network: the Ed25519 public key that its
// connections are authenticated by.
type peerKey [32]byte

func (k peerKey) isZero() bool { return k == peerKey{} }

// link is a proven link of a session. What is not marked otherwise belongs
// to the session's lock.
type link struct {
	session *Session
	c       conn
	peer    peerKey
	number  uint64

	wake chan struct{} // something waits for the writer
	dead chan struct{} // closed when the reader has ended

	flushed chan struct{} // closed when the writer has ended

	bye      *frame // set once: nothing but it follows
	greeted  bool   // our first State is sent
	ours     state  // the newest that was sent
	theirs   state  // the newest of theirs
	heard    bool   // theirs is set
	sent     int    // chain records that they have or that are on their way
	extras   map[transcript.Hash]bool
	taken    uint32  // Extra frames of theirs that were taken
	control  []frame // small frames that wait for the writer
	diverged *divergence
	budget   budget

	deadline struct {
		sync.Mutex
		linger time.Time // no read goes on after this
	}
}

func newLink(s *Session, c conn, peer peerKey, number uint64) *link {
	return &link{
		session: s, c: c, peer: peer, number: number,
		wake: make(chan struct{}, 1), dead: make(chan struct{}), flushed: make(chan struct{}),
		extras: map[transcript.Hash]bool{},
		budget: budget{left: budgetBurst, at: time.Now()},
	}
}

// push queues a small frame. A peer that doesn't read loses the oldest.
func (l *link) push(f frame) {
	if len(l.control) == maxControl {
		l.control = l.control[1:]
	}
	l.control = append(l.control, f)
	l.poke()
}

func (l *link) poke() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// close ends the link with a Bye. It does not wait.
func (l *link) close(r reason, text string) {
	if l.bye != nil {
		return
	}
	f := byeFrame(r, text)
	l.bye = &f
	now := time.Now()
	l.c.SetWriteDeadline(now.Add(lingerTime))
	l.setLinger(now.Add(2 * lingerTime))
	l.poke()
}

func (l *link) setLinger(t time.Time) {
	l.deadline.Lock()
	defer l.deadline.Unlock()
	l.deadline.linger = t
	l.c.SetReadDeadline(t)
}

func (l *link) setReadDeadline(d time.Duration) {
	l.deadline.Lock()
	defer l.deadline.Unlock()
	t := time.Now().Add(d)
	if linger := l.deadline.linger; !linger.IsZero() && linger.Before(t) {
		t = linger
	}
	l.c.SetReadDeadline(t)
}

// write sends what the session has for the peer until the link ends.
func (l *link) write() {
	defer close(l.flushed)
	idle := time.NewTimer(pingEvery)
	defer idle.Stop()
	for {
		frames, last := l.session.outgoing(l)
		if len(frames) == 0 {
			select {
			case <-l.dead:
				return
			case <-l.wake:
				continue
			case <-idle.C:
				frames = []frame{{kind: framePing}}
			}
		}
		var buf []byte
		for _, f := range frames {
			buf = f.append(buf)
		}
		if !last {
			l.c.SetWriteDeadline(time.Now().Add(writeTime))
		}
		if _, err := l.c.Write(buf); err != nil {
			l.c.abort()
			return
		}
		if last {
			l.setLinger(time.Now().Add(lingerTime))
			return
		}
		idle.Reset(pingEvery)
	}
}

// read hands the peer's frames to the session until the link ends. The error
// is never nil.
func (l *link) read() error {
	r := bufio.NewReader(l.c)
	var ended error // why a Bye of ours is on its way
	for {
		l.setReadDeadline(idleTime)
		f, err := readFrame(r, func() { l.setReadDeadline(frameTime) })
		switch {
		case errors.Is(err, errFrame):
			err = malformed(err)
		case err != nil && ended != nil:
			return ended
		case errors.Is(err, os.ErrDeadlineExceeded) && !l.session.letGo(l):
			err = &refusal{byeSilent, ErrSilent, false}
		case err != nil:
			return err
		case ended == nil || f.kind == frameBye:
			err = l.session.handle(l, f)
		}
		var refused *refusal
		var bye *ByeError
		switch {
		case errors.As(err, &bye):
			// What we had to say is said, or has the time of a Bye to be.
			if l.session.letGo(l) {
				<-l.flushed
				l.farewell(r)
			}
			return err
		case err == nil || ended != nil:
		case errors.As(err, &refused):
			l.session.closeLink(l, refused.reason, refused.Error())
			ended = err
		default:
			l.session.closeLink(l, byeClosing, "")
			ended = err
		}
	}
}

// farewell waits, after both have said Bye, until the other end has read ours:
// the connection may be closed after that, which would lose what is on its
// way. Both ends say that they have nothing more to write, so neither waits
// for long.
func (l *link) farewell(r io.Reader) {
	if l.c.closeWrite() != nil {
		return
	}
	l.setLinger(time.Now().Add(lingerTime))
	io.Copy(io.Discard, io.LimitReader(r, maxBatch))
}
