package engine_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

func TestSummary(t *testing.T) {
	rs := toy(t)
	s := rs.Summary()
	// The flag has 2 cells, the wolf 3, the others share out the last 3: 2 · 3 · 3.
	require.Equal(t, big.NewInt(18), s.Layouts)
	s.Layouts = nil
	require.Equal(t, engine.Summary{
		Seats: 2, Teams: 2, Nodes: 12, Roads: 11, Rails: 6, Lines: 4, Pieces: 5, Types: 4, Mobile: 3,
		Tells: engine.Tells{Announcements: 6, Attackers: engine.TypesOf(3), Defenders: engine.TypesOf(3), Flags: engine.TypesOf(3)},
	}, s)

	r := readToy(t)
	withoutFlag(&r)
	r.Clash = engine.NewClashRule(r.Types, func(a, d int) engine.AnnouncementRule {
		return engine.AnnouncementRule{Repelled: true, AttackerSeen: r.Types[a].ID, DefenderSeen: r.Types[d].ID}
	})
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	require.Equal(t, engine.Tells{Announcements: 12, Attackers: rs.Mobile(), Defenders: rs.Types(), Always: true, Repelled: true}, rs.Summary().Tells)
}

func TestDifferences(t *testing.T) {
	a := toy(t)
	r := readToy(t)
	r.Name.EN = "toy, changed"
	r.Kinds[1].HomeOnly = false
	r.Nodes[11].Home = "blue"
	r.Nodes = append(r.Nodes, engine.NodeRule{Name: "d1", Kind: "field", X: 6, Y: 6})
	r.Roads[0] = [2]string{"c1", "d1"}
	r.Lines[0] = []string{"a4", "a3", "a2", "a1"}
	r.Lines[1] = []string{"c1", "d1"}
	r.Start[0][0] = []string{"c2", "b2", "a2"}
	r.Types[2].ID, r.Kinds[1].Enter[0] = "vixen", "vixen"
	r.Types[2].EN = "vixen"
	r.Types[3].Starts = []int{0, 1}
	r.Clash.Table[1][3] = 0
	r.Ends.Quiet = 31
	r.Times.Clock = 0
	r.Views.First = "red"
	r.Types[1].Sign = "Z"
	r.Nodes[0].X = 90
	b, err := engine.NewRuleset(r)
	require.NoError(t, err)
	node := engine.NodeRule{Name: "d1", Kind: "field"}
	require.Equal(t, []engine.Difference{
		{engine.SubjectStart, "red", "", [][]string{{"a2", "b2", "c2"}, {"a1", "", "c1"}}, [][]string{{"c2", "b2", "a2"}, {"a1", "", "c1"}}},
		{engine.SubjectEnds, "quiet", "", 30, 31},
		{engine.SubjectKind, "den", "homeOnly", true, false},
		{engine.SubjectKind, "den", "enter", []string{"fox", "wolf"}, []string{"vixen", "wolf"}},
		{engine.SubjectClash, "hound>wolf", "", a.Rules().Clash.Announcements[3], a.Rules().Clash.Announcements[0]},
		{engine.SubjectType, "fox", "", a.Rules().Types[2], nil},
		{engine.SubjectType, "wolf", "starts", []int{0, 1, 2}, []int{0, 1}},
		{engine.SubjectType, "vixen", "", nil, b.Rules().Types[2]},
		{engine.SubjectNode, "c4", "home", "", "blue"},
		{engine.SubjectNode, "d1", "", nil, node},
		{engine.SubjectViews, "first", "", "coin", "red"},
		{engine.SubjectTimes, "clock", "", 60, 0},
		{engine.SubjectLine, "a2-b2-c2", "", true, nil},
		{engine.SubjectLine, "c1-d1", "", nil, true},
		{engine.SubjectRoad, "a1-b1", "", true, nil},
		{engine.SubjectRoad, "c1-d1", "", nil, true},
		{engine.SubjectType, "hound", "sign", a.Rules().Types[1].Sign, "Z"},
	}, engine.Differences(a, b))
	for s := range engine.Subject(14) {
		require.NotEqual(t, "subject", s.String())
	}
	require.Equal(t, "subject", engine.Subject(14).String())
}

// Rules that differ in nothing but their names have one list of differences, the empty
// one, and only they do.
func TestDifferencesOfAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rulestest.Ruleset(t, rulestest.Small)
		r := a.Rules()
		r.Name.EN = "renamed"
		renamed, err := engine.NewRuleset(r)
		require.NoError(t, err)
		require.Empty(t, engine.Differences(a, renamed))
		b := rulestest.Ruleset(t, rulestest.Small)
		require.Equal(t, undrawn(a) == undrawn(b), len(engine.Differences(a, b)) == 0)
		require.Len(t, engine.Differences(b, a), len(engine.Differences(a, b)))
	})
}

// undrawn is the text of rules, without where nodes are drawn.
func undrawn(rs *engine.Ruleset) string {
	r := rs.Rules()
	for i := range r.Nodes {
		r.Nodes[i].X, r.Nodes[i].Y = 0, 0
	}
	return fmt.Sprint(r)
}
