package p2p

import (
	"maps"
	"slices"
	"time"

	"golang.org/x/crypto/cryptobyte"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// elapsed is the time that this program has seen pass at the head of the chain: its own on
// a decision, and the others' on what they owe. It is kept on disk, so that nobody's
// restart begins it again.
type elapsed struct {
	length int                           // of the chain
	seen   bool                          // only Seen and States are waited for
	own    time.Duration                 // on our move
	waited time.Duration                 // for others
	linked map[engine.Seat]time.Duration // while we waited, and their program was linked to ours, and not quiet
	at     time.Time                     // counted up to here; zero before the first count
	drawn  time.Time                     // since when linked explains no more that the mover has not moved; or zero
}

// count adds the time since it was called last, or begins again at a new head. deciding says
// that it is our move.
func (sp *elapsed) count(now time.Time, r *replica, deciding bool, ps peers) {
	sp.addPassed(now, r, deciding, ps)
	st := r.status()
	limit, mover := st.clock, st.mover
	if over := sp.linked[mover] - limit - lineTime; over > 0 && limit > 0 && sp.drawn.IsZero() {
		sp.drawn = sp.at.Add(-over)
	}
}

func (sp *elapsed) addPassed(now time.Time, r *replica, deciding bool, ps peers) {
	passed := now.Sub(sp.at)
	if sp.at.IsZero() || passed < 0 {
		passed = 0
	}
	if seen := r.programsOwe(); sp.length != r.length() || sp.seen != seen {
		*sp = elapsed{length: r.length(), seen: seen}
		passed = 0
	}
	sp.at = now
	if deciding {
		sp.own += passed
	}
	awaited := r.awaited()
	if len(awaited) == 0 || passed == 0 {
		return
	}
	sp.waited += passed
	for _, seat := range awaited {
		if ps.isHere(seat) {
			if sp.linked == nil {
				sp.linked = map[engine.Seat]time.Duration{}
			}
			sp.linked[seat] += passed
		}
	}
}

// waitingSince returns since when others owe something, zero if nobody does. What this program has
// waited before it was started again counts, the time between does not.
func (sp *elapsed) waitingSince(r *replica) time.Time {
	if len(r.awaited()) == 0 {
		return time.Time{}
	}
	return sp.at.Add(-sp.waited)
}

// lineTime is the time that may pass between a move made in time and its arrival here.
const lineTime = 10 * time.Second

// overdue is Snapshot.Overdue.
func (sp *elapsed) overdue(r *replica, ps peers) bool {
	at := sp.claimAt(r, ps)
	return !at.IsZero() && sp.at.After(at)
}

// claimAt returns when silence may be claimed if all stays silent, and linked, as it is; zero if it
// never may.
func (sp *elapsed) claimAt(r *replica, ps peers) time.Time {
	st, since := r.status(), sp.waitingSince(r)
	if st.grace == 0 || since.IsZero() {
		return time.Time{}
	}
	drawn := sp.drawn
	if drawn.IsZero() && st.clock > 0 && st.mover != wire.NoSeat && ps.isHere(st.mover) {
		drawn = sp.at.Add(st.clock + lineTime - sp.linked[st.mover])
	}
	if at := since.Add(st.grace); drawn.IsZero() || at.Before(drawn) {
		return at
	}
	return drawn
}

// clockOf returns until when a peer has time for its move: as its program says, but no longer than
// the time that it was linked to us leaves. It returns zero while the peer is away: its clock may run, or
// stand with its program.
func (sp *elapsed) clockOf(p *peer, r *replica) time.Time {
	st := r.status()
	if st.clock == 0 || !p.isHere() || sp.waitingSince(r).IsZero() || p.seat == wire.NoSeat || st.mover != p.seat {
		return time.Time{}
	}
	seen := sp.at.Add(st.clock - sp.linked[p.seat])
	if !p.deadline.IsZero() && p.deadline.Before(seen) {
		return p.deadline
	}
	return seen
}

// takeBackLocked takes back the time that a peer turns out not to have been here.
func (sp *elapsed) takeBackLocked(seat engine.Seat, silent time.Duration) {
	if linked, counts := sp.linked[seat]; counts {
		sp.linked[seat] = max(0, linked-silent)
	}
}

// marshal encodes the time for the private file:
//
//	u32 length, u64 ms own, u64 ms waited, u8 number of seats, for each: u8 seat, u64 ms linked
func (sp *elapsed) marshal() []byte {
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

// parseElapsed decodes it. What can't be read, or is of no head at all, counts as nothing.
func parseElapsed(raw []byte) elapsed {
	const most = 10 * 365 * 24 * time.Hour // far from any overflow
	var sp elapsed
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
		return elapsed{}
	}
	sp.length, sp.linked = int(length), map[engine.Seat]time.Duration{}
	for range count {
		var seat uint8
		var d time.Duration
		if !s.ReadUint8(&seat) || !read(&d) {
			return elapsed{}
		}
		sp.linked[engine.Seat(seat)] = d
	}
	if !s.Empty() {
		return elapsed{}
	}
	return sp
}
