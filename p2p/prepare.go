package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/protocol"
)

// prepareAfter is the time a turn lasts before its attacks are made ready: until then what
// brought the turn about is sent and read, and who decides at once has nothing of it.
const prepareAfter = 10 * time.Millisecond

// prepareLocked has the attacks of the turn made ready while the player thinks, unless
// that is under way or switched off.
func (s *Session) prepareLocked() {
	if s.cfg.NoPrepare || s.turn.prepared || s.turn.decision != protocol.ChooseMove {
		return
	}
	s.turn.prepared = true
	length := s.turn.length
	s.turn.stop = append(s.turn.stop, s.cfg.Clock.AfterFunc(prepareAfter, preparer{s, length}.run))
}

// preparer makes the attacks of one turn ready: that at a length of the chain.
type preparer struct {
	session *Session
	length  int
}

// run makes ready what can be, as long as the turn lasts.
func (p preparer) run() {
	s := p.session
	s.mu.Lock()
	if s.life.phase >= ended {
		s.mu.Unlock()
		return
	}
	s.running.Add(1)
	s.mu.Unlock()
	defer s.running.Done()
	for p.next() {
	}
}

// next makes one attack ready, and reports whether there may be more of them. What
// comes meanwhile, a decision above all, waits for no more than this one.
func (p preparer) next() bool {
	s := p.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != p.length || s.turn.decision != protocol.ChooseMove || s.life.phase >= ended || s.checkSignLocked() != nil {
		return false
	}
	more, err := s.replica.Prepare(s.cfg.Rand)
	if err != nil { // the attack is made when it is played, which then returns the error
		s.cfg.Log.Warn("could not make an attack ready", "match", s.ID(), "error", err)
	}
	return more && err == nil
}
