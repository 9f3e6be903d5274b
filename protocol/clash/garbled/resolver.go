package garbled

import (
	"bytes"
	"errors"
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// Name is how Terms call this resolver.
const Name = "garbled"

// requestSize is the length of the request in bytes.
const requestSize = inputBits * group.ElementSize

// ReplySize is the length of the reply in bytes.
func (c *Circuit) ReplySize() int {
	return labelSize * (inputBits + len(c.Gates) + 2*len(c.Outputs))
}

// ProofSize is the length of the answer's proof in bytes.
func (c *Circuit) ProofSize() int { return labelSize * len(c.Outputs) }

// A resolver remembers the last circuit that it compiled, since a match has one
// ruleset and a circuit takes longer to compile than to garble.
type resolver struct {
	last atomic.Pointer[compiled]
}

type compiled struct {
	rules   *engine.Ruleset
	circuit *Circuit
}

// New returns the garbled circuit. It may be used by many goroutines.
func New() audited.Resolver { return new(resolver) }

func (r *resolver) circuit(rules *engine.Ruleset) (*Circuit, error) {
	if last := r.last.Load(); last != nil && last.rules == rules {
		return last.circuit, nil
	}
	circuit, err := Compile(rules)
	if err != nil {
		return nil, err
	}
	r.last.Store(&compiled{rules, circuit})
	return circuit, nil
}

// Name returns "garbled".
func (*resolver) Name() string { return Name }

// Attack draws the attacker's point for the transfers.
func (r *resolver) Attack(c audited.Clash, own engine.Type, coins *tape.Coins) (audited.Attacker, error) {
	if err := c.CheckAttacker(own); err != nil {
		return nil, err
	}
	circuit, err := r.circuit(c.Rules)
	if err != nil {
		return nil, err
	}
	a, point := drawPoint(coins)
	return &attacker{clash: c, circuit: circuit, own: own, a: a, offer: point.Bytes()}, nil
}

// Defend asks for the labels of the bits of the defender's type number.
func (r *resolver) Defend(c audited.Clash, own engine.Type, offer []byte, coins *tape.Coins) (audited.Defender, error) {
	if err := c.CheckDefender(own); err != nil {
		return nil, err
	}
	circuit, err := r.circuit(c.Rules)
	if err != nil {
		return nil, err
	}
	point, err := readPoint(tape.Offer, "A", offer)
	if err != nil {
		return nil, err
	}
	request, keys := choose(c.Session, offer, point, uint8(own), coins)
	return &defender{clash: c, circuit: circuit, own: own, keys: keys, request: request}, nil
}

// CheckOffer refuses all but the canonical encoding of a point that is not the
// identity.
func (*resolver) CheckOffer(_ audited.Clash, offer []byte) error {
	_, err := readPoint(tape.Offer, "A", offer)
	return err
}

// CheckRequest refuses all but four such points.
func (*resolver) CheckRequest(_ audited.Clash, _, request []byte) error {
	_, err := readRequest(request)
	return err
}

// CheckReply refuses a reply of the wrong length and one with equal hashes for both
// values of an output bit.
func (r *resolver) CheckReply(c audited.Clash, _, _, reply []byte) error {
	circuit, err := r.circuit(c.Rules)
	if err != nil {
		return err
	}
	_, err = circuit.readReply(reply)
	return err
}

// CheckAnswer refuses a code that the table does not have and labels that are not
// those of its bits.
func (r *resolver) CheckAnswer(c audited.Clash, _, _, reply []byte, answer audited.AnswerMessage) error {
	circuit, err := r.circuit(c.Rules)
	if err != nil {
		return err
	}
	g, err := circuit.readReply(reply)
	if err != nil {
		return err
	}
	return circuit.checkAnswer(c, g, answer)
}

// readReply decodes a garbling.
func (c *Circuit) readReply(reply []byte) (g garbling, err error) {
	if len(reply) != c.ReplySize() {
		return g, audited.Malformed(tape.Reply, "%d bytes, not the %d of this circuit", len(reply), c.ReplySize())
	}
	next := func() label {
		l := readLabel(reply)
		reply = reply[labelSize:]
		return l
	}
	for i := range g.transfers {
		g.transfers[i] = next()
	}
	for range c.Gates {
		g.gates = append(g.gates, next())
	}
	for k := range c.Outputs {
		g.outputs = append(g.outputs, [2]label{next(), next()})
		if g.outputs[k][0] == g.outputs[k][1] {
			return g, audited.Malformed(tape.Reply, "both values of output bit %d have one hash", k)
		}
	}
	return g, nil
}

// checkAnswer compares the labels with the hashes of the code's bits.
func (c *Circuit) checkAnswer(clash audited.Clash, g garbling, answer audited.AnswerMessage) error {
	if int(answer.Code) >= clash.NumCodes() {
		return audited.Malformed(tape.Answer, "code %d, the ruleset has 0 to %d", answer.Code, clash.NumCodes()-1)
	}
	if len(answer.Proof) != c.ProofSize() {
		return audited.Malformed(tape.Answer, "%d bytes, not the %d of %d labels", len(answer.Proof), c.ProofSize(), len(c.Outputs))
	}
	for k := range c.Outputs {
		bit, ok := g.value(clash.Session, k, readLabel(answer.Proof[k*labelSize:]))
		if !ok || bit != int(answer.Code>>k&1) {
			return audited.Malformed(tape.Answer, "label %d is not that of the code's bit", k)
		}
	}
	return nil
}

// An attacker knows the type of the attacking piece and the secret of its point,
// and, once it has replied, what it garbled. It prints as "[secret]".
type attacker struct {
	secret.Hidden
	clash    audited.Clash
	circuit  *Circuit
	own      engine.Type
	a        *group.Scalar
	offer    []byte
	garbling *garbling
}

// errNoReply says that an attacker was to judge an answer to nothing.
var errNoReply = errors.New("there is no reply yet: make it again before the answer to it is checked")

// Offer returns A.
func (a *attacker) Offer() []byte { return bytes.Clone(a.offer) }

// Reply garbles the circuit.
func (a *attacker) Reply(request []byte, coins *tape.Coins) ([]byte, error) {
	points, err := readRequest(request)
	if err != nil {
		return nil, err
	}
	zero, one := both(a.clash.Session, a.offer, request, a.a, points)
	offset := label{}
	for offset == (label{}) {
		offset = readLabel(coins.Bytes(labelSize))
	}
	g := a.circuit.garble(a.clash.Session, uint8(a.own), offset, zero, one)
	a.garbling = &g
	return g.marshal(), nil
}

// Accept disputes a code that the attacker's piece can't yield. That the labels
// are the attacker's own anybody can see.
func (a *attacker) Accept(answer audited.AnswerMessage) error {
	if a.garbling == nil {
		return errNoReply
	}
	if err := a.circuit.checkAnswer(a.clash, *a.garbling, answer); err != nil {
		return err
	}
	return a.clash.CheckHeard(tape.Answer, engine.SetOf(a.own), a.clash.Defenders, answer.Code)
}

// A defender knows the type of the defending piece and the keys of its transfers.
// It prints as "[secret]".
type defender struct {
	secret.Hidden
	clash   audited.Clash
	circuit *Circuit
	own     engine.Type
	keys    [inputBits]label
	request []byte
}

// Request returns the four points.
func (d *defender) Request() []byte { return bytes.Clone(d.request) }

// Answer evaluates the circuit, or disputes one that yields no code, or a code that
// the defender's piece can't.
func (d *defender) Answer(reply []byte) (audited.AnswerMessage, error) {
	g, err := d.circuit.readReply(reply)
	if err != nil {
		return audited.AnswerMessage{}, err
	}
	var answer audited.AnswerMessage
	for k, l := range d.circuit.evaluate(d.clash.Session, uint8(d.own), d.keys, g) {
		bit, ok := g.value(d.clash.Session, k, l)
		if !ok {
			return audited.AnswerMessage{}, audited.Disputed(tape.Reply, "the circuit yields a label without a value")
		}
		answer.Code |= engine.Code(bit << k)
		answer.Proof = l.appendTo(answer.Proof)
	}
	if int(answer.Code) >= d.clash.NumCodes() {
		return audited.AnswerMessage{}, audited.Disputed(tape.Reply, "the circuit yields the error code")
	}
	if err := d.clash.CheckHeard(tape.Reply, d.clash.Attackers, engine.SetOf(d.own), answer.Code); err != nil {
		return audited.AnswerMessage{}, err
	}
	return answer, nil
}
