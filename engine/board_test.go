package engine

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The board that is built from the rule's words is the board of the data file, which
// was checked against other programs.
func TestBoardAgreesWithData(t *testing.T) {
	file := loadBoard(t)
	b := Standard().Board()
	require.Equal(t, 60, b.NumNodes())
	require.Len(t, b.RoadEdges(), 98)
	require.Len(t, b.RailEdges(), 35)

	require.Len(t, file.kind, b.NumNodes())
	for name, kind := range file.kind {
		n, ok := b.Node(name)
		require.True(t, ok, name)
		require.Equal(t, kind, map[Kind]string{Post: "post", Camp: "camp", Headquarters: "hq"}[b.Kind(n)], name)
		require.ElementsMatch(t, file.roads[name], nodeNames(b.Roads(n).Nodes()), name)
		require.ElementsMatch(t, file.rails[name], nodeNames(b.Rails(n).Nodes()), name)
	}
	unordered := func(lines [][]string) (sorted []string) { // a line has no direction
		for _, line := range lines {
			slices.Sort(line)
			sorted = append(sorted, strings.Join(line, " "))
		}
		return sorted
	}
	var lines [][]string
	for _, line := range b.lines {
		lines = append(lines, nodeNames(line))
	}
	require.ElementsMatch(t, unordered(file.lines), unordered(lines))
}

func TestBoardIsTheSameFromBothSides(t *testing.T) {
	for _, spec := range []string{"standard", "standard,mountains=any"} {
		rs, err := Rules(spec)
		require.NoError(t, err)
		b := rs.Board()
		turned := func(n Node) Node {
			switch n {
			case mountainB:
				return mountainD
			case mountainD:
				return mountainB
			}
			return gridNodes - 1 - n
		}
		turnedSet := func(s NodeSet) (image NodeSet) {
			for n := range s.All() {
				image = image.Add(turned(n))
			}
			return image
		}
		for n := range b.Nodes().All() {
			require.Equal(t, b.Kind(n), b.Kind(turned(n)))
			require.Equal(t, turnedSet(b.Roads(n)), b.Roads(turned(n)), n)
			require.Equal(t, turnedSet(b.Rails(n)), b.Rails(turned(n)), n)
		}
		for number := range ArmySize {
			require.Equal(t, b.Start(Red, number), turned(b.Start(Blue, number)))
		}
		require.Equal(t, b.camps[Red], turnedSet(b.camps[Blue]))
		require.Equal(t, b.Headquarters(Red), turnedSet(b.Headquarters(Blue)))
		require.Equal(t, b.Half(Red), turnedSet(b.Half(Blue)))
	}
}

func TestPiecesStartInLayoutOrder(t *testing.T) {
	b := Standard().Board()
	var red, blue []string
	for number := range ArmySize {
		red = append(red, b.Name(b.Start(Red, number)))
		blue = append(blue, b.Name(b.Start(Blue, number)))
		again, ok := b.Starter(Blue, b.Start(Blue, number))
		require.True(t, ok)
		require.Equal(t, number, again)
	}
	require.Equal(t, "a6 b6 c6 d6 e6 a5 c5 e5 a4 b4 d4 e4 a3 c3 e3 a2 b2 c2 d2 e2 a1 b1 c1 d1 e1", strings.Join(red, " "))
	require.Equal(t, "e7 d7 c7 b7 a7 e8 c8 a8 e9 d9 b9 a9 e10 c10 a10 e11 d11 c11 b11 a11 e12 d12 c12 b12 a12", strings.Join(blue, " "))
	require.Equal(t, "b1 d1", strings.Join(nodeNames(b.Headquarters(Red).Nodes()), " "))
	require.Equal(t, "b12 d12", strings.Join(nodeNames(b.Headquarters(Blue).Nodes()), " "))
	require.Equal(t, "b3 b5 c4 d3 d5", strings.Join(nodeNames(b.camps[Red].Nodes()), " "))
	require.Equal(t, 30, b.Half(Red).Len())
	require.Zero(t, b.Half(Red)&b.Half(Blue))
}

