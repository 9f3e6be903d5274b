// Package boardplan computes where each part of a board is drawn: nodes, bends of paths, hills, the
// land of each seat, and the names of files and rows. All of it follows from the data of the
// ruleset. Pictures, the terminal and the page draw the same plan.
package boardplan

import (
	"github.com/darkjunqi/darkjunqi/engine"
)

// Plan is a board as red sees it; Turned gives the view of other seats. Lengths are in
// units, of which a cell has Cell in both directions. X grows to the right and y down, and
// both are 0 at the leftmost and the topmost nodes.
type Plan struct {
	Cell   int     `json:"cell"`
	Width  int     `json:"width"`  // of all nodes: the greatest x
	Height int     `json:"height"` // the greatest y
	Nodes  []Point `json:"nodes"`  // by node
	Bends  []Bend  `json:"bends"`
	Hills  []Hill  `json:"hills"`
	Lands  []Land  `json:"lands"`
	// Files and Rows are the names at the edge, where all names of nodes are a letter and a
	// number that follow their places. There are none if there are no such names.
	Files []Mark `json:"files"`
	Rows  []Mark `json:"rows"`
	// Cornered reports whether the four corners of the board are empty.
	Cornered bool `json:"cornered"`
	// Turns are the quarter turns clockwise, by seat, that bring each one's pieces to the
	// bottom.
	Turns []int `json:"turns"`
	// Half are the places of the nodes in half cells, as the ruleset has them, for drawings
	// that have a fixed grid.
	Half []Point `json:"-"`
}

// Point is a place in a plan.
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Bend is an edge that is drawn as a quarter of an ellipse. Sweep is 1 if the arc from A to
// B runs clockwise, else 0: the sweep flag of an SVG path.
type Bend struct {
	A     engine.Node `json:"a"`
	B     engine.Node `json:"b"`
	Sweep int         `json:"sweep"`
}

// Hill is land that keeps armies out, such as mountains or lakes: an ellipse. Its radii reach the
// places in it; a drawing adds part of a cell to each.
type Hill struct {
	Point
	RX int `json:"rx"`
	RY int `json:"ry"`
}

// Land is the ground of a seat's home: a convex outline, clockwise, two fifths of a cell outside
// the nodes. A drawing rounds it off with a line of a fifth of a cell.
type Land struct {
	Seat    engine.Seat `json:"seat"`
	Outline []Point     `json:"outline"`
}

// Mark is the name of a file or row, and its x or y.
type Mark struct {
	Text string `json:"text"`
	At   int    `json:"at"`
}

// Facing returns the quarter turns that bring a seat's pieces to the bottom; 0 if the game has no
// such seat.
func (p *Plan) Facing(seat engine.Seat) int {
	if int(seat) >= len(p.Turns) {
		return 0
	}
	return p.Turns[seat]
}

// Turned returns the plan after quarter turns clockwise. After one or three, the names of its
// columns are the rows'.
func (p *Plan) Turned(quarters int) *Plan {
	q := *p
	for range (quarters%4 + 4) % 4 {
		q = q.turned()
	}
	return &q
}

func mirrored(marks []Mark, size int) []Mark {
	out := []Mark{}
	for _, m := range marks {
		out = append(out, Mark{m.Text, size - m.At})
	}
	return out
}

// turned returns the plan after one quarter turn.
func (p *Plan) turned() Plan {
	turn := func(at Point) Point { return Point{p.Height - at.Y, at.X} }
	q := *p
	q.Width, q.Height = p.Height, p.Width
	q.Files, q.Rows = mirrored(p.Rows, p.Height), p.Files
	q.Nodes, q.Half, q.Hills, q.Lands, q.Turns = nil, nil, []Hill{}, []Land{}, nil
	for _, at := range p.Nodes {
		q.Nodes = append(q.Nodes, turn(at))
	}
	_, most := box(p.Half)
	for _, at := range p.Half {
		q.Half = append(q.Half, Point{most.Y - at.Y, at.X})
	}
	for _, h := range p.Hills {
		q.Hills = append(q.Hills, Hill{turn(h.Point), h.RY, h.RX})
	}
	for _, l := range p.Lands {
		outline := make([]Point, len(l.Outline))
		for i, at := range l.Outline {
			outline[i] = turn(at)
		}
		q.Lands = append(q.Lands, Land{l.Seat, outline})
	}
	for _, t := range p.Turns {
		q.Turns = append(q.Turns, (t+3)%4)
	}
	return q
}
