// Package retry says when to try again to reach another program, and how long a try may take.
package retry

import (
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

	// ShortTime is the time most tries may take. What a try waits for after the line has come
	// back is sent again ever more rarely, so that a new try is faster. Every fourth may take
	// LongTime, for lines that are slow; where a short one has reached the other program before,
	// every sixteenth, since a line that comes back during a long one is found late.
	ShortTime = 6 * time.Second
	LongTime  = 20 * time.Second
)

// Tries are those since another program was reached last. The zero value is none.
type Tries struct {
	failed int
	first  time.Time
	pause  time.Duration
	limit  time.Duration // of the last
	fast   bool          // a short one has reached it before
}

// Reached notes that the last try has reached the other program, and begins again.
func (t *Tries) Reached() {
	t.fast = t.limit == ShortTime
	t.Reset()
}

// Reset begins again with a short pause.
func (t *Tries) Reset() { *t = Tries{fast: t.fast} }

// Begin notes that a try begins, and returns how long it may take.
func (t *Tries) Begin(now time.Time) time.Duration {
	if t.failed == 0 {
		t.first = now
	}
	every := 4
	if t.fast {
		every = 16
	}
	t.limit = ShortTime
	if t.failed%every == every-1 {
		t.limit = LongTime
	}
	return t.limit
}

// Fail notes that a try has failed, and returns how long to wait before the next: half a pause
// to one and a half, so that two programs don't meet again and again.
func (t *Tries) Fail(now time.Time) time.Duration {
	t.failed++
	most := SoonMax
	if now.Sub(t.first) > SoonTime {
		most = Max
	}
	t.pause = min(max(Min, 2*t.pause), most)
	return t.pause/2 + rand.N(t.pause)
}
