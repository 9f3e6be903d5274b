package protocol

import (
	"errors"
	"io"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// ElGamal is the default resolver: every message is proven as it is sent.
const ElGamal = "elgamal"

// auditedResolvers are those whose messages are proven only at the end, by
// reveal and replay.
var auditedResolvers = map[string]audited.Resolver{
	yao82.Name:   yao82.New(),
	garbled.Name: garbled.New(),
}

// Resolvers lists the resolvers that Terms may name, the default first.
func Resolvers() []string { return []string{ElGamal, yao82.Name, garbled.Name} }

func checkResolver(rules *engine.Ruleset, name string) error {
	if !slices.Contains(Resolvers(), name) {
		return coded.Errorf("protocol.resolver", "unknown resolver %q: this program knows %v", name, Resolvers())
	}
	if auditedResolvers[name] != nil && !rules.RevealAtEnd() {
		return coded.Errorf("protocol.resolver-needs-reveal", "the resolver %s is audited at the end, so it can't be played where layouts are never revealed", name)
	}
	return nil
}

// auditedClash is one clash under an audited resolver, as far as it has come.
type auditedClash struct {
	audited.Clash
	number             uint32
	attacker, defender engine.Piece
	records            [4]int // index in the chain of each step's record
	said               audited.Messages
}

// next is the step that is owed.
func (c *auditedClash) next() tape.Step {
	switch {
	case c.said.Request == nil:
		return tape.Request
	case c.said.Reply == nil:
		return tape.Reply
	}
	return tape.Answer
}

// seat returns who makes a step.
func (c *auditedClash) seat(step tape.Step) engine.Seat {
	if step.Role() == tape.Attacker {
		return c.attacker.Seat()
	}
	return c.defender.Seat()
}

// tossedAt is where the coins of a step are tossed.
func (m *Match) tossedAt(c *auditedClash, step tape.Step) tape.Place {
	return tape.Place{Match: m.id, Answered: m.chain[c.records[step]-1].hash, Clash: c.number, Step: step}
}

// newClash is the clash that the position waits for, at its offer, which is
// the next record of the chain.
func (m *Match) newClash() *auditedClash {
	attacker, defender, movers, _ := m.position.Clash()
	var number uint32
	if m.clash != nil {
		number = m.clash.number + 1
	}
	c := &auditedClash{
		Clash: audited.Clash{
			Rules:     m.rules,
			Session:   audited.Session(m.id, m.Head(), number),
			Attackers: movers,
			Defenders: m.position.Known(defender),
		},
		number: number, attacker: attacker, defender: defender,
	}
	c.records[tape.Offer] = len(m.chain)
	return c
}

// begin notes a new clash.
func (m *Match) begin(c *auditedClash) {
	if m.clash != nil {
		m.clashes = append(m.clashes, m.clash)
	}
	m.clash = c
}

// advance notes a step of the latest clash.
func (m *Match) advance(step tape.Step, note func(*audited.Messages)) {
	c := *m.clash // other folds share it
	c.records[step] = len(m.chain)
	note(&c.said)
	m.clash = &c
}

// allClashes are those of the match, in order.
func (m *Match) allClashes() []*auditedClash {
	if m.clash == nil {
		return nil
	}
	return append(slices.Clip(m.clashes), m.clash)
}

// verifyOffer takes an attack under an audited resolver: the opening of its
// mobility, since no clash proof covers it, and the offer.
func (m *Match) verifyOffer(at sigma.Place, before *engine.Position, move engine.Move, proof []byte) error {
	opening, offer := []byte(nil), proof
	if mobilityOpening(before, move).Len() > 0 {
		if len(proof) < sigma.OpeningSize {
			return transcript.Malformed(transcript.Move, coded.Errorf("protocol.no-opening", "no opening"))
		}
		opening, offer = proof[:sigma.OpeningSize], proof[sigma.OpeningSize:]
	}
	if err := m.verifyMobility(at, before, move, opening); err != nil {
		return err
	}
	c := m.newClash()
	if err := m.resolver.CheckOffer(c.Clash, offer); err != nil {
		return err
	}
	c.said.Offer = offer
	m.begin(c)
	return nil
}

// verifyStep takes the next message of a clash, as far as everybody can judge
// it.
func (m *Match) verifyStep(r transcript.Record) error {
	c := m.clash
	message := slices.Clone(r.Body)
	if c.next() == tape.Request {
		if err := m.resolver.CheckRequest(c.Clash, c.said.Offer, message); err != nil {
			return err
		}
		m.advance(tape.Request, func(said *audited.Messages) { said.Request = message })
		return nil
	}
	if err := m.resolver.CheckReply(c.Clash, c.said.Offer, c.said.Request, message); err != nil {
		return err
	}
	m.advance(tape.Reply, func(said *audited.Messages) { said.Reply = message })
	return nil
}

// verifyAuditedAnswer takes the announcement, as far as everybody can judge it.
func (m *Match) verifyAuditedAnswer(code engine.Code, proof []byte) error {
	c := m.clash
	answer := audited.AnswerMessage{Code: code, Proof: proof}
	if err := m.resolver.CheckAnswer(c.Clash, c.said.Offer, c.said.Request, c.said.Reply, answer); err != nil {
		return err
	}
	m.advance(tape.Answer, func(said *audited.Messages) { said.Answer = &answer })
	return nil
}

// verifyDispute ends the match: a seat says that a message of the other's is
// wrong, by what only it can see. The audit decides which of the two cheated.
func (m *Match) verifyDispute(r transcript.Record) error {
	if len(r.Body) != 0 {
		return transcript.Malformed(r.Kind, errHasBody)
	}
	if m.clash == nil {
		return coded.Errorf("protocol.nothing-to-dispute", "there was no clash that could be disputed")
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

// replay makes every message of every clash again, once both seats have
// revealed, and returns the first deviation; failing that, a dispute was false.
func (m *Match) replay(layouts []engine.Layout) *Conviction {
	if m.resolver == nil {
		return nil
	}
	unknown := false
	for _, c := range m.allClashes() {
		if layouts[c.attacker.Seat()] == nil || layouts[c.defender.Seat()] == nil {
			unknown = true
			continue
		}
		opening := audited.Opening{
			Attacker: layouts[c.attacker.Seat()][c.attacker.Number()],
			Defender: layouts[c.defender.Seat()][c.defender.Number()],
		}
		for step := range opening.Coins {
			if c.records[step] > 0 {
				step := tape.Step(step)
				opening.Coins[step] = tape.New(m.reveals[c.seat(step)].body.Tape, m.tossedAt(c, step))
			}
		}
		err := audited.Replay(m.resolver, c.Clash, opening, c.said)
		if err == nil {
			continue
		}
		culprit, step := c.attacker.Seat(), tape.Offer
		var deviation *audited.Deviation
		if errors.As(err, &deviation) {
			culprit, step = c.seat(deviation.Step), deviation.Step
		}
		return m.convictAt(culprit, c.records[step], err)
	}
	if m.dispute != nil && !unknown {
		return m.convictAt(m.dispute.seat, m.dispute.record, errFalseDispute)
	}
	return nil
}

var errFalseDispute = coded.Errorf("protocol.false-dispute", "disputed messages that were all true")

// The seat's side.

func (p *Player) coins(c *auditedClash, step tape.Step) *tape.Coins {
	return tape.New(p.secret.Tape, p.match.tossedAt(c, step))
}

func (p *Player) typeOf(piece engine.Piece) engine.Type { return p.secret.Layout[piece.Number()] }

// offer makes the message that rides in an attack; after is the match with
// the move made.
func (p *Player) offer(after *Match) ([]byte, error) {
	c := after.newClash()
	attacker, err := p.match.resolver.Attack(c.Clash, p.typeOf(c.attacker), p.coins(c, tape.Offer))
	if err != nil {
		return nil, err
	}
	return attacker.Offer(), nil
}

// step makes the Step that the seat owes, or a Dispute if it can't accept
// what it would answer.
func (p *Player) step(io.Reader) error {
	c := p.match.clash
	step := c.next()
	owed := *c
	owed.records[step] = p.match.Len()
	var message []byte
	var err error
	if step == tape.Request {
		var defender audited.Defender
		if defender, err = p.defend(&owed); err == nil {
			message = defender.Request()
		}
	} else {
		var attacker audited.Attacker
		attacker, err = p.match.resolver.Attack(c.Clash, p.typeOf(c.attacker), p.coins(&owed, tape.Offer))
		if err == nil {
			message, err = attacker.Reply(c.said.Request, p.coins(&owed, tape.Reply))
		}
	}
	if err != nil {
		return p.disputeOr(err)
	}
	return p.sign(transcript.Step, message)
}

func (p *Player) defend(c *auditedClash) (audited.Defender, error) {
	return p.match.resolver.Defend(c.Clash, p.typeOf(c.defender), c.said.Offer, p.coins(c, tape.Request))
}

// auditedAnswer reads the announcement out of the reply.
func (p *Player) auditedAnswer() (audited.AnswerMessage, error) {
	c := p.match.clash
	defender, err := p.defend(c)
	if err != nil {
		return audited.AnswerMessage{}, err
	}
	answer, err := defender.Answer(c.said.Reply)
	if err == nil && !slices.Contains(p.match.position.Answers(), answer.Code) {
		// A commander that falls twice, for one. Nobody could take this answer.
		err = audited.Disputed(tape.Reply, "the code contradicts what is publicly known")
	}
	return answer, err
}

// disputeOr ends the match with a Dispute if err refuses the other's message,
// and otherwise returns err.
func (p *Player) disputeOr(err error) error {
	var refusal *audited.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	return p.sign(transcript.Dispute, nil)
}

// misheard reports that an announcement contradicts the seat's own attacking
// piece. It need not be the last: the cheat may have attacked right after it.
func (p *Player) misheard() bool {
	wrong := func(c *auditedClash) bool {
		return c.said.Answer != nil && c.attacker.Seat() == p.Seat() &&
			c.CheckHeard(tape.Answer, engine.SetOf(p.typeOf(c.attacker)), c.Defenders, c.said.Answer.Code) != nil
	}
	m := p.match
	for ; p.heard < len(m.clashes); p.heard++ {
		if wrong(m.clashes[p.heard]) {
			return true
		}
	}
	return m.clash != nil && wrong(m.clash)
}

func (p *Player) disputeAnswer(io.Reader) error { return p.sign(transcript.Dispute, nil) }
