package protocol

import (
	"errors"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// allSeen reports whether every seat that lived before the last record of the game, except its
// signer, has seen it; false before the rules are known. Keys leave a program only then: otherwise the writer
// of the last record could show it to one seat only, get that seat's key, and play on against the
// others.
func (m *Match) allSeen() bool {
	return m.rules != nil && !slices.ContainsFunc(m.rules.Seats(), m.owesSeen)
}

// RevealsNow reports whether an honest seat gives its key now. In open mode it does so in its turn.
// At the end nobody does before everybody has seen it. Then the losers go first: a winner waits for
// their Reveals, since a cheat that has won would profit from an unaudited game. Of either, whoever was out
// before the last record waits for those who lived: only they know that the game does not go on after another.
// After a Dispute the disputer goes first.
func (m *Match) RevealsNow(seat engine.Seat) bool {
	if m.rules != nil && m.rules.Open() {
		return true
	}
	if !m.allSeen() {
		return false
	}
	if disputer, ok := m.Disputed(); ok && disputer != seat && !m.Revealed(disputer) {
		return false
	}
	return !slices.ContainsFunc(m.Unrevealed(), func(other engine.Seat) bool { return m.revealRank(other) < m.revealRank(seat) })
}

// revealRank says how many ranks of seats reveal before a seat.
func (m *Match) revealRank(seat engine.Seat) (rank int) {
	if result := m.Result(); !result.Draw && result.Winners.Has(seat) {
		rank = 2
	}
	if !m.before.Has(seat) {
		rank++
	}
	return rank
}

// verifyReveal takes a seat's key and tape: the key must belong to the Y in its
// Layout, and the tape must be the one committed to there.
func (m *Match) verifyReveal(r transcript.Record) error {
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
	m.reveals[r.Seat] = &reveal{r.Marshal(), body}
	return nil
}

// convictDoubleAt judges two branches of records from one base whose last records, so the accuser
// says, one seat has signed. Of the chain it needs only Terms and Joins.
func (m *Match) convictDoubleAt(base transcript.Hash, records [][]byte) (*Conviction, error) {
	words, err := m.ends(base, records)
	if err != nil {
		return nil, err
	}
	switch {
	case len(words) != 2 || words[0].seat != words[1].seat:
		return nil, errUnsigned
	case words[0].agrees(words[1]):
		return nil, errAgree
	}
	last := transcript.Kind(records[len(records)-1][0])
	return &Conviction{words[0].seat, NoIndex, last, errDouble}, nil
}

// ends splits records into branches from a base: a record that is signed on the hash of the one
// before it continues its branch. It returns what the last record of each binds its signer to on
// the base: a seat that signs on a record has chosen it and all that it follows.
func (m *Match) ends(base transcript.Hash, records [][]byte) (words []word, err error) {
	var before, first transcript.Hash
	for _, raw := range records {
		r, err := transcript.Parse(raw)
		if err != nil {
			return nil, err
		}
		bases := []transcript.Hash{before, transcript.SecondBase(before), base, transcript.SecondBase(base)}
		on := slices.IndexFunc(bases, func(on transcript.Hash) bool {
			return m.hasSigned(r, on)
		})
		continues := on < 2
		if on < 0 || continues && len(words) == 0 {
			return nil, errUnsigned
		}
		w, ok := m.wordOf(r, raw, bases[on])
		switch {
		case !ok || !w.binds():
			return nil, errAgree
		case continues:
			start := words[len(words)-1]
			words[len(words)-1] = word{raw: raw, seat: r.Seat, record: first, built: true, second: start.second}
		default:
			w.second = on == 3
			words, first = append(words, w), transcript.HashRecord(raw)
		}
		before = transcript.HashRecord(raw)
	}
	return words, nil
}

var (
	errDouble   = coded.Errorf("protocol.double", "signed two different records for one place in the chain")
	errAgree    = coded.Errorf("protocol.double-extra", "its records are not double-dealing: a seat may sign both on one base")
	errUnsigned = coded.Errorf("protocol.double-unsigned", "its records are not two branches from one base, whose last records one seat has signed")
	errHasBody  = coded.Errorf("protocol.has-body", "it has a body")
)
