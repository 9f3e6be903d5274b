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
	return slices.ContainsFunc(append(m.Records(), m.Extras()...), func(other []byte) bool { return bytes.Equal(other, raw) })
}

// judge looks for what a refused record proves: that it is false in its place, or that its signer has
// signed another record for a place of our chain. It tries the places from one to another; each costs a
// signature. It returns a provable *Refusal, or err if the record proves nothing new.
func (p *Player) judge(raw []byte, err error, from, to int) error {
	m := p.match
	var refusal *Refusal
	r, parseErr := transcript.Parse(raw)
	switch {
	case !errors.As(err, &refusal) || m.sealedForGood() || !m.Joined() || parseErr != nil || r.Kind == transcript.Fault:
		return err
	case refusal.Provable:
		p.accuse(refusal.Culprit, &transcript.FaultBody{At: m.Base(), Records: [][]byte{raw}})
		return refusal
	case m.extra(r.Kind) || m.faults[r.Seat] != nil:
		return err
	}
	for i := max(from, m.rules.NumSeats()); i < min(to, len(m.chain)); i++ {
		base := m.placeOf(r, i)
		if !m.hasSigned(r, base) {
			continue
		}
		w, _ := m.wordOf(r, raw, base)
		w.second = isDivided(r)
		evidence := p.double(m.base(i), r.Seat, branch{[][]byte{raw}, w})
		if evidence == nil {
			evidence = &transcript.FaultBody{At: m.base(i), Records: [][]byte{raw}}
		}
		c, tried := m.try(evidence)
		if tried != nil {
			return err
		}
		p.accuse(r.Seat, evidence)
		return &Refusal{Index: i, Kind: r.Kind, Culprit: r.Seat, Provable: true, Err: c.Reason}
	}
	return err
}
