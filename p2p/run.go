package p2p

import (
	"context"
	"errors"
	"time"
)

// partingTime is how long a program stays for the peer to learn that both
// have everything, if the link broke just then.
const partingTime = 10 * time.Second

// Run plays the match until it is over and both sides hold all of it, or until
// somebody was convicted, which is nil; or until ctx ends, which is ctx's error
// and leaves a match to resume. Other errors are ErrPeerGone, ErrTaken,
// *VersionError, ErrOwnRecords, and what keeps this program from going on at
// all, such as a disk that is full. Call it once.
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
	if bye == byeDone {
		// The peer may not know yet that we have everything, even if we knew
		// it before this program started.
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
