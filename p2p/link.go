package p2p

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
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const (
	pingEvery  = 4 * time.Second        // of silence, between seats
	idlePing   = 15 * time.Second       // to and from who watches
	idleTime   = 45 * time.Second       // without a frame the link is dead
	frameTime  = 60 * time.Second       // for the rest of a frame that has begun
	recordTime = 60 * time.Second       // for the next record that a peer says it has
	writeTime  = 30 * time.Second       // for a batch of frames
	lingerTime = 2 * time.Second        // for a Bye to be read
	watchPause = 200 * time.Millisecond // before who watches is told, so that the players are first
	maxBatch   = 256 << 10              // bytes written at once
	maxControl = 64                     // small frames that may wait for the writer
)

// link is a proven link of a session, and the exchange over it.
type link struct {
	session *Session
	c       transport.Conn
	peer    transport.Key
	role    wire.Role   // of the other end
	seat    engine.Seat // of the other end, as it has proven by its invite; a host's is what it says
	number  uint64

	wake chan struct{} // something waits for the writer
	dead chan struct{} // closed when the reader has ended

	flushed chan struct{} // closed when the writer has ended

	exchange // belongs to the session's lock

	listens func() // stops the watch over it; belongs to the session's lock

	deadline deadline // has its own
	ear      ear      // likewise
}

// exchange is what is known of one peer's copy of the match, and what is to be said about
// it. It belongs to the session's lock.
type exchange struct {
	of       *peer       // whose link this is; nil for a watcher's, and before the Join
	bye      *wire.Frame // set once: nothing but it follows
	greeted  bool        // our first State is sent
	ours     wire.State  // the newest that was sent
	theirs   wire.State  // the newest of theirs
	heard    bool        // theirs is set
	sent     int         // chain records that they have or that are on their way
	extras   map[transcript.Hash]bool
	peeks    map[transcript.Hash]bool // that went over this link, either way
	told     map[engine.Seat][]byte   // whereabouts that went over this link, either way
	berth    transport.Addr           // that it was lent
	taken    uint32                   // Extra frames of theirs that were taken
	dropped  bool                     // of the records that came, some were neither taken nor held
	control  []wire.Frame             // small frames that wait for the writer
	diverged *divergence
	budget   budget
	hint     hint   // of the other end
	hinted   hint   // of ours, that was sent
	name     string // what the other end called itself, as a guest
}

// deadline is until when the next frame must be here.
type deadline struct {
	mu     sync.Mutex // guards what follows, and SetReadDeadline; nothing else is locked under it
	linger time.Time  // no read goes on after this
	owed   time.Time  // the other end owes a record until then; zero if it owes none
}

func newLink(s *Session, c transport.Conn, peer transport.Key, theirs wire.Hello, number uint64) *link {
	return &link{
		session: s, c: c, peer: peer, role: theirs.Role, seat: theirs.Seat, number: number,
		wake: make(chan struct{}, 1), dead: make(chan struct{}), flushed: make(chan struct{}),
		ear: ear{last: s.cfg.Clock.Now()},
		exchange: exchange{
			extras: map[transcript.Hash]bool{}, peeks: map[transcript.Hash]bool{}, told: map[engine.Seat][]byte{},
			budget: budget{left: budgetBurst, at: time.Now()},
		},
	}
}

