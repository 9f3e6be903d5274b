package retry_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
)

// A line that comes back in the first minutes is found within five seconds: nobody waits
// longer than one and a half for the next try, and most tries are short.
func TestTries(t *testing.T) {
	var tries retry.Tries
	start := time.Unix(0, 0)
	now, long := start, 0
	for i := range 400 {
		limit := tries.Begin(now)
		require.Equal(t, i%4 == 3, limit == retry.LongTime)
		if limit == retry.LongTime {
			long++
		}
		now = now.Add(limit)
		pause := tries.Fail(now)
		require.Positive(t, pause)
		if now.Sub(start) <= retry.SoonTime {
			require.LessOrEqual(t, pause, 3*time.Second/2)
		}
		require.LessOrEqual(t, pause, 3*retry.Max/2)
		if i == 0 {
			require.LessOrEqual(t, pause, 3*retry.Min/2)
		}
		now = now.Add(pause)
	}
	require.Equal(t, 100, long)
	tries = retry.Tries{}
	tries.Begin(now)
	require.LessOrEqual(t, tries.Fail(now), 3*retry.Min/2, "it begins at the beginning")
}

// A program that a short try has reached is sought by short tries, so that a line that was away for a
// minute is found at once; one that only a long try has reached, as before.
func TestTriesOfAFastLine(t *testing.T) {
	long := func(tries *retry.Tries) (n int) {
		now := time.Unix(0, 0)
		for range 16 {
			limit := tries.Begin(now)
			if limit == retry.LongTime {
				n++
			}
			now = now.Add(limit)
			now = now.Add(tries.Fail(now))
		}
		return n
	}
	var tries retry.Tries
	tries.Begin(time.Unix(0, 0))
	tries.Reached()
	require.Equal(t, 1, long(&tries))
	tries.Reset()
	require.Equal(t, 1, long(&tries), "it was reached before")
	for tries = (retry.Tries{}); tries.Begin(time.Unix(0, 0)) != retry.LongTime; {
		tries.Fail(time.Unix(0, 0))
	}
	tries.Reached()
	require.Equal(t, 4, long(&tries))
}
