package protocol

import (
	"errors"
	"io"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Proceed makes the next record that the seat owes and that needs no decision, and reports whether
// it made one. After every change, call it until it returns false.
func (p *Player) Proceed(rng io.Reader) (bool, error) {
	if err := p.readLots(); err != nil {
		return false, err
	}
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
	if p.accuses() >= 0 && !p.match.sealedForGood() {
		return p.seal
	}
	if duty := p.chainDuty(); duty != nil {
		return duty
	}
	owed := p.match.owing()
	if p.secret.Layout == nil && !p.dealt() {
		return nil
	}
	for _, due := range []struct {
		kind transcript.Kind
		now  func() bool // nil: always
		make func(io.Reader) error
	}{
		{transcript.Commit, nil, p.commit},
		{transcript.Layout, nil, p.openLayout},
		{transcript.Key, nil, p.giveKey},
		{transcript.Shuffle, nil, p.shuffle},
		{transcript.Lots, nil, func(io.Reader) error { return p.giveLots() }},
		{transcript.Share, nil, p.share},
		{transcript.Face, nil, p.face},
		{transcript.Dispute, func() bool { return p.hand().misheard(p.match) }, p.dispute},
		{transcript.Step, nil, p.step},
		{transcript.Answer, nil, p.answer},
		{transcript.Show, nil, p.show},
		{transcript.Seen, nil, p.see},
		{transcript.Reveal, p.mayReveal, p.reveal},
		{transcript.Resigned, p.grants, p.grantResignation},
		{transcript.Resign, func() bool { return p.resigning }, p.resign},
		{transcript.Arrive, func() bool { return p.arrival() != engine.NoNode }, p.arrive},
		{transcript.NoMove, p.stuck, p.noMove},
	} {
		// Whether the rules take it is tried last: each try copies the position.
		if owed.allows(p.Seat(), due.kind) && p.free(due.kind) && (due.now == nil || due.now()) && p.match.takes(p.Seat(), due.kind) {
			return due.make
		}
	}
	if p.released && p.match.mayAlso(p.Seat(), transcript.Reveal) {
		return p.reveal
	}
	return nil
}

// move makes a Move that is legal for the seat's pieces, with the proof that
// the public needs.
func (p *Player) move(m engine.Move, offer bool, rng io.Reader) error {
	if p.match.publicTypes() {
		body := transcript.MoveBody{Move: m, Offer: offer}
		if p.match.position.Down().Has(m.To) {
			body.Proof = p.shareOf(m.To, transcript.Move, body.Head())
		}
		return p.sign(transcript.Move, body.Marshal())
	}
	if done, err := p.playReady(m, offer); done || err != nil {
		return err
	}
	fresh, err := drawFresh(rng)
	if err != nil {
		return err
	}
	body, err := p.moveBody(m, offer, fresh)
	if err != nil {
		return err
	}
	return p.sign(transcript.Move, body)
}

// moveBody makes the body of a Move on the head, with its proof.
func (p *Player) moveBody(m engine.Move, offer bool, fresh [32]byte) ([]byte, error) {
	body := transcript.MoveBody{Move: m, Offer: offer}
	nonces := p.secret.Nonces(fresh)
	at := p.match.proofPlace(transcript.Move, p.Seat(), body.Head(), 0)
	before := p.match.position
	after := p.match.draft()
	if err := after.play(engine.MoveEvent(p.Seat(), m, offer)); err != nil {
		return nil, err
	}
	a := attack{at, &before, m}
	if after.position.Phase() != engine.PhaseAnswer {
		body.Proof = openMobility(p.match, p.secret, a, nonces)
		return body.Marshal(), nil
	}
	proof, err := p.hand().attack(after, a, nonces)
	if err != nil {
		return nil, err
	}
	body.Proof = proof
	return body.Marshal(), nil
}

// hand returns what makes the seat's messages of clashes. It keeps what takes long to make.
func (p *Player) hand() hand {
	if p.clashes == nil {
		p.clashes = p.match.resolver.sit(p.secret)
	}
	return p.clashes
}

// openMobility makes the opening that shows that a piece can make its move; it is empty if that is
// public.
func openMobility(m *Match, s *private.Secret, a attack, nonces sigma.Nonces) []byte {
	opened := mobilityOpening(a.before, a.move)
	if opened.Len() == 0 {
		return nil
	}
	return m.layouts[s.Seat].ProveOpening(a.at, a.before.At(a.move.From).Number(), opened, 1, s.Key, nonces)
}

func (p *Player) commitment() *layout.Commitment { return p.match.layouts[p.Seat()] }

// step makes the Step that the seat owes.
func (p *Player) step(io.Reader) error {
	message, err := p.hand().step(p.match)
	if err != nil {
		return p.disputeOr(err)
	}
	return p.sign(transcript.Step, message)
}

// disputeOr ends the match with a Dispute if err refuses the other's message,
// and otherwise returns err.
func (p *Player) disputeOr(err error) error {
	if _, ok := errors.AsType[*audited.Refusal](err); !ok {
		return err
	}
	return p.dispute(nil)
}

func (p *Player) dispute(io.Reader) error { return p.sign(transcript.Dispute, nil) }

func (p *Player) show(rng io.Reader) error {
	fresh, err := drawFresh(rng)
	if err != nil {
		return err
	}
	body := transcript.ShowBody{Flag: p.flagPost()}
	at := p.match.proofPlace(transcript.Show, p.Seat(), body.Head(), 0)
	body.Proof = p.openFlag(at, p.secret.Nonces(fresh))
	return p.sign(transcript.Show, body.Marshal())
}

// flagPiece returns the number of the seat's own flag. Rules that show flags have exactly one for each
// seat.
func (p *Player) flagPiece() int { return slices.Index(p.secret.Layout, p.match.rules.Flag()) }

func (p *Player) flagPost() engine.Node { return p.match.rules.Start(p.Seat(), p.flagPiece()) }

// open proves that a piece of the seat is of one of the types in set.
func (p *Player) open(at sigma.Place, piece int, set engine.TypeSet, nonces sigma.Nonces) []byte {
	return p.commitment().ProveOpening(at, piece, set, 1, p.secret.Key, nonces)
}

func (p *Player) openFlag(at sigma.Place, nonces sigma.Nonces) []byte {
	return p.open(at, p.flagPiece(), engine.TypesOf(p.match.rules.Flag()), nonces)
}

func (p *Player) noMove(rng io.Reader) error {
	return p.signMobility(transcript.NoMove, p.commitment().ProveNone, rng)
}

// instead makes a record that takes the place of a move, with a proof that the seat has one where
// that is not public.
func (p *Player) instead(kind transcript.Kind, rng io.Reader) error {
	if !p.match.provesMobility(kind, p.Seat()) {
		return p.sign(kind, nil)
	}
	return p.signMobility(kind, p.commitment().ProveSome, rng)
}

// signMobility makes a record that proves whether any piece of the seat can move.
func (p *Player) signMobility(kind transcript.Kind, prove func(sigma.Place, []layout.Part, *layout.Secret, sigma.Nonces) ([]byte, error), rng io.Reader) error {
	fresh, err := drawFresh(rng)
	if err != nil {
		return err
	}
	at := p.match.proofPlace(kind, p.Seat(), nil, 0)
	proof, err := prove(at, mobility(&p.match.position, p.Seat()), p.secret.LayoutSecret(), p.secret.Nonces(fresh))
	if err != nil {
		return err
	}
	return p.sign(kind, proof)
}

func (p *Player) resign(io.Reader) error { return p.sign(transcript.Resign, nil) }

func (p *Player) grants() bool {
	_, ok := p.request()
	return ok
}

func (p *Player) grantResignation(io.Reader) error {
	q, _ := p.request()
	body := transcript.ResignedBody{Seat: q.Seat, Signature: q.Signature}
	return p.sign(transcript.Resigned, body.Marshal())
}

func (p *Player) see(io.Reader) error {
	body := transcript.SeenBody{Base: p.match.last().base, Record: p.match.Head()}
	return p.signOn(body.Base, transcript.Seen, body.Marshal())
}

// mayReveal reports whether the seat gives its key now: when it is its turn to, when its player
// released the key, or when the time of those before it is over.
func (p *Player) mayReveal() bool {
	m := p.match
	return p.released || (m.RevealsNow(p.Seat()) || p.graceOver && m.allSeen() && (m.dispute == nil || m.Revealed(m.dispute.seat))) && p.choseAll()
}

func (p *Player) reveal(io.Reader) error {
	body := transcript.RevealBody{Tape: p.secret.Tape}
	copy(body.Key[:], p.secret.Key.Bytes())
	return p.sign(transcript.Reveal, body.Marshal())
}

// accuses returns the first seat that the Player holds evidence against, -1 if there is none.
func (p *Player) accuses() int {
	return slices.IndexFunc(p.evidence[:], func(f *transcript.FaultBody) bool { return f != nil })
}

func (p *Player) seal(io.Reader) error {
	culprit := p.accuses()
	evidence := p.evidence[culprit]
	p.evidence[culprit] = nil
	err := p.signOn(evidence.At, transcript.Fault, evidence.Marshal())
	if errors.Is(err, errDuplicate) { // another seat has said so meanwhile
		return nil
	}
	p.advance()
	return err
}
