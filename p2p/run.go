package p2p

import (
	"context"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
)

// partingTime is the time a program stays for the others to learn that all
// have everything, if a link broke just then.
const partingTime = 10 * time.Second

// A MailTransport is a Transport without links: it carries letters, by any route and as slowly as
// people like. See package mail.
type MailTransport interface {
	// Terms waits for a letter with the Terms record of this hash.
	Terms(ctx context.Context, terms [32]byte) ([]byte, error)
	// Carry passes incoming letters to s.TakeLetter, and sends what s.Letter returns, until ctx
	// ends. Session.Run calls it. An error ends the session, so it is better to report a letter
	// that TakeLetter refuses than to return its error.
	Carry(ctx context.Context, s mail.Session) error
}

// Run plays the match until it is over and everybody holds all of it, or somebody was convicted,
// and then returns nil; or until ctx ends, and then returns ctx's error and leaves a match to
// resume. Other errors are ErrPeerGone, ErrHostGone, ErrTaken, *VersionError, ErrOwnRecords, and
// failures that stop this program, such as a full disk. Call it once.
//
// A nil error says neither who won nor whether anybody cheated: look at the
// Snapshot.
func (s *Session) Run(ctx context.Context) error {
	if err := s.start(); err != nil {
		return err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	var workers sync.WaitGroup
	if byMail, ok := s.net.(MailTransport); ok {
		workers.Go(func() {
			if err := byMail.Carry(work, s); err != nil && work.Err() == nil {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.life.fail(err)
			}
		})
	} else {
		for _, p := range s.peers {
			workers.Go(func() { dialer{s, p}.run(work) })
		}
	}
	if s.meta.role == wire.Watcher { // which never changes
		workers.Go(func() { s.giveUpWatching(work) })
	}
	s.await(ctx)
	cancel()
	s.hangUp()
	workers.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.life.notify()
	return s.life.outcome.err
}

func (s *Session) start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.phase != idle {
		return errRunsOnce
	}
	s.complete = s.replica.status().complete
	s.parting = partingTime
	if s.st.Done() && s.replica.status().seats > 2 { // everybody had the whole match already
		s.parting = recallTime
	}
	s.life.phase = running
	s.startAloneLocked()
	if !s.peers.heard(&s.replica, s.isolated) {
		s.isolatedStop = s.cfg.Clock.AfterFunc(isolationTime, s.isolate)
	}
	return s.settleLocked()
}

// await returns when the session has ended, which it sees to if ctx ends, or if the
// others have had the time to hear how the match ended.
func (s *Session) await(ctx context.Context) {
	var at phase
	var patience <-chan time.Time
	for {
		s.mu.Lock()
		changed, now, parting := s.life.changed, s.life.phase, s.parting
		if now == parted {
			s.life.end(nil, wire.ByeDone)
		}
		s.mu.Unlock()
		if now >= parted {
			return
		}
		if now != at {
			at, patience = now, nil
			if now >= sealed {
				patience = time.After(parting)
			}
		}
		select {
		case <-changed:
		case <-patience:
			s.end(nil)
		case <-ctx.Done():
			s.end(ctx.Err())
		}
	}
}

// watchPatience is the time a spectator waits without a link to the host, whose program may
// have finished meanwhile and closed for good.
const watchPatience = 10 * time.Minute

// giveUpWatching ends the session once the host has been gone for too long.
func (s *Session) giveUpWatching(ctx context.Context) {
	began := s.cfg.Clock.Now()
	for {
		s.mu.Lock()
		host, changed := s.peers[0], s.life.changed
		linked, since := host.link != nil, host.since
		s.mu.Unlock()
		if since.IsZero() {
			since = began
		}
		var tired <-chan time.Time
		if !linked {
			tired = time.After(watchPatience - s.cfg.Clock.Now().Sub(since))
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-tired:
			s.end(ErrHostGone)
			return
		}
	}
}

func (s *Session) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.life.end(err, wire.ByeClosing)
}

// hangUp ends all links for good and waits for them.
func (s *Session) hangUp() {
	s.acceptor.close()
	s.mu.Lock()
	s.life.end(nil, wire.ByeClosing)
	s.turn.end()
	for _, stop := range []func(){s.graceStop, s.isolatedStop, s.aloneStop, s.votes.cancel} {
		if stop != nil {
			stop()
		}
	}
	for l := range s.links {
		l.closeLocked(s.life.outcome.bye, "")
	}
	s.mu.Unlock()
	s.running.Wait()
}
