package screen

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/cmd/internal/textboard"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// The full screen draws every node of any board where engine/boardplan says, in all sizes, and a click
// there means that node.
func TestNodesAreDrawnAsPlanned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		near := rapid.SampledFrom(rs.Seats()).Draw(t, "near")
		size := rapid.SampledFrom(scales).Draw(t, "size")
		c := newCellGrid(rs, textboard.NewGrid(rs, near), size)
		rulestest.Drawn(t, rs, near, func(n engine.Node) (x, y int) {
			on := newCanvas(c.w, c.h)
			look{palette: withoutColours()}.boardPainter(c, position{cursor: engine.NoNode, picked: n}).node(on, 0, 0, n)
			for y, line := range on.lines() {
				for x := range line {
					if line[x] != '*' {
						continue
					}
					hit, ok := c.hit(x, y)
					require.True(t, ok)
					require.Equal(t, n, hit)
					return x, y
				}
			}
			require.Failf(t, "not drawn", "%s", rs.Board().Name(n))
			return
		})
	})
}
