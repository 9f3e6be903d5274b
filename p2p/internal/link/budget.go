package link

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
)

// A peer may send at once what BudgetBurst bytes cost, and BudgetRate bytes
// a second, of frames without news. What advances the match is free.
const (
	BudgetRate  = 16 << 10
	BudgetBurst = 512 << 10
	FrameCost   = 512 // of any frame, in bytes, on top of its size
	// UsefulBurst is what may come at once of frames with news: they take time to check, too. It is ten times
	// what the longest matches of all presets take.
	UsefulBurst = 8 << 20
	// LentCost is the cost of a record of the chain which a peer lends and which has no place
	// here: to see so it is held against every place of a chain that may be long.
	LentCost = 16 << 10
	// FaultCost is the cost of a Fault that convicts nobody new: it may have to be tried first.
	FaultCost = 64 << 10
	// LinkCost is the cost of a new link: the others hear of it, and of the name that comes over it.
	LinkCost = 8 << 10
)

// WordPace bounds how often a seat's program may repeat something that is passed on to all others:
// each of them keeps it and passes it on, and would be sent away by the next as the flood's
// source. What comes faster is ignored.
var WordPace = admission.Pace{Burst: 16, PerSecond: 0.2}

// Budget counts what a peer may still send without news. The zero value is all of it.
type Budget struct {
	left float64
	at   time.Time
	used float64 // of UsefulBurst
	last time.Time
	most uint32 // records that it has confirmed

	forgiven int // frames
}

// Forgives reports whether a frame without news is one of so many that a peer may not be to blame for. They count as
// news.
func (b *Budget) Forgives(most int) bool {
	b.forgiven++
	return b.forgiven <= most
}

// Confirms reports whether a peer says for the first time, over whatever link, that it has so many records. It
// must not be called for more than there are.
func (b *Budget) Confirms(count uint32) bool {
	more := count > b.most
	b.most = max(b.most, count)
	return more
}

func (b *Budget) Spend(bytes int, now time.Time) bool {
	b.left = min(b.left+now.Sub(b.at).Seconds()*BudgetRate, BudgetBurst)
	b.at = now
	b.left -= float64(bytes)
	return b.left >= 0
}

func (b *Budget) Refund(bytes int) { b.left = min(b.left+float64(bytes), BudgetBurst) }

// Use counts a frame that brought news, and returns how long the next one has to wait.
func (b *Budget) Use(bytes int, now time.Time) (wait time.Duration) {
	b.used = max(0, b.used-now.Sub(b.last).Seconds()*BudgetRate) + float64(bytes)
	b.last = now
	return time.Duration(max(0, b.used-UsefulBurst) / BudgetRate * float64(time.Second))
}
