package p2p

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// update is all that must be on disk now.
func (s *Session) update() store.Update {
	u := store.Update{Link: s.facts.marshal(), Seat: s.seat.secret(), Fresh: s.seat.fresh(s.fresh), Extras: s.seat.extras(), Done: s.done}
	for i := range s.seat.length() {
		raw := s.seat.record(i)
		u.Chain = append(u.Chain, raw)
		u.Signed = u.Signed || i >= len(s.chain) && signer(raw) == s.seat.seat()
	}
	return u
}

// signer reads off a record whose it is, without verifying it.
func signer(raw []byte) engine.Seat { return engine.Seat(raw[1]) }

// saved notes that update is on disk.
func (s *Session) saved() {
	s.fresh += len(s.seat.fresh(s.fresh))
	s.copyRecords()
}

// copyRecords lets the seat's records be sent.
func (s *Session) copyRecords() {
	for i := len(s.chain); i < s.seat.length(); i++ {
		s.chain = append(s.chain, s.seat.record(i))
	}
	s.extras = s.seat.extras()
}

// settle follows up on any change: the seat makes what it owes without being
// asked, all that is new is stored, and then it may be sent.
func (s *Session) settle() error {
	if s.err != nil {
		return s.err
	}
	if s.closed {
		return errors.New("the session is closed")
	}
	if s.seat.watching() {
		return s.catchUp()
	}
	var err error
	for made := s.maySign(); made && err == nil; {
		made, err = s.seat.proceed(s.cfg.Rand)
	}
	before := s.progress()
	if saveErr := s.st.Save(s.update()); saveErr != nil {
		s.fail(saveErr)
		return saveErr
	}
	s.saved()
	if err != nil {
		s.fail(err)
		return err
	}
	s.newTurn()
	s.checkEnd()
	if s.link != nil {
		s.link.poke()
	}
	if s.progress() != before {
		s.notify()
	}
	return nil
}

// progress sums up what settle can change.
func (s *Session) progress() any {
	return struct {
		chain, extras int
		decision      protocol.Decision
		heard, done   bool
	}{len(s.chain), len(s.extras), s.turn.decision, s.heard, s.done}
}

// catchUp turns a watching seat into a player once the chain has reached what
// was sent.
func (s *Session) catchUp() error {
	defer s.notify()
	w := s.seat
	count, hash := s.st.Marker()
	if w.length() < count {
		return nil
	}
	if transcript.HashRecord(w.record(count-1)) != hash {
		s.fail(ErrOwnRecords)
		return s.err
	}
	var records [][]byte
	for i := range w.length() {
		records = append(records, w.record(i))
	}
	own, _, err := s.game.restore(s.st.Slot(store.Seat), append(records, w.extras()...))
	if err != nil {
		s.fail(err)
		return err
	}
	s.seat = own
	s.cfg.Log.Info("the match file has caught up", "match", s.ID(), "records", len(records))
	return s.settle()
}

// fail ends the session for good.
func (s *Session) fail(err error) {
	if s.err != nil {
		return
	}
	s.err = err
	close(s.failed)
	s.notify()
}
