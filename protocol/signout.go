package protocol

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// SignedOut says how all others put a seat out of the game.
type SignedOut struct {
	Seat   engine.Seat
	Cause  transcript.Cause
	By     engine.SeatSet // who signed
	Record int            // index in the chain
}

// SignedOut returns how the others put a seat out, nil if they have not.
func (m *Match) SignedOut(seat engine.Seat) *SignedOut {
	if !seat.Valid() {
		return nil
	}
	return m.signedOut[seat]
}

// putOut returns the set of the seats that the others have put out.
func (m *Match) putOut() (set engine.SeatSet) {
	for seat, s := range m.signedOut {
		if s != nil {
			set = set.Add(engine.Seat(seat))
		}
	}
	return set
}

// mayAlso reports whether a seat may append a record although it is not its turn: in play a
// SignOut, whose seat verifySignOut checks; at the end the Reveal that a seat which was put out
// does not owe, and by which it admits that it was absent.
func (m *Match) mayAlso(seat engine.Seat, kind transcript.Kind) bool {
	switch m.course() {
	case Play:
		return kind == transcript.SignOut
	case Ended:
		return kind == transcript.Reveal && m.rules.RevealAtEnd() && m.reveals[seat] == nil && m.signedOut[seat] != nil
	}
	return false
}

// Decider returns the seat that puts another out if the other owes the record: the next living seat
// after it, in turn order, of any team.
func (m *Match) Decider(seat engine.Seat) engine.Seat {
	n := m.rules.NumSeats()
	for i := 1; i < n; i++ {
		d := engine.Seat((int(seat) + i) % n)
		if m.position.Out(d) == engine.NotOver {
			return d
		}
	}
	return seat // never in play: two teams live
}

// CheckSignOut reports why a seat can't be put out now for a cause, whoever votes for it.
func (m *Match) CheckSignOut(seat engine.Seat, cause transcript.Cause) error {
	switch {
	case m.course() != Play:
		return ErrNobodyPlays
	case m.rules.AbsentStop():
		return errSignOutStop
	case cause == transcript.Absent && m.rules.Grace() == 0:
		return coded.Errorf("protocol.signout-no-grace", "%w: so nobody is put out for it", errNoGrace)
	case m.frees(seat, cause):
		return nil
	}
	position := m.position
	return position.Apply(engine.AbsentEvent(seat))
}

// frees reports whether a SignOut only says that a seat which the record before put out has given
// no Seen of it.
func (m *Match) frees(seat engine.Seat, cause transcript.Cause) bool {
	return cause == transcript.Absent && m.before.Has(seat) && m.position.Out(seat) != engine.NotOver && m.signedOut[seat] == nil
}

// Errors about putting a seat out.
var (
	ErrNobodyPlays = coded.Errorf("protocol.signout-not-played", "seats can be put out only while the game is played")
	errSignOutStop = coded.Errorf("protocol.signout-stop", "these rules don't allow putting a seat out: a silent or convicted one stops the game")
)

// writer returns the seat that owes the next record of a game that is played.
func (m *Match) writer() engine.Seat { return m.dueInPlay()[0].Seat }

// SignOutWriter returns the seat that puts another out: the decider in the other's turn, otherwise the
// seat whose turn it is, which still owes its own record after that.
func (m *Match) SignOutWriter(seat engine.Seat) engine.Seat {
	if w := m.writer(); w != seat {
		return w
	}
	return m.Decider(seat)
}

// voters returns the seats that have to agree: all that live, except the one that is put out.
func (m *Match) voters(seat engine.Seat) engine.SeatSet { return m.living().Remove(seat) }

// verifySignOut takes a seat out of the game, if all others that play want it. That all must agree
// keeps the two halves of a split network from putting each other out.
func (m *Match) verifySignOut(r transcript.Record) error {
	body, err := transcript.ParseSignOut(r.Body)
	if err != nil {
		return err
	}
	if err := m.CheckSignOut(body.Seat, body.Cause); err != nil {
		return err
	}
	if w := m.SignOutWriter(body.Seat); w != r.Seat {
		return coded.Errorf("protocol.signout-writer", "only %s can put %s out here", w, body.Seat)
	}
	voters := m.voters(body.Seat)
	signed := voters
	if body.Cause != transcript.Divided {
		signed = voters.Remove(r.Seat)
	} else if w := m.writer(); body.Seat != w && body.Seat != m.Decider(w) {
		return coded.Errorf("protocol.signout-undivided", "the seats can't be divided about %s here", body.Seat)
	} else if body.Agreed() {
		return coded.Errorf("protocol.signout-agreed", "all have stated the same record, so it stands, and nobody is put out for it")
	}
	if err := m.verifyVotes(&body, signed); err != nil {
		return err
	}
	if !m.frees(body.Seat, body.Cause) {
		if err := m.play(engine.AbsentEvent(body.Seat)); err != nil {
			return err
		}
	}
	m.signedOut[body.Seat] = &SignedOut{body.Seat, body.Cause, voters, len(m.chain)}
	return nil
}

// verifyVotes checks that a SignOut on the head holds the Votes or States of these seats, and
// no others.
func (m *Match) verifyVotes(body *transcript.SignOutBody, voters engine.SeatSet) error {
	if len(body.Votes) != voters.Len() {
		return coded.Errorf("protocol.signout-votes", "it holds %d votes, and %d seats have to agree", len(body.Votes), voters.Len())
	}
	base := m.Base()
	for i, voter := range voters.Seats() {
		vote := body.Vote(base, voter, i)
		if !m.hasSigned(vote, base) {
			return coded.Errorf("protocol.signout-vote", "%s has not voted for it here", voter)
		}
	}
	return nil
}
