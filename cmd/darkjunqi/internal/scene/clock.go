package scene

import (
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// Running is the clock that runs; nil if none does.
func (s *Scene) Running() *seat.Clock {
	i := slices.IndexFunc(s.Clocks, func(c seat.Clock) bool { return c.Deadline != 0 })
	if i < 0 {
		return nil
	}
	return &s.Clocks[i]
}

// TimeLeft says how much time a running clock leaves, or by how much it is overdrawn.
func TimeLeft(l words.Lang, c *seat.Clock, now time.Time) string {
	left := Moment(c.Deadline).Sub(now)
	if left < 0 {
		return words.PanelOverdrawn.In(l, Seconds(-left))
	}
	return words.PanelSeconds.In(l, Seconds(left))
}

// Seconds are the whole seconds of a time, rounded.
func Seconds(d time.Duration) int { return int(d.Round(time.Second) / time.Second) }

// Moment is a moment of a state; zero for none.
func Moment(m seat.Millis) time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(m))
}
