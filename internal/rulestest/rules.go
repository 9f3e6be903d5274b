// Package rulestest draws rules for property tests: of any game, and of Junqi.
package rulestest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Size bounds the rules that are drawn.
type Size struct {
	Seats int // at most; at least 2
	Army  int // pieces of a seat, at most; at least 1
	Types int // at most; at least 1
}

// The sizes that tests use.
var (
	Any   = Size{Seats: engine.MaxSeats, Army: 20, Types: 8}
	Small = Size{Seats: engine.MaxSeats, Army: 6, Types: 4}
	Two   = Size{Seats: 2, Army: 12, Types: 6}
)

// Ruleset draws a ruleset of a game: any board, army, placement, movement, table of
// clashes and endings.
func Ruleset(t *rapid.T, size Size) *engine.Ruleset {
	rs, err := engine.NewRuleset(Rules(t, size))
	if err != nil {
		t.Fatalf("rules that were drawn are refused: %v", err)
	}
	return rs
}

// Rules draws rules that make sense.
func Rules(t *rapid.T, size Size) engine.Rules {
	d := &drawing{t: t, size: size}
	d.open = d.chance(10, "open")
	d.r = engine.Rules{Language: engine.RulesLanguage, Name: engine.Names{EN: "drawn", ZH: "抽取"}}
	d.seats()
	d.types()
	d.kinds()
	d.nodes()
	d.edges()
	d.lines()
	d.leaps()
	d.starts()
	d.clash()
	d.ends()
	d.views()
	d.goals()
	d.places()
	return d.r
}

// drawing is rules that are being drawn. The board is a grid; each seat has a block of
// it: the even seats at the bottom, the odd ones at the top, in pairs from the left.
type drawing struct {
	t    *rapid.T
	size Size
	r    engine.Rules

	army          int
	rows, columns int      // of a block
	gaps          [][]bool // of a block: front first, from the owner's left
	width, height int      // of the grid
	middle        int      // rows between the blocks
	names         map[[2]int]string
	open          bool // all layouts are open from the start
	shows         bool // some announcement shows a flag
}

// chance is true so many times in a hundred.
func (d *drawing) chance(percent int, label string) bool {
	return rapid.IntRange(0, 99).Draw(d.t, label) >= 100-percent
}

func (d *drawing) between(low, high int, label string) int {
	return rapid.IntRange(low, high).Draw(d.t, label)
}

func (d *drawing) seats() {
	names := []string{"red", "blue", "amber", "teal", "violet", "slate"}
	teams := rapid.SampledFrom([][]int{
		{0, 1}, {0, 1, 0, 1}, {0, 1, 2}, {0, 1, 1}, {0, 0, 1}, {0, 1, 2, 3}, {0, 0, 1, 1}, {0, 1, 1, 1}, {0, 1, 2, 1}, {0, 1, 0, 1, 0, 1}, {0, 1, 2, 0, 1, 2},
	}).Filter(func(teams []int) bool { return len(teams) <= d.size.Seats }).Draw(d.t, "teams")
	for i, team := range teams {
		first := slices.Index(teams, team) == i && slices.Contains(teams[i+1:], team)
		d.r.Seats = append(d.r.Seats, engine.SeatRule{Name: names[i], Team: team, Chief: first && d.chance(30, "chief")})
		if len(teams) == 2 && i == 1 && d.chance(20, "black") {
			d.r.Seats[i].Colour = engine.Black
		}
	}
}

