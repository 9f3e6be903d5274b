package viewmodel

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// ArmyInWords counts what a seat has on the board and what it has lost, by type where the viewer
// sees the types.
func (s *Scene) ArmyInWords(l messages.Lang, at *seat.Seating) []string {
	who := s.SeatName(l, at.Seat)
	if s.isPartner(at.Seat) {
		who = messages.PanelPartner.In(l, who)
	}
	lines := []string{messages.PanelArmy.In(l, who, messages.PanelPieces.In(l, at.Left), at.Lost)}
	if s.Deal != nil && !s.Deal.Settled {
		lines = []string{who} // nobody has any pieces yet
	}
	if at.Out != "" && s.Result == nil {
		return []string{messages.PanelOut.In(l, who, Why(l, s.Rules, at.Out))}
	}
	switch {
	case !at.Taken || s.Result != nil:
	case at.Carrier != nil:
		lines = append(lines, "  "+messages.PanelCarried.In(l, s.piece(at.Carrier).Node))
	default:
		lines = append(lines, "  "+messages.PanelLies.In(l, at.Flag))
	}
	var names []string
	for _, t := range s.Rules.Types().Types() {
		switch n := at.LostTypes[s.Rules.TypeID(t)]; {
		case n > 1:
			names = append(names, fmt.Sprintf("%s×%d", l.Piece(s.Rules, t, SeatOf(at.Seat)), n))
		case n == 1:
			names = append(names, l.Piece(s.Rules, t, SeatOf(at.Seat)))
		}
	}
	if len(names) > 0 {
		lines = append(lines, "  "+strings.Join(names, " "))
	}
	if down := s.unturnedInWords(l, at.Seat); down != "" && s.Result == nil {
		lines = append(lines, "  "+down)
	}
	return lines
}

// isPartner reports whether a seat plays with the viewer's own.
func (s *Scene) isPartner(name string) bool {
	return s.Table.Seat != "" && name != s.Table.Seat && s.Rules.Partners(SeatOf(s.Table.Seat), SeatOf(name))
}

// fewStarts is the maximum number of places that are named one by one.
const fewStarts = 6

// Starts names the places on which a type may start, in the order of the layout, with "or" before the last; "" if there are
// too many to name.
func Starts(l messages.Lang, rs *engine.Ruleset, seat engine.Seat, t engine.Type) string {
	var names []string
	for number := range rs.ArmySize() {
		if rs.Allowed(number).Has(t) {
			names = append(names, rs.Board().Name(rs.Start(seat, number)))
		}
	}
	switch last := len(names) - 1; {
	case last < 0 || last >= fewStarts:
		return ""
	case last > 0:
		names = []string{strings.Join(names[:last], messages.ListSeparator.In(l)), names[last]}
	}
	return strings.Join(names, messages.ListOr.In(l))
}

// Running returns the clock that runs; nil if none does.
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

// Seconds returns the whole seconds of a time, rounded.
func Seconds(d time.Duration) int { return int(d.Round(time.Second) / time.Second) }

// Moment returns a moment of a state; zero for none.
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
