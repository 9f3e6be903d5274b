package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// costly are rules whose turns take long. Each seat has one piece that can move. All others
// may be any of 15 types that ride as far as nowhere else, each of them so
// many edges more than the last, over nodes which they may not enter; and the rules are as long as rules may be, for the sake of lines.
func costly(t testing.TB, army, more int) *engine.Ruleset {
	const width, height = 24, 8
	name := func(x, y int) string { return fmt.Sprintf("%c%d", "abcdefghijklmnopqrstuvwyz"[x], y+1) }
	r := toy(t).Rules()
	r.Seats = []engine.SeatRule{{Name: "red", Team: 0}, {Name: "blue", Team: 1}, {Name: "amber", Team: 2}}
	r.Kinds = []engine.KindRule{{ID: "b", EN: "bog", ZH: "泽", Enter: []string{"g"}}}
	r.Nodes, r.Roads, r.Rails, r.Lines, r.Start, r.Types = nil, [][2]string{}, nil, nil, nil, nil
	var line []string // through all nodes, up and down
	for x := range width {
		for y := range height {
			r.Nodes = append(r.Nodes, engine.NodeRule{Name: name(x, y), Kind: "b", X: 2 * x, Y: 2 * y})
			if x > 0 {
				r.Rails = append(r.Rails, [2]string{name(x-1, y), name(x, y)})
			}
			if y > 0 {
				r.Rails = append(r.Rails, [2]string{name(x, y-1), name(x, y)})
			}
			line = append(line, name(x, y))
			if x%2 == 1 {
				line[len(line)-1] = name(x, height-1-y)
			}
		}
	}
	for seat := range r.Seats { // apart, so that they ride far
		var row []string
		for i := range army {
			row = append(row, line[(i*len(r.Seats)+seat)*len(line)/(army*len(r.Seats))])
		}
		var rows [][]string
		for ; len(row) > 8; row = row[8:] {
			rows = append(rows, row[:8])
		}
		r.Start = append(r.Start, append(rows, row))
	}
	var starts []int
	for i := range army - 1 {
		starts = append(starts, i)
	}
	for i := range engine.MaxTypes - 1 {
		r.Types = append(r.Types, engine.TypeRule{
			ID: fmt.Sprintf("t%d", i), EN: fmt.Sprintf("t%d", i), ZH: string(rune('一' + i)), Sign: string(rune('一' + i)),
			Letter: fmt.Sprintf("%c", 'H'+i), Count: (army - 1 + i) / (engine.MaxTypes - 1), Starts: starts,
			Ways: []engine.WayRule{{Along: engine.AlongLine, Most: 150 + more*i}, {Along: engine.AlongRail, Most: 150 + more*i}},
		})
	}
	r.Types = append(r.Types, engine.TypeRule{
		ID: "g", EN: "goer", ZH: "行者", Sign: "行", Letter: "G", Count: 1, Starts: []int{army - 1},
		Ways: []engine.WayRule{{Along: engine.AlongEdge, Most: 1}},
	})
	r.Clash = engine.NewClashRule(r.Types, func(_, _ int) engine.AnnouncementRule {
		return engine.AnnouncementRule{AttackerLeaves: true, DefenderLeaves: true}
	})
	r.Ends = engine.EndRule{LastBoth: r.Ends.LastBoth, Timeouts: 3}
	rs, err := engine.NewRuleset(r)
	require.NoError(t, err)
	for range (engine.MaxRulesText - len(rs.Text())) / (6 * len(line)) {
		r.Lines = append(r.Lines, line)
	}
	rs, err = engine.NewRuleset(r)
	require.NoError(t, err)
	return rs
}

// costlyTurn makes a move after which the game looks for one of the next seat.
func costlyTurn(t testing.TB, rs *engine.Ruleset) func() {
	p := engine.Start(rs, engine.Red)
	from := rs.Start(engine.Red, rs.ArmySize()-1)
	move := engine.MoveEvent(engine.Red, engine.Move{From: from, To: rs.Board().Rails(from).Minus(p.Occupied(engine.Blue)).First()}, false)
	return func() {
		next := p
		require.NoError(t, next.Apply(move))
	}
}

// BenchmarkCostlyTurn makes the move whose turn takes longest.
func BenchmarkCostlyTurn(b *testing.B) {
	for _, army := range []int{16, 24, 32, 48} {
		b.Run(fmt.Sprint(army), func(b *testing.B) {
			turn := costlyTurn(b, costly(b, army, 1))
			for b.Loop() {
				turn()
			}
		})
	}
}