// types draws the army: how many types of how many pieces, and how they move.
func (d *drawing) types() {
	n := d.between(1, d.size.Types, "types")
	flag := n > 1 && d.chance(80, "flag")
	for i := range n {
		t := engine.TypeRule{
			ID: fmt.Sprintf("type-%d", i), EN: fmt.Sprintf("piece %d", i), ZH: "子" + string(rune('一'+i)),
			Sign: string(rune('甲' + i)), Letter: string(rune('A' + i)),
			Count: 1, Starts: []int{}, Ways: []engine.WayRule{},
		}
		if d.chance(20, "signs") {
			for seat := 1; seat < len(d.r.Seats); seat++ {
				t.Sign += string(rune('甲' + engine.MaxTypes*seat + i))
			}
			t.ZH = t.Sign
		}
		if i > 0 || !flag {
			t.Count = d.between(1, max(1, (d.size.Army-d.army)/(n-i)), "count")
		}
		if mover := i == n-1; mover || (i > 0 || !flag) && d.chance(75, "moves") {
			t.Ways = d.ways()
		}
		d.army += t.Count
		d.r.Types = append(d.r.Types, t)
	}
	if flag {
		d.r.Ends.Flag = d.r.Types[0].ID
	}
	if len(d.r.Seats) == 2 && d.chance(20, "counts") {
		d.r.Ends.Counts = []engine.CountRule{{Type: d.someType(), Wins: d.chance(50, "wins")}}
	}
}

func (d *drawing) ways() []engine.WayRule {
	list := []engine.WayRule{}
	for _, along := range []string{engine.AlongEdge, engine.AlongLine, engine.AlongRail} {
		if along == engine.AlongEdge && d.chance(85, "steps") {
			list = append(list, engine.WayRule{Along: along, Most: 1})
		} else if along != engine.AlongEdge && d.chance(40, along) {
			list = append(list, engine.WayRule{Along: along, Most: d.between(0, 3, "most")})
		}
	}
	for _, along := range []string{engine.AlongWalk, engine.AlongOver, engine.AlongLeap} {
		switch {
		case !d.chance(10, along):
		case along == engine.AlongOver:
			list = append(list, engine.WayRule{Along: along, Most: rapid.SampledFrom([]int{0, 2, 3, 4}).Draw(d.t, "most")})
		default:
			list = append(list, engine.WayRule{Along: along, Most: 1})
		}
	}
	if len(list) == 0 {
		list = append(list, engine.WayRule{Along: engine.AlongEdge, Most: 1})
	}
	return list[:min(len(list), engine.MaxWays)]
}

func (d *drawing) kinds() {
	d.r.Kinds = []engine.KindRule{{ID: "plain", EN: "plain", ZH: "平地"}}
	for i := range d.between(0, 4, "kinds") {
		k := engine.KindRule{
			ID: fmt.Sprintf("kind-%d", i), EN: fmt.Sprintf("place %d", i), ZH: "地" + string(rune('一'+i)),
			Safe: d.chance(40, "safe"), Locked: d.chance(25, "locked"), Calm: d.chance(30, "calm"), HomeOnly: d.chance(20, "homeOnly"),
		}
		if d.chance(30, "enter") {
			k.Enter = []string{}
			for _, t := range d.r.Types {
				if d.chance(50, "enters") {
					k.Enter = append(k.Enter, t.ID)
				}
			}
		}
		d.r.Kinds = append(d.r.Kinds, k)
	}
}

// nodes draws the grid: the shape of the blocks, what lies between and around them.
func (d *drawing) nodes() {
	d.columns = d.between(1, 5, "columns")
	d.rows = (d.army+d.columns-1)/d.columns + d.between(0, 1, "more rows")
	d.middle = d.between(0, 2, "middle")
	pairs := (len(d.r.Seats) + 1) / 2
	d.width, d.height = d.columns*pairs, 2*d.rows+d.middle

	// A block has as many cells without a gap as a seat has pieces.
	gap := rapid.Permutation(append(make([]bool, d.army), slices.Repeat([]bool{true}, d.rows*d.columns-d.army)...)).Draw(d.t, "gaps")
	for row := range slices.Chunk(gap, d.columns) {
		d.gaps = append(d.gaps, row)
	}
	started := map[[2]int]string{}
	for seat, rule := range d.r.Seats {
		for row := range d.gaps {
			for column, gap := range d.gaps[row] {
				if !gap {
					started[d.cell(seat, row, column)] = rule.Name
				}
			}
		}
	}
	d.names = map[[2]int]string{}
	for x := range d.width {
		for y := range d.height {
			at := [2]int{x, y}
			home, starts := started[at]
			if !starts && d.chance(15, "lake") {
				continue
			}
			n := engine.NodeRule{Name: fmt.Sprintf("%c%d", 'a'+x, d.height-y), Kind: "plain", X: 2 * x, Y: 2 * y, Home: home}
			if d.chance(30, "special") {
				kind := rapid.SampledFrom(d.r.Kinds).Draw(d.t, "kind")
				if n.Kind = kind.ID; kind.HomeOnly && home == "" {
					n.Home = rapid.SampledFrom(d.r.Seats).Draw(d.t, "home").Name
				}
			}
			d.names[at] = n.Name
			d.r.Nodes = append(d.r.Nodes, n)
		}
	}
}

