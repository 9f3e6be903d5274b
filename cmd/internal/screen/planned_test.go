package screen

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// Every node of any board is drawn where engine/boardplan says, for any seat, in all sizes, and a
// click there means that node: of boards whose rows are shifted by half a cell and of those whose
// nodes are half a cell apart, too.
func TestNodesAreDrawnAsPlanned(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/rulesets/three-lamps.json")
	require.NoError(t, err)
	shifted, err := engine.ParseRules(text)
	require.NoError(t, err)
	fixed := []*engine.Ruleset{shifted}
	for _, name := range junqi.Names() {
		fixed = append(fixed, ruleset(t, name))
	}
	for _, rs := range fixed {
		for _, size := range scales {
			requirePlanned(t, rs, engine.Red, size)
			requirePlanned(t, rs, engine.Blue, size)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		if rapid.Bool().Draw(t, "narrow") {
			rules := rs.Rules()
			for i := range rules.Nodes {
				rules.Nodes[i].X /= 2
			}
			narrow, err := engine.NewRuleset(rules)
			require.NoError(t, err)
			rs = narrow
		}
		near := rapid.SampledFrom(rs.Seats()).Draw(t, "near")
		requirePlanned(t, rs, near, rapid.SampledFrom(scales).Draw(t, "size"))
	})
}

func requirePlanned(t require.TestingT, rs *engine.Ruleset, near engine.Seat, size scale) {
	c := newCellGrid(newGrid(rs, near), size)
	rulestest.Drawn(t, rs, near, func(n engine.Node) (x, y int) {
		on := newCanvas(c.w, c.h)
		look{palette: withoutColours()}.boardPainter(c, position{cursor: engine.NoNode, picked: n}).node(on, 0, 0, n)
		for y, line := range on.lines() {
			if x := strings.IndexByte(line, '*'); x >= 0 {
				hit, ok := c.hit(x, y)
				require.True(t, ok)
				require.Equal(t, n, hit)
				return x, y
			}
		}
		require.Failf(t, "not drawn", "%s", rs.Board().Name(n))
		return
	})
}
