// Package link runs one link between two programs of a match: the handshake that proves it,
// its deadlines and liveness, and what a peer may cost. It knows frames, and no match.
package link

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	PingEvery  = 2 * time.Second        // of silence, between seats
	IdlePing   = 15 * time.Second       // to and from watchers
	IdleTime   = 45 * time.Second       // without a frame the link is dead
	FrameTime  = 60 * time.Second       // for the rest of a frame that has begun
	RecordTime = 60 * time.Second       // for the next record that a peer says it has
	WriteTime  = 30 * time.Second       // for a batch of frames
	LingerTime = 2 * time.Second        // for a Bye to be read
	WatchPause = 200 * time.Millisecond // before a watcher gets news, so that the players are first
	MaxBatch   = 256 << 10              // bytes written at once
)

// Handler is the match's side of a link. Its methods may take the session's lock.
type Handler interface {
	// Outgoing returns the frames to send now, and whether the link ends with them.
	Outgoing() (frames []wire.Frame, last bool)
	// Handle takes one frame of the peer. A *Refusal or *wire.ByeError ends the link, any
	// other error the session.
	Handle(wire.Frame) error
	// Closing reports whether a Bye of ours is on its way.
	Closing() bool
	// Close sends a Bye.
	Close(r wire.Reason, text string)
	// Revived is called when something comes over a link that was quiet.
	Revived()
}

// Link is a proven link.
type Link struct {
	Conn   transport.Conn
	Peer   transport.Key
	Role   wire.Role   // of the other end
	Seat   engine.Seat // of the other end, as its invite proves; a host's is what it says
	Number uint64

	ping time.Duration // of silence before a Ping

	wake    chan struct{} // something waits for the writer
	closing chan struct{} // closed when a Bye is on its way
	dead    chan struct{} // closed when the reader has ended
	flushed chan struct{} // closed when the writer has ended

	deadline deadline // has its own lock
	liveness liveness // likewise
}

// New returns the link of a handshake that has succeeded. now is the time of the clock that
// is given to IsQuiet.
func New(h *Handshake, peer transport.Key, now time.Time) *Link {
	l := &Link{
		Conn: h.c, Peer: peer, Role: h.theirs.Role, Seat: h.theirs.Seat, Number: h.parties.LinkNumber,
		ping: PingEvery,
		wake: make(chan struct{}, 1), closing: make(chan struct{}), dead: make(chan struct{}), flushed: make(chan struct{}),
		liveness: liveness{last: now},
	}
	if h.ours.Role == wire.Watcher || h.theirs.Role == wire.Watcher {
		l.ping = IdlePing
	}
	return l
}

// Run sends and receives until the link ends. The error is never nil. now reads the clock by
// which the link becomes quiet.
func (l *Link) Run(h Handler, now func() time.Time) error {
	go l.write(h)
	err := l.read(h, now)
	close(l.dead)
	l.Conn.SetWriteDeadline(time.Now())
	l.Conn.Close()
	<-l.flushed
	return err
}

// Wake has the writer ask its Handler for frames.
func (l *Link) Wake() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Pause waits, but not for a link that is closing.
func (l *Link) Pause(d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-l.closing:
	case <-time.After(d):
	}
}

// StartClosing gives a Bye, which Outgoing is to return, the time to be written and answered. It is called once.
func (l *Link) StartClosing() {
	close(l.closing)
	now := time.Now()
	l.Conn.SetWriteDeadline(now.Add(LingerTime))
	l.setLinger(now.Add(2 * LingerTime))
	l.Wake()
}

// deadline is until when the next frame must be here.
type deadline struct {
	mu     sync.Mutex // guards what follows, and SetReadDeadline; nothing else is locked under it
	linger time.Time  // no read continues after this
	owed   time.Time  // the other end owes a record until then; zero if it owes none
}

func (l *Link) setLinger(t time.Time) {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	l.deadline.linger, l.deadline.owed = t, time.Time{} // only a Bye is to come
	l.Conn.SetReadDeadline(t)
}

// Expect notes that the other end owes a record from now on, or that it owes none.
func (l *Link) Expect(owed bool) {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	l.deadline.owed = time.Time{}
	if owed && l.deadline.linger.IsZero() {
		l.deadline.owed = time.Now().Add(RecordTime)
	}
}

