package yao82

import (
	"crypto/sha3"
	"encoding/binary"
	"math/bits"
	"sync"

	"filippo.io/bigmod"

	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// Rounds of Miller-Rabin, for an error of less than 2^-128.
//
// For numbers that come from coins, the bound is the average one of Damgård,
// Landrock and Pomerance, "Average case error estimates for the strong probable
// prime test" (Math. Comp. 61, 1993): a random odd number of k bits that passes t
// rounds is composite with probability below k^(3/2) 2^t t^(-1/2) 4^(2-sqrt(tk)).
// For k = 1024 and t = 8 that is 2^-155; that only one such number in four is
// drawn (second bit one, 3 modulo 4) costs two bits.
//
// A number that somebody may have built to pass gets 64 rounds: any composite
// passes each with probability at most 1/4 (M. O. Rabin, "Probabilistic algorithm
// for testing primality", J. Number Theory 12, 1980), and the bases come from a
// hash of it.
const (
	keyRounds  = 8
	maskRounds = 64
)

// millerRabinLabel separates the hash that yields bases from all others.
const millerRabinLabel = "darkjunqi/v1/yao82/miller-rabin"

// newPrime draws numbers of that many bytes until one is a prime that accept
// accepts. It sets the bits of top in the first byte, so as to fix the bit length,
// and the lowest two bits: the prime is 3 modulo 4. Rejected numbers are dropped
// and may be told by the time they took; of the prime, only how many were drawn
// before it. One number in some 355 of 1024 bits will do, one in 89 of 256, so that
// the search ends: that it takes 1000 numbers more comes once in 16, or 78,000,
// times. An auditor that repeats a cheat's search searches no longer than the cheat.
func newPrime(coins *tape.Coins, size int, top byte, rounds int, accept func(n []byte) bool) []byte {
	for {
		n := coins.Bytes(size)
		n[0] |= top
		n[size-1] |= 3
		if accept(n) && isPrime(n, rounds) {
			return n
		}
	}
}

// isPrime reports whether n is prime: a multiple of four bytes long with its first
// bit set, 3 modulo 4, no multiple of a small prime, and passing that many rounds
// of Miller-Rabin. If it is, the time does not depend on it.
//
// For n = 3 modulo 4 a round is short: a^((n-1)/2) must be 1 or -1 modulo n. The
// bases a are successive pieces of SHAKE256(millerRabinLabel || n), 16 bytes longer
// than n, modulo n.
func isPrime(n []byte, rounds int) bool {
	if len(n) < 4 || len(n)%4 != 0 || n[0]>>7 == 0 || n[len(n)-1]&3 != 3 {
		return false
	}
	words := words(n)
	for _, d := range smallPrimes() {
		if d.residue(words) == 0 {
			return false
		}
	}
	m, err := bigmod.NewModulus(n)
	if err != nil {
		return false
	}
	half := halve(n)
	base := bases(n, m)
	for range rounds {
		y := bigmod.NewNat().Exp(base(), half, m)
		if y.IsOne()|y.IsMinusOne(m) == 0 {
			return false
		}
	}
	return true
}

// bases returns a source of bases for n, which is m.
func bases(n []byte, m *bigmod.Modulus) func() *bigmod.Nat {
	stream := sha3.NewSHAKE256()
	stream.Write([]byte(millerRabinLabel))
	stream.Write(n)
	piece := make([]byte, len(n)+16)
	limit := make([]byte, len(piece)+1) // a modulus above all pieces
	limit[0] = 1
	wide := modulus(limit)
	return func() *bigmod.Nat {
		stream.Read(piece)
		return bigmod.NewNat().Mod(number(piece, wide), m)
	}
}

// A divisor is a small odd number with its reciprocal floor(2^64/q) + 1, with
// which to divide without a division, the time of which depends on its operands
// on many machines.
type divisor struct {
	q          uint64 // below 2^12
	reciprocal uint64
}

// residue returns n modulo q. For x < 2^48 and q < 2^16, x/q rounded down is the
// high word of x times the reciprocal (Lemire, Kaser, Kurz, "Faster remainder by
// direct computation", 2019): here x < q 2^32.
func (d divisor) residue(words []uint32) uint64 {
	var r uint64
	for _, w := range words {
		x := r<<32 | uint64(w)
		quotient, _ := bits.Mul64(x, d.reciprocal)
		r = x - quotient*d.q
	}
	return r
}

// smallPrimes returns the odd primes below 2^12.
var smallPrimes = sync.OnceValue(func() []divisor {
	const limit = 1 << 12
	var composite [limit]bool
	var out []divisor
	for q := 3; q < limit; q += 2 {
		if composite[q] {
			continue
		}
		out = append(out, divisor{uint64(q), ^uint64(0)/uint64(q) + 1})
		for m := q * q; m < limit; m += 2 * q {
			composite[m] = true
		}
	}
	return out
})

// words cuts a big-endian number, of a multiple of four bytes, into words, the
// most significant first.
func words(n []byte) []uint32 {
	out := make([]uint32, len(n)/4)
	for i := range out {
		out[i] = binary.BigEndian.Uint32(n[4*i:])
	}
	return out
}

// halve returns n/2, rounded down, at the same length.
func halve(n []byte) []byte {
	out := make([]byte, len(n))
	var carry byte
	for i, b := range n {
		out[i] = carry<<7 | b>>1
		carry = b & 1
	}
	return out
}
