package viewmodel

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// ArmyInWords counts what a seat has on the board and what it has lost, by type where the viewer
// sees the types.
func (s *Scene) ArmyInWords(l messages.Lang, at *seat.Seating) []string {
	lines := []string{messages.PanelArmy.In(l, s.SeatName(l, at.Seat), messages.PanelPieces.In(l, at.Left), at.Lost)}
	if at.Out != "" && s.Result == nil {
		return []string{messages.PanelOut.In(l, s.SeatName(l, at.Seat), messages.Reasons.Of(at.Out).In(l))}
	}
	switch {
	case !at.Taken || s.Result != nil:
	case at.Carrier != nil:
		lines = append(lines, "  "+messages.PanelCarried.In(l, s.Piece(at.Carrier).Node))
	default:
		lines = append(lines, "  "+messages.PanelLies.In(l, at.Flag))
	}
	var names []string
	for _, t := range s.Rules.Types().Types() {
		switch n := at.LostTypes[s.Rules.TypeID(t)]; {
		case n > 1:
			names = append(names, fmt.Sprintf("%s×%d", textboard.Word(l, s.Rules, t), n))
		case n == 1:
			names = append(names, textboard.Word(l, s.Rules, t))
		}
	}
	if len(names) > 0 {
		lines = append(lines, "  "+strings.Join(names, " "))
	}
	return lines
}

// fewStarts is how many places are named one by one.
const fewStarts = 6

// Starts names the places on which a type may start, in the order of the layout; nil if there are too many to name.
func Starts(rs *engine.Ruleset, seat engine.Seat, t engine.Type) (names []string) {
	for number := range rs.ArmySize() {
		if rs.Allowed(number).Has(t) {
			names = append(names, rs.Board().Name(rs.Start(seat, number)))
		}
	}
	if len(names) > fewStarts {
		return nil
	}
	return names
}