// pushLocked queues a small frame. A peer that doesn't read loses the oldest.
func (l *link) pushLocked(f wire.Frame) {
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

// closeLocked ends the link with a Bye. It does not wait.
func (l *link) closeLocked(r wire.Reason, text string) {
	if l.bye != nil {
		return
	}
	f := wire.NewBye(r, text)
	l.bye = &f
	now := time.Now()
	l.c.SetWriteDeadline(now.Add(lingerTime))
	l.setLinger(now.Add(2 * lingerTime))
	l.poke()
}

func (l *link) setLinger(t time.Time) {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	l.deadline.linger, l.deadline.owed = t, time.Time{} // only a Bye is to come
	l.c.SetReadDeadline(t)
}

// expect says that the other end owes a record from now on, or that it owes none.
func (l *link) expect(owed bool) {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	l.deadline.owed = time.Time{}
	if owed && l.deadline.linger.IsZero() {
		l.deadline.owed = time.Now().Add(recordTime)
	}
}

// withheld reports that a record was owed for too long.
func (l *link) withheld() bool {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	return !l.deadline.owed.IsZero() && !time.Now().Before(l.deadline.owed)
}

// setReadDeadline gives the next frame its time, which is no longer than that of a
// record that is owed.
func (l *link) setReadDeadline(d time.Duration) {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	t := earliest(time.Now().Add(d), l.deadline.owed)
	l.c.SetReadDeadline(earliest(t, l.deadline.linger))
}

// setFrameDeadline gives a frame that has begun the time to be here as a whole.
func (l *link) setFrameDeadline() {
	l.deadline.mu.Lock()
	defer l.deadline.mu.Unlock()
	l.c.SetReadDeadline(earliest(time.Now().Add(frameTime), l.deadline.linger))
}

// earliest is the earlier of two times, the second of which may be zero.
func earliest(t, other time.Time) time.Time {
	if !other.IsZero() && other.Before(t) {
		return other
	}
	return t
}

// pingPause is how long nothing may be said before a Ping is.
func (l *link) pingPause() time.Duration {
	if l.role == wire.Watcher || l.session.facts.role == wire.Watcher { // which never change
		return idlePing
	}
	return pingEvery
}

// write sends what the session has for the peer until the link ends.
func (l *link) write() {
	defer close(l.flushed)
	pause := l.pingPause()
	idle := time.NewTimer(pause)
	defer idle.Stop()
	for {
		frames, last := l.session.outgoing(l)
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
			l.c.SetWriteDeadline(time.Now().Add(writeTime))
		}
		if _, err := l.c.Write(buf); err != nil {
			l.c.Abort()
			return
		}
		if last {
			l.setLinger(time.Now().Add(lingerTime))
			return
		}
		idle.Reset(pause)
	}
}

// holdBack lets the players have the processor and the line for a moment before a watcher
// is told what is new, all of it at once. However many watch, and however slowly one of
// them reads, what waits for it is the log that all share.
func (l *link) holdBack() {
	if l.role != wire.Watcher {
		return
	}
	select {
	case <-l.dead:
	case <-time.After(watchPause):
	}
}

// read hands the peer's frames to the session until the link ends. The error
// is never nil.
func (l *link) read() error {
	r := bufio.NewReader(hearing{l})
	var ended error // why a Bye of ours is on its way
	for {
		l.setReadDeadline(idleTime)
		f, err := wire.Read(r, l.setFrameDeadline)
		switch {
		case errors.Is(err, wire.ErrMalformed):
			err = malformed(err)
		case err != nil && ended != nil:
			return ended
		case errors.Is(err, os.ErrDeadlineExceeded) && !l.session.letGo(l):
			err = &refusal{wire.ByeSilent, ErrSilent, false}
			if l.withheld() {
				err = &refusal{wire.ByeSilent, ErrWithheld, true}
			}
		case err != nil:
			return err
		case ended == nil || f.Kind == wire.KindBye:
			err = l.session.handle(l, f)
		}
		var refused *refusal
		var bye *wire.ByeError
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
			l.session.closeLink(l, wire.ByeClosing, "")
			ended = err
		}
	}
}

// farewell waits, after both have said Bye, until the other end has read ours:
// the connection may be closed after that, which would lose what is on its
// way. Both ends say that they have nothing more to write, so neither waits
// for long.
func (l *link) farewell(r io.Reader) {
	if l.c.CloseWrite() != nil {
		return
	}
	l.setLinger(time.Now().Add(lingerTime))
	io.Copy(io.Discard, io.LimitReader(r, maxBatch))
}
