package yao82

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"

	"filippo.io/bigmod"
)

// Name is the name of this resolver in Terms.
const Name = "yao82"

// KeySize is the length of N in bytes.
const KeySize = 2048 / 8

// New returns the resolver, with N of 2048 bits and p of 256.
func New() audited.Resolver { return standard }

// Name returns "yao82".
func (sizes) Name() string { return Name }

// Check refuses, by step: an N that is not of the right length and 1 modulo 4, or that
// comes where one was offered before; a v that is not below N, or that makes a root
// known; a p that is not a prime of the right length, and entries that are not below it; a
// code that the table does not have, and any proof.
func (s sizes) Check(r *audited.Round) error {
	step := r.Next() - 1
	message := r.Said[step]
	switch step {
	case tape.Offer:
		if len(r.Earlier) == 0 {
			_, err := s.readOffer(message)
			return err
		}
		if len(message) != 0 {
			return audited.Malformed(tape.Offer, "yao82.second-key", "%d bytes, where N was offered before", len(message))
		}
		return nil
	case tape.Request:
		_, err := s.readRequest(modulus(offered(r)), columns(r), message)
		return err
	case tape.Reply:
		_, _, err := s.readReply(columns(r), message)
		return err
	}
	return checkAnswer(r, message)
}

func checkAnswer(r *audited.Round, message []byte) error {
	if len(message) != 1 {
		return audited.Malformed(tape.Answer, "yao82.proof", "a proof of %d bytes, where there is none", len(message)-1)
	}
	return r.CheckCode(message[0])
}

// columns returns how many entries a list has: one for each type of the defender.
func columns(r *audited.Round) int { return r.Rules.Types().Len() }

// offered returns the key that the attacking seat has offered to the defending one.
func offered(r *audited.Round) []byte {
	if len(r.Earlier) > 0 {
		r = r.Earlier[0]
	}
	return r.Said[tape.Offer]
}

// Sit returns the secret side of a seat. It finds its primes in a tenth of a second or two, once in a
// match, whomever it attacks: a cheat can look for coins with which an audit has to draw a dozen times as many numbers.
func (s sizes) Sit(seed [32]byte) audited.Seat {
	return &seat{sizes: s, seed: seed, keys: map[tape.Place]*privateKey{}}
}

// A seat knows the tape, and remembers its keys by where their coins were tossed. Printing
// it shows no secret.
type seat struct {
	secret.Hidden
	sizes sizes
	seed  [32]byte
	keys  map[tape.Place]*privateKey
}

// Make makes N, v, the list, or the code.
func (s *seat) Make(r *audited.Round, own engine.Type) ([]byte, error) {
	if err := r.CheckOwn(own); err != nil {
		return nil, err
	}
	switch r.Next() {
	case tape.Offer:
		return s.offer(r), nil
	case tape.Request:
		_, request, err := s.blind(r, own)
		return request, err
	case tape.Reply:
		return s.reply(r, own)
	}
	return s.answer(r, own)
}

func (s *seat) key(r *audited.Round) *privateKey {
	if r.First != nil {
		r = r.First
	}
	at := r.Place(tape.Offer)
	k := s.keys[at]
	if k == nil {
		k = newKey(tape.New(s.seed, at), s.sizes.modulus)
		s.keys[at] = k
	}
	return k
}

func (s *seat) offer(r *audited.Round) []byte {
	if len(r.Earlier) > 0 {
		return []byte{}
	}
	k := s.key(r)
	return k.n.Nat().Bytes(k.n)
}

// blind hides the defender's column under the attacker's N.
func (s *seat) blind(r *audited.Round, own engine.Type) (x *bigmod.Nat, request []byte, err error) {
	n, err := s.sizes.readOffer(offered(r))
	if err != nil {
		return nil, nil, err
	}
	x, request = s.sizes.blind(n, columns(r), own, tape.New(s.seed, r.Place(tape.Request)))
	return x, request, nil
}

func (s *seat) reply(r *audited.Round, own engine.Type) ([]byte, error) {
	k := s.key(r)
	c, err := s.sizes.readRequest(k.n, columns(r), r.Said[tape.Request])
	if err != nil {
		return nil, err
	}
	return s.sizes.list(k.roots(c), r.Row(own), r.NumCodes(), tape.New(s.seed, r.Place(tape.Reply)))
}

// answer reads the code, or disputes a list that has none, or none that the
// defender's piece can yield, at the defender's entry.
func (s *seat) answer(r *audited.Round, own engine.Type) ([]byte, error) {
	x, _, err := s.blind(r, own)
	if err != nil {
		return nil, err
	}
	p, entries := s.sizes.splitReply(r.Said[tape.Reply])
	value, ok := s.sizes.read(p, entries, own, x)
	if !ok || value >= r.NumCodes() {
		return nil, audited.Disputed(tape.Reply, "yao82.no-code", "the entry of the defender's type holds no code")
	}
	if err := r.CheckHeard(tape.Reply, r.Attackers, engine.TypesOf(own), engine.Code(value)); err != nil {
		return nil, err
	}
	return []byte{byte(value)}, nil
}
