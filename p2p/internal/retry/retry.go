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

	// ShortTime is how long most tries may take. What a try waits for after the line has come
	// back is sent again ever more rarely, so that a new try is faster. Every fourth may take
	// LongTime, for lines that are slow.
	ShortTime = 6 * time.Second
	LongTime  = 20 * time.Second
)

// Tries are those since another program was reached last. The zero value is none.
type Tries struct {
	failed int
	first  time.Time
	pause  time.Duration
}

// Begin notes that a try begins, and returns how long it may take.
func (t *Tries) Begin(now time.Time) time.Duration {
	if t.failed == 0 {
		t.first = now
	}
	if t.failed%4 == 3 {
		return LongTime
	}
	return ShortTime
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
