package protocol

import (
	"errors"
	"slices"
	"sync"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// auditing is a resolver whose messages are proven only at the end, by reveal and
// replay.
type auditing struct {
	rules audited.Resolver
	last  *auditedClash // nil before the first clash
}

// auditedClash is one clash under an audited resolver, as far as it has come. It is not
// changed, but replaced.
type auditedClash struct {
	*audited.Round
	before             *auditedClash // the clash before, nil for the first
	attacker, defender engine.Piece
	records            []int // index in the chain of each step's record
	replayed           *replayed
}

// replayed keeps what it comes to when the messages of a clash are made again: each seat can reveal
// one layout and one tape only.
type replayed struct {
	once      sync.Once
	deviation *audited.Deviation // nil for none
}

// seat returns who makes a step.
func (c *auditedClash) seat(step tape.Step) engine.Seat {
	if step.Role() == tape.Attacker {
		return c.attacker.Seat()
	}
	return c.defender.Seat()
}

// answered reports whether the clash is over.
func (c *auditedClash) answered() bool { return c.Next() > tape.Answer }

// with returns the clash after the message that m's next record holds.
func (c *auditedClash) with(m *Match, message []byte) *auditedClash {
	next := *c
	next.Round = c.Answering(m.Head()).With(slices.Clone(message))
	next.records = append(slices.Clip(c.records), len(m.chain))
	next.replayed = new(replayed)
	return &next
}

// clashes returns the clashes of the match, in order.
func (r auditing) clashes() (all []*auditedClash) {
	for c := r.last; c != nil; c = c.before {
		all = append(all, c)
	}
	slices.Reverse(all)
	return all
}

// ErrTooManyClashes means that an attack would make the match longer than its audit may take: the
// seat can still move elsewhere, resign or agree to a draw.
var ErrTooManyClashes = coded.Errorf("protocol.too-many-clashes", "no more than %d clashes can be audited", audited.MaxClashes)

// begin returns the clash that the position waits for, before its offer, which is m's next
// record.
func (r auditing) begin(m *Match) (*auditedClash, error) {
	attacker, defender, movers, _ := m.position.Clash()
	c := &auditedClash{before: r.last, attacker: attacker, defender: defender, Round: &audited.Round{
		Clash: audited.Clash{Rules: m.rules, Match: m.id, Attackers: movers, Defenders: m.position.Known(defender)},
	}}
	if r.last != nil {
		c.Number = r.last.Number + 1
	}
	if c.Number == audited.MaxClashes {
		return nil, ErrTooManyClashes
	}
	// Each of them was answered: a seat that is put out during a clash neither attacks nor is
	// attacked again.
	for _, other := range r.clashes() {
		if other.attacker.Seat() != attacker.Seat() {
			continue
		}
		if c.First == nil {
			c.First = other.Round
		}
		if other.defender.Seat() == defender.Seat() {
			c.Earlier = append(c.Earlier, other.Round)
		}
	}
	return c, nil
}

func (auditing) audited() bool { return true }

func (r auditing) disputable() bool { return r.last != nil }

func (r auditing) step() (engine.Seat, bool) {
	next := r.last.Next()
	return r.last.seat(next), next < tape.Answer
}

// say returns the resolver after a message of its last clash, checked as far as everybody can judge
// it.
func (r auditing) say(m *Match, c *auditedClash, message []byte) (resolver, error) {
	r.last = c.with(m, message)
	if err := r.rules.Check(r.last.Round); err != nil {
		return nil, err
	}
	return r, nil
}

// checkAttack takes the opening of the move's mobility, since no proof of the clash
// covers it, and the offer.
func (r auditing) checkAttack(m *Match, a attack, proof []byte) (resolver, error) {
	opening, offer := []byte(nil), proof
	if mobilityOpening(a.before, a.move).Len() > 0 {
		if len(proof) < sigma.OpeningSize {
			return nil, transcript.Malformed(transcript.Move, coded.Errorf("protocol.no-opening", "no opening"))
		}
		opening, offer = proof[:sigma.OpeningSize], proof[sigma.OpeningSize:]
	}
	if err := m.verifyMobility(a.at, a.before, a.move, opening); err != nil {
		return nil, err
	}
	c, err := r.begin(m)
	if err != nil {
		return nil, err
	}
	return r.say(m, c, offer)
}

func (r auditing) checkStep(m *Match, message []byte) (resolver, error) {
	return r.say(m, r.last, message)
}

func (r auditing) checkAnswer(m *Match, _ sigma.Place, code engine.Code, proof []byte) (resolver, error) {
	return r.say(m, r.last, append([]byte{byte(code)}, proof...))
}

// verifyDispute ends the match: a seat says that a message of the other is wrong, by what only it
// can see. The audit decides which of the two cheated.
func (m *Match) verifyDispute(r transcript.Record) error {
	if len(r.Body) != 0 {
		return transcript.Malformed(r.Kind, errHasBody)
	}
	m.dispute = &dispute{seat: r.Seat, record: len(m.chain)}
	return nil
}

// dispute ends a match undecided until the audit.
type dispute struct {
	seat   engine.Seat
	record int // index in the chain
}

// Disputed returns the seat that ended the match with a Dispute, if one did.
func (m *Match) Disputed() (engine.Seat, bool) {
	if m.dispute == nil {
		return 0, false
	}
	return m.dispute.seat, true
}

// replay recomputes every message of every clash whose layouts are both revealed, and returns the
// first deviation. If there is none and all were recomputed, a dispute was false.
func (r auditing) replay(m *Match, layouts []engine.Layout, watch watcher) *Conviction {
	var seats [engine.MaxSeats]audited.Seat
	for seat := range layouts {
		if layouts[seat] != nil {
			seats[seat] = r.rules.Sit(m.reveals[seat].body.Tape)
		}
	}
	unknown := false
	all := r.clashes()
	for i, c := range all {
		watch.tell(AuditStep{Replay: true, Done: i, Of: len(all)})
		attacker, defender := c.attacker.Seat(), c.defender.Seat()
		if layouts[attacker] == nil || layouts[defender] == nil {
			unknown = true
			continue
		}
		c.replayed.once.Do(func() {
			c.replayed.deviation, _ = errors.AsType[*audited.Deviation](audited.Replay(c.Round, audited.Opening{
				Attacker: layouts[attacker][c.attacker.Number()],
				Defender: layouts[defender][c.defender.Number()],
				Seats:    [2]audited.Seat{tape.Attacker: seats[attacker], tape.Defender: seats[defender]},
			}))
		})
		if deviation := c.replayed.deviation; deviation != nil {
			return m.convictAt(c.seat(deviation.Step), c.records[deviation.Step], deviation)
		}
	}
	if m.dispute != nil && !unknown {
		return m.convictAt(m.dispute.seat, m.dispute.record, errFalseDispute)
	}
	return nil
}

var errFalseDispute = coded.Errorf("protocol.false-dispute", "disputed messages that were all true")

func (r auditing) sit(s *private.Secret) hand {
	return &auditedHand{secret: s, seat: r.rules.Sit(s.Tape)}
}

// auditedHand is the hand of an audited resolver.
type auditedHand struct {
	secret *private.Secret
	seat   audited.Seat
	heard  *auditedClash // up to here every announcement fits the seat's own pieces
}

func (h *auditedHand) typeOf(piece engine.Piece) engine.Type { return h.secret.Layout[piece.Number()] }

// next makes the next message of a clash, in m's next record.
func (h *auditedHand) next(m *Match, c *auditedClash) ([]byte, error) {
	own := c.attacker
	if c.Next().Role() == tape.Defender {
		own = c.defender
	}
	return h.seat.Make(c.Answering(m.Head()), h.typeOf(own))
}

func (h *auditedHand) attack(after *Match, a attack, nonces sigma.Nonces) ([]byte, error) {
	c, err := after.resolver.(auditing).begin(after)
	if err != nil {
		return nil, err
	}
	offer, err := h.next(after, c)
	if err != nil {
		return nil, err
	}
	return append(openMobility(after, h.secret, a, nonces), offer...), nil
}

func (h *auditedHand) step(m *Match) ([]byte, error) {
	return h.next(m, m.resolver.(auditing).last)
}

func (h *auditedHand) answer(m *Match, announce func(engine.Code) sigma.Place, _ sigma.Nonces) ([]byte, error) {
	message, err := h.step(m)
	if err != nil {
		return nil, err
	}
	code := engine.Code(message[0])
	if !slices.Contains(m.position.Answers(), code) {
		// For example a commander that falls twice: nobody could take this answer.
		return nil, audited.Disputed(tape.Reply, "protocol.known-otherwise", "the code contradicts what is publicly known")
	}
	announce(code)
	return message[1:], nil
}

// misheard looks at all clashes since its last call: the cheat may have attacked right after it
// lied.
func (h *auditedHand) misheard(m *Match) bool {
	last := m.resolver.(auditing).last
	for c := last; c != h.heard && c != nil; c = c.before {
		if !c.answered() || c.attacker.Seat() != h.secret.Seat {
			continue
		}
		own, code := engine.TypesOf(h.typeOf(c.attacker)), engine.Code(c.Said[tape.Answer][0])
		if c.CheckHeard(tape.Answer, own, c.Defenders, code) != nil {
			return true
		}
	}
	if last != nil && last.answered() {
		h.heard = last
	}
	return false
}
