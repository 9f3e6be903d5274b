package picture

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
)

// The measures of a drawing, in its units. All are whole numbers, so that a picture is the
// same on every machine.
const (
	cellHeight = 50
	wideCell   = 76 // of boards that are much longer than wide
	tileHeight = 38
	mostTile   = 64 // width
	margin     = 12
	names      = 22 // margin with names of files or rows in it
)

type point struct{ x, y int }

// sheet holds the place of everything in the drawing.
type sheet struct {
	rules         *engine.Ruleset
	board         *engine.Board
	plan          *boardplan.Plan
	at            []point // by node
	cell          int     // width
	tile          int     // width
	left, top     int     // of the middle of the first cell
	width, height int
	named         bool // files and rows have names at the edge
}

func newSheet(rs *engine.Ruleset, near engine.Seat) *sheet {
	s := &sheet{rules: rs, board: rs.Board(), plan: boardplan.Of(rs)}
	s.plan = s.plan.Turned(s.plan.Facing(near))
	columns, rows := s.plan.Width/s.plan.Cell+1, s.plan.Height/s.plan.Cell+1
	s.cell = cellHeight
	if rows*2 >= columns*3 {
		s.cell = wideCell
	}
	s.tile = min(s.cell*21/25, mostTile)
	s.left, s.top = s.cell/2+margin, cellHeight/2+margin
	s.named = len(s.plan.Files) > 0
	bottom := margin
	if s.named {
		s.left += names - margin
		bottom = names
	}
	for _, p := range s.plan.Nodes {
		s.at = append(s.at, s.place(p))
	}
	most := s.place(boardplan.Point{X: s.plan.Width, Y: s.plan.Height})
	s.width, s.height = most.x+s.cell/2+margin, most.y+cellHeight/2+bottom
	return s
}

// across and down are lengths of the plan in the drawing's units.
func (s *sheet) across(n int) int { return n * s.cell / s.plan.Cell }
func (s *sheet) down(n int) int   { return n * cellHeight / s.plan.Cell }

// place returns a point of the plan in the drawing.
func (s *sheet) place(p boardplan.Point) point {
	return point{s.left + s.across(p.X), s.top + s.down(p.Y)}
}

func abs(n int) int { return max(n, -n) }
