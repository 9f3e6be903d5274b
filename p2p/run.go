package p2p

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"time"
)

const (
	dialTime  = 20 * time.Second
	redialMin = 250 * time.Millisecond
	redialMax = 15 * time.Second
	// partingTime is how long a program stays for the peer to learn that both
	// have everything, if the link broke just then.
	partingTime = 10 * time.Second
	// hostPatience is how long a host lets the guest, who has its address from
	// the invite, come by itself.
	hostPatience = 3 * time.Second
)

// Run plays the match until it is over and both sides hold all of it, or until
// somebody was convicted, which is nil; or until ctx ends, which is ctx's error
// and leaves a match to resume. Other errors are ErrPeerGone, ErrTaken,
// *VersionError, and what keeps this program from going on at all. Call it once.
//
// A nil says nothing about who won, nor that nobody cheated: look at the
// Snapshot.
func (s *Session) Run(ctx context.Context) error {
	if err := s.start(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dialing := make(chan struct{})
	go func() {
		defer close(dialing)
		s.keepLinked(ctx)
	}()

	var err error
	bye := byeClosing
	select {
	case <-s.finished:
	case <-s.failed:
		err = s.err
		if errors.Is(err, ErrDiverged) || errors.Is(err, ErrOwnRecords) {
			bye = byeDiverged
		}
	case <-s.sealed:
		// Nothing more is to come. The other side is told, if it will hear it.
		select {
		case <-s.finished:
		case <-time.After(partingTime):
		case <-ctx.Done():
		}
	case <-s.late:
		err = ErrPeerGone
	case <-ctx.Done():
		err = ctx.Err()
	}
	// A match that finished in the same moment is finished.
	select {
	case <-s.finished:
		err, bye = nil, byeDone
	default:
	}
	if bye == byeDone && !s.doneBefore {
		// The peer may not know yet that we have everything.
		select {
		case <-s.parted:
		case <-time.After(partingTime):
		case <-s.failed:
		case <-ctx.Done():
		}
	}

	cancel()
	s.hangUp(bye)
	<-dialing
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notify()
	if s.err != nil && err == nil {
		return s.err
	}
	return err
}

func (s *Session) start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running || s.closed {
		return errors.New("a session runs once")
	}
	if err := s.settle(); err != nil {
		return err
	}
	s.running = true
	return nil
}

// hangUp ends the link for good and waits for it.
func (s *Session) hangUp(r reason) {
	s.net.door().leave(s)
	s.mu.Lock()
	s.stopping = true
	s.turn.end()
	if s.graceStop != nil {
		s.graceStop()
	}
	if s.link != nil {
		s.link.close(r, "")
	}
	s.mu.Unlock()
	s.links.Wait()
}

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

// offer shakes hands as the end that dialled.
func (s *Session) offer(c conn, peer peerKey) (*link, error) {
	ours, err := s.greet()
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(handshakeTime)
	c.SetReadDeadline(deadline)
	c.SetWriteDeadline(deadline)
	if err := writeFrame(c, ours.frame()); err != nil {
		return nil, err
	}
	theirs, err := readHello(c)
	if err != nil {
		return nil, err
	}
	return s.shake(c, peer, ours, theirs)
}

// answer shakes hands as the end that was dialled.
func (s *Session) answer(c conn, peer peerKey, theirs hello) (*link, error) {
	c = meteredConn{c, &s.traffic}
	s.traffic.received.Add(uint64(theirs.frame().size()))
	ours, err := s.greet()
	if err != nil {
		return nil, err
	}
	if err := writeFrame(c, ours.frame()); err != nil {
		return nil, err
	}
	return s.shake(c, peer, ours, theirs)
}

// greet makes this end's Hello.
func (s *Session) greet() (hello, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := hello{version: LinkVersion, role: s.facts.role, terms: s.terms}
	if _, err := io.ReadFull(s.cfg.Rand, h.nonce[:]); err != nil {
		return h, err
	}
	return h, nil
}

