package p2p

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// With more than two seats the others can put out one that is silent. A program votes for
// it when that seat is overdue, its player was warned, and did not say wait; what follows
// from the votes of all the Player does by itself. Where others may put a seat out, records that
// are not complete travel as extras do, with the Seen, Votes and States for them; but to no
// watcher, and they are in no match file.

// votes holds what a session keeps about its own votes: those that it will cast by itself. The votes
// of all are in the replica.
type votes struct {
	waitedAt int    // how long the chain was when the player said wait; 0: never
	cancel   func() // the automatic vote; nil if none is due
}

// allowsVotes reports whether this is a match in which others may remove a seat.
func (r *replica) allowsVotes() bool {
	m := r.match()
	return m != nil && m.Rules() != nil && !m.Rules().AbsentStop()
}

// votable returns the seat that may be removed for its silence now.
func (r *replica) votable() (seat engine.Seat, ok bool) {
	if r.player == nil {
		return 0, false
	}
	seat, _, err := r.Absentee()
	return seat, err == nil
}

// hasVoted reports whether this seat has voted to remove another for its silence.
func (r *replica) hasVoted(seat engine.Seat) bool {
	return r.player != nil && r.Votes(seat, transcript.Absent).Has(r.own)
}

// isGone reports whether a seat is gone so far that nobody waits to hear it: it was
// removed, or this seat has voted for that.
func (r *replica) isGone(seat engine.Seat) bool {
	m := r.match()
	return m != nil && seat.Valid() && (m.SignedOut(seat) != nil || r.hasVoted(seat))
}

// programsOwe reports whether the match waits for Seen and States alone.
func (r *replica) programsOwe() bool { return len(r.unseen()) > 0 }

// unseen returns the seats whose Seen or State the match waits for, if for nothing else before the end of the game.
func (r *replica) unseen() (seats []engine.Seat) {
	if r.player == nil || !r.allowsVotes() || r.ledger.status().over { // else nobody acknowledges what is played
		return nil
	}
	for _, w := range r.Waits() {
		if !w.Seen {
			return nil
		}
		seats = append(seats, w.Seat)
	}
	return seats
}

// owing returns the seats that the match waits for, as far as this seat knows.
func (r *replica) owing() []engine.Seat {
	if unseen := r.unseen(); len(unseen) > 0 {
		return unseen
	}
	return r.ledger.owing()
}

// status returns the match's status, with what this seat knows of whoever holds it up.
func (r *replica) status() status {
	st := r.ledger.status()
	if !r.programsOwe() {
		return st
	}
	st.mover, st.clock = wire.NoSeat, 0
	if !r.TakesEnd() { // which no State can take back: it needs all messages that come in time
		st.grace = st.seen
	}
	return st
}

// marshalNotes encodes notes for the private file, as frames of a file.
func marshalNotes(notes [][]byte) []byte {
	out := []byte{}
	for _, raw := range notes {
		out = transcript.AppendFrame(out, raw)
	}
	return out
}

// recall gives a seat back what it knew beyond its chain. What has no place in a chain that others have
// brought up to date, and a false record that is refused once more, changes nothing.
func (r *replica) recall(notes []byte) error {
	if r.player == nil || len(notes) == 0 {
		return nil
	}
	records, _, err := transcript.ParseFrames(notes, func([]byte) error { return nil })
	for _, raw := range records {
		_ = r.Receive(raw)
	}
	return err
}
