package viewmodel

import (
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
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
func TimeLeft(l messages.Lang, c *seat.Clock, now time.Time) string {
	left := Moment(c.Deadline).Sub(now)
	if left < 0 {
		return messages.PanelOverdrawn.In(l, Seconds(-left))
	}
	return messages.PanelSeconds.In(l, Seconds(left))
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

// ClockInWords says how much time there is, and how many time-outs there were; nothing
// without a clock.
func (s *Scene) ClockInWords(l messages.Lang, now time.Time) []string {
	whole := Seconds(s.Rules.Clock())
	if whole == 0 {
		return nil
	}
	line := messages.PanelClock.In(l, whole)
	var outs []string
	for _, c := range s.Clocks {
		outs = append(outs, messages.PanelTimeoutsOf.In(l, SeatOf(c.Seat), c.Timeouts))
		if c.Deadline != 0 {
			line = messages.PanelClockRuns.In(l, s.SeatName(l, c.Seat), TimeLeft(l, &c, now), whole)
		}
	}
	if len(outs) == 0 { // a replay has no clocks
		return []string{line}
	}
	return []string{line, messages.PanelTimeouts.In(l, strings.Join(outs, messages.ListSeparator.In(l)), s.Rules.Timeouts())}
}
