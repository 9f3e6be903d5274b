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
