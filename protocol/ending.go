package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// verifyReveal takes a seat's key and tape: the key must be that of the Y that its
// Layout holds, and the tape the one committed to there.
func (m *Match) verifyReveal(r transcript.Record, raw []byte) error {
	body, err := transcript.ParseReveal(r.Body)
	if err != nil {
		return err
	}
	opened, err := m.layouts[r.Seat].Open(layout.KeyOf(body.Key))
	if errors.Is(err, layout.ErrWrongKey) {
		return errors.New("this key is not the one that the layout is encrypted under")
	}
	if err != nil {
		return err
	}
	if layout.TapeCommitment(body.Tape) != m.layouts[r.Seat].TapeCommitment() {
		return errors.New("this tape seed is not the one that the layout committed to")
	}
	m.opened[r.Seat] = &opened
	m.reveals[r.Seat] = &reveal{slices.Clone(raw), body}
	return nil
}

// verifyFault seals the match. It tries the evidence by folding the chain up
// to the hash that the Fault names; evidence that convicts nobody convicts
// the accuser, since an honest seat accuses only of what it verified.
func (m *Match) verifyFault(r transcript.Record, raw []byte) error {
	body, err := transcript.ParseFault(r.Body)
	if err != nil {
		return err
	}
	m.conviction, err = m.try(&body)
	if err != nil {
		m.conviction = &Conviction{r.Seat, len(m.chain), r.Kind, fmt.Sprintf("bogus fault: %v", err)}
	}
	m.fault = slices.Clone(raw)
	return nil
}

// try weighs the evidence of a Fault where it says that it stands.
func (m *Match) try(f *transcript.FaultBody) (*Conviction, error) {
	index, ok := m.find(f.At)
	if !ok || index < 1 {
		return nil, errors.New("its evidence stands before the match id did")
	}
	at, err := m.prefix(index + 1)
	if err != nil {
		return nil, err
	}
	if len(f.Records) == 1 {
		return at.convictFalse(f.Records[0])
	}
	return at.convictDouble(f.Records[0], f.Records[1])
}

// prefix is the fold of the first n records of the chain alone. All of them have
// been folded; only what stands outside the chain is left aside then.
func (m *Match) prefix(n int) (*Match, error) {
	if n == len(m.chain) && n > 1 {
		at := m.fork()
		at.claims, at.fault, at.conviction = [2]*claim{}, nil, nil
		if !m.rules.Open() { // where Reveals are part of the chain
			at.reveals, at.opened = [2]*reveal{}, [2]*engine.Layout{}
		}
		return at, nil
	}
	at, _, err := Fold(m.first(n))
	return at, err
}

// convictFalse tries a record that the accuser calls validly signed and false.
func (m *Match) convictFalse(raw []byte) (*Conviction, error) {
	var refusal *Refusal
	err := m.fork().append(raw)
	switch {
	case err == nil:
		return nil, errors.New("the record that it calls false is sound")
	case !errors.As(err, &refusal) || !refusal.Provable:
		return nil, fmt.Errorf("the record that it calls false convicts nobody: %w", err)
	}
	return refusal.Conviction(), nil
}

// convictDouble tries two records that the accuser says one seat signed on
// one place of the chain.
func (m *Match) convictDouble(a, b []byte) (*Conviction, error) {
	c, err := m.convictDoubleAt(m.Head(), a, b)
	if err != nil {
		return nil, err
	}
	c.Index = len(m.chain)
	return c, nil
}

// convictDoubleAt needs no more of the chain than Terms and Join.
func (m *Match) convictDoubleAt(prev transcript.Hash, a, b []byte) (*Conviction, error) {
	if bytes.Equal(a, b) {
		return nil, errors.New("its two records are one and the same")
	}
	first, err := transcript.Parse(a)
	if err != nil {
		return nil, err
	}
	second, err := transcript.Parse(b)
	if err != nil {
		return nil, err
	}
	if m.extra(first.Kind) || m.extra(second.Kind) {
		return nil, errors.New("records outside the chain are no double-dealing")
	}
	at := transcript.Link{Match: m.id, Prev: prev}
	if first.Seat != second.Seat || !first.Verify(m.keys[first.Seat], at) || !second.Verify(m.keys[second.Seat], at) {
		return nil, errors.New("its two records are not both signed by one seat for one place")
	}
	return &Conviction{first.Seat, NoIndex, second.Kind, "signed two different records on one place of the chain"}, nil
}
