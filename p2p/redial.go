package p2p

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

const (
	dialTime  = 20 * time.Second
	redialMin = 250 * time.Millisecond
	redialMax = 15 * time.Second
	// hostPatience is how long a host lets the guest, who has its address from
	// the invite, come by itself.
	hostPatience = 3 * time.Second
)

// keepLinked dials the peer whenever there is no link.
func (s *Session) keepLinked(ctx context.Context) {
	wait := time.Duration(0)
	if s.facts.role == hostRole {
		wait = hostPatience
	}
	delay := redialMin
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		peer, addrs := s.target()
		if len(addrs) == 0 {
			// Linked, or nobody to dial: until that changes.
			select {
			case <-ctx.Done():
				return
			case <-s.relink:
			}
			wait = redialMin
			if s.facts.role == hostRole {
				wait = hostPatience
			}
			continue
		}
		lived, err := s.dial(ctx, peer, addrs)
		if ctx.Err() != nil {
			return
		}
		if lived {
			delay = redialMin
		}
		s.note(err)
		if !s.linked() { // else a newer link has come, perhaps over the same connection
			s.net.drop(peer)
		}
		wait = delay/2 + rand.N(delay)
		delay = min(2*delay, redialMax)
	}
}

// target returns whom to dial and where, nothing if there is no need or way.
func (s *Session) target() (peerKey, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	peer := s.facts.host
	if s.facts.role == hostRole {
		peer = s.facts.guest
	}
	if s.link != nil || peer.isZero() {
		return peer, nil
	}
	return peer, s.facts.peer
}

func (s *Session) linked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.link != nil
}

// dial makes a link and runs it to its end.
func (s *Session) dial(ctx context.Context, peer peerKey, addrs []string) (lived bool, err error) {
	c, err := s.reach(ctx, peer, addrs)
	if err != nil {
		return false, err
	}
	stop := context.AfterFunc(ctx, c.abort) // while shaking hands
	l, err := s.offer(c, peer)
	if !stop() && err == nil {
		return false, ctx.Err()
	}
	if err != nil {
		s.partFrom(c, err)
		return false, err
	}
	err = s.runLink(l)
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.heard, err
}

func (s *Session) reach(ctx context.Context, peer peerKey, addrs []string) (conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	c, err := s.net.dial(ctx, peer, addrs)
	if err != nil {
		return nil, err
	}
	return meteredConn{c, &s.traffic}, nil
}

func (s *Session) partFrom(c conn, err error) {
	var refused *refusal
	if errors.As(err, &refused) {
		partWith(c, refused)
	}
	c.abort()
}

// note keeps why the last link ended. Some reasons end the session.
func (s *Session) note(err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = err
	var version *VersionError
	if errors.As(err, &version) || s.facts.role == guestRole && errors.Is(err, ErrTaken) {
		s.fail(err)
		return
	}
	s.cfg.Log.Info("no link", "match", s.ID(), "error", err)
	s.notify()
}
