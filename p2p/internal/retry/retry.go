// Package retry says when to try again to reach another program, and how long a try may take.
package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	// Min is about the pause after a first failure. Each later one is twice as long.
	Min = 250 * time.Millisecond
	// SoonMax is about the longest pause in the first SoonTime, in which a line comes back
	// most often, and people wait for it. Max is about the longest after that.
	SoonMax  = time.Second
	SoonTime = 5 * time.Minute
	Max      = 15 * time.Second

	// TryTime is the time a try may take. Where nothing answers an attempt, that ends after AnswerTime; see Afresh.
	TryTime    = 20 * time.Second
	AnswerTime = 5 * time.Second

	again  = time.Second // between attempts
	atOnce = 3           // attempts
)

// Tries are those since another program was reached last. The zero value is none.
type Tries struct {
	first time.Time // when the first failed
	pause time.Duration
}

// Fail notes that a try has failed, and returns how long to wait before the next: half a pause
// to one and a half, so that two programs don't meet again and again.
func (t *Tries) Fail(now time.Time) time.Duration {
	if t.first.IsZero() {
		t.first = now
	}
	most := SoonMax
	if now.Sub(t.first) > SoonTime {
		most = Max
	}
	t.pause = min(max(Min, 2*t.pause), most)
	return t.pause/2 + rand.N(t.pause)
}

// Afresh makes attempts until one has succeeded: the first at once, and another every second while fewer than three run. A single one
// sends again ever more rarely what was lost, and finds late that a line is back. The first that succeeds wins; drop gets what comes
// later. No attempt is ended for a newer one, which may have come less far: each ends itself when nothing answers it, or with ctx.
// When none runs any more, the error is the last one's.
func Afresh[T any](ctx context.Context, attempt func(context.Context) (T, error), drop func(T)) (T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		got T
		err error
	}
	results, running := make(chan result, atOnce), 0
	begin := func() {
		running++
		go func() {
			got, err := attempt(ctx)
			results <- result{got, err}
		}()
	}
	begin()
	next := time.NewTicker(again)
	defer next.Stop()
	for {
		select {
		case r := <-results:
			if running--; r.err != nil && running > 0 {
				continue
			}
			go func() {
				for range running {
					if late := <-results; late.err == nil {
						drop(late.got)
					}
				}
			}()
			return r.got, r.err
		case <-next.C:
			if running < atOnce {
				begin()
			}
		}
	}
}
