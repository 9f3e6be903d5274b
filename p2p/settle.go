package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// updateLocked returns all that must be on disk now and may not be there yet.
func (s *Session) updateLocked() store.Update {
	saved := s.log.state()
	u := store.Update{
		Link: s.linkMetaLocked(), Seat: s.replica.secret(), Bound: s.replica.journal(s.bound),
		Known: int(saved.Count), Head: saved.Head, Extras: s.replica.extras(), Done: s.doneLocked(),
		Notes: marshalNotes(s.replica.notes()),
	}
	u.Signed = len(u.Bound) > 0 // on the head, or beyond it: without that, recall would drop it
	for i := s.log.length(); i < s.replica.length(); i++ {
		raw := s.replica.record(i)
		u.Chain = append(u.Chain, raw)
		u.Signed = u.Signed || signer(raw) == s.replica.own
	}
	return u
}

// saveLocked puts an update on disk. Its error ends the session.
func (s *Session) saveLocked(u store.Update) error {
	if err := s.st.Save(u); err != nil {
		s.life.fail(err)
		return err
	}
	s.savedLocked()
	return nil
}

// savedLocked notes that what updateLocked says is on disk.
func (s *Session) savedLocked() {
	s.bound += len(s.replica.journal(s.bound))
	s.log.take(&s.replica)
}

// doneLocked reports that everybody holds all of the finished match, or did when the
// program ran last.
func (s *Session) doneLocked() bool {
	return s.st != nil && s.st.Done() || s.peers.all(&s.replica, func(p *peer) bool { return p.has })
}

// settleLocked follows up on any change: the seat makes what it owes without being
// asked, all that is new is stored, and then it may be sent.
func (s *Session) settleLocked() error {
	if err := s.life.usable(); err != nil {
		return err
	}
	if s.meta.role == wire.Watcher && s.replica.length() > 0 {
		s.peers[0].seat = s.replica.status().host
	}
	for l := range s.links { // what one has said may have come from another
		l.hearNewsLocked()
	}
	if s.replica.behind() {
		return s.catchUpLocked()
	}
	var err error
	for made := s.maySignLocked(); made && err == nil; {
		err = s.timings.measure(&s.replica, func() (err error) {
			made, err = s.replica.Proceed(s.cfg.Rand)
			return err
		})
	}
	// Nobody took the request at an earlier head.
	if s.resigning && s.asked != s.replica.length() && s.maySignLocked() {
		s.resignLocked() // its error: the seat is out, or the game is over
	}
	before := s.progressLocked()
	s.peekLocked()
	s.tellWhereLocked()
	if saveErr := s.saveLocked(s.updateLocked()); saveErr != nil {
		return saveErr
	}
	if err != nil {
		s.life.fail(err)
		return err
	}
	s.newTurnLocked()
	s.scheduleVoteLocked()
	s.prepareLocked()
	s.checkEndLocked()
	for l := range s.links {
		l.Wake()
	}
	if s.progressLocked() != before {
		s.life.notify()
	}
	return nil
}

// progress sums up what settleLocked can change.
type progress struct {
	chain, extras int
	held          int
	decision      protocol.Decision
	heard         bool
	mover         engine.Seat
}

func (s *Session) progressLocked() progress {
	return progress{len(s.log.chain), len(s.log.extras), s.replica.held(), s.turn.decision, s.peers.heard(&s.replica, s.isolated), s.replica.status().mover}
}

// catchUpLocked turns a seat that only watches into one that plays, once the chain has
// reached what was sent.
func (s *Session) catchUpLocked() error {
	w := s.replica
	count, hash := s.st.Marker()
	if w.length() < count {
		return nil
	}
	defer s.life.notify()
	if w.hash(count-1) != hash {
		s.life.fail(ErrOwnRecords)
		return ErrOwnRecords
	}
	var records [][]byte
	for i := range w.length() {
		records = append(records, w.record(i))
	}
	own, _, err := s.game.restore(s.st.Slot(store.Seat), s.st.Journal(), append(records, w.extras()...))
	if err != nil {
		s.life.fail(err)
		return err
	}
	if err := own.recall(s.st.Slot(store.Notes)); err != nil {
		s.life.fail(err)
		return err
	}
	s.replica, s.mailed = own, nil
	s.pendingPeeks.judge(&s.replica)
	for _, p := range s.peers {
		p.trouble, p.lead = nil, nil
		p.heard = p.heard || p.letter.Count > 0 && s.replica.covers(p.letter) // of letters that were read before
	}
	s.cfg.Log.Info("the match file has caught up", "match", s.ID(), "records", len(records))
	return s.settleLocked()
}

// timings are the times that the records of the chain took to make or to check.
type timings []time.Duration

// measure does what may make the chain longer, and notes how long its first new record took. Real
// time is meant, for people to read.
func (t *timings) measure(chain *replica, f func() error) error {
	at, began := chain.length(), time.Now()
	err := f()
	n := chain.length()
	for len(*t) < n {
		*t = append(*t, 0) // of what came with another
	}
	if at < n {
		(*t)[at] = time.Since(began)
	}
	return err
}

func (s *Session) checkSignLocked() error {
	if err := s.life.usable(); err != nil {
		return err
	}
	switch {
	case s.meta.role == wire.Watcher:
		return ErrWatching
	case s.replica.behind():
		return ErrBehind
	case !s.maySignLocked():
		return ErrUnheard
	}
	return nil
}

// maySignLocked reports whether the seat may make records: not before the others have
// said how far the match is. After the end there is nothing left that a
// forgotten record could contradict. An old letter says too little: by letter all come first.
func (s *Session) maySignLocked() bool {
	return s.replica.player != nil && !s.unread && (s.peers.heard(&s.replica, s.isolated) || s.replica.status().over)
}

// linkMetaLocked returns what must be kept, as they are now.
func (s *Session) linkMetaLocked() []byte {
	s.meta.peers = nil
	for _, p := range s.peers {
		if p.link != nil { // where it listens, it says soon after the link began
			p.learnAddrs(s.net)
		}
		if !p.key.IsZero() {
			s.meta.peers = append(s.meta.peers, peerMeta{p.seat, p.key, p.addrs, p.met, p.secret})
		}
	}
	return s.meta.marshal()
}
