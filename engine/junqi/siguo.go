package junqi

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// The board of four: an arm on each side of a palace of three by three nodes, on a grid of
// 17 × 17 cells.
const siguoHeight = 17

// siguoArms are the four arms, counter-clockwise from the bottom, so that each is at the
// right hand of the one before it.
var siguoArms = [4]arm{
	func(at half) cell { return cell{5 + at.column, 10 + at.row} },
	func(at half) cell { return cell{10 + at.row, 11 - at.column} },
	func(at half) cell { return cell{11 - at.column, 6 - at.row} },
	func(at half) cell { return cell{6 - at.row, 5 + at.column} },
}

// palaceAt are the files and the rows of the palace.
var palaceAt = [3]int{6, 8, 10}

// newSiguoBoard builds the board of four. Homes are the owners of the arms, in their
// order: a seat's name, an empty text for an arm that nobody owns, nil for one that is not
// there.
//
// Arms are like the halves of the board of two. The palace is a grid of rails, joined by
// rail to the front rows at columns 1, 3 and 5; straight lines go through it from arm to
// arm. An arc joins neighbouring arms, from column 5 of one to column 1 of the next.
func newSiguoBoard(homes [4]*string) *board {
	b := newBoard(siguoHeight)
	for _, y := range palaceAt {
		for _, x := range palaceAt {
			b.add(cell{x, y}, palace, "")
		}
	}
	for i, home := range homes {
		if home != nil {
			b.addArm(siguoArms[i], *home)
		}
	}
	b.addPalaceLines()
	for i, home := range homes {
		if home != nil {
			b.addArmRows(siguoArms[i])
			b.addArmRoads(siguoArms[i])
		}
		if next := (i + 1) % len(homes); home != nil && homes[next] != nil {
			b.addArc(siguoArms[i], siguoArms[next])
		}
	}
	return b
}

// addPalaceLines lays the straight lines: through the corners of the palace along the
// outer columns of the arms, through its middle from front row to front row.
func (b *board) addPalaceLines() {
	for i, at := range palaceAt {
		from, to := 1, siguoHeight-2
		if i == 1 {
			from, to = 5, siguoHeight-6
		}
		b.addLine(straight(cell{at, to}, cell{at, from})...)
		b.addLine(straight(cell{from, at}, cell{to, at})...)
	}
}

// column returns the rail of an arm's outer column, inwards from row 5 to row 1 or outwards.
func (of arm) column(column int, inwards bool) (cells []cell) {
	for row := 1; row <= 5; row++ {
		cells = append(cells, of(half{row, column}))
	}
	if inwards {
		slices.Reverse(cells)
	}
	return cells
}

// addArc lays the line from column 5 of an arm round to column 1 of the next.
func (b *board) addArc(of, next arm) {
	b.addLine(append(of.column(5, true), next.column(1, false)...)...)
}

// siguoRules sets the board of four seats, and the seats.
func (s *settings) siguoRules(r *engine.Rules) {
	places := s.places()
	var homes [4]*string
	if s.is("empty-arms", "open") {
		for i := range homes {
			homes[i] = new(string)
		}
	}
	for i, place := range places {
		name := engine.Seat(i).String()
		homes[place] = &name
	}
	b := newSiguoBoard(homes)
	b.write(r)
	for i, place := range places {
		team := i
		if s.is("teams", "partners") {
			team = i % 2
		}
		r.Seats = append(r.Seats, engine.SeatRule{Name: engine.Seat(i).String(), Team: team})
		r.Start = append(r.Start, b.start(siguoArms[place]))
	}
}

// places lists the arms of the seats in turn order.
func (s *settings) places() []int {
	switch clockwise := s.is("turn", "clockwise"); {
	case s.is("seats", "2"):
		return []int{0, 2}
	case clockwise:
		return []int{0, 3, 2, 1}[:s.seats()]
	}
	return []int{0, 1, 2, 3}[:s.seats()]
}
