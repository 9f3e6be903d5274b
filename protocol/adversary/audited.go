package adversary

import (
	"errors"
	"io"
	"math/big"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// In these scenes a platoon leader attacks another. They are what can be done
// about the audited resolvers; each cheat is told of in the doc comments of the
// packages yao82 and garbled.
var auditedKinds = slices.Concat([]Kind{
	{
		Name:        "yao82-bad-key",
		Description: "offers a key under which raising to the power e is no permutation, so that the request shows the defender's type",
		Stopped:     AtAudit, Record: transcript.Move, Scene: Scene{Resolver: yao82.Name, Turns: attack.Turns},
		lies: lies{transcript.Move: badKey, transcript.Step: garbageList},
	},
	{
		Name:        "yao82-zero",
		Description: "asks with x = 0, whose neighbours in the list have roots that everybody knows",
		Stopped:     AtOnce, Record: transcript.Step, Scene: defending(yao82.Name),
		lies: lies{transcript.Step: request(func(n *big.Int, column int64) *big.Int {
			return new(big.Int).Sub(n, big.NewInt(column))
		})},
	},
	{
		Name:        "yao82-opposite-roots",
		Description: "asks so that the roots of six pairs of entries are opposite numbers",
		Stopped:     AtOnce, Record: transcript.Step, Scene: defending(yao82.Name),
		lies: lies{transcript.Step: request(func(n *big.Int, _ int64) *big.Int {
			v := new(big.Int).ModInverse(big.NewInt(2), n)
			return v.Mod(v.Mul(v, big.NewInt(-13)), n)
		})},
	},
	{
		Name:        "yao82-small-prime",
		Description: "masks the list modulo a small prime, which shows which types leave the residues apart",
		Stopped:     AtOnce, Record: transcript.Step, Scene: attacking(yao82.Name),
		lies: lies{transcript.Step: mangledStep(func(list []byte) {
			clear(list)
			list[30], list[31] = 1, 1 // 257; all entries are 0
		})},
	},
	{
		Name:        "yao82-garbage-list",
		Description: "sends garbage in every other entry of the list, to see whether the defender disputes",
		Stopped:     AtAudit, Record: transcript.Step, Scene: attacking(yao82.Name),
		lies: lies{transcript.Step: mangledStep(func(list []byte) {
			for entry := 2; entry < len(list)/32; entry += 2 {
				list[32*entry+16] ^= 1 // below p still, hardly ever not
			}
		})},
	},
	{
		Name:        "yao82-wrong-code",
		Description: "announces another code than the list says; no proof goes with it",
		Stopped:     AtAudit, Record: transcript.Answer, Scene: defending(yao82.Name),
		lies: lies{transcript.Answer: wrongCode},
	},
	{
		Name:        "garbled-wrong-code",
		Description: "announces another code than the circuit says, with the labels of the true one",
		Stopped:     AtOnce, Record: transcript.Answer, Scene: defending(garbled.Name),
		lies: lies{transcript.Answer: wrongCode},
	},
	{
		Name:        "garbled-identity",
		Description: "asks for a label with the identity for a point",
		Stopped:     AtOnce, Record: transcript.Step, Scene: defending(garbled.Name),
		lies: lies{transcript.Step: mangledStep(func(points []byte) { clear(points[:group.ElementSize]) })},
	},
	{
		Name:        "garbled-inconsistent-transfer",
		Description: "spoils what gives labels to who chose a one, to see from a dispute whether the defender did, and so what it is",
		Stopped:     AtAudit, Record: transcript.Step, Scene: attacking(garbled.Name),
		lies: lies{transcript.Step: mangledStep(func(reply []byte) {
			for bit := range 4 { // of the first clash
				reply[16*bit] ^= 1
			}
		})},
	},
}, both(yao82.Name), both(garbled.Name))

// both are the cheats that are the same under either resolver.
func both(resolver string) []Kind {
	return []Kind{
		{
			Name:        resolver + "-other-row",
			Description: "a platoon leader fights with the commander's row of the table",
			Stopped:     AtAudit, Record: transcript.Step, Scene: attacking(resolver),
			lies: lies{transcript.Step: posingAs(junqi.Commander)},
		},
		{
			Name:        resolver + "-other-input",
			Description: "an attacked platoon leader asks as the commander, and announces what the commander would",
			Stopped:     AtAudit, Record: transcript.Step, Scene: defending(resolver),
			lies: lies{transcript.Step: posingAs(junqi.Commander), transcript.Answer: posingAs(junqi.Commander)},
		},
		{
			Name:        resolver + "-other-tape",
			Description: "tosses other coins than those of the tape that it committed to",
			Stopped:     AtAudit, Record: transcript.Step, Scene: defending(resolver),
			lies: lies{transcript.Step: otherTape, transcript.Answer: otherTape},
		},
		{
			Name:        resolver + "-false-dispute",
			Description: "disputes a message that is true, to stop a game that it loses",
			Stopped:     AtAudit, Record: transcript.Dispute, Scene: defending(resolver),
			lies: lies{transcript.Answer: func(p *Player) ([]byte, error) { return p.sign(transcript.Dispute, nil), nil }},
		},
		{
			Name:        resolver + "-refused-reveal",
			Description: "fights with the commander's row, and does not reveal, so that nobody finds out",
			Stopped:     Claimed, Record: transcript.Reveal, Scene: attacking(resolver),
			lies: lies{transcript.Step: posingAs(junqi.Commander), transcript.Reveal: withhold},
		},
	}
}

// attacking is a scene in which the liar attacks, and lies after the offer.
func attacking(resolver string) Scene { return Scene{Resolver: resolver, Turns: attacked.Turns} }

func defending(resolver string) Scene {
	return Scene{Resolver: resolver, Liar: engine.Blue, Turns: attacked.Turns}
}

// posingAs does what an honest program would whose piece in this clash is of
// another type.
func posingAs(t engine.Type) lie {
	return func(p *Player) ([]byte, error) {
		position := p.Match().Position()
		attacker, defender, _, _ := position.Clash()
		piece := attacker
		if defender.Seat() == p.Seat() {
			piece = defender
		}
		return p.honestly(p.Match().Len(), func(s *private.Secret) { s.Layout[piece.Number()] = t }, p.proceed)
	}
}

// otherTape does what an honest program would that has another tape.
func otherTape(p *Player) ([]byte, error) {
	return p.honestly(p.Match().Len(), func(s *private.Secret) { s.Fresh[0] ^= 1 }, p.proceed)
}

// mangledStep sends the true message, changed.
func mangledStep(change func(message []byte)) lie {
	return func(p *Player) ([]byte, error) {
		raw, err := p.truth()
		if err != nil {
			return nil, err
		}
		message, err := bodyOf(raw)
		if err != nil {
			return nil, err
		}
		change(message)
		return p.sign(transcript.Step, message), nil
	}
}

// request asks the list protocol with a v of one's own choice; column is that of
// the defender's type, from 1.
func request(v func(n *big.Int, column int64) *big.Int) lie {
	return func(p *Player) ([]byte, error) {
		offer, err := p.proofOf(p.Match().Len() - 1)
		if err != nil {
			return nil, err
		}
		position := p.Match().Position()
		_, defender, _, _ := position.Clash()
		n := new(big.Int).SetBytes(offer)
		message := v(n, int64(p.secret.Layout[defender.Number()])+1).FillBytes(make([]byte, len(offer)))
		return p.sign(transcript.Step, message), nil
	}
}

// wrongCode announces that the attacker alone leaves, with the proof of the truth.
func wrongCode(p *Player) ([]byte, error) {
	body, err := p.trueAnswer()
	if err != nil {
		return nil, err
	}
	body.Code = engine.Code(slices.IndexFunc(p.Match().Rules().Codes(), attackerFalls))
	return p.sign(transcript.Answer, body.Marshal()), nil
}

// randomPrime draws numbers of so many bytes until one, made to fit, is prime.
func (p *Player) randomPrime(size int, fit func(*big.Int)) (*big.Int, error) {
	b := make([]byte, size)
	for range 1 << 16 {
		if _, err := io.ReadFull(p.rng, b); err != nil {
			return nil, err
		}
		b[0] |= 0xc0 // so that N has all its bits
		x := new(big.Int).SetBytes(b)
		if fit(x); x.BitLen() == 8*size && x.ProbablyPrime(10) {
			return x, nil
		}
	}
	return nil, errors.New("no prime found")
}

// odd makes a number 3 modulo 4, as the primes of an honest key are.
func odd(x *big.Int) { x.SetBit(x.SetBit(x, 0, 1), 1, 1) }

// badKey offers N = PQ where e divides P - 1: only one number in e is an e-th power
// modulo P.
func badKey(p *Player) ([]byte, error) {
	e := big.NewInt(65537)
	bad, err := p.randomPrime(128, func(x *big.Int) {
		for x.Add(x.Mul(x.Div(x, e), e), big.NewInt(1)); x.Bit(0) == 0 || x.Bit(1) == 0; x.Add(x, e) {
		}
	})
	if err != nil {
		return nil, err
	}
	good, err := p.randomPrime(128, odd)
	if err != nil {
		return nil, err
	}
	return p.moveWith(bad.Mul(bad, good).FillBytes(make([]byte, 256)), nil)
}

// garbageList is all that who made a bad key can reply: x is one of e roots, and it
// does not know which.
func garbageList(p *Player) ([]byte, error) {
	mask, err := p.randomPrime(32, odd)
	if err != nil {
		return nil, err
	}
	list := make([]byte, 32*(1+p.Match().Rules().NumTypes()))
	if _, err := io.ReadFull(p.rng, list); err != nil {
		return nil, err
	}
	mask.FillBytes(list[:32])
	for entry := 1; entry <= p.Match().Rules().NumTypes(); entry++ {
		list[32*entry] &= 0x7f // below the prime
	}
	return p.sign(transcript.Step, list), nil
}
