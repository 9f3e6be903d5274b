package p2p

import (
	"context"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// talkAgain is the longest pause between two attempts to reach those who may have left.
const talkAgain = 30 * time.Second

// talkLink is a link over which two players talk when the match is over; see docs/wire.md, section 14.
type talkLink struct {
	session *Session
	of      *peer
	conn    transport.Conn
	words   chan wire.Frame
}

func newTalkLink(s *Session, of *peer, c transport.Conn) *talkLink {
	return &talkLink{s, of, c, make(chan wire.Frame, int(link.WordPace.Burst))}
}

// push says something, if what was said before is on its way.
func (l *talkLink) push(f wire.Frame) {
	select {
	case l.words <- f:
	default:
	}
}

// write sends what is said, and a sign of life in the silence, until done is closed.
func (l *talkLink) write(done <-chan struct{}) {
	ping := time.NewTicker(link.IdlePing)
	defer ping.Stop()
	for {
		f := wire.Frame{Kind: wire.KindPing}
		select {
		case f = <-l.words:
		case <-ping.C:
		case <-done:
			return
		}
		l.conn.SetWriteDeadline(time.Now().Add(link.WriteTime))
		if wire.Write(l.conn, f) != nil {
			l.conn.Abort()
			return
		}
	}
}

// KeepTalking keeps links to some of the other seats' programs by which the players can talk, once Run has returned and
// until ctx ends. As in the match guests dial the host, and of two guests the one whose seat comes later; the others serve
// a [RematchAcceptor].
func (s *Session) KeepTalking(ctx context.Context, to []engine.Seat) {
	var dialers sync.WaitGroup
	for _, seat := range to {
		p := s.peers.of(seat)
		if s.meta.role == wire.Guest && (p.host || p.seat < s.meta.seat) { // which never change
			dialers.Go(func() { s.dialTalk(ctx, p) })
		}
	}
	dialers.Wait()
}

func (s *Session) dialTalk(ctx context.Context, p *peer) {
	s.mu.Lock()
	allowed, key, addrs := s.mayTalkLocked(s.replica.own, p.seat, 1), p.key, p.addrs
	s.mu.Unlock()
	for wait := link.LingerTime / 8; allowed; wait = min(2*wait, talkAgain) {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		limited, stop := context.WithTimeout(ctx, dialTime)
		c, err := s.net.Dial(limited, key, addrs)
		stop()
		if err != nil {
			continue
		}
		began := time.Now()
		c.SetWriteDeadline(began.Add(link.WriteTime))
		heard := wire.Write(c, wire.Frame{Kind: wire.KindTalk, Payload: s.meta.terms[:]}) == nil && newTalkLink(s, p, c).run(ctx, false)
		if heard && time.Since(began) >= link.IdlePing { // not one that answers and hangs up, again and again
			wait = link.LingerTime / 8
		}
		c.Abort()
	}
}

// TakeTalk runs a link by which a peer's player talks after the match, until it or ctx ends.
func (s *Session) TakeTalk(ctx context.Context, c transport.Conn, key transport.Key) {
	s.mu.Lock()
	p := s.peers.first(func(p *peer) bool { return p.key == key })
	s.mu.Unlock()
	// The other end has to know that it is heard.
	if p != nil && wire.Write(c, wire.Frame{Kind: wire.KindPing}) == nil {
		newTalkLink(s, p, c).run(ctx, true)
	}
}

// run talks over the link, in the place of the peer's last one, until it or ctx ends. It counts once the peer was heard, and
// whether it was is the result. What a peer may send is bounded as in the match.
func (l *talkLink) run(ctx context.Context, heard bool) bool {
	defer context.AfterFunc(ctx, l.conn.Abort)()
	done := make(chan struct{})
	defer close(done)
	go l.write(done)
	defer l.leave()
	for counts := false; ; heard = true {
		if heard && !counts { // once: a newer link may be in its place by the next frame
			counts = true
			l.count()
		}
		l.conn.SetReadDeadline(time.Now().Add(link.IdleTime))
		f, err := wire.ReadAllowed(l.conn, nil, func(kind wire.Kind) error {
			if kind != wire.KindSay && kind != wire.KindPing {
				return wire.ErrMalformed
			}
			return nil
		})
		if err != nil || l.take(f) != nil {
			return heard
		}
	}
}

// count puts the link in the place of the peer's last one.
func (l *talkLink) count() {
	l.session.mu.Lock()
	defer l.session.mu.Unlock()
	if old := l.of.talk; old != nil {
		old.conn.Abort()
	}
	l.of.talk = l
	l.session.life.notify()
}

// leave gives the place up, unless a newer link has it.
func (l *talkLink) leave() {
	l.session.mu.Lock()
	defer l.session.mu.Unlock()
	if l.of.talk == l {
		l.of.talk = nil
		l.session.life.notify()
	}
}

func (l *talkLink) take(f wire.Frame) error {
	l.session.mu.Lock()
	defer l.session.mu.Unlock()
	if !l.of.budget.Spend(link.FrameCost+f.Size(), time.Now()) {
		return errFlood()
	}
	if f.Kind == wire.KindPing {
		return nil
	}
	return l.session.takeSayLocked(l.of, f.Payload)
}
