package yao82

import (
	"encoding/binary"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// testCoins returns one of many streams of coins.
func testCoins(stream uint32) *tape.Coins { return tape.New([32]byte{'t'}, tape.Place{Clash: stream}) }

// TestIsPrime compares with math/big on numbers that isPrime takes. Most that
// have no small factor are still composite, so Miller-Rabin decides.
func TestIsPrime(t *testing.T) {
	coins := testCoins(0)
	primes := 0
	for range 3000 {
		n := coins.Bytes(8)
		n[0] |= 0x80
		n[7] |= 3
		want := new(big.Int).SetBytes(n).ProbablyPrime(20)
		require.Equal(t, want, isPrime(n, maskRounds), "%x", n)
		if want {
			primes++
		}
	}
	require.Greater(t, primes, 50)
}

// TestIsPrimeRefusesShapes: what is not of the one shape is refused, prime or not.
func TestIsPrimeRefusesShapes(t *testing.T) {
	require.True(t, isPrime([]byte{0xff, 0xff, 0xff, 0xbf}, maskRounds), "2^32-65 is a prime, 3 modulo 4")
	for name, n := range map[string][]byte{
		"empty":            {},
		"one byte":         {0xfb},
		"three bytes":      {0xff, 0xff, 0xf3},
		"five bytes":       {0xff, 0xff, 0xff, 0xff, 0x13},
		"1 modulo 4":       {0xff, 0xff, 0xff, 0xfb - 0x22}, // 2^32-39 ≡ 1
		"even":             {0xff, 0xff, 0xff, 0xfe},
		"first bit is not": {0x7f, 0xff, 0xff, 0xff}, // 2^31-1
	} {
		require.False(t, isPrime(n, maskRounds), name)
	}
}

// mostLiars returns composites of eight bytes with most liars, (2r+1)(4r+1): about
// one in five passes a single round.
func mostLiars(count int) (list [][]byte) {
	for r := uint64(1<<30 + 1); len(list) < count; r += 2 {
		p, q := 2*r+1, 4*r+1
		if n := p * q; n>>63 == 1 && n&3 == 3 && new(big.Int).SetUint64(p).ProbablyPrime(10) && new(big.Int).SetUint64(q).ProbablyPrime(10) {
			list = append(list, binary.BigEndian.AppendUint64(nil, n))
		}
	}
	return list
}

// TestRoundsMatter: of those composites one in 5^8 passes the rounds of a key.
func TestRoundsMatter(t *testing.T) {
	passed := map[int]int{}
	for _, n := range mostLiars(60) {
		for _, rounds := range []int{1, keyRounds, maskRounds} {
			if isPrime(n, rounds) {
				passed[rounds]++
			}
		}
	}
	require.Greater(t, passed[1], 3)
	require.Zero(t, passed[keyRounds])
	require.Zero(t, passed[maskRounds])
}

func TestSmallPrimes(t *testing.T) {
	primes := smallPrimes()
	require.Len(t, primes, 563)
	require.Equal(t, uint64(4093), primes[562].q)
	coins := testCoins(1)
	for range 50 {
		n := coins.Bytes(128)
		for _, d := range primes {
			want := new(big.Int).Mod(new(big.Int).SetBytes(n), new(big.Int).SetUint64(d.q)).Uint64()
			require.Equal(t, want, d.residue(words(n)))
		}
	}
	// The largest intermediate values.
	most := slices.Repeat([]byte{0xff}, 128)
	for _, d := range primes {
		require.Equal(t, new(big.Int).Mod(new(big.Int).SetBytes(most), new(big.Int).SetUint64(d.q)).Uint64(), d.residue(words(most)))
	}
}

func TestHalve(t *testing.T) {
	require.Equal(t, []byte{0x40, 0x80, 0x7f}, halve([]byte{0x81, 0x00, 0xff}))
}

func BenchmarkIsPrime1024(b *testing.B) {
	n := newPrime(testCoins(1), 128, 0xc0, keyRounds, permutes)
	for b.Loop() {
		isPrime(n, keyRounds)
	}
}
