package p2p

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	dialTime  = 20 * time.Second
	redialMin = 250 * time.Millisecond
	redialMax = 15 * time.Second
	// hostPatience is how long a host lets the guest, who has its address from
	// the invite, come by itself.
	hostPatience = 3 * time.Second
	// climbAgain is how long a link stays as it is after a better way has failed.
	climbAgain = 5 * time.Second
)

// keepLinked dials a peer whenever there is no link.
func (s *Session) keepLinked(ctx context.Context, p *peer) {
	patience := time.Duration(0)
	if s.facts.role == wire.Host || !p.host && s.facts.seat < p.seat { // which never change
		patience = hostPatience
	}
	wait, delay := patience, redialMin
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		key, addrs := s.target(p)
		if len(addrs) == 0 {
			// Linked, or nobody to dial: until that changes.
			select {
			case <-ctx.Done():
				return
			case <-p.relink:
			}
			wait = max(redialMin, patience)
			continue
		}
		lived, err := s.dial(ctx, key, addrs)
		if ctx.Err() != nil {
			return
		}
		if lived {
			delay = redialMin
		}
		s.note(p, err)
		if !s.linked(p) { // else a newer link has come, perhaps over the same connection
			s.net.Drop(key)
		}
		wait = delay/2 + rand.N(delay)
		delay = min(2*delay, redialMax)
	}
}

// target returns whom to dial and where, nothing if there is no need or way.
func (s *Session) target(p *peer) (transport.Key, []transport.Addr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stranger := s.facts.role == wire.Guest && !p.host && p.secret == [32]byte{}
	if p.link != nil || p.key.IsZero() || p.parted || stranger {
		return p.key, nil
	}
	return p.key, p.addrs
}

func (s *Session) linked(p *peer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return p.link != nil
}

// dial makes a link and runs it to its end.
func (s *Session) dial(ctx context.Context, peer transport.Key, addrs []transport.Addr) (lived bool, err error) {
	c, err := s.reach(ctx, peer, addrs)
	if err != nil {
		return false, err
	}
	stop := context.AfterFunc(ctx, c.Abort) // while shaking hands
	l, err := s.offer(c, peer)
	if !stop() && err == nil {
		return false, ctx.Err()
	}
	if err != nil {
		s.partFrom(c, err)
		return false, err
	}
	ran, climbed := make(chan struct{}), make(chan outcomeOfLink, 1)
	go func() { climbed <- s.climb(ctx, l, addrs, ran) }()
	err = s.runLink(l)
	close(ran)
	if next := <-climbed; next.lived { // it has taken over from l
		return true, next.err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.heard, err
}

// outcomeOfLink is what became of a link that was dialled.
type outcomeOfLink struct {
	lived bool
	err   error
}

// climb moves a link to a better way wherever one opens, as when a hole was punched for
// it: it dials again, and the newer link takes over from the older. Of the two ends that
// see it the one that dialled does. It returns when the link has ended, as ran says, and
// the one that has taken over has too.
func (s *Session) climb(ctx context.Context, l *link, addrs []transport.Addr, ran <-chan struct{}) (next outcomeOfLink) {
	for {
		select {
		case <-ran:
			return next
		case <-l.c.Better():
		}
		next.lived, next.err = s.dial(ctx, l.peer, addrs)
		if next.lived {
			return next
		}
		select {
		case <-ran:
			return next
		case <-time.After(climbAgain):
		}
	}
}

func (s *Session) reach(ctx context.Context, peer transport.Key, addrs []transport.Addr) (transport.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	c, err := s.net.Dial(ctx, peer, addrs)
	if err != nil {
		return nil, err
	}
	return meteredConn{c, &s.traffic}, nil
}

func (s *Session) partFrom(c transport.Conn, err error) {
	var refused *refusal
	if errors.As(err, &refused) {
		partWith(c, refused)
	}
	c.Abort()
}

// noteVersion keeps that somebody has come who speaks another version.
func (s *Session) noteVersion(err error) {
	var version *wire.VersionError
	if !errors.As(err, &version) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !sameVersion(s.foreign, version) { // of a crowd of them the first is told
		s.foreign = version
		s.notifyLocked()
	}
}

func sameVersion(a error, b *wire.VersionError) bool {
	var version *wire.VersionError
	return errors.As(a, &version) && *version == *b
}

// note keeps why the last link ended. Some reasons end the session.
func (s *Session) note(p *peer, err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.link == nil { // else it came by itself meanwhile
		p.trouble = err
	}
	var version *wire.VersionError
	if errors.As(err, &version) && (p.host || s.facts.role == wire.Host) || p.host && s.facts.role == wire.Guest && errors.Is(err, ErrTaken) {
		s.failLocked(err)
		return
	}
	s.cfg.Log.Info("no link", "match", s.ID(), "error", err)
	s.notifyLocked()
}