// withheld reports that a record was owed for too long.
func (l *Link) withheld() bool {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	return !l.deadline.owed.IsZero() && !time.Now().Before(l.deadline.owed)
}

// setReadDeadline gives the next frame its time, but not more than a record that is owed still has.
func (l *Link) setReadDeadline(d time.Duration) {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	t := earliest(time.Now().Add(d), l.deadline.owed)
	l.Conn.SetReadDeadline(earliest(t, l.deadline.linger))
}

// setFrameDeadline gives a frame that has begun the time to be here as a whole.
func (l *Link) setFrameDeadline() {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	l.Conn.SetReadDeadline(earliest(time.Now().Add(FrameTime), l.deadline.linger))
}

// earliest returns the earlier of two times, the second of which may be zero.
func earliest(t, other time.Time) time.Time {
	if !other.IsZero() && other.Before(t) {
		return other
	}
	return t
}

// write sends what the handler has for the peer until the link ends.
func (l *Link) write(h Handler) {
	defer close(l.flushed)
	idle := time.NewTimer(l.ping)
	defer idle.Stop()
	for {
		frames, last := h.Outgoing()
		if len(frames) == 0 {
			select {
			case <-l.dead:
				return
			case <-l.wake:
				l.holdBack()
				continue
			case <-idle.C:
				frames = []wire.Frame{{Kind: wire.KindPing}}
			}
		}
		var buf []byte
		for _, f := range frames {
			buf = f.Append(buf)
		}
		if !last {
			l.Conn.SetWriteDeadline(time.Now().Add(WriteTime))
		}
		if _, err := l.Conn.Write(buf); err != nil {
			l.Conn.Abort()
			return
		}
		if last {
			l.setLinger(time.Now().Add(LingerTime))
			return
		}
		idle.Reset(l.ping)
	}
}

// holdBack lets the players have the processor and the line for a moment before a watcher
// gets what is new, all of it at once. However many watch, and however slowly one of
// them reads, what waits for it is the log that all share.
func (l *Link) holdBack() {
	if l.Role != wire.Watcher {
		return
	}
	select {
	case <-l.dead:
	case <-time.After(WatchPause):
	}
}

// read hands the peer's frames to the handler until the link ends. The error
// is never nil.
func (l *Link) read(h Handler, now func() time.Time) error {
	r := bufio.NewReader(livenessReader{l, h, now})
	var ended error // why a Bye of ours is on its way
	for {
		l.setReadDeadline(IdleTime)
		f, err := wire.Read(r, l.setFrameDeadline)
		switch {
		case errors.Is(err, wire.ErrMalformed):
			err = Malformed(err)
		case err != nil && ended != nil:
			return ended
		case errors.Is(err, os.ErrDeadlineExceeded) && !h.Closing():
			err = &Refusal{wire.ByeSilent, ErrSilent, false}
			if l.withheld() {
				err = &Refusal{wire.ByeSilent, ErrWithheld, true}
			}
		case err != nil:
			return err
		case ended == nil || f.Kind == wire.KindBye:
			err = h.Handle(f)
		}
		var refused *Refusal
		var bye *wire.ByeError
		switch {
		case errors.As(err, &bye):
			// What we had to say is said, or has the time of a Bye to be.
			if h.Closing() {
				<-l.flushed
				l.awaitClose(r)
			}
			return err
		case err == nil || ended != nil:
		case errors.As(err, &refused):
			h.Close(refused.Reason, refused.Error())
			ended = err
		default:
			h.Close(wire.ByeClosing, "")
			ended = err
		}
	}
}

// awaitClose waits, after both have said Bye, until the other end has read ours:
// the connection may be closed after that, which would lose what is on its
// way. Both ends say that they have nothing more to write, so neither waits
// for long.
func (l *Link) awaitClose(r io.Reader) {
	if l.Conn.CloseWrite() != nil {
		return
	}
	l.setLinger(time.Now().Add(LingerTime))
	io.Copy(io.Discard, io.LimitReader(r, MaxBatch))
}
