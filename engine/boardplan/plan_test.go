package boardplan_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/boardplan"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

func rules(t testing.TB, spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rs
}

// The two-player board: two lands with the mountains between them, and names at the edge.
func TestStandard(t *testing.T) {
	rs := rules(t, "standard")
	p := boardplan.Of(rs)
	require.Equal(t, 20, p.Cell)
	require.Equal(t, 4*p.Cell, p.Width)
	require.Len(t, p.Nodes, rs.Board().NumNodes())
	require.Len(t, p.Lands, 2)
	require.Len(t, p.Hills, 2, "between the three ways over the front")
	require.Empty(t, p.Bends)
	require.False(t, p.Cornered)
	require.Equal(t, boardplan.Mark{Text: "a", At: 0}, p.Files[0])
	require.Len(t, p.Rows, 12)
	require.Equal(t, []int{0, 2}, p.Turns)
	require.Zero(t, p.Facing(200), "no seat")
}

// The four-player board has bends, empty corners, and four sides that look alike.
func TestSiguo(t *testing.T) {
	p := boardplan.Of(rules(t, "siguo"))
	require.True(t, p.Cornered)
	require.Len(t, p.Bends, 4)
	require.Len(t, p.Lands, 4)
	slices.Sort(p.Turns)
	require.Equal(t, []int{0, 1, 2, 3}, p.Turns)
}

// A player of the flip game sits at the home of their colour.
func TestFlip(t *testing.T) {
	require.Equal(t, boardplan.Of(rules(t, "standard")).Turns, boardplan.Of(rules(t, "flip")).Turns)
	require.Equal(t, boardplan.Of(rules(t, "siguo")).Turns, boardplan.Of(rules(t, "flip,seats=4")).Turns)
}

// After four turns a board is as before; after its own, a seat's pieces are at the bottom.
func TestTurned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		p := boardplan.Of(rs)
		once, twice := p.Turned(1), p.Turned(2)
		require.Equal(t, p, p.Turned(4))
		require.Equal(t, p.Turned(3), p.Turned(-1))
		require.Equal(t, once.Nodes, twice.Turned(-1).Nodes)
		require.Equal(t, twice.Hills, once.Turned(1).Hills)
		require.Equal(t, twice.Lands, once.Turned(1).Lands)
		require.Equal(t, p.Files, twice.Turned(2).Files)
		for _, turned := range []*boardplan.Plan{p, once, twice, p.Turned(3)} {
			require.Equal(t, len(p.Files)+len(p.Rows), len(turned.Files)+len(turned.Rows))
			for i, at := range turned.Nodes {
				name := rs.Board().Name(engine.Node(i))
				for _, m := range turned.Files {
					require.True(t, m.At != at.X || m.Text == name[:1] || m.Text == name[1:])
				}
				for _, m := range turned.Rows {
					require.True(t, m.At != at.Y || m.Text == name[:1] || m.Text == name[1:])
				}
			}
		}
		for _, seat := range rs.Seats() {
			seen := p.Turned(p.Facing(seat))
			require.Zero(t, seen.Facing(seat))
			for _, plan := range []*boardplan.Plan{seen, p} {
				for _, at := range slices.Concat(plan.Nodes, plan.Half) {
					require.True(t, at.X >= 0 && at.Y >= 0)
				}
				for _, at := range plan.Nodes {
					require.True(t, at.X <= plan.Width && at.Y <= plan.Height)
				}
			}
		}
	})
}
