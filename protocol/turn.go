package protocol

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// proofPlace returns what a proof inside the next record binds: the prover's
// context, the record before, and the record's kind and head.
func (m *Match) proofPlace(kind transcript.Kind, seat engine.Seat, head []byte, index uint8) sigma.Place {
	return sigma.Place{
		Context: m.contexts[seat],
		Prev:    m.Head(),
		Body:    append([]byte{uint8(kind)}, head...),
		Index:   index,
	}
}

// play applies an event to the public game and keeps it.
func (m *Match) play(e engine.Event) error {
	if err := m.position.Apply(e); err != nil {
		return err
	}
	m.events = append(m.events, e)
	m.sources = append(m.sources, len(m.chain))
	return m.follow(e)
}

// verifyOpening checks that a seat's piece is of one of the types in set, which is what claim says.
func (m *Match) verifyOpening(claim string, at sigma.Place, piece int, set engine.TypeSet, proof []byte) error {
	return m.proven(claim, func(b *sigma.Batch) error {
		return m.layouts[at.Seat].VerifyOpening(at, piece, set, 1, proof, b)
	})
}

func (m *Match) verifyMove(r transcript.Record) error {
	body, err := transcript.ParseMove(r.Body)
	if err != nil {
		return err
	}
	before := m.position
	e := engine.MoveEvent(r.Seat, body.Move, body.Offer)
	at := m.proofPlace(r.Kind, r.Seat, body.Head(), 0)
	if err := m.play(e); err != nil {
		return err
	}
	switch {
	case m.position.Phase() == engine.PhaseShare:
		return m.takeShare(at, body.Proof)
	case m.publicTypes() && len(body.Proof) != 0:
		return errNeedlessProof
	case m.rules.Deck() != nil:
		return nil // its position shows every piece that can move
	case m.rules.Open():
		return m.checkOpen(&before, e)
	case m.position.Phase() != engine.PhaseAnswer:
		return m.verifyMobility(at, &before, body.Move, body.Proof)
	}
	asked := before // which escapes to the heap; most moves attack nobody and need no copy
	return m.resolve(m.resolver.checkAttack(m, attack{at, &asked, body.Move}, body.Proof))
}

// resolve continues with the next resolver, unless it refused.
func (m *Match) resolve(next resolver, err error) error {
	if err == nil {
		m.resolver = next
	}
	return err
}

func (m *Match) verifyStep(r transcript.Record) error {
	return m.resolve(m.resolver.checkStep(m, r.Body))
}

var errNeedlessProof = coded.Errorf("protocol.needless-proof", "a proof that this move does not need")

// verifyMobility checks the opening that shows that a piece can make its move; there is none if
// that is public.
func (m *Match) verifyMobility(at sigma.Place, before *engine.Position, move engine.Move, proof []byte) error {
	opened := mobilityOpening(before, move)
	if opened.Len() == 0 {
		if len(proof) != 0 {
			return errNeedlessProof
		}
		return nil
	}
	return m.verifyOpening(provesMove, at, before.At(move.From).Number(), opened, proof)
}

// mobilityOpening returns the types whose columns a move onto an empty node
// must open to 1, or none if what is known of the piece already shows that it
// can make the move.
func mobilityOpening(before *engine.Position, move engine.Move) engine.TypeSet {
	known := before.Known(before.At(move.From))
	movers := before.Movers(move.From, move.To)
	if known&^movers == 0 {
		return 0
	}
	return known & movers
}

func (m *Match) verifyAnswer(r transcript.Record) error {
	body, err := transcript.ParseAnswer(r.Body)
	if err != nil {
		return err
	}
	e := engine.AnswerEvent(r.Seat, body.Code, body.Flag)
	at := m.proofPlace(r.Kind, r.Seat, body.Head(), 0)
	if err := m.play(e); err != nil {
		return err
	}
	proof, opening := body.Proof, []byte(nil)
	if body.Flag != engine.NoNode {
		if len(proof) < sigma.OpeningSize {
			return transcript.Malformed(r.Kind, coded.Errorf("protocol.no-flag-opening", "no opening of the flag"))
		}
		proof, opening = proof[:len(proof)-sigma.OpeningSize], proof[len(proof)-sigma.OpeningSize:]
	}
	if err := m.resolve(m.resolver.checkAnswer(m, at, body.Code, proof)); err != nil {
		return err
	}
	if body.Flag == engine.NoNode {
		return nil
	}
	at.Index = 1
	return m.verifyFlag(at, body.Flag, opening)
}

func (m *Match) verifyShow(r transcript.Record) error {
	body, err := transcript.ParseShow(r.Body)
	if err != nil {
		return err
	}
	at := m.proofPlace(r.Kind, r.Seat, body.Head(), 0)
	if err := m.play(engine.ShowEvent(r.Seat, body.Flag)); err != nil {
		return err
	}
	return m.verifyFlag(at, body.Flag, body.Proof)
}

