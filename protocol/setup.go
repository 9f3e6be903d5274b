package protocol

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// verifySetup takes Terms and Joins, the records that the match id is made of.
func (m *Match) verifySetup(r transcript.Record, raw []byte) error {
	due := m.due()
	if !due.allows(r.Seat, r.Kind) {
		return outOfTurn(due)
	}
	if r.Kind == transcript.Terms {
		if err := m.verifyTerms(r); err != nil {
			return err
		}
		m.link(r, raw, transcript.Hash{})
		return nil
	}
	if err := m.verifyJoin(r); err != nil {
		return err
	}
	m.joins[r.Seat] = slices.Clone(raw)
	if len(m.dueToJoin()) > 0 {
		return nil
	}
	return m.close()
}

func (m *Match) verifyTerms(r transcript.Record) error {
	terms, err := transcript.ParseTerms(r.Body)
	if err != nil {
		return err
	}
	if !r.Verify(terms.Key, transcript.Link{}) {
		return coded.Errorf("protocol.terms-signature", "the signature does not match the key in these Terms")
	}
	rules, err := engine.ParseCanonical(terms.Rules)
	if err != nil {
		return coded.Errorf("protocol.rules", "rules: %w", err)
	}
	resolver, err := startResolver(rules, terms.Resolver)
	if err != nil {
		return err
	}
	if int(r.Seat) >= rules.NumSeats() {
		return coded.Errorf("protocol.no-host-seat", "the host takes a seat that these rules don't have")
	}
	if err := checkSeats(&terms, r.Seat, rules.NumSeats()); err != nil {
		return err
	}
	for seat, player := range terms.Computers.Each() {
		if seatKey(&terms, r.Seat, seat).Bytes() != seatKey(&terms, r.Seat, player).Bytes() {
			return coded.Errorf("protocol.computer-key", "the invite key of %s is not the key of %s, whose computer plays it", seat, player)
		}
	}
	m.terms, m.rules, m.resolver, m.host = terms, rules, resolver, r.Seat
	m.setup = setupOf(rules, r.Seat)
	if rules.Deck() != nil || rules.Drawn() {
		m.cards = new(cards)
	}
	m.keys[r.Seat], m.boxes[r.Seat] = terms.Key, terms.Box
	m.position = engine.Start(rules, 0)
	return nil
}

// checkSeats checks that Terms invite to each seat but the host's, and that each computer's seat goes to the
// program of a seat without one.
func checkSeats(t *transcript.TermsBody, host engine.Seat, seats int) error {
	if len(t.Invites) != seats-1 {
		return coded.Errorf("protocol.invites", "%d invite keys: there are %d other seats", len(t.Invites), seats-1)
	}
	for seat, player := range t.Computers.Each() {
		if max(int(seat), int(player)) >= seats || seat == host || t.Computers.Has(player) {
			return coded.Errorf("protocol.computers", "the computer of %s can't play %s", player, seat)
		}
	}
	return nil
}

// seatKey returns the key under which a seat is taken, or for the host's seat, with which it signs.
func seatKey(t *transcript.TermsBody, host, seat engine.Seat) *transcript.PublicKey {
	switch {
	case seat == host:
		return &t.Key
	case seat > host:
		seat--
	}
	return &t.Invites[seat]
}

// Computers returns the seats that the programs of other seats play.
func (m *Match) Computers() transcript.Computers { return m.terms.Computers }

func (m *Match) verifyJoin(r transcript.Record) error {
	join, err := transcript.ParseJoin(r.Body)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(m.keys[:], func(k transcript.PublicKey) bool { return k.Bytes() == join.Key.Bytes() }) {
		return coded.Errorf("protocol.same-key", "two seats have the same key")
	}
	if !r.Verify(join.Key, transcript.Link{Prev: m.chain[0].hash}) {
		return coded.Errorf("protocol.join-signature", "the signature does not match the key in this Join")
	}
	if !join.VerifyInvite(*seatKey(&m.terms, m.host, r.Seat), m.chain[0].hash, r.Seat) {
		return coded.Errorf("protocol.not-invited", "not signed with the invite of these Terms for this seat")
	}
	m.keys[r.Seat], m.boxes[r.Seat] = join.Key, join.Box
	return nil
}

// close puts the Joins into the chain and derives the match id, once all seats are taken.
func (m *Match) close() error {
	var joins []transcript.Hash
	for i, raw := range m.joins {
		if raw == nil {
			continue
		}
		r, err := transcript.Parse(raw)
		if err != nil {
			return err
		}
		m.link(r, raw, m.chain[0].hash)
		m.joins[i] = nil
		joins = append(joins, m.last().hash)
	}
	m.id = transcript.MatchID(m.chain[0].hash, joins)
	for _, seat := range m.rules.Seats() {
		if m.later.signatures == nil || m.later.tables { // else they are checked in one sum, which needs no tables
			m.keys[seat] = m.keys[seat].WithTables()
		}
		m.contexts[seat] = sigma.Context{
			Rules: m.rules.Digest(), Match: m.id, Seat: seat, Key: m.keys[seat].Bytes(),
		}
	}
	return nil
}

func (m *Match) verifyCommit(r transcript.Record) error {
	if len(r.Body) != len(transcript.Hash{}) {
		return malformedLength(r.Kind)
	}
	m.commits[r.Seat] = transcript.Hash(r.Body)
	return nil
}

func (m *Match) verifyLayout(r transcript.Record) error {
	if m.rules.Drawn() {
		return m.verifyDrawn(r)
	}
	if transcript.Commitment(m.id, r.Seat, m.keys[r.Seat], r.Body) != m.commits[r.Seat] {
		return coded.Errorf("protocol.other-layout", "this is not the layout that the Commit promised")
	}
	err := m.proven(provesLayout, func(b *sigma.Batch) (err error) {
		if m.layouts[r.Seat] = m.later.layout; m.later.layout == nil {
			m.layouts[r.Seat], err = layout.VerifyLater(m.contexts[r.Seat], m.rules, r.Body, b)
		}
		return err
	})
	if err != nil {
		return err
	}
	if m.later.proofs == nil || m.later.tables { // else attacks are checked with many others, in a sum that needs no tables
		m.layouts[r.Seat] = m.layouts[r.Seat].ForSums()
	}
	if m.laidOut() {
		m.position = engine.Start(m.rules, m.FirstMover())
	}
	return nil
}

// laidOut reports whether all Layouts, or all Keys, are in the chain.
func (m *Match) laidOut() bool {
	if m.rules == nil || m.rules.Deck() == nil {
		return m.rules != nil && !slices.Contains(m.layouts[:m.rules.NumSeats()], nil)
	}
	return !slices.Contains(m.cards.keys[:m.rules.NumSeats()], nil)
}

// FirstMover returns who begins: by the rules, or by the coin in all Layouts' or Keys' nonces. Before these
// are known it is the first seat.
func (m *Match) FirstMover() engine.Seat {
	if !m.laidOut() {
		return 0
	}
	if seat, settled := m.rules.First(); settled {
		return seat
	}
	var nonces [][32]byte
	for _, seat := range m.rules.Seats() {
		if m.cards != nil {
			nonces = append(nonces, m.cards.nonces[seat])
		} else {
			nonces = append(nonces, m.layouts[seat].Nonce())
		}
	}
	return transcript.Coin(m.id, nonces)
}
