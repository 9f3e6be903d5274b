package protocol

import (
	"bytes"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// fault is a Fault that stands, and whom it convicts.
type fault struct {
	raw        []byte
	conviction *Conviction
}

// takeFault keeps a Fault. It tries the evidence by folding the chain up to the hash that
// the Fault names; evidence that convicts nobody convicts the accuser, since an honest
// seat accuses only of what it verified. One Fault against a seat is enough.
func (m *Match) takeFault(r transcript.Record, raw []byte) error {
	if slices.ContainsFunc(m.faults[:], func(f *fault) bool { return f != nil && bytes.Equal(f.raw, raw) }) {
		return errDuplicate // an echo, which need not be tried again
	}
	body, err := transcript.ParseFault(r.Body)
	if err != nil {
		return err
	}
	conviction, err := m.try(&body)
	if err != nil {
		conviction = &Conviction{r.Seat, len(m.chain), r.Kind, coded.Errorf("protocol.bogus-fault", "bogus fault: %w", err)}
	}
	if m.faults[conviction.Culprit] != nil {
		return errDuplicate
	}
	m.faults[conviction.Culprit] = &fault{slices.Clone(raw), conviction}
	return nil
}

func (m *Match) firstFault() *fault {
	for _, f := range m.faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// Conviction returns what a Fault proves, nil without one: of several the one against the
// lowest seat.
func (m *Match) Conviction() *Conviction {
	if f := m.firstFault(); f != nil {
		return f.conviction
	}
	return nil
}

// Convictions returns what all Faults prove, by whom they convict.
func (m *Match) Convictions() (all []*Conviction) {
	for _, f := range m.faults {
		if f != nil {
			all = append(all, f.conviction)
		}
	}
	return all
}

// sealedForGood reports whether nothing may follow any more: there is a Fault, and by the
// rules nobody is put out.
func (m *Match) sealedForGood() bool {
	return m.rules != nil && m.rules.AbsentStop() && m.firstFault() != nil
}

// sealed reports whether honest seats sign nothing more as things stand: a Fault convicts a
// seat that is not out. Where the others may put it out, that goes by; and a verifier
// takes what was signed meanwhile by those who had not heard.
func (m *Match) sealed() bool {
	return m.sealedForGood() || len(m.chain) > 0 && m.convictedLiving() != 0
}

// convictedLiving is the set of the seats that a Fault convicts and that are not out.
func (m *Match) convictedLiving() (set engine.SeatSet) {
	for seat, f := range m.faults {
		if f != nil && m.position.Out(engine.Seat(seat)) == engine.NotOver {
			set = set.Add(engine.Seat(seat))
		}
	}
	return set
}

// PutsOut reports whether the others can put somebody out whom a Fault convicts, so that
// the match goes on.
func (m *Match) PutsOut() bool {
	return slices.ContainsFunc(m.convictedLiving().Seats(), func(seat engine.Seat) bool {
		return m.CheckSignOut(seat, transcript.Convicted) == nil
	})
}
