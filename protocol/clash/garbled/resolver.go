package garbled

import (
	"bytes"
	"slices"
	"sync/atomic"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/group"
)

// Name is the name of this resolver in Terms.
const Name = "garbled"

// Sizes of what a clash that brings a stock has in its messages, in front of what
// every clash has.
const (
	pointsSize = transfers * group.ElementSize
	sumsSize   = transfers * labelSize
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

// slot is the place of a clash in its stock.
func slot(r *audited.Round) int { return len(r.Earlier) % stockClashes }

// brings reports whether the clash brings a stock.
func brings(r *audited.Round) bool { return slot(r) == 0 }

// source is the round that brings the stock which the clash uses.
func source(r *audited.Round) *audited.Round {
	if brings(r) {
		return r
	}
	return r.Earlier[len(r.Earlier)-slot(r)]
}

// split cuts a message of the round into what belongs to the stock, which is so long,
// and what every clash has.
func split(r *audited.Round, message []byte, stock int) (forStock, rest []byte) {
	if brings(r) {
		return message[:stock], message[stock:]
	}
	return nil, message
}

// checkSize refuses a message of the wrong length.
func checkSize(r *audited.Round, step tape.Step, stock, rest int) error {
	want := rest
	if brings(r) {
		want += stock
	}
	if got := len(r.Said[step]); got != want {
		return audited.Malformed(step, "garbled.length", "%d bytes, not the %d that are due", got, want)
	}
	return nil
}

// Check refuses messages of the wrong length; points that are not canonically encoded
// or the identity; swaps of more than four bits; equal hashes for both values of an
// output bit; a code that the table does not have, and labels that are not those of
// its bits.
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
	if err := checkSize(r, tape.Offer, group.ElementSize, 0); err != nil || !brings(r) {
		return err
	}
	_, err := readPoint(tape.Offer, r.Said[tape.Offer])
	return err
}

func checkRequest(r *audited.Round) error {
	if err := checkSize(r, tape.Request, pointsSize, 1); err != nil {
		return err
	}
	points, swaps := split(r, r.Said[tape.Request], pointsSize)
	if swaps[0]>>inputBits != 0 {
		return audited.Malformed(tape.Request, "garbled.swaps", "it swaps more than %d bits", inputBits)
	}
	if !brings(r) {
		return nil
	}
	_, err := readPoints(points)
	return err
}

func (c *Circuit) checkReply(r *audited.Round) error {
	if err := checkSize(r, tape.Reply, sumsSize, c.size()); err != nil {
		return err
	}
	for k, hashes := range c.garblingOf(r).outputs {
		if hashes[0] == hashes[1] {
			return audited.Malformed(tape.Reply, "garbled.equal-hashes", "both values of output bit %d have one hash", k)
		}
	}
	return nil
}

// garblingOf is the circuit in a round's reply.
func (c *Circuit) garblingOf(r *audited.Round) garbling {
	_, rest := split(r, r.Said[tape.Reply], sumsSize)
	return c.readGarbling(rest)
}

// hasherOf has the hashes of a round.
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
			return audited.Malformed(tape.Answer, "garbled.label", "label %d is not that of the code's bit", k)
		}
	}
	return nil
}

// Sit returns the secret side of a seat.
func (rs *resolver) Sit(seed [32]byte) audited.Seat {
	return &seat{resolver: rs, seed: seed, senders: map[tape.Place]*sender{}, receivers: map[tape.Place]*receiver{}}
}

// A seat knows the tape, and remembers its halves of stocks by where their coins were
// tossed, as long as what they answer is the same. Printing it shows no secret.
type seat struct {
	secret.Hidden
	resolver  *resolver
	seed      [32]byte
	senders   map[tape.Place]*sender
	receivers map[tape.Place]*receiver
}

// Make makes the attacker's point, the defender's points and swaps, the circuit, or the
// code and its labels.
func (s *seat) Make(r *audited.Round, own engine.Type) ([]byte, error) {
	if err := r.CheckOwn(own); err != nil {
		return nil, err
	}
	switch r.Next() {
	case tape.Offer:
		return s.offer(r), nil
	case tape.Request:
		return s.request(r, uint8(own))
	case tape.Reply:
		return s.reply(r, uint8(own))
	}
	return s.answer(r, own)
}

// offer is the attacker's point, if the clash brings a stock.
func (s *seat) offer(r *audited.Round) []byte {
	if !brings(r) {
		return []byte{}
	}
	_, point := drawPoint(tape.New(s.seed, r.Place(tape.Offer)))
	return point.Bytes()
}

// receiver is the half of the stock that a defender uses in a round.
func (s *seat) receiver(r *audited.Round) (*receiver, error) {
	from := source(r)
	at, offer := from.Place(tape.Request), from.Said[tape.Offer]
	if half := s.receivers[at]; half != nil && bytes.Equal(half.offer, offer) {
		return half, nil
	}
	half, err := receive(from.Session(), offer, tape.New(s.seed, at))
	if err == nil {
		s.receivers[at] = half
	}
	return half, err
}

// request is the points, if the clash brings a stock, and the swaps.
func (s *seat) request(r *audited.Round, own uint8) ([]byte, error) {
	half, err := s.receiver(r)
	if err != nil {
		return nil, err
	}
	swaps := half.bits(slot(r)) ^ own
	if brings(r) {
		return append(slices.Clip(half.points), swaps), nil
	}
	return []byte{swaps}, nil
}

// sender is the half of the stock that an attacker uses in a round.
func (s *seat) sender(r *audited.Round) (*sender, error) {
	from := source(r)
	at := from.Place(tape.Reply)
	points, _ := split(from, from.Said[tape.Request], pointsSize)
	if half := s.senders[at]; half != nil && bytes.Equal(half.points, points) {
		return half, nil
	}
	a, _ := drawPoint(tape.New(s.seed, from.Place(tape.Offer)))
	half, err := send(from.Session(), from.Said[tape.Offer], points, a, tape.New(s.seed, at))
	if err == nil {
		s.senders[at] = half
	}
	return half, err
}

// reply is the sums, if the clash brings a stock, and the circuit.
func (s *seat) reply(r *audited.Round, own uint8) ([]byte, error) {
	half, err := s.sender(r)
	if err != nil {
		return nil, err
	}
	circuit := s.resolver.circuit(r.Rules)
	var message []byte
	if brings(r) {
		for _, l := range half.sums {
			message = l.appendTo(message)
		}
	}
	_, swaps := split(r, r.Said[tape.Request], pointsSize)
	g := circuit.garble(hasherOf(r), own, half.offset, half.labels(slot(r), swaps[0]))
	return g.appendTo(slices.Grow(message, circuit.size())), nil
}

// answer evaluates the circuit, or disputes one that yields no code, or a code that
// the defender's piece can't.
func (s *seat) answer(r *audited.Round, own engine.Type) ([]byte, error) {
	half, err := s.receiver(r)
	if err != nil {
		return nil, err
	}
	circuit, h := s.resolver.circuit(r.Rules), hasherOf(r)
	from := source(r)
	sums, _ := split(from, from.Said[tape.Reply], sumsSize)
	g := circuit.garblingOf(r)
	message := []byte{0}
	for k, l := range circuit.evaluate(h, uint8(own), half.labels(slot(r), readLabels(sums)), g) {
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
