package engine_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func TestSymmetric(t *testing.T) {
	for spec, want := range map[string]bool{
		"standard": true, "standard,carry=home,mountains=any": true, "standard,extra-rails=b6-c5": false,
		"siguo": true, "siguo,turn=clockwise": true, "siguo,seats=2": true, "siguo,seats=3": false, "siguo,seats=3,empty-arms=open": false,
	} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		require.Equal(t, want, rs.Symmetric(), spec)
	}
	for _, name := range []string{"skirmish", "stratego", "three-lamps"} {
		text, err := os.ReadFile("../testdata/rulesets/" + name + ".json")
		require.NoError(t, err)
		rs, err := engine.ParseRules(text)
		require.NoError(t, err)
		require.True(t, rs.Symmetric(), name)
	}
}

// Each thing that a symmetry keeps is looked at.
func TestSymmetryLost(t *testing.T) {
	for what, change := range map[string]func(*engine.Rules){
		"starts": func(r *engine.Rules) {
			rows := r.Start[1]
			rows[5][1], rows[2][1] = rows[2][1], rows[5][1]
		},
		"kinds": func(r *engine.Rules) { r.Nodes[0].Kind = "camp" },
		"homes": func(r *engine.Rules) { r.Nodes[0].Home = "" },
		"roads": func(r *engine.Rules) { r.Roads = r.Roads[1:] },
		"rails": func(r *engine.Rules) { r.Rails, r.Roads = r.Rails[1:], append(r.Roads, r.Rails[0]) },
		"lines": func(r *engine.Rules) { r.Lines[0] = r.Lines[0][1:] },
		"goals": func(r *engine.Rules) { r.Ends.Carry.To[0] = r.Ends.Carry.To[0][1:] },
	} {
		rs, err := junqi.Rules("standard,carry=home")
		require.NoError(t, err)
		r := rs.Rules()
		if what == "rails" || what == "lines" {
			slices.Reverse(r.Lines)
		}
		change(&r)
		if what == "rails" {
			require.Contains(t, r.Roads, [2]string{"a2", "a3"})
		}
		rs, err = engine.NewRuleset(r)
		require.NoError(t, err, what)
		require.False(t, rs.Symmetric(), what)
	}
	four, err := junqi.Rules("siguo")
	require.NoError(t, err)
	r := four.Rules()
	for i, team := range []int{0, 0, 1, 1} {
		r.Seats[i].Team = team
	}
	four, err = engine.NewRuleset(r)
	require.NoError(t, err)
	require.False(t, four.Symmetric(), "teams")
}

// Nodes that look alike don't hide a symmetry where any of them will do, and where a node stands
// on the picture is no matter.
func TestSymmetryOfTwins(t *testing.T) {
	r := junqi.Standard().Rules()
	r.Nodes = append(r.Nodes, engine.NodeRule{Name: "p", Kind: "post", X: 90, Y: 1}, engine.NodeRule{Name: "q", Kind: "post", X: 1, Y: 90})
	r.Nodes[0].X = 91
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	require.True(t, rs.Symmetric())
}
