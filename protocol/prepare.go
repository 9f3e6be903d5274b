package protocol

import (
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/clash"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// readiness holds what was prepared for one turn. A proof and its nonces bind the head of the chain
// and the move: what was prepared for another head is thrown away, never finished.
type readiness struct {
	secret.Hidden
	head  transcript.Hash
	fresh [32]byte                 // of all of them; a nonce also depends on head and move
	todo  []engine.Move            // attacks not yet made
	moves map[engine.Move]*movable // ready to be signed, without an offer of a draw
}

// A movable is a Move that was made and checked.
type movable struct {
	body     []byte
	question *clash.Question // what it asks its defender
}

// Prepare prepares one more attack while the player thinks, and reports whether it did: call it
// until it returns false, or not at all. A Play of that attack, without an offer, then only signs.
// There is something to prepare when the seat chooses a move in a match with the resolver elgamal.
func (p *Player) Prepare(rng io.Reader) (bool, error) {
	if p.Decision() != ChooseMove || p.match.resolver.audited() || p.match.publicTypes() {
		return false, nil
	}
	if p.ready == nil || p.ready.head != p.match.Head() {
		ready := &readiness{head: p.match.Head(), moves: map[engine.Move]*movable{}}
		if _, err := io.ReadFull(rng, ready.fresh[:]); err != nil {
			return false, coded.Errorf("protocol.fresh", "drawing fresh bytes: %w", err)
		}
		for _, m := range p.match.position.LegalMoves(p.Seat(), p.secret.Layout) {
			if p.match.position.At(m.To) != engine.NoPiece {
				ready.todo = append(ready.todo, m)
			}
		}
		p.ready = ready
	}
	if len(p.ready.todo) == 0 {
		return false, nil
	}
	m := p.ready.todo[0]
	body, err := p.moveBody(m, false, p.ready.fresh)
	if err != nil {
		return false, err
	}
	// Verified here, not when it is signed.
	check := p.match.draft()
	r := transcript.Record{Kind: transcript.Move, Seat: p.Seat(), Body: body}
	if err := check.verifyMove(r); err != nil {
		return false, err
	}
	p.ready.todo, p.ready.moves[m] = p.ready.todo[1:], &movable{body, check.resolver.(elgamal).question}
	return true, nil
}

// playReady signs a prepared attack, and reports whether there was one.
func (p *Player) playReady(m engine.Move, offer bool) (bool, error) {
	ready := p.ready
	p.ready = nil
	if ready == nil || ready.head != p.match.Head() || offer || ready.moves[m] == nil {
		return false, nil
	}
	p.match.later.question = ready.moves[m].question
	defer func() { p.match.later.question = nil }()
	return true, p.sign(transcript.Move, ready.moves[m].body)
}