func TestMountains(t *testing.T) {
	plain := Standard().Board()
	_, ok := plain.Node("bm")
	require.False(t, ok)

	rs, err := Rules("standard,mountains=any")
	require.NoError(t, err)
	b := rs.Board()
	require.Equal(t, 62, b.NumNodes())
	bm, ok := b.Node("bm")
	require.True(t, ok)
	require.Equal(t, Mountain, b.Kind(bm))
	require.Equal(t, "a6 a7 b6 b7 c6 c7", strings.Join(nodeNames(b.Roads(bm).Nodes()), " "))
	dm, _ := b.Node("dm")
	require.Equal(t, "c6 c7 d6 d7 e6 e7", strings.Join(nodeNames(b.Roads(dm).Nodes()), " "))
	require.Zero(t, b.Rails(bm)|b.Rails(dm))
	require.False(t, (b.Half(Red) | b.Half(Blue)).Has(bm))
	require.Len(t, b.RailEdges(), 35)
	require.Len(t, b.RoadEdges(), 98+12)
}

func TestExtraRails(t *testing.T) {
	rs, err := Rules("standard,extra-rails=d6-c5+b6-c5+a1-a2")
	require.NoError(t, err)
	require.Equal(t, "a1-a2+b6-c5+c5-d6", rs.Option("extra-rails"))
	b := rs.Board()
	require.Len(t, b.RailEdges(), 38)
	require.Len(t, b.RoadEdges(), 97, "a1-a2 was a road and is now a rail")
	require.Len(t, b.lines, 10)
	require.Len(t, Standard().Board().RailEdges(), 35, "the standard board is another")
}

// Nothing that a stranger may put for a node or a seat is out of bounds.
func TestBoardIsTotal(t *testing.T) {
	b := Standard().Board()
	for i := range 256 {
		n := Node(i)
		require.NotEmpty(t, b.Name(n))
		_, _, _ = b.Kind(n), b.Roads(n), b.Rails(n)
		require.Equal(t, i < 60, b.Has(n))
		require.Equal(t, i < 62, NodesOf(n).Len() == 1)
	}
	require.Equal(t, NoNode, b.Start(7, 0))
	require.Equal(t, NoNode, b.Start(Red, 25))
	require.Equal(t, NoNode, b.Start(Red, -1))
	_, ok := b.Starter(Red, NoNode)
	require.False(t, ok)
	_, ok = b.Starter(9, 0)
	require.False(t, ok)
}

func TestNodeSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.SliceOfDistinct(rapid.Map(rapid.Uint8Max(MaxNodes-1), func(n uint8) Node { return Node(n) }), rapid.ID).Draw(t, "nodes")
		s := NodesOf(nodes...)
		slices.Sort(nodes)
		require.Equal(t, len(nodes), s.Len())
		require.Equal(t, nodes, append([]Node{}, s.Nodes()...))
		for _, n := range nodes {
			require.True(t, s.Has(n))
			require.False(t, s.Remove(n).Has(n))
			require.Equal(t, s, s.Remove(n).Add(n))
		}
		first := NoNode
		for n := range s.All() {
			first = n
			break
		}
		require.Equal(t, first, s.First())
		require.Equal(t, s, s.Add(NoNode).Remove(NoNode).Add(62))
	})
}

func TestNodeNames(t *testing.T) {
	names := map[string]bool{}
	for n := range Node(MaxNodes) {
		back, err := ParseNode(n.String())
		require.NoError(t, err)
		require.Equal(t, n, back)
		names[n.String()] = true
	}
	require.Len(t, slices.Collect(maps.Keys(names)), MaxNodes)
	for _, bad := range []string{"", "a0", "a13", "f1", "A1", "a01", " a1", "cm"} {
		_, err := ParseNode(bad)
		require.ErrorContains(t, err, "unknown node")
	}
}

// Where nodes lie, mountains between the fronts.
func TestPlace(t *testing.T) {
	for name, want := range map[string][2]float64{
		"a1": {0, 0}, "a12": {0, 11}, "b6": {1, 5}, "b7": {1, 6}, "e12": {4, 11}, "bm": {1, 5.5}, "dm": {3, 5.5},
	} {
		n, err := ParseNode(name)
		require.NoError(t, err)
		file, row := n.Place()
		require.Equal(t, want, [2]float64{file, row}, name)
	}
	file, row := NoNode.Place()
	require.True(t, file != file && row != row, "no node lies nowhere")
}
