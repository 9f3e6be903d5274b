package protocol

import (
	"bytes"
	"errors"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// verifySeen takes a seat's word that it has chosen the last record of the game: place has
// checked that it names it. Keys leave a program only when everybody has said so: else who
// writes the last record could show it to one seat alone, take that seat's key, and go on
// against the others.
func (m *Match) verifySeen(r transcript.Record, raw []byte) error {
	m.seen[r.Seat] = slices.Clone(raw)
	return nil
}

// AllSeen reports whether everybody who lived before the last record of the game, but its
// signer, has seen it; false before the rules are here.
func (m *Match) AllSeen() bool {
	return m.rules != nil && !slices.ContainsFunc(m.rules.Seats(), m.owesSeen)
}

// RevealsNow reports whether an honest seat gives its key now. In open mode it does so
// when its turn comes. At the end nobody does before everybody has seen it; then the
// losers go first: a winner waits for their Reveals, since a won game is worth a cheat's
// while to leave unaudited. After a Dispute the disputer goes first: whoever stops a game
// has to show its cards.
func (m *Match) RevealsNow(seat engine.Seat) bool {
	if m.rules != nil && m.rules.Open() {
		return true
	}
	if !m.AllSeen() {
		return false
	}
	if disputer, ok := m.Disputed(); ok {
		return disputer == seat || m.Revealed(disputer)
	}
	result := m.Result()
	return result.Draw || !result.Winners.Has(seat) || m.losersRevealed()
}

// losersRevealed reports whether everybody who has not won has revealed its layout.
func (m *Match) losersRevealed() bool {
	for _, seat := range m.Unrevealed() {
		if !m.Result().Winners.Has(seat) {
			return false
		}
	}
	return true
}

// verifyReveal takes a seat's key and tape: the key must be that of the Y that its
// Layout holds, and the tape the one committed to there.
func (m *Match) verifyReveal(r transcript.Record, raw []byte) error {
	body, err := transcript.ParseReveal(r.Body)
	if err != nil {
		return err
	}
	opened, err := m.open(r.Seat, layout.KeyOf(body.Key))
	if errors.Is(err, layout.ErrWrongKey) {
		return coded.Errorf("protocol.other-key", "this key is not the one that the layout is encrypted under")
	}
	if err != nil {
		return err
	}
	if layout.TapeCommitment(body.Tape) != m.layouts[r.Seat].TapeCommitment() {
		return coded.Errorf("protocol.other-tape", "this tape seed is not the one that the layout committed to")
	}
	m.opened[r.Seat] = opened
	m.reveals[r.Seat] = &reveal{slices.Clone(raw), body}
	return nil
}

// convictDoubleAt tries two records that the accuser says one seat signed on one base. It needs
// no more of the chain than Terms and Joins.
func (m *Match) convictDoubleAt(prev transcript.Hash, a, b []byte) (*Conviction, error) {
	if bytes.Equal(a, b) {
		return nil, coded.Errorf("protocol.double-same", "its two records are one and the same")
	}
	first, err := transcript.Parse(a)
	if err != nil {
		return nil, err
	}
	second, err := transcript.Parse(b)
	if err != nil {
		return nil, err
	}
	one, binds := m.wordOf(first, a, prev)
	other, too := m.wordOf(second, b, prev)
	if !binds || !too || one.agrees(other) {
		return nil, coded.Errorf("protocol.double-extra", "its two records are no double-dealing: both may be signed on one base")
	}
	at := transcript.Link{Match: m.id, Prev: prev}
	if first.Seat != second.Seat || !first.Verify(m.keys[first.Seat], at) || !second.Verify(m.keys[second.Seat], at) {
		return nil, coded.Errorf("protocol.double-unsigned", "its two records are not both signed by one seat for one place")
	}
	return &Conviction{first.Seat, NoIndex, second.Kind, errDouble}, nil
}

var (
	errDouble  = coded.Errorf("protocol.double", "signed two different records on one place of the chain")
	errHasBody = coded.Errorf("protocol.has-body", "it has a body")
)
