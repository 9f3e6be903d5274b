package protocol

import (
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// verifyArrive takes an Arrive: an opening of the piece on a goal to the type that wins there.
func (m *Match) verifyArrive(r transcript.Record) error {
	body, err := transcript.ParseArrive(r.Body)
	if err != nil {
		return err
	}
	at := m.proofPlace(r.Kind, r.Seat, body.Head(), 0)
	piece := m.position.At(body.Node)
	if err := m.play(engine.ArriveEvent(r.Seat, body.Node)); err != nil {
		return err
	}
	return m.verifyOpening(provesGoal, at, piece.Number(), m.arriving(), body.Proof)
}

// arriving returns the type that wins on a goal, as a set.
func (m *Match) arriving() engine.TypeSet {
	t, _, _ := m.rules.Reaches(engine.Red)
	return engine.TypesOf(t)
}

// arrive makes the Arrive that wins.
func (p *Player) arrive(rng io.Reader) error {
	fresh, err := drawFresh(rng)
	if err != nil {
		return err
	}
	body := transcript.ArriveBody{Node: p.arrival()}
	at := p.match.proofPlace(transcript.Arrive, p.Seat(), body.Head(), 0)
	piece := p.match.position.At(body.Node)
	body.Proof = p.open(at, piece.Number(), p.match.arriving(), p.secret.Nonces(fresh))
	return p.sign(transcript.Arrive, body.Marshal())
}

// arrival returns the goal on which the seat has a piece that wins there, or NoNode.
func (p *Player) arrival() engine.Node {
	return p.match.position.Arrival(p.Seat(), p.secret.Layout)
}
