package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// A board says what the rules say, node by node.
func TestBoardIsWhatTheRulesSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := rulestest.Ruleset(t, rulestest.Any)
		r, b := rs.Rules(), rs.Board()
		require.Equal(t, len(r.Nodes), b.NumNodes())
		require.Equal(t, b.NumNodes(), b.Nodes().Len())
		require.Equal(t, r.Kinds, b.Kinds())
		at := map[string]engine.Node{}
		for i, rule := range r.Nodes {
			n, ok := b.Node(rule.Name)
			require.True(t, ok)
			require.EqualValues(t, i, n)
			at[rule.Name] = n
			require.True(t, b.Has(n))
			require.Equal(t, rule.Name, b.Name(n))
			require.Equal(t, rule.Kind, b.KindRule(n).ID)
			require.Equal(t, r.Kinds[b.Kind(n)], b.KindRule(n))
			x, y := b.XY(n)
			require.Equal(t, []int{rule.X, rule.Y}, []int{x, y})
			home, ok := b.Home(n)
			require.Equal(t, rule.Home != "", ok)
			if ok {
				require.Equal(t, rule.Home, home.String())
			}
			require.Equal(t, b.Roads(n).Union(b.Rails(n)), b.Adjacent(n))
			require.True(t, b.Roads(n).Intersect(b.Rails(n)).Empty())
		}
		edges := func(pairs [][2]string) (list []engine.Edge) {
			for _, pair := range pairs {
				list = append(list, engine.Edge{A: min(at[pair[0]], at[pair[1]]), B: max(at[pair[0]], at[pair[1]])})
			}
			return list
		}
		require.ElementsMatch(t, edges(r.Roads), b.RoadEdges())
		require.ElementsMatch(t, edges(r.Rails), b.RailEdges())
		require.Len(t, b.Lines(), len(r.Lines))
		for i, line := range b.Lines() {
			var names []string
			for _, n := range line {
				names = append(names, b.Name(n))
			}
			require.Equal(t, r.Lines[i], names)
			line[0] = engine.NoNode // a copy
			require.NotEqual(t, engine.NoNode, b.Lines()[i][0])
		}
	})
}

func TestBoardIsTotal(t *testing.T) {
	b := rules(t, "standard").Board()
	for _, n := range []engine.Node{60, 61, 64, 128, 192, engine.NoNode} {
		require.False(t, b.Has(n))
		require.Equal(t, -1, b.Kind(n))
		require.Equal(t, engine.KindRule{}, b.KindRule(n))
		require.Zero(t, b.Roads(n))
		require.Zero(t, b.Rails(n))
		require.Zero(t, b.Adjacent(n))
		require.Equal(t, n.String(), b.Name(n))
		x, y := b.XY(n)
		require.Equal(t, []int{-1, -1}, []int{x, y})
		_, ok := b.Home(n)
		require.False(t, ok)
	}
	for _, name := range []string{"", "a", "a0", "a13", "f1", "A1", "bm", "a1 "} {
		n, ok := b.Node(name)
		require.False(t, ok, name)
		require.Equal(t, engine.NoNode, n)
	}
}

func TestMovesAsText(t *testing.T) {
	b := rules(t, "standard").Board()
	for from := range b.Nodes().All() {
		m := engine.Move{From: from, To: 59 - from}
		read, err := b.ParseMove(b.FormatMove(m))
		require.NoError(t, err)
		require.Equal(t, m, read)
	}
	require.Equal(t, "a1-node 60", b.FormatMove(engine.Move{From: 0, To: 60}))
	for _, text := range []string{"", "a1", "-", "a1-", "-a1", "a1-a13", "a1-a2-a3", "a1 a2"} {
		m, err := b.ParseMove(text)
		require.ErrorContains(t, err, fmt.Sprintf("move %q", text))
		require.Equal(t, engine.Move{From: engine.NoNode, To: engine.NoNode}, m)
	}
}
