package yao82

import (
	"bytes"
	"crypto/subtle"
	"encoding/binary"

	"filippo.io/bigmod"

	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// exponent is e of every key: a prime, 2^16 + 1.
const exponent = 1<<16 + 1

// A privateKey takes e-th roots modulo N = PQ. P and Q are primes of equal length, 3 modulo
// 4, with their top two bits set so that N has exactly twice their bits, and e divides
// neither P-1 nor Q-1. Printing it shows no secret.
type privateKey struct {
	secret.Hidden
	n, p, q  *bigmod.Modulus
	dp, dq   []byte      // 1/e modulo P-1 and modulo Q-1
	qInverse *bigmod.Nat // 1/Q modulo P
}

// newKey makes the key of a modulus of that many bytes from coins: P first, then
// Q, by newPrime; in the case P = Q, that never comes, Q again.
func newKey(coins *tape.Coins, size int) *privateKey {
	p := newPrime(coins, size/2, 0xc0, keyRounds, permutes)
	q := newPrime(coins, size/2, 0xc0, keyRounds, func(q []byte) bool { return permutes(q) && !bytes.Equal(p, q) })
	return assemble(p, q)
}

// permutes reports whether x -> x^e permutes the residues modulo the prime p:
// whether e does not divide p-1.
func permutes(p []byte) bool { return subtle.ConstantTimeEq(int32(residue(p)), 1) == 0 }

// assemble works out the key of two primes.
func assemble(p, q []byte) *privateKey {
	k := &privateKey{p: modulus(p), q: modulus(q), dp: rootExponent(p), dq: rootExponent(q)}
	n, err := bigmod.NewModulusProduct(p, q)
	if err != nil { // can't be: it is more than one
		panic("yao82: " + err.Error())
	}
	k.n = n
	// 1/Q is Q^(P-2) modulo P, and P is 3 modulo 4: P-2 is P without its bit of 2.
	pMinus2 := bytes.Clone(p)
	pMinus2[len(p)-1] &^= 2
	k.qInverse = bigmod.NewNat().Exp(bigmod.NewNat().Mod(k.q.Nat(), k.p), pMinus2, k.p)
	return k
}

// root returns y with y^e = c modulo N: the roots modulo P and Q, put together by
// the Chinese remainder theorem, y = y_q + Q ((y_p - y_q)/Q mod P).
func (k *privateKey) root(c *bigmod.Nat) *bigmod.Nat {
	yp := bigmod.NewNat().Exp(bigmod.NewNat().Mod(c, k.p), k.dp, k.p)
	yq := bigmod.NewNat().Exp(bigmod.NewNat().Mod(c, k.q), k.dq, k.q)
	h := yp.Sub(bigmod.NewNat().Mod(yq, k.p), k.p).Mul(k.qInverse, k.p)
	q := k.q.Nat().ExpandFor(k.n)
	return h.ExpandFor(k.n).Mul(q, k.n).Add(yq.ExpandFor(k.n), k.n)
}

// rootExponent returns d = 1/e modulo p-1, in the time of its length. As e is a
// small prime, d = (1 + k(p-1))/e for the k below e that makes it come out even,
// k = -1/(p-1) modulo e.
func rootExponent(p []byte) []byte {
	// p-1 in digits of 16 bits, least significant first, with room for k times it.
	digits := make([]uint64, len(p)/2+2)
	for i := range len(p) / 2 {
		digits[i] = uint64(binary.BigEndian.Uint16(p[len(p)-2*i-2:]))
	}
	digits[0]--
	k := exponent - inverse(residue(p)-1)
	carry := uint64(1)
	for i, digit := range digits {
		carry += k * digit
		digits[i] = carry & 0xffff
		carry >>= 16
	}
	var r uint64
	for i := len(digits) - 1; i >= 0; i-- {
		x := r<<16 | digits[i]
		digits[i] = x / exponent // a constant: a multiplication, not a division
		r = x % exponent
	}
	d := make([]byte, len(p))
	for i := range len(p) / 2 {
		binary.BigEndian.PutUint16(d[len(p)-2*i-2:], uint16(digits[i]))
	}
	return d
}

// residue returns n modulo e. As 2^16 is -1 modulo e, it is the alternating sum
// of n's digits of 16 bits.
func residue(n []byte) uint64 {
	var sum [2]uint64
	for i := range len(n) / 2 {
		sum[i&1] += uint64(binary.BigEndian.Uint16(n[len(n)-2*i-2:]))
	}
	return (sum[0] + exponent*uint64(len(n)) - sum[1]) % exponent
}

// inverse returns 1/x modulo e for x that is not 0: x^(e-2).
func inverse(x uint64) uint64 {
	y := x // x^(2^i - 1) for i = 1, 2, … 16; e-2 is 2^16 - 1
	for range 15 {
		y = y * y % exponent * x % exponent
	}
	return y
}

// modulus makes a modulus of a number that is known to be more than one.
func modulus(n []byte) *bigmod.Modulus {
	m, err := bigmod.NewModulus(n)
	if err != nil {
		panic("yao82: " + err.Error())
	}
	return m
}

// number reads a number that is known to be below m.
func number(b []byte, m *bigmod.Modulus) *bigmod.Nat {
	x, err := bigmod.NewNat().SetBytes(b, m)
	if err != nil {
		panic("yao82: " + err.Error())
	}
	return x
}

// small returns the small number x, modulo m.
func small(x uint, m *bigmod.Modulus) *bigmod.Nat {
	return bigmod.NewNat().SetUint(x).ExpandFor(m)
}

// sum returns x + y modulo m.
func sum(x, y *bigmod.Nat, m *bigmod.Modulus) *bigmod.Nat {
	return bigmod.NewNat().ExpandFor(m).Add(x, m).Add(y, m)
}