// verifyFlag checks that the piece that started on a node is its seat's flag.
func (m *Match) verifyFlag(at sigma.Place, node engine.Node, opening []byte) error {
	piece, ok := m.rules.Starter(at.Seat, node)
	if !ok {
		return coded.Errorf("protocol.no-starter", "no piece of %s started on %s", at.Seat, m.rules.Board().Name(node))
	}
	return m.verifyOpening(provesFlag, at, piece, engine.TypesOf(m.rules.Flag()), opening)
}

func (m *Match) verifyNoMove(r transcript.Record) error {
	at := m.proofPlace(r.Kind, r.Seat, nil, 0)
	parts := mobility(&m.position, r.Seat)
	if err := m.play(engine.NoMoveEvent(r.Seat)); err != nil {
		return err
	}
	return m.proven(provesNoMove, func(b *sigma.Batch) error { return m.layouts[r.Seat].VerifyNone(at, parts, r.Body, b) })
}

// mobility lists the pieces of a seat that may have a legal move, each with those types
// of which it would have one. The sum of these columns encrypts how many of its pieces can
// move: 0 exactly if the seat has no legal move.
func mobility(p *engine.Position, seat engine.Seat) (parts []layout.Part) {
	for number := range p.Rules().ArmySize() {
		piece := engine.PieceOf(seat, number)
		if mobile := p.MobileTypes(piece); mobile.Len() > 0 {
			parts = append(parts, layout.Part{Piece: number, Types: mobile})
		}
	}
	return parts
}

// plainEvents maps the records without details to their events.
var plainEvents = map[transcript.Kind]func(engine.Seat) engine.Event{
	transcript.Pass:       engine.PassEvent,
	transcript.NoMove:     engine.NoMoveEvent,
	transcript.Resign:     engine.ResignEvent,
	transcript.AcceptDraw: engine.AcceptDrawEvent,
}

// provesMobility reports whether a record has to prove that its seat has a legal move: a Pass or an
// AcceptDraw, if that is not public. Otherwise a seat that has lost because it can't move could
// continue.
func (m *Match) provesMobility(kind transcript.Kind, seat engine.Seat) bool {
	return (kind == transcript.Pass || kind == transcript.AcceptDraw) &&
		!m.publicTypes() && m.position.PublicMobility(seat) != engine.MobilityCertain
}

// verifyBare takes a Pass, Resign or AcceptDraw, which hold nothing except the proof for which
// provesMobility asks.
func (m *Match) verifyBare(r transcript.Record) error {
	at := m.proofPlace(r.Kind, r.Seat, nil, 0)
	proves, before := m.provesMobility(r.Kind, r.Seat), m.position
	if err := m.play(plainEvents[r.Kind](r.Seat)); err != nil {
		return err
	}
	switch {
	case proves:
		parts := mobility(&before, r.Seat)
		return m.proven(provesSomeMove, func(b *sigma.Batch) error { return m.layouts[r.Seat].VerifySome(at, parts, r.Body, b) })
	case len(r.Body) != 0:
		return transcript.Malformed(r.Kind, errHasBody)
	case m.rules.Open() && r.Kind != transcript.Resign:
		return m.checkOpen(&before, plainEvents[r.Kind](r.Seat))
	}
	return nil
}

// verifyResigned takes a waiting seat's resignation: its signature on a request that names the head
// on which this record is signed. It ends nobody's turn.
func (m *Match) verifyResigned(r transcript.Record) error {
	body, err := transcript.ParseResigned(r.Body)
	if err != nil {
		return err
	}
	request := transcript.ResignRequest{Seat: body.Seat, Head: m.Head(), Signature: body.Signature}
	if body.Seat == r.Seat || int(body.Seat) >= m.rules.NumSeats() || !request.Verify(m.keys[body.Seat], m.id) {
		return coded.Errorf("protocol.no-request", "%s did not ask to resign here", body.Seat)
	}
	return m.play(engine.ResignEvent(body.Seat))
}

// checkOpen judges an event in open mode, where all layouts are public.
func (m *Match) checkOpen(before *engine.Position, e engine.Event) error {
	return before.Refute(e, m.opened[e.Seat])
}

// announce makes Match the referee in open mode and with a deck: it applies what a referee would
// announce after a record.
func (m *Match) announce() error {
	if !m.publicTypes() || !m.laidOut() || m.rules.Open() && !m.allOpened() {
		return nil
	}
	for {
		e, ok := m.position.Next(m.layoutsOpened())
		if !ok {
			return nil
		}
		if err := m.play(e); err != nil {
			return err
		}
	}
}

// allOpened reports whether every seat has revealed its layout.
func (m *Match) allOpened() bool {
	for _, seat := range m.rules.Seats() {
		if m.opened[seat] == nil {
			return false
		}
	}
	return true
}

func malformedLength(kind transcript.Kind) error {
	return transcript.Malformed(kind, coded.Errorf("protocol.length", "wrong length"))
}
