package sigma

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What is squeezed depends on what was absorbed, not on how it was cut, nor on
// what was squeezed in between.
func TestSpongeHashesWhatWasAbsorbed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		message := rapid.SliceOfN(rapid.Byte(), 0, 700).Draw(t, "message")
		whole := NewSponge([32]byte{1})
		whole.Absorb(message)
		want := make([]byte, 100)
		whole.Squeeze(want)

		cut := NewSponge([32]byte{1})
		for rest := message; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			cut.Absorb(rest[:n])
			rest = rest[n:]
			if rapid.Bool().Draw(t, "squeeze") {
				cut.Squeeze(make([]byte, rapid.IntRange(0, 300).Draw(t, "m")))
			}
			if rapid.Bool().Draw(t, "state") {
				cut.State()
			}
			if rapid.Bool().Draw(t, "clone") {
				cut = cut.Clone()
			}
		}
		// One more byte drops the stream that was begun.
		cut.Absorb([]byte{7})
		whole.Absorb([]byte{7})
		a, b := make([]byte, 300), make([]byte, 300)
		whole.Squeeze(a)
		for rest := b; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			cut.Squeeze(rest[:n])
			rest = rest[n:]
			cut.Absorb(nil)
		}
		require.Equal(t, a, b)
		require.NotEqual(t, want, a[:100])
		state := cut.State()
		require.Equal(t, a[:32], state[:])
	})
}

func TestSpongeCloneGoesItsOwnWay(t *testing.T) {
	s := NewSponge([32]byte{})
	s.Absorb([]byte("a"))
	before := s.State()
	c := s.Clone()
	c.Absorb([]byte("b"))
	require.Equal(t, before, s.State())
	require.NotEqual(t, before, c.State())
	c = s.Clone()
	var one, two [16]byte
	s.Squeeze(one[:])
	c.Squeeze(two[:])
	require.Equal(t, one, two)
}

// Strings of several lengths are absorbed with their lengths, so that two pairs
// with the same concatenation differ.
func TestAbsorbBytesIsPrefixFree(t *testing.T) {
	state := func(parts ...string) [32]byte {
		s := NewSponge([32]byte{})
		for _, p := range parts {
			s.AbsorbBytes([]byte(p))
		}
		return s.State()
	}
	seen := map[[32]byte][]string{}
	for _, parts := range [][]string{{"ab", "c"}, {"a", "bc"}, {"abc"}, {"abc", ""}, {"", "abc"}, {}, {""}, {"", ""}} {
		h := state(parts...)
		require.NotContains(t, seen, h, "%q and %q", parts, seen[h])
		seen[h] = parts
	}
}
