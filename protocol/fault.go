package protocol

import (
	"bytes"
	"errors"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// fault is a Fault that was taken, and what it proves.
type fault struct {
	raw        []byte
	body       transcript.FaultBody
	conviction *Conviction
}

// takeFault keeps a Fault. Evidence that convicts nobody convicts the accuser, since an honest seat
// accuses only of what it verified. One Fault against a seat is enough: another is not judged.
func (m *Match) takeFault(r transcript.Record, raw []byte) error {
	if slices.ContainsFunc(m.faults[:], func(f *fault) bool { return f != nil && bytes.Equal(f.raw, raw) }) {
		return errDuplicate // an echo, which need not be tried again
	}
	body, err := transcript.ParseFault(r.Body)
	if err != nil {
		return err
	}
	accused := engine.Seat(body.Records[len(body.Records)-1][1]) // unless it is bogus
	if m.faults[r.Seat] != nil && m.faults[accused] != nil {
		return errDuplicate
	}
	conviction, err := m.try(&body)
	if err != nil {
		conviction = &Conviction{r.Seat, len(m.chain), r.Kind, coded.Errorf("protocol.bogus-fault", "bogus fault: %w", err)}
	}
	if m.faults[conviction.Culprit] != nil {
		return errDuplicate
	}
	m.faults[conviction.Culprit] = &fault{slices.Clone(raw), body, conviction}
	return nil
}

// try judges the evidence of a Fault at the place of the chain that the Fault names. Its cost does
// not depend on the length of the chain.
func (m *Match) try(f *transcript.FaultBody) (*Conviction, error) {
	index, ok := m.find(f.At)
	if len(f.Records) > 1 { // their content and place do not matter
		c, err := m.convictDoubleAt(f.At, f.Records)
		if err == nil && ok {
			c.Index = index
		}
		return c, err
	}
	if !ok {
		return nil, coded.Errorf("protocol.fault-early", "its evidence is from before the match id")
	}
	return m.convictFalse(index, f.Records[0])
}

// convictFalse judges a record that the accuser calls false and validly signed for this place of
// the chain.
func (m *Match) convictFalse(index int, raw []byte) (*Conviction, error) {
	if index < len(m.chain) && bytes.Equal(m.chain[index].raw, raw) {
		return nil, errFaultSound
	}
	r, err := transcript.Parse(raw)
	if err != nil {
		return nil, err
	}
	if !m.hasSigned(r, m.placeOf(r, index)) {
		return nil, errFaultNobody(errNotSigned(r.Seat))
	}
	at, err := m.prefix(index)
	if err != nil {
		return nil, err
	}
	var refusal *Refusal
	err = at.append(raw)
	switch {
	case err == nil:
		return nil, errFaultSound
	case !errors.As(err, &refusal) || !refusal.Provable:
		return nil, errFaultNobody(err)
	}
	return refusal.Conviction(), nil
}

func errFaultNobody(err error) error {
	return coded.Errorf("protocol.fault-nobody", "the record that it calls false convicts nobody: %w", err)
}

var errFaultSound = coded.Errorf("protocol.fault-sound", "the record that it calls false is sound")

func (m *Match) firstFault() *fault {
	for _, f := range m.faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// Conviction returns what a Fault proves, nil without one; if there are several, the one against
// the lowest seat.
func (m *Match) Conviction() *Conviction {
	if f := m.firstFault(); f != nil {
		return f.conviction
	}
	return nil
}

// Convictions returns what all Faults prove, by the convicted seat.
func (m *Match) Convictions() (all []*Conviction) {
	for _, f := range m.faults {
		if f != nil {
			all = append(all, f.conviction)
		}
	}
	return all
}

// sealedForGood reports whether nothing may follow: there is a Fault, and the rules put nobody out.
func (m *Match) sealedForGood() bool {
	return m.rules != nil && m.rules.AbsentStop() && m.firstFault() != nil
}

// sealed reports whether honest seats sign nothing more for now: a Fault convicts a seat that is
// not out. If the others may put it out, that ends; and a verifier takes what others signed
// meanwhile.
func (m *Match) sealed() bool {
	return m.sealedForGood() || len(m.chain) > 0 && m.convictedLiving() != 0
}

// convictedLiving returns the set of the seats that a Fault convicts and that are not out.
func (m *Match) convictedLiving() (set engine.SeatSet) {
	for seat, f := range m.faults {
		if f != nil && m.position.Out(engine.Seat(seat)) == engine.NotOver {
			set = set.Add(engine.Seat(seat))
		}
	}
	return set
}

// PutsOut reports whether the others can put out a seat that a Fault convicts, so that the match
// goes on. Nobody else is put out before the seat to move is.
func (m *Match) PutsOut() bool {
	convicted := m.convictedLiving()
	if m.course() == Play && convicted.Has(m.writer()) {
		convicted = engine.SeatsOf(m.writer())
	}
	return slices.ContainsFunc(convicted.Seats(), func(seat engine.Seat) bool {
		return m.CheckSignOut(seat, transcript.Convicted) == nil
	})
}