// cell returns the place in the grid of a cell of a seat's block.
func (d *drawing) cell(seat, row, column int) [2]int {
	left := seat / 2 * d.columns
	if seat%2 == 0 {
		return [2]int{left + column, d.rows + d.middle + row}
	}
	return [2]int{left + d.columns - 1 - column, d.rows - 1 - row}
}

// edges joins neighbours on the grid: mostly straight, some aslant, a few not at all.
func (d *drawing) edges() {
	d.r.Roads, d.r.Rails = [][2]string{}, [][2]string{}
	for x := range d.width {
		for y := range d.height {
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				a, here := d.names[[2]int{x, y}]
				b, there := d.names[[2]int{x + step[0], y + step[1]}]
				percent := 90
				if step[0] != 0 && step[1] != 0 {
					percent = 10
				}
				switch {
				case !here || !there || !d.chance(percent, "joined"):
				case d.chance(40, "rail"):
					d.r.Rails = append(d.r.Rails, [2]string{a, b})
				default:
					d.r.Roads = append(d.r.Roads, [2]string{a, b})
				}
			}
		}
	}
}

func (d *drawing) leaps() {
	for range d.between(0, 6, "leaps") {
		if len(d.r.Nodes) < 3 {
			return
		}
		nodes := rapid.Permutation(d.r.Nodes).Draw(d.t, "leap")[:d.between(2, 3, "leaps over")]
		var leap []string
		for _, n := range nodes {
			leap = append(leap, n.Name)
		}
		d.r.Leaps = append(d.r.Leaps, leap)
	}
}

// lines draws lines: rows and columns of the grid as far as they are joined, and ways
// that wander.
func (d *drawing) lines() {
	d.r.Lines = [][]string{}
	joined := map[string][]string{}
	for _, e := range slices.Concat(d.r.Roads, d.r.Rails) {
		joined[e[0]], joined[e[1]] = append(joined[e[0]], e[1]), append(joined[e[1]], e[0])
	}
	for x := range d.width {
		d.straight(joined, [2]int{x, 0}, [2]int{0, 1})
	}
	for y := range d.height {
		d.straight(joined, [2]int{0, y}, [2]int{1, 0})
	}
	for range d.between(0, 2, "arcs") {
		at := rapid.SampledFrom(d.r.Nodes).Draw(d.t, "arc").Name
		arc := []string{at}
		for range d.between(1, 5, "length") {
			var next []string
			for _, n := range joined[at] {
				if !slices.Contains(arc, n) {
					next = append(next, n)
				}
			}
			if len(next) == 0 {
				break
			}
			at = rapid.SampledFrom(next).Draw(d.t, "next")
			arc = append(arc, at)
		}
		d.addLine(arc)
	}
}

// straight adds the lines of a row or a column.
func (d *drawing) straight(joined map[string][]string, from, step [2]int) {
	if !d.chance(60, "line") {
		return
	}
	var line []string
	for at := from; at[0] < d.width && at[1] < d.height; at[0], at[1] = at[0]+step[0], at[1]+step[1] {
		n := d.names[at]
		if len(line) > 0 && !slices.Contains(joined[line[len(line)-1]], n) {
			d.addLine(line)
			line = nil
		}
		if n != "" {
			line = append(line, n)
		}
	}
	d.addLine(line)
}

