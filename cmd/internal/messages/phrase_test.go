package messages

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// No two bytes share a word, in any language.
func TestPhraseWordsDiffer(t *testing.T) {
	for _, l := range Languages() {
		seen := map[string]bool{}
		for b := range 256 {
			said := l.phraseWord(byte(b))
			require.NotEmpty(t, said)
			require.False(t, seen[said], said)
			seen[said] = true
		}
	}
}

// A phrase tells the first 40 bits, all of them, and nothing else.
func TestPhraseTellsTheFirstBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hash := [32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hash"))
		at := rapid.IntRange(0, 255).Draw(t, "bit")
		other := hash
		other[at/8] ^= 1 << (at % 8)
		for _, l := range Languages() {
			require.Equal(t, at >= 40, l.Phrase(hash) == l.Phrase(other))
		}
	})
}

func TestPhraseInBothLanguages(t *testing.T) {
	hash := [32]byte{0, 1, 2, 254, 255}
	require.Equal(t, "apple pear peach treasure magic", English.Phrase(hash))
	require.Equal(t, "苹果、梨子、桃子、宝藏、魔法", Chinese.Phrase(hash))
}
