package protocol

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// elgamal is the resolver that proves every message as it is sent.
type elgamal struct {
	question *clash.Question // the attack that waits for its Answer
}

func (elgamal) audited() bool             { return false }
func (elgamal) disputable() bool          { return false }
func (elgamal) step() (engine.Seat, bool) { return 0, false }

// clashStatement returns the public statement of the clash that the position waits
// for.
func (m *Match) clashStatement() clash.Statement {
	attacker, defender, movers, _ := m.position.Clash()
	return clash.Statement{
		Rules:    m.rules.At(defender.Seat(), m.position.Where(defender)),
		Attacker: m.layouts[attacker.Seat()], AttackerPiece: attacker.Number(), Movers: movers,
		Defender: m.layouts[defender.Seat()], DefenderPiece: defender.Number(),
	}
}

func (elgamal) checkAttack(m *Match, a attack, message []byte) (resolver, error) {
	if checked := m.later.question; checked != nil { // this very attack, on this head
		m.proofs++
		return elgamal{checked}, nil
	}
	var question *clash.Question
	err := m.proven(provesAttack, func(b *sigma.Batch) (err error) {
		question, err = clash.CheckAttackLater(a.at, m.clashStatement(), message, b)
		return err
	})
	return elgamal{question}, err
}

func (elgamal) checkStep(*Match, []byte) (resolver, error) {
	return nil, errNoSteps
}

var errNoSteps = coded.Errorf("protocol.no-steps", "elgamal has no steps between an attack and its answer")

func (e elgamal) checkAnswer(m *Match, at sigma.Place, code engine.Code, proof []byte) (resolver, error) {
	if m.later.answered { // this very answer, to this attack
		m.proofs++
		return elgamal{}, nil
	}
	return elgamal{}, m.proven(provesAnswer, func(b *sigma.Batch) error { return e.question.CheckAnswerLater(at, code, proof, b) })
}

func (elgamal) replay(*Match, []engine.Layout, watcher) *Conviction { return nil }

func (elgamal) sit(s *private.Secret) hand { return prover{s} }

// prover is the hand of elgamal.
type prover struct{ secret *private.Secret }

func (p prover) attack(after *Match, a attack, nonces sigma.Nonces) ([]byte, error) {
	return clash.Attack(a.at, after.clashStatement(), p.secret.LayoutSecret(), nonces)
}

func (prover) step(*Match) ([]byte, error) { return nil, errNoSteps }

func (p prover) answer(m *Match, announce func(engine.Code) sigma.Place, nonces sigma.Nonces) ([]byte, error) {
	_, proof, err := m.resolver.(elgamal).question.Answer(announce, p.secret.Key, nonces)
	return proof, err
}

func (prover) misheard(*Match) bool { return false }
