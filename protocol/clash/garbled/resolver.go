package garbled

import (
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// Name is the name of this resolver in Terms.
const Name = "garbled"

// Sizes of a request, and of what a reply has in front of the circuit.
const (
	requestSize = inputBits * group.ElementSize
	sumsSize    = inputBits * labelSize
)

// A resolver remembers the last circuit that it compiled, since a match has one
// ruleset and a circuit takes longer to compile than to garble.
type resolver struct {
	last atomic.Pointer[compiled]
}

type compiled struct {
	rules   *engine.Ruleset
	circuit *Circuit
}

// New returns the resolver. It is safe for concurrent use.
func New() audited.Resolver { return new(resolver) }

func (r *resolver) circuit(rules *engine.Ruleset) *Circuit {
	if last := r.last.Load(); last != nil && last.rules == rules {
		return last.circuit
	}
	circuit := Compile(rules)
	r.last.Store(&compiled{rules, circuit})
	return circuit
}

// Name returns "garbled".
func (*resolver) Name() string { return Name }

// checkSize refuses a message of the wrong length.
func checkSize(r *audited.Round, step tape.Step, want int) error {
	if got := len(r.Said[step]); got != want {
		return audited.Malformed(step, "garbled.length", "%d bytes, not the %d that are due", got, want)
	}
	return nil
}

// Check refuses messages of the wrong length; points that are not canonically encoded
// or the identity; equal hashes for both values of an output bit; a code that the table
// does not have, and labels that don't belong to its bits.
func (rs *resolver) Check(r *audited.Round) error {
	circuit := rs.circuit(r.Rules)
	switch step := r.Next() - 1; step {
	case tape.Offer:
		return checkOffer(r)
	case tape.Request:
		return checkRequest(r)
	case tape.Reply:
		return circuit.checkReply(r)
	}
	return circuit.checkAnswer(r)
}

func checkOffer(r *audited.Round) error {
	if err := checkSize(r, tape.Offer, group.ElementSize); err != nil {
		return err
	}
	_, err := readPoint(tape.Offer, r.Said[tape.Offer])
	return err
}

func checkRequest(r *audited.Round) error {
	if err := checkSize(r, tape.Request, requestSize); err != nil {
		return err
	}
	_, err := readPoints(r.Said[tape.Request])
	return err
}

func (c *Circuit) checkReply(r *audited.Round) error {
	if err := checkSize(r, tape.Reply, sumsSize+c.size()); err != nil {
		return err
	}
	for k, hashes := range c.garblingOf(r).outputs {
		if hashes[0] == hashes[1] {
			return audited.Malformed(tape.Reply, "garbled.equal-hashes", "both values of output bit %d have one hash", k)
		}
	}
	return nil
}

func (c *Circuit) garblingOf(r *audited.Round) garbling {
	return c.readGarbling(r.Said[tape.Reply][sumsSize:])
}

func hasherOf(r *audited.Round) hasher { return newHasher(r.Session(), r.Said[tape.Request]) }

// checkAnswer compares the labels with the hashes of the code's bits.
func (c *Circuit) checkAnswer(r *audited.Round) error {
	message := r.Said[tape.Answer]
	if want := 1 + labelSize*len(c.Outputs); len(message) != want {
		return audited.Malformed(tape.Answer, "garbled.labels-length", "%d bytes, not the %d of a code and %d labels", len(message), want, len(c.Outputs))
	}
	if err := r.CheckCode(message[0]); err != nil {
		return err
	}
	h, g := hasherOf(r), c.garblingOf(r)
	for k, l := range readLabels(message[1:]) {
		bit, ok := g.value(h, k, l)
		if !ok || bit != int(message[0]>>k&1) {
			return audited.Malformed(tape.Answer, "garbled.label", "label %d does not belong to the code's bit", k)
		}
	}
	return nil
}

// Sit returns the secret side of a seat.
func (rs *resolver) Sit(seed [32]byte) audited.Seat { return &seat{resolver: rs, seed: seed} }

// A seat knows the tape, and remembers nothing. Printing it shows no secret.
type seat struct {
	secret.Hidden
	resolver *resolver
	seed     [32]byte
}

func (s *seat) coins(r *audited.Round, step tape.Step) *tape.Coins {
	return tape.New(s.seed, r.Place(step))
}

// Make makes the attacker's point, the defender's points, the circuit, or the code and
// its labels.
func (s *seat) Make(r *audited.Round, own engine.Type) ([]byte, error) {
	if err := r.CheckOwn(own); err != nil {
		return nil, err
	}
	switch r.Next() {
	case tape.Offer:
		return group.B().Mult(drawScalar(s.coins(r, tape.Offer))).Bytes(), nil
	case tape.Request:
		half, err := s.receiver(r, own)
		if err != nil {
			return nil, err
		}
		return half.points(), nil
	case tape.Reply:
		return s.reply(r, own)
	}
	return s.answer(r, own)
}

// receiver returns the defender's half of the transfers.
func (s *seat) receiver(r *audited.Round, own engine.Type) (*receiver, error) {
	return receive(r.Said[tape.Offer], uint8(own), s.coins(r, tape.Request))
}

func (s *seat) reply(r *audited.Round, own engine.Type) ([]byte, error) {
	a := drawScalar(s.coins(r, tape.Offer))
	half, err := send(r.Session(), r.Said[tape.Offer], r.Said[tape.Request], a, s.coins(r, tape.Reply))
	if err != nil {
		return nil, err
	}
	circuit := s.resolver.circuit(r.Rules)
	message := make([]byte, 0, sumsSize+circuit.size())
	for _, l := range half.sums {
		message = l.appendTo(message)
	}
	return circuit.garble(hasherOf(r), uint8(own), half.offset, half.zero).appendTo(message), nil
}

// answer evaluates the circuit, or disputes one that yields no code, or a code that
// the defender's piece can't.
func (s *seat) answer(r *audited.Round, own engine.Type) ([]byte, error) {
	half, err := s.receiver(r, own)
	if err != nil {
		return nil, err
	}
	circuit, h := s.resolver.circuit(r.Rules), hasherOf(r)
	labels := half.labels(r.Session(), r.Said[tape.Offer], r.Said[tape.Request], readLabels(r.Said[tape.Reply][:sumsSize]))
	g := circuit.garblingOf(r)
	message := []byte{0}
	for k, l := range circuit.evaluate(h, uint8(own), labels, g) {
		bit, ok := g.value(h, k, l)
		if !ok {
			return nil, audited.Disputed(tape.Reply, "garbled.no-value", "the circuit yields a label without a value")
		}
		message[0] |= byte(bit << k)
		message = l.appendTo(message)
	}
	if err := r.CheckHeard(tape.Reply, r.Attackers, engine.TypesOf(own), engine.Code(message[0])); err != nil {
		return nil, err
	}
	return message, nil
}
