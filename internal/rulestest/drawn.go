package rulestest

import (
	"cmp"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
)

// Drawn checks a drawing with its own measures: where is the column and the line of a node on it. Nodes
// that have the same x or y in the plan of the board, turned for near, must have the same in the
// drawing, and others must follow in the same order.
func Drawn(t require.TestingT, rs *engine.Ruleset, near engine.Seat, where func(engine.Node) (x, y int)) {
	plan := boardplan.Of(rs)
	plan = plan.Turned(plan.Facing(near))
	drawn := make([]boardplan.Point, len(plan.Nodes))
	for n := range plan.Nodes {
		drawn[n].X, drawn[n].Y = where(engine.Node(n))
	}
	name := rs.Board().Name
	for m, p := range plan.Nodes {
		for n, q := range plan.Nodes[:m] {
			at, other := drawn[m], drawn[n]
			if cmp.Compare(p.X, q.X) != cmp.Compare(at.X, other.X) || cmp.Compare(p.Y, q.Y) != cmp.Compare(at.Y, other.Y) {
				require.Failf(t, "not as planned", "%s at %v, %s at %v", name(engine.Node(m)), at, name(engine.Node(n)), other)
			}
		}
	}
}
