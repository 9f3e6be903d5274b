package adversary

import (
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
// about the audited resolvers; the doc comments of the packages yao82 and garbled
// describe each.
var auditedKinds = slices.Concat([]Kind{
	{"yao82-bad-key",
		"offers a key under which raising to the power e is not a permutation, so that the request shows the defender's type",
		AtAudit, transcript.Move, Scene{Resolver: yao82.Name, Turns: attack.Turns},
		lies{transcript.Move: badKey, transcript.Step: garbageList}},
	{"yao82-zero", "asks with x = 0, whose neighbours in the list have roots that everybody knows",
		AtOnce, transcript.Step, defending(yao82.Name),
		lies{transcript.Step: request(func(n *big.Int, column int64) *big.Int {
			return new(big.Int).Sub(n, big.NewInt(column))
		})}},
	{"yao82-opposite-roots", "makes a request in which the roots of six pairs of entries are opposite numbers",
		AtOnce, transcript.Step, defending(yao82.Name),
		lies{transcript.Step: request(func(n *big.Int, _ int64) *big.Int {
			v := new(big.Int).ModInverse(big.NewInt(2), n)
			return v.Mod(v.Mul(v, big.NewInt(-13)), n)
		})}},
	{"yao82-small-prime",
		"masks the list modulo a small prime, which shows which types leave the residues apart",
		AtOnce, transcript.Step, attacking(yao82.Name),
		lies{transcript.Step: mangledStep(func(list []byte) {
			clear(list)
			list[30], list[31] = 1, 1 // 257; all entries are 0
		})}},
	{"yao82-garbage-list",
		"sends garbage in every other entry of the list, to see whether the defender disputes",
		AtAudit, transcript.Step, attacking(yao82.Name),
		lies{transcript.Step: mangledStep(func(list []byte) {
			for entry := 2; entry < len(list)/32; entry += 2 {
				list[32*entry+16] ^= 1 // below p still, hardly ever not
			}
		})}},
	{"yao82-wrong-code", "announces a different code than the list says; no proof accompanies it",
		AtAudit, transcript.Answer, defending(yao82.Name), lies{transcript.Answer: wrongCode}},
	{"garbled-wrong-code",
		"announces a different code than the circuit says, with the labels of the true one",
		AtOnce, transcript.Answer, defending(garbled.Name), lies{transcript.Answer: wrongCode}},
	{"garbled-identity", "requests a label with the identity as its point",
		AtOnce, transcript.Step, defending(garbled.Name),
		lies{transcript.Step: mangledStep(func(points []byte) { clear(points[:group.ElementSize]) })}},
	{"garbled-inconsistent-transfer",
		"spoils the labels for a choice of one, to see from a dispute whether the defender chose it, and so its type",
		AtAudit, transcript.Step, attacking(garbled.Name),
		lies{transcript.Step: mangledStep(func(reply []byte) {
			for bit := range 4 {
				reply[16*bit] ^= 1
			}
		})}},
}, both(yao82.Name), both(garbled.Name))

// both returns the cheats that are the same under either resolver.
func both(resolver string) []Kind {
	return []Kind{
		{resolver + "-other-row", "a platoon leader fights with the commander's row of the table",
			AtAudit, transcript.Step, attacking(resolver),
			lies{transcript.Step: posingAs(junqi.Commander)}},
		{resolver + "-other-input",
			"an attacked platoon leader makes the commander's request, and announces what the commander would",
			AtAudit, transcript.Step, defending(resolver),
			lies{transcript.Step: posingAs(junqi.Commander), transcript.Answer: posingAs(junqi.Commander)}},
		{resolver + "-other-tape", "tosses different coins than its committed tape gives",
			AtAudit, transcript.Step, defending(resolver),
			lies{transcript.Step: otherTape, transcript.Answer: otherTape}},
		{resolver + "-false-dispute",
			"disputes a true message, to stop a game that it is losing",
			AtAudit, transcript.Dispute, defending(resolver),
			lies{transcript.Answer: func(p *Player) []byte { return p.sign(transcript.Dispute, nil) }}},
		{resolver + "-refused-reveal",
			"fights with the commander's row, and does not reveal its layout, so that nobody finds out",
			Claimed, transcript.Reveal, attacking(resolver),
			lies{transcript.Step: posingAs(junqi.Commander), transcript.Reveal: withhold}},
	}
}

// attacking returns a scene in which the liar attacks, and lies after the offer.
func attacking(resolver string) Scene { return Scene{Resolver: resolver, Turns: attacked.Turns} }

func defending(resolver string) Scene {
	return Scene{Resolver: resolver, Liar: engine.Blue, Turns: attacked.Turns}
}

// posingAs does what an honest program would whose piece in this clash is of
// another type.
func posingAs(t engine.Type) lie {
	return func(p *Player) []byte {
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
func otherTape(p *Player) []byte {
	return p.honestly(p.Match().Len(), func(s *private.Secret) { s.Fresh[0] ^= 1 }, p.proceed)
}

// mangledStep sends the true message, changed.
func mangledStep(change func(message []byte)) lie {
	return func(p *Player) []byte {
		message := bodyOf(p.truth())
		change(message)
		return p.sign(transcript.Step, message)
	}
}

// request asks the list protocol with a v of one's own choice; column is the
// column of the defender's type, from 1.
func request(v func(n *big.Int, column int64) *big.Int) lie {
	return func(p *Player) []byte {
		offer := p.proofOf(p.Match().Len() - 1)
		position := p.Match().Position()
		_, defender, _, _ := position.Clash()
		n := new(big.Int).SetBytes(offer)
		message := v(n, int64(p.secret.Layout[defender.Number()])+1).FillBytes(make([]byte, len(offer)))
		return p.sign(transcript.Step, message)
	}
}

// wrongCode announces that the attacker alone leaves, with the proof of the truth.
func wrongCode(p *Player) []byte {
	body := p.trueAnswer()
	body.Code = engine.Code(slices.IndexFunc(p.Match().Rules().Codes(), attackerFalls))
	return p.sign(transcript.Answer, body.Marshal())
}

// randomPrime draws numbers of so many bytes until one, made to fit, is prime.
func (p *Player) randomPrime(size int, fit func(*big.Int)) *big.Int {
	b := make([]byte, size)
	for {
		must(io.ReadFull(p.rng, b))
		b[0] |= 0xc0 // so that N has all its bits
		x := new(big.Int).SetBytes(b)
		if fit(x); x.BitLen() == 8*size && x.ProbablyPrime(10) {
			return x
		}
	}
}

// odd makes a number 3 modulo 4, as the primes of an honest key are.
func odd(x *big.Int) { x.SetBit(x.SetBit(x, 0, 1), 1, 1) }

// badKey offers N = PQ where e divides P - 1: only one number in e is an e-th power
// modulo P.
func badKey(p *Player) []byte {
	e := big.NewInt(65537)
	bad := p.randomPrime(128, func(x *big.Int) {
		for x.Add(x.Mul(x.Div(x, e), e), big.NewInt(1)); x.Bit(0) == 0 || x.Bit(1) == 0; x.Add(x, e) {
		}
	})
	return p.moveWith(bad.Mul(bad, p.randomPrime(128, odd)).FillBytes(make([]byte, 256)))
}

// garbageList returns the only reply of a seat that made a bad key: x is one of e roots, and it
// does not know which.
func garbageList(p *Player) []byte {
	mask := p.randomPrime(32, odd)
	list := make([]byte, 32*(1+p.Match().Rules().NumTypes()))
	must(io.ReadFull(p.rng, list))
	mask.FillBytes(list[:32])
	for entry := 1; entry <= p.Match().Rules().NumTypes(); entry++ {
		list[32*entry] &= 0x7f // below the prime
	}
	return p.sign(transcript.Step, list)
}
