package yao82

import (
	"bytes"

	"filippo.io/bigmod"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Name is how Terms call this resolver.
const Name = "yao82"

// OfferSize is the length of the offer, which is N, in bytes.
const OfferSize = 2048 / 8

// New returns the list protocol, with N of 2048 bits and p of 256.
func New() audited.Resolver { return standard }

// Name returns "yao82".
func (sizes) Name() string { return Name }

// Attack makes a fresh key and offers its N. That takes a tenth of a second, or
// two: a program may want to do it while its player thinks.
func (s sizes) Attack(c audited.Clash, own engine.Type, coins *tape.Coins) (audited.Attacker, error) {
	if err := c.CheckAttacker(own); err != nil {
		return nil, err
	}
	return &attacker{sizes: s, clash: c, own: own, key: newKey(coins, s.modulus)}, nil
}

// Defend blinds the defender's column under the attacker's N.
func (s sizes) Defend(c audited.Clash, own engine.Type, offer []byte, coins *tape.Coins) (audited.Defender, error) {
	if err := c.CheckDefender(own); err != nil {
		return nil, err
	}
	n, err := s.readOffer(offer)
	if err != nil {
		return nil, err
	}
	x, request := s.blind(n, own, coins)
	return &defender{sizes: s, clash: c, own: own, x: x, request: request}, nil
}

// CheckOffer refuses all but an N of the right length that is 1 modulo 4.
func (s sizes) CheckOffer(_ audited.Clash, offer []byte) error {
	_, err := s.readOffer(offer)
	return err
}

// CheckRequest refuses a v that is not below N, or that makes a root known.
func (s sizes) CheckRequest(_ audited.Clash, offer, request []byte) error {
	n, err := s.readOffer(offer)
	if err != nil {
		return err
	}
	_, err = s.readRequest(n, request)
	return err
}

// CheckReply refuses a p that is no prime of the right length, and entries that
// are not below it.
func (s sizes) CheckReply(_ audited.Clash, _, _, reply []byte) error {
	_, _, err := s.readReply(reply)
	return err
}

// CheckAnswer refuses a code that the table does not have, and any proof.
func (sizes) CheckAnswer(c audited.Clash, _, _, _ []byte, answer audited.AnswerMessage) error {
	return checkAnswer(c, answer)
}

func checkAnswer(c audited.Clash, answer audited.AnswerMessage) error {
	if int(answer.Code) >= c.NumCodes() {
		return audited.Malformed(tape.Answer, "code %d, the ruleset has 0 to %d", answer.Code, c.NumCodes()-1)
	}
	if len(answer.Proof) != 0 {
		return audited.Malformed(tape.Answer, "a proof of %d bytes, where there is none", len(answer.Proof))
	}
	return nil
}

// An attacker knows the type of the attacking piece and the key of the clash. It
// prints as "[secret]".
type attacker struct {
	secret.Hidden
	sizes sizes
	clash audited.Clash
	own   engine.Type
	key   *privateKey
}

// Offer returns N.
func (a *attacker) Offer() []byte { return a.key.n.Nat().Bytes(a.key.n) }

// Reply makes the list.
func (a *attacker) Reply(request []byte, coins *tape.Coins) ([]byte, error) {
	c, err := a.sizes.readRequest(a.key.n, request)
	if err != nil {
		return nil, err
	}
	return a.sizes.list(a.key.roots(c), a.clash.Row(a.own), a.clash.NumCodes(), coins)
}

// Accept disputes a code that the attacker's piece can't yield.
func (a *attacker) Accept(answer audited.AnswerMessage) error {
	if err := checkAnswer(a.clash, answer); err != nil {
		return err
	}
	return a.clash.CheckHeard(tape.Answer, engine.SetOf(a.own), a.clash.Defenders, answer.Code)
}

// A defender knows the type of the defending piece and the root x. It prints as
// "[secret]".
type defender struct {
	secret.Hidden
	sizes   sizes
	clash   audited.Clash
	own     engine.Type
	x       *bigmod.Nat
	request []byte
}

// Request returns v.
func (d *defender) Request() []byte { return bytes.Clone(d.request) }

// Answer reads the code, or disputes a list that has none, or none that the
// defender's piece can yield, at the defender's entry.
func (d *defender) Answer(reply []byte) (audited.AnswerMessage, error) {
	p, entries, err := d.sizes.readReply(reply)
	if err != nil {
		return audited.AnswerMessage{}, err
	}
	value, ok := d.sizes.read(p, entries, d.own, d.x)
	if !ok || value >= d.clash.NumCodes() {
		return audited.AnswerMessage{}, audited.Disputed(tape.Reply, "the entry of the defender's type holds no code")
	}
	code := engine.Code(value)
	if err := d.clash.CheckHeard(tape.Reply, d.clash.Attackers, engine.SetOf(d.own), code); err != nil {
		return audited.AnswerMessage{}, err
	}
	return audited.AnswerMessage{Code: code}, nil
}
