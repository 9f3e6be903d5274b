package protocol

import (
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Proceed makes the next record that the seat owes and that needs no
// decision, and reports whether it made one. Call it until it returns false
// after every change.
func (p *Player) Proceed(rng io.Reader) (bool, error) {
	duty := p.duty()
	if duty == nil {
		return false, nil
	}
	if err := duty(rng); err != nil {
		return false, err
	}
	return true, nil
}

// duty returns what makes the next record, nil if none is due.
func (p *Player) duty() func(io.Reader) error {
	owed := p.match.Owed()
	due := func(kind transcript.Kind) bool { return owed.allows(p.Seat(), kind) }
	switch {
	case p.evidence != nil && p.match.Stage() != Sealed:
		return p.seal
	case p.secret.Layout == nil:
		return nil
	case due(transcript.Commit):
		return p.commit
	case due(transcript.Layout):
		return p.openLayout
	case due(transcript.Dispute) && p.misheard():
		return p.disputeAnswer
	case due(transcript.Step):
		return p.step
	case due(transcript.Answer):
		return p.answer
	case due(transcript.Show):
		return p.show
	case due(transcript.Reveal) && p.mayReveal():
		return p.reveal
	case due(transcript.Move) && p.request != nil && p.request.Head == p.match.Head():
		return p.grantResignation
	case due(transcript.Move) && p.resigning:
		return p.resign
	case due(transcript.NoMove) && p.stuck():
		return p.noMove
	}
	return nil
}

func (p *Player) layoutBody() ([]byte, error) {
	return layout.Prove(p.match.contexts[p.Seat()], p.match.rules, p.secret.LayoutSecret())
}

func (p *Player) commit(io.Reader) error {
	body, err := p.layoutBody()
	if err != nil {
		return err
	}
	h := transcript.LayoutCommitment(p.match.id, p.Seat(), p.match.keys[p.Seat()], body)
	return p.sign(transcript.Commit, h[:])
}

func (p *Player) openLayout(io.Reader) error {
	body, err := p.layoutBody()
	if err != nil {
		return err
	}
	return p.sign(transcript.Layout, body)
}

// move makes a Move that is legal for the seat's pieces, with the proof that
// the public needs.
func (p *Player) move(m engine.Move, offer bool, rng io.Reader) error {
	if p.match.rules.Open() {
		body := transcript.MoveBody{Move: m, Offer: offer}
		return p.sign(transcript.Move, body.Marshal())
	}
	if done, err := p.playReady(m, offer); done || err != nil {
		return err
	}
	fresh, err := p.draw(rng)
	if err != nil {
		return err
	}
	body, err := p.moveBody(m, offer, fresh)
	if err != nil {
		return err
	}
	return p.sign(transcript.Move, body)
}

// moveBody makes the body of a Move on the head, with its proof from these fresh bytes.
func (p *Player) moveBody(m engine.Move, offer bool, fresh [32]byte) ([]byte, error) {
	body := transcript.MoveBody{Move: m, Offer: offer}
	nonces := p.secret.Nonces(fresh)
	at := p.match.proofPlace(transcript.Move, p.Seat(), body.Head(), 0)
	before := p.match.position
	after := p.match.fork()
	if err := after.play(engine.MoveEvent(p.Seat(), m, offer)); err != nil {
		return nil, err
	}
	attack := after.position.Phase() == engine.PhaseAnswer
	if attack && p.match.resolver == nil {
		proof, err := clash.Attack(at, after.clashStatement(), p.secret.LayoutSecret(), nonces)
		if err != nil {
			return nil, err
		}
		body.Proof = proof
		return body.Marshal(), nil
	}
	if opened := mobilityOpening(&before, m); opened.Len() > 0 {
		body.Proof = p.open(at, before.At(m.From).Number(), opened, nonces)
	}
	if attack {
		message, err := p.offer(after)
		if err != nil {
			return nil, err
		}
		body.Proof = append(body.Proof, message...)
	}
	return body.Marshal(), nil
}

func (p *Player) commitment() *layout.Commitment { return p.match.layouts[p.Seat()] }

func (p *Player) answer(rng io.Reader) error {
	fresh, err := p.draw(rng)
	if err != nil {
		return err
	}
	nonces := p.secret.Nonces(fresh)
	var body transcript.AnswerBody
	var at sigma.Place
	announce := func(code engine.Code) sigma.Place {
		body.Code, body.Flag = code, engine.NoNode
		if p.match.position.AnswerShowsFlag(code) {
			body.Flag = p.flagPost()
		}
		at = p.match.proofPlace(transcript.Answer, p.Seat(), body.Head(), 0)
		return at
	}
	if p.match.resolver == nil {
		if _, body.Proof, err = p.match.question.Answer(announce, p.secret.Key, nonces); err != nil {
			return err
		}
	} else {
		answer, err := p.auditedAnswer()
		if err != nil {
			return p.disputeOr(err)
		}
		announce(answer.Code)
		body.Proof = answer.Proof
	}
	if body.Flag != engine.NoNode {
		at.Index = 1
		body.Proof = append(body.Proof, p.openFlag(at, nonces)...)
	}
	return p.sign(transcript.Answer, body.Marshal())
}

func (p *Player) show(rng io.Reader) error {
	fresh, err := p.draw(rng)
	if err != nil {
		return err
	}
	body := transcript.ShowBody{Flag: p.flagPost()}
	at := p.match.proofPlace(transcript.Show, p.Seat(), body.Head(), 0)
	body.Proof = p.openFlag(at, p.secret.Nonces(fresh))
	return p.sign(transcript.Show, body.Marshal())
}

// flagPiece is the number of the seat's own flag.
func (p *Player) flagPiece() int {
	for number, t := range p.secret.Layout {
		if t == engine.Flag {
			return number
		}
	}
	return -1 // no legal layout is without a flag, and Place took a legal one
}

func (p *Player) flagPost() engine.Node {
	return p.match.rules.Board().Start(p.Seat(), p.flagPiece())
}

// open proves that a piece of the seat is of one of the types in set.
func (p *Player) open(at sigma.Place, piece int, set engine.TypeSet, nonces sigma.Nonces) []byte {
	return p.commitment().ProveOpening(at, piece, set, 1, p.secret.Key, nonces)
}

func (p *Player) openFlag(at sigma.Place, nonces sigma.Nonces) []byte {
	return p.open(at, p.flagPiece(), engine.SetOf(engine.Flag), nonces)
}

func (p *Player) noMove(rng io.Reader) error {
	fresh, err := p.draw(rng)
	if err != nil {
		return err
	}
	at := p.match.proofPlace(transcript.NoMove, p.Seat(), nil, 0)
	movers := mobileParts(&p.match.position, p.Seat())
	proof, err := p.commitment().ProveNone(at, movers, p.secret.LayoutSecret(), p.secret.Nonces(fresh))
	if err != nil {
		return err
	}
	return p.sign(transcript.NoMove, proof)
}

func (p *Player) resign(io.Reader) error { return p.sign(transcript.Resign, nil) }

func (p *Player) grantResignation(io.Reader) error {
	return p.sign(transcript.Resigned, p.request.Signature[:])
}

// mayReveal reports whether the seat gives its key now. In open mode it does
// so when its turn comes. At the end the loser goes first: a winner waits for
// the loser's Reveal until the grace time is over, since a won game is worth
// a cheat's while to leave unaudited.
//
// After a Dispute the disputer goes first: whoever stops a game has to show
// its cards.
func (p *Player) mayReveal() bool {
	if disputer, ok := p.match.Disputed(); ok {
		return disputer == p.Seat() || p.match.Revealed(disputer)
	}
	result := p.match.Result()
	return p.match.rules.Open() || result.Draw || result.Winner != p.Seat() ||
		p.match.Revealed(p.Seat().Other()) || p.graceOver
}

func (p *Player) reveal(io.Reader) error {
	body := transcript.RevealBody{Tape: p.secret.Tape}
	copy(body.Key[:], p.secret.Key.Bytes())
	return p.sign(transcript.Reveal, body.Marshal())
}

func (p *Player) seal(io.Reader) error {
	return p.signOn(p.evidence.At, transcript.Fault, p.evidence.Marshal())
}
