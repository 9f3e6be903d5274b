package yao82

import (
	"math/big"

	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// badPrime makes a prime p of the right shape with e | p-1.
func badPrime(coins *tape.Coins, size int) []byte {
	for {
		m := new(big.Int).SetBytes(coins.Bytes(size - 2))
		p := m.Mul(m, big.NewInt(exponent))
		p.Add(p, big.NewInt(1))
		if b := p.Bytes(); len(b) == size && b[0] >= 0xc0 && isPrime(b, keyRounds) {
			return b
		}
	}
}
