package picture

import (
	"maps"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
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

// sheet is where everything lies in the drawing.
type sheet struct {
	rules         *engine.Ruleset
	board         *engine.Board
	at            []point // by node
	cell          int     // width
	tile          int     // width
	width, height int
	named         bool // files and rows have names at the edge
}

func newSheet(rs *engine.Ruleset, near engine.Seat) *sheet {
	s := &sheet{rules: rs, board: rs.Board()}
	places, apart := tenths(rs)
	for range Turns(rs, near) {
		for i, p := range places {
			places[i] = point{-p.y, p.x}
		}
	}
	least, most := box(places)
	columns, rows := (most.x-least.x)/apart+1, (most.y-least.y)/apart+1
	s.cell = cellHeight
	if rows*2 >= columns*3 {
		s.cell = wideCell
	}
	s.tile = min(s.cell*21/25, mostTile)
	for _, p := range places {
		s.at = append(s.at, point{(p.x-least.x)*s.cell/apart + s.cell/2 + margin, (p.y-least.y)*cellHeight/apart + cellHeight/2 + margin})
	}
	s.named = s.filesAndRows()
	_, most = box(s.at)
	if s.named {
		for i := range s.at {
			s.at[i].x += names - margin
		}
		most = point{most.x + names - margin, most.y + names - margin}
	}
	s.width, s.height = most.x+s.cell/2+margin, most.y+cellHeight/2+margin
	return s
}

// box is the least and the greatest coordinates of some points.
func box(points []point) (least, most point) {
	least, most = points[0], points[0]
	for _, p := range points {
		least = point{min(least.x, p.x), min(least.y, p.y)}
		most = point{max(most.x, p.x), max(most.y, p.y)}
	}
	return least, most
}

// tenths are the places of the nodes in tenths of a half cell, as red sees the board, and
// how far the nearest two are apart, which is a cell of the drawing. Where two enemies'
// lands touch and not every file crosses, the front between them is drawn wider: so what
// lies between them, mountains or just a border, is to be seen.
func tenths(rs *engine.Ruleset) (places []point, apart int) {
	board := rs.Board()
	for n := range board.Nodes().All() {
		x, y := board.XY(n)
		places = append(places, point{10 * x, 10 * y})
	}
	if f, ok := findFront(rs, places); ok {
		for i, p := range places {
			if p.y > f.top {
				places[i].y += f.row * 9 / 10 * min(p.y-f.top, f.bottom-f.top) / (f.bottom - f.top)
			}
		}
	}
	return places, spacing(places)
}

// spacing is the least distance between two of the points, the greater of that across and
// that down.
func spacing(places []point) int {
	least := 0
	for i, p := range places {
		for _, q := range places[i+1:] {
			if d := max(abs(p.x-q.x), abs(p.y-q.y)); least == 0 || d < least {
				least = d
			}
		}
	}
	return max(least, 1)
}

func abs(n int) int { return max(n, -n) }

// front is between two rows, next to each other among those with homes. Such rows are at
// least row apart.
type front struct{ top, bottom, row int }

// findFront finds a front: each of its rows is the home of one seat, not of the same, and
// they are not joined on every file.
func findFront(rs *engine.Ruleset, places []point) (f front, ok bool) {
	homes := map[int]engine.SeatSet{}
	files := map[int]int{}
	for i, p := range places {
		files[p.y]++
		if home, is := rs.Board().Home(engine.Node(i)); is {
			homes[p.y] = homes[p.y].Add(home)
		}
	}
	rows := slices.Sorted(maps.Keys(homes))
	for i := 1; i < len(rows); i++ {
		top, bottom := rows[i-1], rows[i]
		if f.row == 0 || bottom-top < f.row {
			f.row = bottom - top
		}
		if ok || homes[top].Len() != 1 || homes[bottom].Len() != 1 || homes[top] == homes[bottom] {
			continue
		}
		crossing := 0
		for _, e := range edges(rs.Board()) {
			if a, b := places[e.A].y, places[e.B].y; min(a, b) == top && max(a, b) == bottom {
				crossing++
			}
		}
		if crossing < files[bottom] {
			f.top, f.bottom, ok = top, bottom, true
		}
	}
	return f, ok
}

// edges lists roads and rails.
func edges(b *engine.Board) []engine.Edge { return append(b.RoadEdges(), b.RailEdges()...) }

// Turns is how often a board has to be turned clockwise by a quarter so that a seat's
// pieces start as far down as they can; 0 if the game has no such seat.
func Turns(rs *engine.Ruleset, near engine.Seat) (turns int) {
	if !rs.HasSeat(near) {
		return 0
	}
	var sum, all point
	for number := range rs.ArmySize() {
		x, y := rs.Board().XY(rs.Start(near, number))
		sum.x, sum.y = sum.x+x, sum.y+y
	}
	for n := range rs.Board().Nodes().All() {
		x, y := rs.Board().XY(n)
		all.x, all.y = all.x+x, all.y+y
	}
	nodes := rs.Board().NumNodes()
	dx, dy := sum.x*nodes-all.x*rs.ArmySize(), sum.y*nodes-all.y*rs.ArmySize() // from the middle
	best := dy
	for t, down := range []int{dy, dx, -dy, -dx} {
		if down > best {
			turns, best = t, down
		}
	}
	return turns
}

// filesAndRows reports whether the names of the nodes are a letter and a number that follow
// their places.
func (s *sheet) filesAndRows() bool {
	across, down := map[string]int{}, map[string]int{}
	for i, p := range s.at {
		letter, number, ok := fileAndRow(s.board.Name(engine.Node(i)))
		if !ok {
			continue
		}
		if x, known := across[letter]; known && x != p.x {
			return false
		}
		if y, known := down[number]; known && y != p.y {
			return false
		}
		across[letter], down[number] = p.x, p.y
	}
	return len(across) > 1 && len(down) > 1
}

// fileAndRow takes a name like "a12" apart.
func fileAndRow(name string) (letter, number string, ok bool) {
	letter, number = name[:1], name[1:]
	if letter < "a" || letter > "z" || number == "" {
		return "", "", false
	}
	for _, c := range []byte(number) {
		if c < '0' || c > '9' {
			return "", "", false
		}
	}
	return letter, number, true
}
