package protocol

import (
	"bytes"
	"errors"
	"slices"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// maxSought is in how many of the last places a record that doesn't name its own is sought.
const maxSought = 64

// holds reports whether a record is part of the match already.
func (m *Match) holds(raw []byte) bool {
	for _, l := range m.chain {
		if bytes.Equal(l.raw, raw) {
			return true
		}
	}
	for _, extra := range m.Extras() {
		if bytes.Equal(extra, raw) {
			return true
		}
	}
	return false
}

// evidence looks for what a refused record proves: that it is false in its place, or that its
// signer has signed another record for a place of our chain. It tries the places from one to
// another; each costs a signature. It returns nil if the record proves nothing new.
func (m *Match) evidence(raw []byte, err error, from, to int) (*transcript.FaultBody, *Refusal) {
	var refusal *Refusal
	if !errors.As(err, &refusal) || m.sealedForGood() || !m.Joined() {
		return nil, nil
	}
	r, parseErr := transcript.Parse(raw)
	if parseErr != nil || r.Kind == transcript.Fault {
		return nil, nil
	}
	if refusal.Provable {
		return &transcript.FaultBody{At: m.Base(), Records: [][]byte{raw}}, refusal
	}
	if m.extra(r.Kind) || m.faults[r.Seat] != nil {
		return nil, nil
	}
	for i := max(from, m.rules.NumSeats()); i < min(to, len(m.chain)); i++ {
		base := m.base(i)
		if isDivided(r) {
			base = transcript.SecondBase(base)
		}
		if r.Verify(m.keys[r.Seat], transcript.Link{Match: m.id, Prev: base}) {
			return m.diverging(i, r, raw)
		}
	}
	return nil, nil
}

// diverging judges a record that is validly signed for the place of the i-th record of our chain,
// where ours differs: its signer has signed ours too, or it is false, or its signer has signed
// something that follows ours.
func (m *Match) diverging(i int, r transcript.Record, raw []byte) (*transcript.FaultBody, *Refusal) {
	tries := [][][]byte{{raw}}
	for _, branch := range m.branches(i, r.Seat) {
		tries = append(tries, append(branch, raw))
	}
	if m.chain[i].seat == r.Seat { // which costs less to judge than a false record
		slices.Reverse(tries[:2])
	}
	for _, records := range tries {
		body := &transcript.FaultBody{At: m.base(i), Records: records}
		if c, err := m.try(body); err == nil {
			return body, &Refusal{Index: c.Index, Kind: r.Kind, Culprit: c.Culprit, Provable: true, Err: c.Reason}
		}
	}
	return nil, nil
}
