package gameargs

import (
	"encoding/binary"
	"math/rand/v2"
)

// SeededRand returns the same numbers for the same seed; each stream is for one purpose.
func SeededRand(seed, stream uint64) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	binary.LittleEndian.PutUint64(key[8:], stream)
	return rand.New(rand.NewChaCha8(key))
}
