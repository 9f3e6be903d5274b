package p2p

import (
	"maps"
	"slices"
	"time"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// spent is the time that this program has seen pass at the head of the chain: its own on
// a decision, and that of others on what they owe. It is kept on disk, so that nobody's
// restart begins it anew.
type spent struct {
	length int                           // of the chain
	own    time.Duration                 // on our move
	waited time.Duration                 // for others
	linked map[engine.Seat]time.Duration // while we waited, and their program was linked to ours, and not quiet
	at     time.Time                     // counted up to here; zero before the first count
	drawn  time.Time                     // since when linked explains no more that the mover has not moved; or zero
}

// countLocked adds the time since it was called last, or begins anew at a new head.
func (s *Session) countLocked() {
	s.addPassedLocked()
	sp, limit, mover := &s.spent, s.replica.status().clock, s.replica.status().mover
	if over := sp.linked[mover] - limit - lineTime; over > 0 && limit > 0 && sp.drawn.IsZero() {
		sp.drawn = sp.at.Add(-over)
	}
}

func (s *Session) addPassedLocked() {
	now := s.cfg.Clock.Now()
	sp := &s.spent
	passed := now.Sub(sp.at)
	if sp.at.IsZero() || passed < 0 {
		passed = 0
	}
	if sp.length != s.replica.length() {
		*sp = spent{length: s.replica.length()}
		passed = 0
	}
	sp.at = now
	if s.turn.decision == protocol.ChooseMove && s.turn.length == sp.length {
		sp.own += passed
	}
	awaited := s.replica.awaited()
	if len(awaited) == 0 || passed == 0 {
		return
	}
	sp.waited += passed
	for _, seat := range awaited {
		if p := s.peers.of(seat); p != nil && p.isHere() {
			if sp.linked == nil {
				sp.linked = map[engine.Seat]time.Duration{}
			}
			sp.linked[seat] += passed
		}
	}
}

// takeBackLocked takes back the time that a peer turns out not to have been here.
func (sp *spent) takeBackLocked(seat engine.Seat, silent time.Duration) {
	if linked, counts := sp.linked[seat]; counts {
		sp.linked[seat] = max(0, linked-silent)
	}
}

// tickLocked keeps the time on disk now and then while it counts: four times in the time
// that matters first, and ever more rarely when that is long over.
func (s *Session) tickLocked() {
	matters := s.replica.status().clock
	if grace := s.replica.status().grace; grace > 0 && (matters == 0 || grace < matters) {
		matters = grace
	}
	if matters == 0 || s.turn.decision != protocol.ChooseMove && len(s.replica.awaited()) == 0 {
		return
	}
	length := s.turn.length
	next := max(time.Second, matters/4, s.spent.waited/4)
	s.turn.tick = s.cfg.Clock.AfterFunc(next, func() { s.tick(length) })
}

func (s *Session) tick(length int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn.length != length || s.life.phase >= ended {
		return
	}
	s.keepSpentLocked()
	s.tickLocked()
}

// keepSpentLocked puts the time on disk.
func (s *Session) keepSpentLocked() {
	s.countLocked()
	if s.life.usable() != nil || s.replica.behind() || s.replica.status().complete || s.spent.own == 0 && s.spent.waited == 0 {
		return
	}
	u := s.updateLocked()
	u.Spent = s.spent.marshal()
	if err := s.st.Save(u); err != nil {
		s.life.fail(err)
		return
	}
	s.savedLocked()
}

// marshal encodes the time for the private file:
//
//	u32 length, u64 ms own, u64 ms waited, u8 number of seats, for each: u8 seat, u64 ms linked
func (sp *spent) marshal() []byte {
	b := cryptobyte.NewBuilder(nil)
	b.AddUint32(uint32(sp.length))
	b.AddUint64(uint64(sp.own.Milliseconds()))
	b.AddUint64(uint64(sp.waited.Milliseconds()))
	b.AddUint8(uint8(len(sp.linked)))
	for _, seat := range slices.Sorted(maps.Keys(sp.linked)) {
		b.AddUint8(uint8(seat))
		b.AddUint64(uint64(sp.linked[seat].Milliseconds()))
	}
	return b.BytesOrPanic()
}

// parseSpent decodes it. What can't be read, or is of no head at all, counts as nothing.
func parseSpent(raw []byte) spent {
	const most = 10 * 365 * 24 * time.Hour // far from any overflow
	var sp spent
	s := cryptobyte.String(raw)
	read := func(d *time.Duration) bool {
		var ms uint64
		if !s.ReadUint64(&ms) || ms > uint64(most.Milliseconds()) {
			return false
		}
		*d = time.Duration(ms) * time.Millisecond
		return true
	}
	var length uint32
	var count uint8
	if !s.ReadUint32(&length) || !read(&sp.own) || !read(&sp.waited) || !s.ReadUint8(&count) {
		return spent{}
	}
	sp.length, sp.linked = int(length), map[engine.Seat]time.Duration{}
	for range count {
		var seat uint8
		var d time.Duration
		if !s.ReadUint8(&seat) || !read(&d) {
			return spent{}
		}
		sp.linked[engine.Seat(seat)] = d
	}
	if !s.Empty() {
		return spent{}
	}
	return sp
}
