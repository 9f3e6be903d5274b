package protocol

import (
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// verifySetup takes Terms and Join, the two records that the match id is made
// of.
func (m *Match) verifySetup(r transcript.Record, raw []byte) error {
	due := m.due()
	if !due.allows(r.Seat, r.Kind) {
		return fmt.Errorf("out of turn: %s", due)
	}
	if r.Kind == transcript.Terms {
		return m.verifyTerms(r, raw)
	}
	return m.verifyJoin(r, raw)
}

func (m *Match) verifyTerms(r transcript.Record, raw []byte) error {
	terms, err := transcript.ParseTerms(r.Body)
	if err != nil {
		return err
	}
	if !r.Verify(terms.Key, transcript.Link{}) {
		return errors.New("the signature is not that of the key in these Terms")
	}
	rules, err := engine.ParseCanonical(terms.Rules)
	if err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	if rules.Digest() != terms.Digest {
		return errors.New("the rules' digest is not that of their text: the two programs understand the options differently")
	}
	if err := checkResolver(rules, terms.Resolver); err != nil {
		return err
	}
	m.terms, m.rules, m.host = terms, rules, r.Seat
	m.resolver = auditedResolvers[terms.Resolver]
	m.keys[r.Seat] = terms.Key
	m.position = engine.Start(rules, engine.Red)
	m.link(raw)
	return nil
}

func (m *Match) verifyJoin(r transcript.Record, raw []byte) error {
	join, err := transcript.ParseJoin(r.Body)
	if err != nil {
		return err
	}
	if join.Key == m.terms.Key {
		return errors.New("both seats have the same key")
	}
	if !r.Verify(join.Key, transcript.Link{Prev: m.Head()}) {
		return errors.New("the signature is not that of the key in this Join")
	}
	if !join.VerifyInvite(m.terms.InviteKey, m.Head()) {
		return errors.New("not signed with the invite of these Terms")
	}
	m.keys[r.Seat] = join.Key
	m.id = transcript.MatchID(m.Head(), transcript.HashRecord(raw))
	for seat := range m.contexts {
		m.contexts[seat] = sigma.Context{
			Rules: m.terms.Digest, Match: m.id, Seat: engine.Seat(seat), Key: m.keys[seat].Bytes(),
		}
	}
	m.link(raw)
	return nil
}

func (m *Match) verifyCommit(r transcript.Record) error {
	if len(r.Body) != len(transcript.Hash{}) {
		return fmt.Errorf("%w Commit: wrong length", transcript.ErrMalformed)
	}
	m.commits[r.Seat] = transcript.Hash(r.Body)
	return nil
}

func (m *Match) verifyLayout(r transcript.Record) error {
	if transcript.LayoutCommitment(m.id, r.Seat, m.keys[r.Seat], r.Body) != m.commits[r.Seat] {
		return errors.New("this is not the layout that the Commit promised")
	}
	err := m.proven("layout", func(b *sigma.Batch) (err error) {
		m.layouts[r.Seat], err = layout.VerifyLater(m.contexts[r.Seat], m.rules, r.Body, b)
		return err
	})
	if err != nil {
		return err
	}
	if m.layouts[engine.Red] != nil && m.layouts[engine.Blue] != nil {
		m.position = engine.Start(m.rules, m.FirstMover())
	}
	return nil
}

// FirstMover returns who begins: as the rules settle it, or by the coin in both
// Layouts' nonces. Before these stand it is red.
func (m *Match) FirstMover() engine.Seat {
	if m.layouts[engine.Red] == nil || m.layouts[engine.Blue] == nil {
		return engine.Red
	}
	if seat, settled := m.rules.First(); settled {
		return seat
	}
	return transcript.Coin(m.id, m.layouts[engine.Red].Nonce(), m.layouts[engine.Blue].Nonce())
}
