package p2p

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
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

// A peer may send at once what budgetBurst bytes cost, and budgetRate bytes
// a second, of frames that tell nothing new. What advances the match is free.
const (
	budgetRate  = 16 << 10
	budgetBurst = 512 << 10
	frameCost   = 512 // of any frame, in bytes, on top of its size
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

// refusal ends a link, with the reason that the other side is told.
type refusal struct {
	reason reason
	err    error
	strike bool // it counts against the peer
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

func refuse(format string, args ...any) *refusal {
	return &refusal{byeRefused, fmt.Errorf(format, args...), true}
}

// partWith tells the other end of an unproven link why it ends.
func partWith(c conn, r *refusal) {
	var parting []byte
	if r.reason == byeVersion {
		// Its first bytes tell any version which one is spoken here.
		parting = hello{version: LinkVersion}.frame().append(parting)
	}
	if _, err := c.Write(byeFrame(r.reason, r.Error()).append(parting)); err != nil {
		return
	}
	// The other side closes when it has read this.
	c.SetReadDeadline(time.Now().Add(lingerTime))
	io.Copy(io.Discard, io.LimitReader(c, frameHead+255))
	c.Close()
}

// readHandshake reads one frame of the handshake, or the Bye in its place.
func readHandshake(r io.Reader, want frameKind) ([]byte, error) {
	f, err := readFrame(r, nil)
	switch {
	case errors.Is(err, errFrame):
		return nil, &refusal{byeRefused, err, true}
	case err != nil:
		return nil, err
	case f.kind == want:
		return f.payload, nil
	case f.kind == frameBye:
		bye, err := parseBye(f.payload)
		if err != nil {
			return nil, &refusal{byeRefused, err, true}
		}
		return nil, bye
	}
	return nil, refuse("%w: kind %d in the handshake", errFrame, f.kind)
}

func readHello(r io.Reader) (hello, error) {
	payload, err := readHandshake(r, frameHello)
	if err != nil {
		return hello{}, err
	}
	h, err := parseHello(payload)
	var version *VersionError
	switch {
	case errors.As(err, &version):
		return h, &refusal{byeVersion, err, false}
	case err != nil:
		return h, &refusal{byeRefused, err, true}
	}
	return h, nil
}

func writeFrame(w io.Writer, f frame) error {
	_, err := w.Write(f.append(nil))
	return err
}

// parties is all that the proofs of one link bind.
type parties struct {
	terms      transcript.Hash
	keys       [2]peerKey  // by role
	nonces     [2][32]byte // by role
	linkNumber uint64
}

// mac proves that the end of a role knows the invite:
//
//	HMAC-SHA-512/256(link key, "darkjunqi/v1/link", u16 version, u8 role, Terms hash,
//	host's key, guest's key, host's nonce, guest's nonce, u64 link number)
//
// The number is 0 in the guest's, which comes first.
func (p *parties) mac(linkKey []byte, r role) (sum [32]byte) {
	h := hmac.New(sha512.New512_256, linkKey)
	h.Write([]byte("darkjunqi/v1/link"))
	h.Write(binary.BigEndian.AppendUint16(nil, LinkVersion))
	h.Write([]byte{byte(r)})
	h.Write(p.terms[:])
	for _, k := range p.keys {
		h.Write(k[:])
	}
	for _, n := range p.nonces {
		h.Write(n[:])
	}
	h.Write(binary.BigEndian.AppendUint64(nil, p.linkNumber))
	h.Sum(sum[:0])
	return sum
}

// handshake is one end's part in setting up a link.
type handshake struct {
	c       conn
	role    role
	linkKey []byte
	parties parties
	// number is the host's: it numbers the link of a guest who has proven to
	// know the invite, or refuses it the seat.
	number func() (uint64, error)
}

// prove exchanges proofs, the guest's first: a host tells nothing to who
// can't show the invite.
func (h *handshake) prove() error {
	send := func(number uint64) error {
		h.parties.linkNumber = number
		return writeFrame(h.c, proof{number, h.parties.mac(h.linkKey, h.role)}.frame())
	}
	receive := func() error {
		payload, err := readHandshake(h.c, frameProof)
		if err != nil {
			return err
		}
		p, err := parseProof(payload)
		if err != nil {
			return &refusal{byeRefused, err, true}
		}
		h.parties.linkNumber = p.number
		want := h.parties.mac(h.linkKey, h.role.other())
		if !hmac.Equal(want[:], p.mac[:]) || h.role == hostRole && p.number != 0 {
			return &refusal{byeStranger, ErrNotInvited, true}
		}
		return nil
	}
	if h.role == guestRole {
		if err := send(0); err != nil {
			return err
		}
		return receive()
	}
	if err := receive(); err != nil {
		return err
	}
	number, err := h.number()
	if err != nil {
		return err
	}
	return send(number)
}

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
			err = &refusal{byeRefused, err, true}
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

// budget is what a peer may still send that tells nothing new.
type budget struct {
	left float64
	at   time.Time
}

func (b *budget) spend(bytes int, now time.Time) bool {
	b.left = min(b.left+now.Sub(b.at).Seconds()*budgetRate, budgetBurst)
	b.at = now
	b.left -= float64(bytes)
	return b.left >= 0
}

func (b *budget) refund(bytes int) { b.left = min(b.left+float64(bytes), budgetBurst) }

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
