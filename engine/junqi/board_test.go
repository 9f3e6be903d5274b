package junqi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// boardFile is a board as facts, in which a node is a side's letter, the row from its
// front and the column from its owner's left; or C and a number in the palace.
type boardFile struct {
	Nodes        []struct{ ID, Kind string }
	Roads, Rails [][2]string
	Lines        [][]string `json:"lines"`
	RailLines    [][]string `json:"railLines"`
}

func loadBoard(t testing.TB, path string) boardFile {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var f boardFile
	require.NoError(t, json.Unmarshal(data, &f))
	f.Lines = append(f.Lines, f.RailLines...)
	return f
}

// rename calls the nodes of the file as a board does.
func (f boardFile) rename(name func(id string) string) boardFile {
	for i := range f.Nodes {
		f.Nodes[i].ID = name(f.Nodes[i].ID)
	}
	for _, list := range [][][2]string{f.Roads, f.Rails} {
		for i := range list {
			list[i] = [2]string{name(list[i][0]), name(list[i][1])}
		}
	}
	for _, line := range f.Lines {
		for i := range line {
			line[i] = name(line[i])
		}
	}
	return f
}

// duelName is the name of a node on the board of two.
func duelName(id string) string {
	row, column := int(id[1]-'0'), int(id[2]-'0')
	if id[0] == 'A' {
		return fmt.Sprintf("%c%d", 'a'+column-1, 7-row)
	}
	return fmt.Sprintf("%c%d", 'a'+5-column, 6+row)
}

// siguoName is the name of a node on the board of four.
func siguoName(id string) string {
	x, y := 0, 0 // from the top left
	r, c := int(id[1]-'1'), 0
	if len(id) > 2 {
		c = int(id[2] - '1')
	}
	switch id[0] {
	case 'S':
		x, y = 6+c, 11+r
	case 'E':
		x, y = 11+r, 10-c
	case 'N':
		x, y = 10-c, 5-r
	case 'W':
		x, y = 5-r, 6+c
	case 'C':
		x, y = 6+2*(r%3), 6+2*(r/3)
	}
	return fmt.Sprintf("%c%d", 'a'+x, 17-y)
}

// The boards that are built by rule are those of the data files, which hold facts
// gathered elsewhere.
func TestBoardsAgreeWithData(t *testing.T) {
	for _, c := range []struct {
		spec, path string
		name       func(string) string
		numbers    [4]int // of nodes, roads, rails and lines
	}{
		{"standard", "../testdata/board.json", duelName, [4]int{60, 98, 35, 7}},
		{"siguo", "testdata/siguo.json", siguoName, [4]int{129, 196, 92, 18}},
	} {
		t.Run(c.spec, func(t *testing.T) {
			rs, err := junqi.Rules(c.spec)
			require.NoError(t, err)
			r, file := rs.Rules(), loadBoard(t, c.path).rename(c.name)
			require.Equal(t, c.numbers, [4]int{len(r.Nodes), len(r.Roads), len(r.Rails), len(r.Lines)})

			var kinds, dataKinds []string
			for _, n := range r.Nodes {
				kinds = append(kinds, n.Name+" "+n.Kind)
			}
			for _, n := range file.Nodes {
				dataKinds = append(dataKinds, n.ID+" "+strings.Replace(n.Kind, "hq", "headquarters", 1))
			}
			require.ElementsMatch(t, dataKinds, kinds)
			require.ElementsMatch(t, undirected(file.Roads), undirected(r.Roads))
			require.ElementsMatch(t, undirected(file.Rails), undirected(r.Rails))
			require.ElementsMatch(t, undirectedLines(file.Lines), undirectedLines(r.Lines))
		})
	}
}

// undirected writes edges as one text in both directions.
func undirected(edges [][2]string) (list []string) {
	for _, e := range edges {
		list = append(list, min(e[0], e[1])+"-"+max(e[0], e[1]))
	}
	return list
}

// undirectedLines writes lines as one text in both directions.
func undirectedLines(lines [][]string) (list []string) {
	for _, line := range lines {
		there := strings.Join(line, "-")
		slices.Reverse(line)
		list = append(list, min(there, strings.Join(line, "-")))
	}
	return list
}

// starts lists where a seat's pieces start.
func starts(rs *engine.Ruleset, seat engine.Seat) string {
	var names []string
	for number := range rs.ArmySize() {
		names = append(names, rs.Board().Name(rs.Start(seat, number)))
	}
	return strings.Join(names, " ")
}

func TestPiecesStartInLayoutOrder(t *testing.T) {
	two := junqi.Standard()
	require.Equal(t, "a6 b6 c6 d6 e6 a5 c5 e5 a4 b4 d4 e4 a3 c3 e3 a2 b2 c2 d2 e2 a1 b1 c1 d1 e1", starts(two, engine.Red))
	require.Equal(t, "e7 d7 c7 b7 a7 e8 c8 a8 e9 d9 b9 a9 e10 c10 a10 e11 d11 c11 b11 a11 e12 d12 c12 b12 a12", starts(two, engine.Blue))

	four, err := junqi.Rules("siguo")
	require.NoError(t, err)
	require.Equal(t, "g6 h6 i6 j6 k6", starts(four, engine.Red)[:14])
	require.Equal(t, "l7 l8 l9 l10 l11", starts(four, engine.Blue)[:16], "at red's right hand")
	require.Equal(t, "k12 j12 i12 h12 g12", starts(four, engine.Amber)[:19])
	require.Equal(t, "f11 f10 f9 f8 f7", starts(four, engine.Teal)[:16])
}