func (d *drawing) addLine(line []string) {
	if len(line) > 1 {
		d.r.Lines = append(d.r.Lines, line)
	}
}

// maxGroups bounds the product of the counts, plus one, of types that start in places of
// their own, so that layouts can be counted whatever starts anywhere.
const maxGroups = 1 << 12

// starts draws where pieces start, and where which type may, so that there is a layout.
func (d *drawing) starts() {
	for seat := range d.r.Seats {
		var rows [][]string
		for row := range d.gaps {
			var cells []string
			for column, gap := range d.gaps[row] {
				name := ""
				if !gap {
					name = d.names[d.cell(seat, row, column)]
				}
				cells = append(cells, name)
			}
			rows = append(rows, cells)
		}
		d.r.Start = append(d.r.Start, rows)
	}
	var layout []int // some layout, the type by number
	for t := range d.r.Types {
		layout = append(layout, slices.Repeat([]int{t}, d.r.Types[t].Count)...)
	}
	layout = rapid.Permutation(layout).Draw(d.t, "layout")
	groups := 1
	for t := range d.r.Types {
		anywhere := d.chance(40, "anywhere")
		if own := groups * (d.r.Types[t].Count + 1); own > maxGroups {
			anywhere = true
		} else if !anywhere {
			groups = own
		}
		for number, other := range layout {
			if other == t || anywhere || d.chance(40, "starts") {
				d.r.Types[t].Starts = append(d.r.Types[t].Starts, number)
			}
		}
	}
}

func (d *drawing) clash() {
	said := map[[2]int]engine.AnnouncementRule{}
	d.r.Clash = engine.NewClashRule(d.r.Types, func(a, b int) engine.AnnouncementRule {
		pair := [2]int{a, b}
		if _, ok := said[pair]; !ok {
			said[pair] = d.announcement(a, b)
		}
		return said[pair]
	})
}

// announcement draws what happens when a type meets another.
func (d *drawing) announcement(attacker, defender int) engine.AnnouncementRule {
	a, b := d.r.Types[attacker].ID, d.r.Types[defender].ID
	var n engine.AnnouncementRule
	switch d.between(0, 9, "outcome") {
	case 0, 1, 2, 3:
		n.DefenderLeaves = true
	case 4, 5, 6:
		n.AttackerLeaves = true
	case 7, 8:
		n.AttackerLeaves, n.DefenderLeaves = true, true
	default:
		n.Repelled = true
	}
	n.FlagTaken = n.DefenderLeaves && b == d.r.Ends.Flag
	if d.r.Ends.Flag != "" {
		n.AttackerShowsFlag = n.AttackerLeaves && d.chance(15, "attacker shows")
		n.DefenderShowsFlag = n.DefenderLeaves && !n.FlagTaken && d.chance(15, "defender shows")
		d.shows = d.shows || n.AttackerShowsFlag || n.DefenderShowsFlag
	}
	counts := func(id string) bool {
		return slices.ContainsFunc(d.r.Ends.Counts, func(c engine.CountRule) bool { return c.Type == id })
	}
	if !d.open && (n.AttackerLeaves && counts(a) || d.chance(15, "attacker seen")) {
		n.AttackerSeen = a
	}
	if !d.open && (n.DefenderLeaves && counts(b) || d.chance(15, "defender seen")) {
		n.DefenderSeen = b
	}
	return n
}

