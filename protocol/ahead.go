package protocol

import (
	"io"
	"sync"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// An answer is the seat's next Answer, without the opening of a flag.
type answer struct {
	hidden
	head    transcript.Hash // of the chain that ends with the attack
	fresh   [32]byte
	body    transcript.AnswerBody
	at      sigma.Place
	err     error // of the hand
	checked bool  // the proof verifies
}

// answerTo decrypts the attack that m ends with, and proves the announcement.
func (p *Player) answerTo(m *Match, rng io.Reader) (*answer, error) {
	fresh, err := drawFresh(rng)
	if err != nil {
		return nil, err
	}
	a := &answer{head: m.Head(), fresh: fresh}
	announce := func(code engine.Code) sigma.Place {
		a.body.Code, a.body.Flag = code, engine.NoNode
		if m.position.AnswerShowsFlag(code) {
			a.body.Flag = p.flagPost()
		}
		a.at = m.proofPlace(transcript.Answer, p.Seat(), a.body.Head(), 0)
		return a.at
	}
	a.body.Proof, a.err = p.hand().answer(m, announce, p.secret.Nonces(a.fresh))
	return a, nil
}

// ReceiveAhead is Receive, but makes and checks the Answer to an attack on this seat while another
// processor checks the attack, so that the next Proceed only signs it. If the attack is false,
// nothing of it is kept. The time does not depend on what the attack's ciphertext holds.
func (p *Player) ReceiveAhead(raw []byte, rng io.Reader) error {
	if !p.isAttackedBy(raw) {
		return p.Receive(raw)
	}
	batch := new(sigma.Batch) // what is still unchecked
	attacked := sync.OnceValue(func() *Match { return p.match.unchecked(raw, batch) })
	// The check takes longer, so it does not wait for another goroutine to begin. If none has begun
	// with the answer by then, because all processors are busy, it is made here.
	ahead := sync.OnceValues(func() (*answer, error) {
		after := attacked()
		if after == nil {
			return nil, nil
		}
		a, err := p.answerTo(after, rng)
		if err == nil { // checked even where there is no code: or the time would say whether there is
			_, wrong := after.resolver.checkAnswer(after.draft(), a.at, a.body.Code, a.body.Proof)
			a.checked = wrong == nil && a.err == nil
		}
		return a, err
	})
	go ahead() // first of all: it takes longer to begin than the attack takes to read
	after := attacked()
	if after == nil {
		return p.Receive(raw) // which finds what is wrong
	}
	wrong := batch.Verify()
	a, err := ahead()
	if wrong != nil || err != nil {
		return p.Receive(raw) // likewise
	}
	*p.match, p.ahead = *after, a
	return nil
}

// isAttackedBy reports whether a record, if it is valid, attacks this seat with a proof.
func (p *Player) isAttackedBy(raw []byte) bool {
	m := p.match
	r, err := transcript.Parse(raw)
	if err != nil || r.Kind != transcript.Move || m.course() != Play || p.acknowledges() || m.publicTypes() || m.resolver.audited() {
		return false
	}
	body, err := transcript.ParseMove(r.Body)
	if err != nil {
		return false
	}
	target := m.position.At(body.Move.To)
	return target != engine.NoPiece && target.Seat() == p.Seat()
}

// unchecked returns the match after a record, if all is right of which the batch holds nothing; nil
// if not. The record's signature waits for its proof, with which its check takes less time than alone.
func (m *Match) unchecked(raw []byte, batch *sigma.Batch) *Match {
	after := m.draft()
	after.later = later{proofs: batch, signatures: batch}
	if err := after.append(raw); err != nil {
		return nil
	}
	after.later = later{}
	return after
}

func (p *Player) answer(rng io.Reader) (err error) {
	a := p.ahead
	p.ahead = nil
	if a == nil || a.head != p.match.Head() {
		if a, err = p.answerTo(p.match, rng); err != nil {
			return err
		}
	}
	if a.err != nil {
		return p.disputeOr(a.err)
	}
	if a.body.Flag != engine.NoNode {
		a.at.Index = 1
		a.body.Proof = append(a.body.Proof, p.openFlag(a.at, p.secret.Nonces(a.fresh))...)
	}
	p.match.later.answered = a.checked
	defer func() { p.match.later.answered = false }()
	return p.sign(transcript.Answer, a.body.Marshal())
}
