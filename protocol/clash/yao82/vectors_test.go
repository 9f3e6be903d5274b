package yao82

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
)

// TestVectors runs whole clashes at full size.
func TestVectors(t *testing.T) {
	inner := func(s *auditedtest.Scene, said *audited.Round) map[string]string {
		require.Len(t, said.Said[tape.Request], 256)
		require.Len(t, said.Said[tape.Reply], 416)
		key := standard.Sit(s.Seeds[tape.Attacker]).(*seat).key(said)
		x, _ := standard.blind(key.n, columns(said), s.Defender, s.Coins(tape.Request))
		return map[string]string{
			"P": hex.EncodeToString(key.p.Nat().Bytes(key.p)),
			"Q": hex.EncodeToString(key.q.Nat().Bytes(key.q)),
			"x": hex.EncodeToString(x.Bytes(key.n)),
			"p": hex.EncodeToString(said.Said[tape.Reply][:standard.mask]),
		}
	}
	made := auditedtest.MakeVectors(t, New(), inner,
		auditedtest.Case{Comment: "a regiment meets a company and stays", Rules: "standard", Attacker: junqi.Regiment, Defender: junqi.Company},
		auditedtest.Case{Comment: "then a bomb takes a flag", Rules: "standard", Attacker: junqi.Bomb, Defender: junqi.Flag, After: true},
		auditedtest.Case{Comment: "an engineer meets a commander and shows it", Rules: "standard,scout=on", Attacker: junqi.Engineer, Defender: junqi.Commander},
	)
	offer, request, reply := made.Said(0, tape.Offer), made.Said(0, tape.Request), made.Said(0, tape.Reply)
	require.Len(t, offer, 256)
	require.Empty(t, made.Said(1, tape.Offer))
	n := integer(offer)
	made.Refuse(t, 0, tape.Offer, "N is one byte short", offer[1:])
	made.Refuse(t, 0, tape.Offer, "N has 2047 bits", append([]byte{offer[0] >> 1}, offer[1:]...))
	made.Refuse(t, 0, tape.Offer, "N is even", encode(plus(n, 1), standard))
	made.Refuse(t, 0, tape.Offer, "N is 3 modulo 4", encode(plus(n, 2), standard))
	made.Refuse(t, 1, tape.Offer, "N was offered before", offer)
	made.Refuse(t, 0, tape.Request, "v has a byte too many", append([]byte{0}, request...))
	made.Refuse(t, 0, tape.Request, "v is N", offer)
	made.Refuse(t, 0, tape.Request, "v+1 is 1: the attack x = 0, from the end", make([]byte, standard.modulus))
	made.Refuse(t, 0, tape.Request, "v+4 is 0: the attack x = 0", encode(plus(n, -4), standard))
	made.Refuse(t, 0, tape.Request, "v+12 is N-1", encode(plus(n, -13), standard))
	made.Refuse(t, 0, tape.Request, "v+6 and v+7 are opposite numbers", encode(mod(mul(big.NewInt(-13), new(big.Int).ModInverse(big.NewInt(2), n)), n), standard))
	made.Refuse(t, 0, tape.Reply, "an entry is missing", reply[:len(reply)-standard.mask])
	mask := integer(reply[:standard.mask])
	with := func(p *big.Int) []byte {
		return append(p.FillBytes(make([]byte, standard.mask)), make([]byte, junqi.Standard().NumTypes()*standard.mask)...)
	}
	made.Refuse(t, 0, tape.Reply, "p is composite", with(plus(mask, 4)))
	made.Refuse(t, 0, tape.Reply, "p is a prime of 255 bits", with(sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(765))))
	made.Refuse(t, 0, tape.Reply, "p is the prime 2^256 - 587, which is 1 modulo 4", with(sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(587))))
	tooLarge := bytes.Clone(reply)
	copy(tooLarge[len(reply)-standard.mask:], reply[:standard.mask])
	made.Refuse(t, 0, tape.Reply, "the last entry is p", tooLarge)
	made.Refuse(t, 0, tape.Answer, "the standard rules have no code 8", []byte{8})
	made.Refuse(t, 0, tape.Answer, "there is no proof", []byte{made.Said(0, tape.Answer)[0], 0})
	vector.Check(t, "yao82.json", made)
}

// TestVectorPrimes: the numbers that the vectors call primes are primes.
func TestVectorPrimes(t *testing.T) {
	one := new(big.Int).Lsh(big.NewInt(1), 255)
	require.True(t, sub(one, big.NewInt(765)).ProbablyPrime(20))
	require.Equal(t, int64(3), mod(sub(one, big.NewInt(765)), big.NewInt(4)).Int64())
	two := new(big.Int).Lsh(big.NewInt(1), 256)
	require.True(t, sub(two, big.NewInt(587)).ProbablyPrime(20))
	require.Equal(t, int64(1), mod(sub(two, big.NewInt(587)), big.NewInt(4)).Int64())
}