func (d *drawing) ends() {
	e := &d.r.Ends
	e.LastBoth = engine.LastBothAttacker
	if len(d.r.Seats) == 2 && d.chance(50, "lastBoth") {
		e.LastBoth = engine.LastBothDraw
	}
	e.Quiet = rapid.SampledFrom([]int{0, 1, 5, 40}).Draw(d.t, "quiet")
	e.Timeouts = d.between(1, 4, "timeouts")
	e.ResignFrom = rapid.SampledFrom([]int{0, 0, 3}).Draw(d.t, "resignFrom")
	e.Shaken = d.shows && len(d.r.Seats) == 2 && d.chance(70, "shaken")
	if e.Flag != "" && d.chance(25, "carry") {
		e.Carry = &engine.CarryRule{Beside: d.chance(50, "beside")}
		for range d.r.Seats {
			nodes := rapid.Permutation(d.r.Nodes).Draw(d.t, "goal")
			var goal []string
			for _, n := range nodes[:d.between(1, min(4, len(nodes)), "goals")] {
				goal = append(goal, n.Name)
			}
			e.Carry.To = append(e.Carry.To, goal)
		}
	}
	d.r.Times.Clock = rapid.SampledFrom([]int{0, 30}).Draw(d.t, "clock")
	d.r.Times.Grace = rapid.SampledFrom([]int{0, 60}).Draw(d.t, "grace")
}

// goals draws what wins by where it is, and takes back what is counted, where the rest does not allow it.
func (d *drawing) goals() {
	if len(d.r.Seats) != 2 {
		return
	}
	if _, err := engine.NewRuleset(d.r); err != nil {
		d.r.Ends.Counts = nil
	}
	if d.chance(20, "reach") {
		d.r.Ends.Reach = &engine.ReachRule{To: [][]string{{}, {}}}
		if d.chance(70, "of a type") {
			d.r.Ends.Reach.Type = d.someType()
		}
		for seat := range d.r.Ends.Reach.To {
			d.r.Ends.Reach.To[seat] = []string{rapid.SampledFrom(d.r.Nodes).Draw(d.t, "goal").Name}
		}
		if _, err := engine.NewRuleset(d.r); err != nil {
			d.r.Ends.Reach = nil
		}
	}
}

// someType draws the id of a type.
func (d *drawing) someType() string { return rapid.SampledFrom(d.r.Types).Draw(d.t, "goal type").ID }

// places draws another table of clashes for a kind of nodes: the usual one with some rows of others.
func (d *drawing) places() {
	if !d.chance(20, "places") {
		return
	}
	keep := d.r.Clash
	var table [][]int
	for _, row := range d.r.Clash.Table {
		other := rapid.SampledFrom(d.r.Clash.Table).Draw(d.t, "row there")
		if len(other) != len(row) {
			other = row
		}
		table = append(table, slices.Clone(other))
	}
	d.r.Clash.Places = []engine.PlaceRule{{Kind: rapid.SampledFrom(d.r.Kinds).Draw(d.t, "place").ID, Table: table}}
	if _, err := engine.NewRuleset(d.r); err != nil {
		d.r.Clash = keep
	}
}

func (d *drawing) views() {
	v := &d.r.Views
	seats, size := d.r.Seats, map[int]int{}
	for _, s := range seats {
		size[s.Team]++
	}
	pairs := len(seats) == 4 && len(size) == 2 && size[0] == 2
	v.Mode, v.Reveal, v.First, v.Absent = engine.ModeDark, engine.RevealEnd, engine.FirstCoin, engine.AbsentStop
	switch {
	case d.open:
		v.Mode = engine.ModeOpen
	case pairs && d.chance(30, "partners"):
		v.Mode = engine.ModePartners
	}
	if v.Mode == engine.ModeDark {
		v.OutSeesPartner = len(size) < len(seats) && d.chance(50, "outSeesPartner")
	}
	if !d.open && d.chance(30, "reveal never") {
		v.Reveal = engine.RevealNever
	}
	if d.open || d.chance(50, "first") {
		v.First = rapid.SampledFrom(seats).Draw(d.t, "seat").Name
	}
	if len(seats) > 2 && d.chance(60, "absent") {
		v.Absent = engine.AbsentOut
	}
}
