package junqi

import (
	"github.com/darkjunqi/darkjunqi/engine"
)

// The board of two: halves of five files, red's at the bottom.
const duelHeight = 2 * halfRows

var duelArms = []arm{
	func(at half) cell { return cell{at.column - 1, halfRows - 1 + at.row} },
	func(at half) cell { return cell{halfColumns - at.column, halfRows - at.row} },
}

// newDuelBoard builds the board of two, with the two mountains between the halves and the
// extra rails where they are asked for.
//
// In a half all orthogonal neighbours are joined: by rail where both stand in row 1, both
// in row 5, or both in column 1 or both in column 5 of rows 1 to 5; else by road. Each
// camp is joined by road to its four diagonal neighbours too. The halves meet by rail on
// files a, c and e.
func newDuelBoard(mountains bool, extraRails []edge) *board {
	b := newBoard(duelHeight)
	red, blue := duelArms[engine.Red], duelArms[engine.Blue]
	b.addArm(red, engine.Red.String())
	b.addArm(blue, engine.Blue.String())
	for _, column := range []int{1, halfColumns} {
		b.addLine(straight(red(half{5, column}), blue(half{5, halfColumns + 1 - column}))...)
	}
	b.addLine(red(half{1, 3}), blue(half{1, 3}))
	b.addArmRows(red)
	b.addArmRows(blue)
	b.addArmRoads(red)
	b.addArmRoads(blue)
	if mountains {
		b.addMountain("bm", 1)
		b.addMountain("dm", 3)
	}
	for _, e := range extraRails {
		delete(b.roads, e) // an edge is a road or a rail, never both
		b.addLine(e.a, e.b)
	}
	return b
}

// addMountain adds a mountain on a file between the halves, joined by road to the six
// nodes around it.
func (b *board) addMountain(name string, file int) {
	n := extraNode{NodeRule: engine.NodeRule{Name: name, Kind: mountain, X: 2 * file, Y: duelHeight - 1}}
	for x := file - 1; x <= file+1; x++ {
		n.beside = append(n.beside, cell{x, halfRows}, cell{x, halfRows - 1})
	}
	b.extra = append(b.extra, n)
}

// duelBoard is the board of two without mountains and extra rails.
var duelBoard = newDuelBoard(false, nil)

// carry says where a taken flag must be carried, if anywhere.
func (s *settings) carry(b *board) *engine.CarryRule {
	if !s.carries() {
		return nil
	}
	home := s.is("carry", "home") || s.is("win", "home")
	rule := &engine.CarryRule{Beside: home}
	cells := b.cells()
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		var to []string
		for _, at := range cells {
			if n := b.nodes[at]; n.Home == seat.String() && (!home || n.Kind == headquarters) {
				to = append(to, n.Name)
			}
		}
		rule.To = append(rule.To, to)
	}
	return rule
}

// duelRules sets the board of two seats, and the seats.
func (s *settings) duelRules(r *engine.Rules) {
	rails, _ := parseRails(s.get("extra-rails")) // checked when it was set
	b := newDuelBoard(!s.is("mountains", "none"), rails)
	b.write(r)
	for i, of := range duelArms {
		r.Seats = append(r.Seats, engine.SeatRule{Name: engine.Seat(i).String(), Team: i})
		r.Start = append(r.Start, b.start(of))
	}
	r.Ends.Carry = s.carry(b)
}

// cellNamed returns the cell of the node of that name on the board of two.
func cellNamed(name string) (cell, bool) {
	for _, at := range duelBoard.cells() {
		if duelBoard.nodes[at].Name == name {
			return at, true
		}
	}
	return cell{}, false
}
