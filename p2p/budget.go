package p2p

import (
	"time"
)

// A peer may send at once what budgetBurst bytes cost, and budgetRate bytes
// a second, of frames that tell nothing new. What advances the match is free.
const (
	budgetRate  = 16 << 10
	budgetBurst = 512 << 10
	frameCost   = 512 // of any frame, in bytes, on top of its size
)

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
