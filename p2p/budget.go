package p2p

import (
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
)

// A peer may send at once what budgetBurst bytes cost, and budgetRate bytes
// a second, of frames that tell nothing new. What advances the match is free.
const (
	budgetRate  = 16 << 10
	budgetBurst = 512 << 10
	frameCost   = 512 // of any frame, in bytes, on top of its size
	// lentCost is that of a record of the chain which a peer lends and which has no place
	// here: to see so it is held against every place of a chain that may be long.
	lentCost = 16 << 10
)

// wordPace is how often a seat's program may say something anew that goes round all others:
// each of them keeps it and passes it on, and would be sent away by the next as the flood's
// source. What comes faster is ignored.
var wordPace = admission.Pace{Burst: 16, PerSecond: 0.2}

// budget is what a peer may still send that tells nothing new.
type budget struct {
	left float64
	at   time.Time
}

func (b *budget) spend(bytes int, now time.Time) bool {
	b.left = min(b.left+now.Sub(b.at).Seconds()*budgetRate, budgetBurst)
	b.at = now
	b.left -= float64(bytes)
	return b.left >= 0
}

func (b *budget) refund(bytes int) { b.left = min(b.left+float64(bytes), budgetBurst) }
