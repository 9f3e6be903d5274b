package protocol

import (
	"errors"
	"fmt"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// proofPlace is what a proof inside the next record binds: the prover's
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
	return nil
}

// verifyOpening checks that a seat's piece is of one of the types in set.
func (m *Match) verifyOpening(at sigma.Place, piece int, set engine.TypeSet, proof []byte) error {
	return m.proven("opening", func(b *sigma.Batch) error {
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
	case m.rules.Open():
		return m.checkOpen(before, e, body.Proof)
	case m.position.Phase() != engine.PhaseAnswer:
		return m.verifyMobility(at, &before, body.Move, body.Proof)
	case m.resolver != nil:
		return m.verifyOffer(at, &before, body.Move, body.Proof)
	}
	return m.verifyAttack(at, body.Proof)
}

// verifyMobility checks the opening of a move that what is known of its piece
// does not cover; a move that needs none has none.
func (m *Match) verifyMobility(at sigma.Place, before *engine.Position, move engine.Move, proof []byte) error {
	opened := mobilityOpening(before, move)
	if opened.Len() == 0 {
		if len(proof) != 0 {
			return errors.New("a proof that this move does not need")
		}
		return nil
	}
	return m.verifyOpening(at, before.At(move.From).Number(), opened, proof)
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

// clashStatement is the public statement of the clash that the position waits
// for.
func (m *Match) clashStatement() clash.Statement {
	attacker, defender, movers, _ := m.position.Clash()
	return clash.Statement{
		Rules:    m.rules,
		Attacker: m.layouts[attacker.Seat()], AttackerPiece: attacker.Number(), Movers: movers,
		Defender: m.layouts[defender.Seat()], DefenderPiece: defender.Number(),
	}
}

func (m *Match) verifyAttack(at sigma.Place, message []byte) error {
	return m.proven("attack", func(b *sigma.Batch) (err error) {
		m.question, err = clash.CheckAttackLater(at, m.clashStatement(), message, b)
		return err
	})
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
			return fmt.Errorf("%w Answer: no opening of the flag", transcript.ErrMalformed)
		}
		proof, opening = proof[:len(proof)-sigma.OpeningSize], proof[len(proof)-sigma.OpeningSize:]
	}
	if err := m.verifyAnnouncement(at, body.Code, proof); err != nil {
		return err
	}
	if body.Flag == engine.NoNode {
		return nil
	}
	at.Index = 1
	return m.verifyFlag(at, body.Flag, opening)
}

func (m *Match) verifyAnnouncement(at sigma.Place, code engine.Code, proof []byte) error {
	if m.resolver != nil {
		return m.verifyAuditedAnswer(code, proof)
	}
	question := m.question
	m.question = nil
	return m.proven("answer", func(b *sigma.Batch) error { return question.CheckAnswerLater(at, code, proof, b) })
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

// verifyFlag checks that the piece which started on a node is its seat's flag.
func (m *Match) verifyFlag(at sigma.Place, node engine.Node, opening []byte) error {
	piece, ok := m.rules.Board().Starter(at.Seat, node)
	if !ok {
		return fmt.Errorf("no piece of %s started on %s", at.Seat, m.rules.Board().Name(node))
	}
	return m.verifyOpening(at, piece, engine.SetOf(engine.Flag), opening)
}

func (m *Match) verifyNoMove(r transcript.Record) error {
	at := m.proofPlace(r.Kind, r.Seat, nil, 0)
	movers := mobileParts(&m.position, r.Seat)
	if err := m.play(engine.NoMoveEvent(r.Seat)); err != nil {
		return err
	}
	return m.proven("no move", func(b *sigma.Batch) error { return m.layouts[r.Seat].VerifyNone(at, movers, r.Body, b) })
}

// mobileParts lists the living pieces of a seat, each with the types as which it
// could move: the seat has no legal move exactly if none is of one of them.
func mobileParts(p *engine.Position, seat engine.Seat) (parts []layout.Part) {
	for number := range engine.ArmySize {
		piece := engine.PieceOf(seat, number)
		if p.Where(piece) == engine.NoNode {
			continue
		}
		if mobile := p.MobileTypes(piece); mobile.Len() > 0 {
			parts = append(parts, layout.Part{Piece: number, Types: mobile})
		}
	}
	return parts
}

// bareEvents are the records without a body and the events that they are.
var bareEvents = map[transcript.Kind]func(engine.Seat) engine.Event{
	transcript.Pass:       engine.PassEvent,
	transcript.Resign:     engine.ResignEvent,
	transcript.AcceptDraw: engine.AcceptDrawEvent,
}

func (m *Match) verifyBare(r transcript.Record) error {
	if len(r.Body) != 0 {
		return fmt.Errorf("%w %s: it has a body", transcript.ErrMalformed, r.Kind)
	}
	return m.play(bareEvents[r.Kind](r.Seat))
}

// verifyResigned takes the waiting seat's resignation: its signature on a
// request that names the very head on which this record stands.
func (m *Match) verifyResigned(r transcript.Record) error {
	request := transcript.ResignRequest{Seat: r.Seat.Other(), Head: m.Head()}
	if copy(request.Signature[:], r.Body) != len(request.Signature) || len(r.Body) != len(request.Signature) {
		return fmt.Errorf("%w Resigned: wrong length", transcript.ErrMalformed)
	}
	if !request.Verify(m.keys[request.Seat], m.id) {
		return fmt.Errorf("%s did not ask to resign here", request.Seat)
	}
	return m.play(engine.ResignEvent(request.Seat))
}

// checkOpen judges a move in open mode, where both layouts lie open.
func (m *Match) checkOpen(before engine.Position, e engine.Event, proof []byte) error {
	if len(proof) != 0 {
		return errors.New("a proof, which open play has none of")
	}
	return before.CheckMove(e.Seat, *m.opened[e.Seat], e.Move)
}

// announce says in open mode, where Match itself is the referee, what that has to
// say after a record.
func (m *Match) announce() error {
	if !m.rules.Open() || m.opened[engine.Red] == nil || m.opened[engine.Blue] == nil {
		return nil
	}
	layouts := [2]engine.Layout{*m.opened[engine.Red], *m.opened[engine.Blue]}
	for {
		e, ok := m.position.Next(layouts)
		if !ok {
			return nil
		}
		if err := m.play(e); err != nil {
			return err
		}
	}
}