// The halves are alike: the board looks the same to everyone at it.
func TestBoardIsTheSameFromAllSides(t *testing.T) {
	for _, spec := range []string{"standard", "standard,mountains=any", "siguo"} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		b := rs.Board()
		width, height := 0, 0
		for n := range b.Nodes().All() {
			x, y := b.XY(n)
			width, height = max(width, x), max(height, y)
		}
		at := map[[2]int]engine.Node{}
		for n := range b.Nodes().All() {
			x, y := b.XY(n)
			at[[2]int{x, y}] = n
		}
		turned := func(n engine.Node) engine.Node {
			x, y := b.XY(n)
			if rs.NumSeats() == 2 { // half a turn
				return at[[2]int{width - x, height - y}]
			}
			return at[[2]int{y, width - x}] // a quarter, counter-clockwise
		}
		turnedSet := func(s engine.NodeSet) (image engine.NodeSet) {
			for n := range s.All() {
				image = image.Add(turned(n))
			}
			return image
		}
		for n := range b.Nodes().All() {
			require.Equal(t, b.Kind(n), b.Kind(turned(n)))
			require.Equal(t, turnedSet(b.Roads(n)), b.Roads(turned(n)), b.Name(n))
			require.Equal(t, turnedSet(b.Rails(n)), b.Rails(turned(n)), b.Name(n))
			home, ok := b.Home(n)
			other, also := b.Home(turned(n))
			require.Equal(t, ok, also)
			if ok {
				require.Equal(t, (home+1)%engine.Seat(rs.NumSeats()), other)
			}
		}
		for _, seat := range rs.Seats() {
			for number := range rs.ArmySize() {
				require.Equal(t, rs.Start((seat+1)%engine.Seat(rs.NumSeats()), number), turned(rs.Start(seat, number)))
			}
		}
	}
}

// reaches is where a piece of a type could go from a node of an empty board.
func reaches(t testing.TB, spec string, of engine.Type, from string) string {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	n, ok := rs.Board().Node(from)
	require.True(t, ok, from)
	names := rs.Board().Names(rs.Reach(engine.Red, of, n, engine.NodeSet{}, engine.NodeSet{}))
	return strings.Join(names, " ")
}

// Some ways on an empty board, by each option that says how pieces move and where they
// may stand.
func TestWays(t *testing.T) {
	for _, c := range []struct {
		spec string
		of   engine.Type
		from string
		to   string
	}{
		{"standard", junqi.Commander, "a10", "a2 a3 a4 a5 a6 a7 a8 a9 a11 b10"},
		{"standard", junqi.Commander, "b1", ""},
		{"standard", junqi.Mine, "a2", ""},
		{"standard", junqi.Flag, "b1", ""},
		{"standard,hq=free", junqi.Commander, "b1", "a1 b2 c1"},
		{"standard,hq=free", junqi.Flag, "b1", ""},
		{"standard,rail=three", junqi.Commander, "a10", "a7 a8 a9 a11 b10"},
		{"standard,rail=three-corners", junqi.Commander, "a10", "a7 a8 a9 a11 b10 b11 c11"},
		{"standard", junqi.Commander, "c8", "b8 c7 c9 d8"},
		{"standard,camps=own", junqi.Commander, "c8", "c7"},
		{"standard,camps=own", junqi.Commander, "c5", "b5 c4 c6 d5"},
		{"standard", junqi.Commander, "b4", "a4 b3 b5 c4"},
		{"standard,mountains=any", junqi.Commander, "bm", "a6 a7 b6 b7 c6 c7"},
		{"standard,mountains=engineers", junqi.Engineer, "bm", "a6 a7 b6 b7 c6 c7"},
		{"standard,mountains=engineers", junqi.Commander, "b6", "a6 b5 c6 d6 e6"},
		{"standard,extra-rails=b6-c5", junqi.Commander, "b6", "a6 b5 c5 c6 d6 e6"},
		// The four-seat board: straight through the palace, or round the arc.
		{"siguo", junqi.Commander, "g4", "b7 c7 d7 e7 f7 g2 g3 g5 g6 g7 g9 g11 g12 g13 g14 g15 g16 h3 h4 h5"},
		{"siguo", junqi.Commander, "k4", "j3 j4 j5 k2 k3 k5 k6 k7 k9 k11 k12 k13 k14 k15 k16 l7 m7 n7 o7 p7"},
		{"siguo", junqi.Commander, "i9", "f9 g9 i6 i7 i11 i12 k9 l9"},
		{"siguo,palace=pass", junqi.Commander, "g6", "b7 c7 d7 e7 f7 g2 g3 g4 g5 g12 g13 g14 g15 g16 h5 h6 i6 j6 k6"},
		{"siguo,seats=2", junqi.Commander, "g7", "g2 g3 g4 g5 g6 g9 g11 g12 g13 g14 g15 g16 i7 k7"},
		{"siguo,seats=2,empty-arms=open", junqi.Commander, "g7", "b7 c7 d7 e7 f7 g2 g3 g4 g5 g6 g9 g11 g12 g13 g14 g15 g16 i7 k7 l7 m7 n7 o7 p7"},
		{"siguo,camps=own", junqi.Commander, "m7", "b7 c7 d7 e7 f7 g7 i7 k2 k3 k4 k5 k6 k7 l7 n7 o7 p7"},
	} {
		require.Equal(t, c.to, reaches(t, c.spec, c.of, c.from), "%s from %s", c.spec, c.from)
	}
}
