package junqi

import (
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// The boards of three and of six are our own: no source that was found prints one. Arms like the
// halves of the board of two lie around a plain, on a grid of half cells. Those at the bottom and
// at the top have rows two half cells apart. The others lean: from row to row they go two to the
// side and one up or down, so that rows and columns still meet at right angles.
//
// Nodes of an arm are called by its letter, the row from the front, and the column from its
// owner's left, such as "a11"; nodes of the plain are "m1" and on.

// leaning returns an arm whose front row has its middle at a cell, and whose next row is so far away.
func leaning(front, step cell) arm {
	return func(at half) cell {
		r, c := at.row-1, at.column-3
		return cell{front.x + r*step.x + c*step.y, front.y + r*step.y - c*step.x}
	}
}

// ring is a board of arms around a plain, counter-clockwise from the bottom.
type ring struct {
	arms    []arm
	plain   []cell
	through func(r *ring, i int) [][]cell // the lines from an arm through the plain
}

// sixArms has a star of two triangles in its plain. Its points (m1 to m6) lie between the arms,
// each after the arm of its number; where its lines cross (m7 to m12), one node lies in front of
// each arm. The outer columns of opposite arms are joined along the lines of the star.
var sixArms = ring{
	arms: []arm{
		leaning(cell{22, 30}, cell{0, 2}), leaning(cell{32, 26}, cell{2, 1}), leaning(cell{32, 14}, cell{2, -1}),
		leaning(cell{22, 10}, cell{0, -2}), leaning(cell{12, 14}, cell{-2, -1}), leaning(cell{12, 26}, cell{-2, 1}),
	},
	plain: []cell{
		{26, 26}, {30, 20}, {26, 14}, {18, 14}, {14, 20}, {18, 26},
		{22, 24}, {26, 22}, {26, 18}, {22, 16}, {18, 18}, {18, 22},
	},
	through: func(r *ring, i int) [][]cell {
		point := func(i int) cell { return r.plain[i%6] }
		crossing := func(i int) cell { return r.plain[6+i%6] }
		star := []cell{point(i), crossing(i + 1), crossing(i + 2), point(i + 2)}
		return [][]cell{
			slices.Concat(r.arms[i].column(5, true), star, r.arm(i+3).column(1, false)),
			{r.arms[i](half{1, 3}), crossing(i)},
		}
	},
}

// threeArms has a triangle in its plain: its corners (m1 to m3) lie opposite the arms, the middles
// of its sides (m4 to m6) in front of them, and m7 in the middle of all. The left column of each
// arm is joined along a side with the right column of the next.
var threeArms = ring{
	arms: []arm{
		leaning(cell{18, 18}, cell{0, 2}), leaning(cell{24, 9}, cell{2, -1}), leaning(cell{12, 9}, cell{-2, -1}),
	},
	plain: []cell{
		{18, 8}, {14, 14}, {22, 14},
		{18, 14}, {20, 11}, {16, 11},
		{18, 12},
	},
	through: func(r *ring, i int) [][]cell {
		corner := func(i int) cell { return r.plain[i%3] }
		side := func(i int) cell { return r.plain[3+i%3] }
		return [][]cell{
			slices.Concat(r.arms[i].column(1, true), []cell{corner(i + 1), side(i + 2), corner(i)}, r.arm(i+1).column(5, false)),
			{r.arms[i](half{1, 3}), side(i), r.plain[6], corner(i)},
		}
	},
}

// arm returns the arm of a number, counted round and round.
func (r *ring) arm(i int) arm { return r.arms[i%len(r.arms)] }

func (r *ring) names() map[cell]string {
	names := map[cell]string{}
	for i, of := range r.arms {
		for _, at := range halfPlaces {
			names[of(at)] = fmt.Sprintf("%c%d%d", 'a'+i, at.row, at.column)
		}
	}
	for i, at := range r.plain {
		names[at] = fmt.Sprintf("m%d", i+1)
	}
	return names
}

// board builds the board; homes are the owners of the arms.
func (r *ring) board(homes []string) *board {
	names := r.names()
	b := newBoardNamed(1, func(at cell) string { return names[at] })
	for _, at := range r.plain {
		b.add(at, plain, "")
	}
	for i, of := range r.arms {
		b.addArm(of, homes[i])
	}
	for i, of := range r.arms {
		for _, cells := range r.through(r, i) {
			b.addLine(cells...)
		}
		b.addArmRows(of)
		b.addArc(of, r.arm(i+1))
	}
	for _, of := range r.arms {
		b.addArmRoads(of)
	}
	return b
}

// ringRules sets the board of three or six seats, and the seats.
func (s *settings) ringRules(r *engine.Rules) {
	on := &threeArms
	if s.game == liuguo {
		on = &sixArms
	}
	n := len(on.arms)
	place := func(seat int) int {
		if s.is("turn", "clockwise") {
			return (n - seat) % n
		}
		return seat
	}
	teams := n
	switch s.get("teams") {
	case "two":
		teams = 2
	case "pairs":
		teams = 3
	}
	homes := make([]string, n)
	for i := range n {
		homes[place(i)] = engine.Seat(i).String()
		r.Seats = append(r.Seats, engine.SeatRule{Name: engine.Seat(i).String(), Team: i % teams, Chief: i < teams && s.is("chiefs", "on")})
	}
	b := on.board(homes)
	b.write(r)
	for i := range n {
		r.Start = append(r.Start, b.start(on.arms[place(i)]))
	}
}
