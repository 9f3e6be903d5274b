package retry_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
)

// A line that comes back in the first minutes is found within five seconds: nobody waits
// longer than one and a half for the next try.
func TestTries(t *testing.T) {
	var tries retry.Tries
	now := time.Unix(0, 0)
	start := now
	for i := range 400 {
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
	require.Greater(t, now.Sub(start), 100*retry.Max/2, "rarely in the end")
}

var errRefused = errors.New("refused")

// An attempt that begins when the line is back is not held up by those that began before; and these go on, too.
func TestAfresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		begun, running, most, dropped := 0, 0, 0, 0
		start := time.Now()
		got, err := retry.Afresh(t.Context(), func(ctx context.Context) (int, error) {
			mu.Lock()
			begun++
			n := begun
			running++
			most = max(most, running)
			mu.Unlock()
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				running--
			}()
			began := time.Since(start)
			if began < 10*time.Second { // into the void
				select {
				case <-time.After(retry.AnswerTime - time.Second/10):
				case <-ctx.Done():
				}
				return n, context.DeadlineExceeded
			}
			time.Sleep(2500 * time.Millisecond) // and does not look at ctx
			return n, nil
		}, func(int) { dropped++ })
		require.NoError(t, err)
		require.Equal(t, 7, got, "begun at 0, 1, 2, 5, 6, 7 and 10 seconds")
		require.Equal(t, 12500*time.Millisecond, time.Since(start))
		require.Equal(t, 3, most)
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Zero(t, running)
		require.Equal(t, 2, dropped, "who came later")
	})
}

// What ends all attempts ends the try: where all are refused, the first refusal does.
func TestAfreshFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		_, err := retry.Afresh(t.Context(), func(context.Context) (int, error) { n++; return 0, errRefused }, func(int) {})
		require.Equal(t, errRefused, err)
		require.Equal(t, 1, n)
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second/4)
		defer cancel()
		_, err = retry.Afresh(ctx, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() }, func(int) {})
		require.Equal(t, context.DeadlineExceeded, err)
	})
}
