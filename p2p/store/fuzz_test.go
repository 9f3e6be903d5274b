package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzSecretLog: any bytes in the place of a private file are read up to where
// they are sound, or refused; what was read is written and read again as it was.
func FuzzSecretLog(f *testing.F) {
	file := []byte(secretMagic)
	var sum checksum
	for _, e := range []struct {
		slot    Slot
		payload string
	}{{Seat, "seat"}, {Link, ""}, {marker, "old"}, {Journal, "one"}, {Journal, "two"}, {marker, "new"}} {
		file, sum = appendEntry(file, sum, e.slot, []byte(e.payload))
		f.Add(file)
	}
	f.Add(file[:len(file)-1])
	f.Add(append(file[:len(file):len(file)], 0, 0, 0))
	f.Add([]byte{})
	f.Add([]byte("darkjunqi secret 2\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := parseSecret(b)
		if err != nil {
			return
		}
		require.LessOrEqual(t, l.sound, len(b))
		require.True(t, l.torn || l.sound == len(b))
		again, err := parseSecret(l.compact())
		require.NoError(t, err)
		require.False(t, again.torn)
		require.Zero(t, again.stale)
		require.Equal(t, len(l.journal), len(again.journal))
		for slot := Seat; slot <= marker; slot++ {
			require.Equal(t, l.slots[slot], again.slots[slot])
		}
		if h, err := parseMarker(l.slots[marker]); err == nil && l.slots[marker] != nil {
			require.Equal(t, l.slots[marker], appendMarker(h))
		}
	})
}
