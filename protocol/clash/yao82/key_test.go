package yao82

import (
	"math/big"
	"testing"

	"filippo.io/bigmod"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// tiny are sizes for tests that need many keys: they are no weaker path of the
// package, whose only exported sizes are the standard ones.
var tiny = sizes{modulus: 64, mask: 32}

func integer(b []byte) *big.Int { return new(big.Int).SetBytes(b) }

// TestNewKey checks everything that a key promises, in plain integers.
func TestNewKey(t *testing.T) {
	e, one := big.NewInt(exponent), big.NewInt(1)
	for _, s := range []sizes{tiny, standard} {
		k := newKey(testCoins(1), s.modulus)
		n, p, q := integer(k.n.Nat().Bytes(k.n)), integer(k.p.Nat().Bytes(k.p)), integer(k.q.Nat().Bytes(k.q))
		require.Equal(t, 8*s.modulus, n.BitLen())
		require.Equal(t, n, new(big.Int).Mul(p, q))
		require.NotEqual(t, p, q)
		for _, prime := range []struct {
			p *big.Int
			d []byte
		}{{p, k.dp}, {q, k.dq}} {
			require.True(t, prime.p.ProbablyPrime(20))
			require.Equal(t, 4*s.modulus, prime.p.BitLen())
			require.Equal(t, uint64(3), new(big.Int).And(prime.p, big.NewInt(3)).Uint64())
			minus := new(big.Int).Sub(prime.p, one)
			require.Equal(t, one, new(big.Int).GCD(nil, nil, e, minus))
			require.Equal(t, new(big.Int).ModInverse(e, minus), integer(prime.d))
		}
	}
}

// TestKeysFollowTheCoins: the same coins make the same key, others another.
func TestKeysFollowTheCoins(t *testing.T) {
	a, b, c := newKey(testCoins(1), tiny.modulus), newKey(testCoins(1), tiny.modulus), newKey(testCoins(2), tiny.modulus)
	require.Equal(t, a.n.Nat().Bytes(a.n), b.n.Nat().Bytes(b.n))
	require.NotEqual(t, a.n.Nat().Bytes(a.n), c.n.Nat().Bytes(c.n))
}

// TestPermutes: a prime p with e | p-1 is no part of a key.
func TestPermutes(t *testing.T) {
	p := badPrime(testCoins(3), 32)
	require.True(t, isPrime(p, keyRounds))
	require.False(t, permutes(p))
	require.True(t, permutes(newPrime(testCoins(4), 32, 0xc0, keyRounds, permutes)))
}

// TestNewKeySkipsBadPrimes: this stream begins with a prime of 32 bits that is 1
// modulo e, one of the first in a quarter of a million streams.
func TestNewKeySkipsBadPrimes(t *testing.T) {
	const stream = 234232
	first := newPrime(testCoins(stream), 4, 0xc0, keyRounds, func([]byte) bool { return true })
	require.Equal(t, []byte{0xec, 0xca, 0xec, 0xcb}, first)
	require.False(t, permutes(first))
	k := newKey(testCoins(stream), 8)
	require.NotEqual(t, first, k.p.Nat().Bytes(k.p))
	require.True(t, permutes(k.p.Nat().Bytes(k.p)))
}

func TestResidueAndInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SliceOfN(rapid.Byte(), 128, 128).Draw(t, "n")
		require.Equal(t, new(big.Int).Mod(integer(n), big.NewInt(exponent)).Uint64(), residue(n))
		x := rapid.Uint64Range(1, exponent-1).Draw(t, "x")
		require.Equal(t, uint64(1), x*inverse(x)%exponent)
	})
}

// TestRoot: raising a root to the power e gives back any number below N, the
// multiples of P and Q and the ends among them.
func TestRoot(t *testing.T) {
	for stream := range uint32(8) {
		k := newKey(testCoins(stream), tiny.modulus)
		check := func(c *bigmod.Nat) {
			y := k.root(c)
			require.Equal(t, uint(1), bigmod.NewNat().ExpShortVarTime(y, exponent, k.n).Equal(c))
		}
		coins := testCoins(100 + stream)
		for range 20 {
			b := coins.Bytes(tiny.modulus)
			b[0] &= 0x7f
			check(number(b, k.n))
		}
		for _, c := range []uint{0, 1, 2, 12} {
			check(small(c, k.n))
		}
		check(small(0, k.n).SubOne(k.n))
		check(k.p.Nat().ExpandFor(k.n))
		check(k.q.Nat().ExpandFor(k.n))
	}
}

func BenchmarkNewKey(b *testing.B) {
	i := uint32(0)
	for b.Loop() {
		newKey(testCoins(i), standard.modulus)
		i++
	}
}

func BenchmarkRoot(b *testing.B) {
	k := newKey(testCoins(1), standard.modulus)
	c := small(12345, k.n)
	for b.Loop() {
		k.root(c)
	}
}
