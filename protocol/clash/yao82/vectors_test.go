package yao82

import (
	"bytes"
	"encoding/hex"
	"flag"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited/auditedtest"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

var update = flag.Bool("update", false, "rewrite testdata/vectors/yao82.json")

// TestVectors runs whole clashes at full size.
func TestVectors(t *testing.T) {
	var made auditedtest.Vectors
	for i, c := range []struct {
		comment, spec string
		a, d          engine.Type
	}{
		{"a regiment meets a company and stays", "standard", engine.Regiment, engine.Company},
		{"an engineer meets a commander and shows it", "standard,scout=on", engine.Engineer, engine.Commander},
	} {
		s := auditedtest.New(t, c.spec, c.a, c.d, uint32(i))
		said := s.Play(t, New())
		require.Len(t, said.Offer, OfferSize)
		require.Len(t, said.Request, RequestSize)
		require.Len(t, said.Reply, ReplySize)
		require.Equal(t, s.Clash.Rules.Clash(c.a, c.d), said.Answer.Code)
		key := newKey(s.Coins(tape.Offer), standard.modulus)
		x, _ := standard.blind(key.n, c.d, s.Coins(tape.Request))
		made.Valid = append(made.Valid, s.Vector(t, c.comment, said, map[string]string{
			"P": hex.EncodeToString(key.p.Nat().Bytes(key.p)),
			"Q": hex.EncodeToString(key.q.Nat().Bytes(key.q)),
			"x": hex.EncodeToString(x.Bytes(key.n)),
			"p": hex.EncodeToString(said.Reply[:standard.mask]),
		}))
	}
	first := made.Valid[0]
	offer, request, reply := unhex(t, first.Offer), unhex(t, first.Request), unhex(t, first.Reply)
	n := integer(offer)
	invalid := func(step tape.Step, comment string, message []byte) {
		made.Invalid = append(made.Invalid, auditedtest.Invalid{Comment: comment, Step: step.String(), Message: hex.EncodeToString(message)})
	}
	invalid(tape.Offer, "N is one byte short", offer[1:])
	invalid(tape.Offer, "N has 2047 bits", append([]byte{offer[0] >> 1}, offer[1:]...))
	invalid(tape.Offer, "N is even", encode(plus(n, 1), standard))
	invalid(tape.Offer, "N is 3 modulo 4", encode(plus(n, 2), standard))
	invalid(tape.Request, "v has a byte too many", append([]byte{0}, request...))
	invalid(tape.Request, "v is N", offer)
	invalid(tape.Request, "v+1 is 1: the attack x = 0, from the end", make([]byte, standard.modulus))
	invalid(tape.Request, "v+4 is 0: the attack x = 0", encode(plus(n, -4), standard))
	invalid(tape.Request, "v+12 is N-1", encode(plus(n, -13), standard))
	invalid(tape.Request, "v+6 and v+7 are opposite numbers", encode(mod(mul(big.NewInt(-13), new(big.Int).ModInverse(big.NewInt(2), n)), n), standard))
	invalid(tape.Reply, "an entry is missing", reply[:len(reply)-standard.mask])
	mask := integer(reply[:standard.mask])
	with := func(p *big.Int) []byte {
		return append(p.FillBytes(make([]byte, standard.mask)), make([]byte, columns*standard.mask)...)
	}
	invalid(tape.Reply, "p is composite", with(plus(mask, 4)))
	invalid(tape.Reply, "p is a prime of 255 bits", with(sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(765))))
	invalid(tape.Reply, "p is the prime 2^256 - 587, which is 1 modulo 4", with(sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(587))))
	tooLarge := bytes.Clone(reply)
	copy(tooLarge[len(reply)-standard.mask:], reply[:standard.mask])
	invalid(tape.Reply, "the last entry is p", tooLarge)
	invalid(tape.Answer, "the standard rules have no code 8", []byte{8})
	invalid(tape.Answer, "there is no proof", []byte{byte(first.Code), 0})
	auditedtest.CompareVectors(t, New(), "yao82.json", made, *update)
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

func unhex(t *testing.T, s string) []byte {
	b, err := hex.DecodeString(s)
	require.NoError(t, err)
	return b
}
