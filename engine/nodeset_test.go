package engine_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
)

// A set of nodes behaves as a map of them, even where a word of it ends.
func TestNodeSet(t *testing.T) {
	nodes := rapid.SliceOfDistinct(rapid.Custom(func(t *rapid.T) engine.Node {
		if rapid.Bool().Draw(t, "edge") {
			return rapid.SampledFrom([]engine.Node{0, 63, 64, 127, 128, 191}).Draw(t, "node")
		}
		return engine.Node(rapid.IntRange(0, engine.MaxNodes-1).Draw(t, "node"))
	}), rapid.ID)
	rapid.Check(t, func(t *rapid.T) {
		a, b := nodes.Draw(t, "a"), nodes.Draw(t, "b")
		slices.Sort(a)
		s, o := engine.NodesOf(a...), engine.NodesOf(b...)
		require.Equal(t, len(a), s.Len())
		require.Equal(t, len(a) == 0, s.Empty())
		require.Equal(t, append([]engine.Node{}, a...), s.Nodes())
		if len(a) > 0 {
			require.Equal(t, a[0], s.First())
			for n := range s.All() {
				require.Equal(t, a[0], n, "it can be left early")
				break
			}
		} else {
			require.Equal(t, engine.NoNode, s.First())
		}
		within := true
		for n := range engine.Node(engine.MaxNodes) {
			inA, inB := slices.Contains(a, n), slices.Contains(b, n)
			within = within && (inB || !inA)
			require.Equal(t, inA, s.Has(n))
			require.Equal(t, inA || inB, s.Union(o).Has(n))
			require.Equal(t, inA && inB, s.Intersect(o).Has(n))
			require.Equal(t, inA && !inB, s.Minus(o).Has(n))
			require.True(t, s.Add(n).Has(n))
			require.False(t, s.Remove(n).Has(n))
			require.Equal(t, inA, s == s.Add(n))
			require.Equal(t, !inA, s == s.Remove(n))
		}
		require.Equal(t, within, s.Within(o))
	})
}

// What is no node is in no set and can't be put into one.
func TestNodeSetHoldsNodesOnly(t *testing.T) {
	full := engine.NodeSet{}
	for n := range engine.Node(engine.MaxNodes) {
		full = full.Add(n)
	}
	require.Equal(t, engine.MaxNodes, full.Len())
	for _, n := range []engine.Node{engine.MaxNodes, 200, engine.NoNode} {
		require.False(t, full.Has(n))
		require.Equal(t, full, full.Add(n))
		require.Equal(t, full, full.Remove(n))
		require.Equal(t, engine.NodeSet{}, engine.NodesOf(n))
	}
	require.Equal(t, "node 17", engine.Node(17).String())
	require.Equal(t, "nowhere", engine.NoNode.String())
}
