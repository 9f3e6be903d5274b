package protocol

import (
	"bytes"
	"errors"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

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

// evidence looks for what a refused record proves: that it is false where it
// stands, or that its signer has signed another record on a place of our
// chain. It returns nil if it proves nothing.
func (m *Match) evidence(raw []byte, err error) (*transcript.FaultBody, *Refusal) {
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
	if m.extra(r.Kind) {
		return nil, nil
	}
	for i := m.rules.NumSeats(); i < len(m.chain); i++ {
		if r.Verify(m.keys[r.Seat], transcript.Link{Match: m.id, Prev: m.base(i)}) {
			return m.diverging(i, r, raw)
		}
	}
	return nil, nil
}

// diverging judges a record that is validly signed for the place of the i-th record of
// our chain, where ours is another.
func (m *Match) diverging(i int, r transcript.Record, raw []byte) (*transcript.FaultBody, *Refusal) {
	body := &transcript.FaultBody{At: m.base(i)}
	if ours := m.chain[i]; ours.seat == r.Seat {
		body.Records = [][]byte{ours.raw, raw}
	} else {
		body.Records = [][]byte{raw}
	}
	conviction, err := m.try(body)
	if err != nil {
		return nil, nil
	}
	return body, &Refusal{
		Index: conviction.Index, Kind: r.Kind, Culprit: conviction.Culprit, Provable: true,
		Err: conviction.Reason,
	}
}