// shake is what both ends do once both Hellos are there.
func (s *Session) shake(c conn, peer peerKey, ours, theirs hello) (*link, error) {
	if theirs.terms != s.terms || theirs.role != ours.role.other() {
		return nil, refuse("%w: a hello that does not fit ours", errFrame)
	}
	h := &handshake{c: c, role: ours.role, linkKey: s.linker, number: func() (uint64, error) { return s.nextNumber(peer) }}
	h.parties.terms = s.terms
	h.parties.keys[ours.role], h.parties.keys[theirs.role] = s.net.self(), peer
	h.parties.nonces[ours.role], h.parties.nonces[theirs.role] = ours.nonce, theirs.nonce
	if ours.role == guestRole && peer != s.facts.host {
		return nil, &refusal{byeStranger, ErrNotInvited, true}
	}
	if err := h.prove(); err != nil {
		return nil, err
	}
	return newLink(s, c, peer, h.parties.linkNumber), nil
}

// nextNumber numbers the link of a guest. Once somebody has joined, only they
// get one.
func (s *Session) nextNumber(guest peerKey) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.facts.guest.isZero() && guest != s.facts.guest {
		return 0, &refusal{byeTaken, ErrTaken, true}
	}
	s.number++
	return s.number, nil
}

// runLink runs a proven link to its end. The error is why it ended.
func (s *Session) runLink(l *link) error {
	if err := s.attach(l); err != nil {
		s.partFrom(l.c, err)
		return err
	}
	defer s.links.Done()
	go l.write()
	err := l.read()
	close(l.dead)
	l.c.SetWriteDeadline(time.Now())
	l.c.Close()
	<-l.flushed
	s.detach(l, err)
	return err
}

// attach makes l the session's link. The host numbers links, so both ends
// agree which of two is the newer, in whatever order they come up.
func (s *Session) attach(l *link) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopping || s.closed || s.err != nil:
		return &refusal{byeClosing, errors.New("the session has ended"), false}
	case s.link != nil && s.link.number >= l.number:
		return &refusal{byeReplaced, errors.New("there is a newer link"), false}
	}
	if s.link != nil {
		s.link.close(byeReplaced, "")
	}
	s.links.Add(1)
	s.link = l
	s.peer.since, s.peer.arranging = s.cfg.Clock.Now(), false
	s.trouble = nil
	s.learnAddrs(l)
	if s.request != nil {
		l.push(frame{frameResign, s.request})
	}
	if left := s.turn.deadline.Sub(s.cfg.Clock.Now()); !s.turn.deadline.IsZero() && left > 0 {
		l.push(signalFrame(signalClock, uint32(min(left.Milliseconds(), 1<<31))))
	}
	s.cfg.Log.Info("linked", "match", s.ID(), "link", l.number)
	s.notify()
	return nil
}

// detach forgets a link that has ended.
func (s *Session) detach(l *link, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != l {
		return
	}
	s.link = nil
	s.peer.since, s.peer.deadline, s.peer.arranging = s.cfg.Clock.Now(), time.Time{}, false
	s.trouble = err
	s.cfg.Log.Info("link lost", "match", s.ID(), "link", l.number, "error", err)
	select {
	case s.relink <- struct{}{}:
	default:
	}
	s.notify()
}

// learnAddrs keeps where the peer listens, for redialling after a restart.
func (s *Session) learnAddrs(l *link) {
	if s.facts.role == hostRole && l.peer != s.facts.guest {
		return
	}
	addrs := s.net.addrsOf(l.peer)
	for _, old := range s.facts.peer {
		if !slices.Contains(addrs, old) {
			addrs = append(addrs, old)
		}
	}
	s.facts.peer = addrs[:min(len(addrs), maxInviteAddrs)]
}

// letGo reports whether a Bye of ours is on its way.
func (s *Session) letGo(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.bye != nil
}

func (s *Session) closeLink(l *link, r reason, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.close(r, text)
}
