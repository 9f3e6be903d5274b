package docs_test

import (
	"fmt"
	"slices"
	"strings"
)

// Sections 3 and 4 up to 4.4, told again from the page.

// 4.2
var types = []struct {
	id, letter string
	count      int
}{
	{"flag", "F", 1}, {"mine", "M", 3}, {"engineer", "1", 3}, {"platoon", "2", 3}, {"company", "3", 3}, {"battalion", "4", 2},
	{"regiment", "5", 2}, {"brigade", "6", 2}, {"division", "7", 2}, {"army", "8", 1}, {"commander", "9", 1}, {"bomb", "B", 2},
}

const (
	typeFlag, typeMine, engineer, commander, bomb = 0, 1, 2, 10, 11
)

func moves(t int) bool { return t != typeFlag && t != typeMine }

func nodeID(n int) string {
	if n >= 60 {
		return []string{"bm", "dm"}[n-60]
	}
	return fmt.Sprintf("%c%d", 'a'+n/12, n%12+1)
}

func nodeNumber(id string) int {
	for n := range 62 {
		if nodeID(n) == id {
			return n
		}
	}
	panic(id)
}

// half is (r, c) of a seat's half.
func half(seat, r, c int) int {
	if seat == 0 {
		return 12*(c-1) + 7 - r - 1
	}
	return 12*(6-c-1) + 6 + r - 1
}

func inHalf(seat, n int) bool { return n < 60 && (n%12 < 6) == (seat == 0) }

func isCamp(r, c int) bool {
	return slices.Contains([][2]int{{2, 2}, {2, 4}, {3, 3}, {4, 2}, {4, 4}}, [2]int{r, c})
}

func isHeadquarters(r, c int) bool { return r == 6 && (c == 2 || c == 4) }

// places are (r, c) of the pieces 0 to 24.
func places() (out [][2]int) {
	for r := 1; r <= 6; r++ {
		for c := 1; c <= 5; c++ {
			if !isCamp(r, c) {
				out = append(out, [2]int{r, c})
			}
		}
	}
	return out
}

// announcement has the fields of 4.4; seen is a type plus one, or 0 for none.
type announcement [7]int

const (
	attackerLeaves = iota
	defenderLeaves
	flagTaken
	attackersCommander
	defendersCommander
	repelled
	seen
)

type ruleset struct {
	canonical    string
	option       map[string]string
	kind         []string // by node
	roads, rails [][2]int
	lines        [][]int
	codes        []announcement
	table        [12][12]int // F, for types that move
}

func newRuleset(canonical string) *ruleset {
	r := &ruleset{canonical: canonical, option: map[string]string{}}
	for _, o := range strings.Split(canonical, ",") {
		name, value, _ := strings.Cut(o, "=")
		r.option[name] = value
	}
	r.board()
	for a := range types {
		for d := range types {
			if n := r.announce(a, d); moves(a) && !slices.Contains(r.codes, n) {
				r.codes = append(r.codes, n)
			}
		}
	}
	slices.SortFunc(r.codes, func(x, y announcement) int { return slices.Compare(x[:], y[:]) })
	for a := range types {
		for d := range types {
			r.table[a][d] = slices.Index(r.codes, r.announce(a, d))
		}
	}
	return r
}

// standard is the ruleset of the example.
var standard = newRuleset("mines=spring,bombs-front=off,bombs-fly=off,rail=line,extra-rails=none,scout=off,show-flag=on," +
	"shaken=off,flag-takers=any,carry=off,hq=locked,camps=free,mountains=none,last-both=attacker-wins,quiet-draw=70," +
	"clock=60,grace=10,timeouts=4,mode=dark,first=coin,reveal=end")

func allowed(p int) []int { return standard.allowed(p) }
func f(a, d int) int      { return standard.table[a][d] }

// 4.1
func (r *ruleset) board() {
	edge := func(edges *[][2]int, a, b int) {
		if e := [2]int{min(a, b), max(a, b)}; !slices.Contains(*edges, e) {
			*edges = append(*edges, e)
		}
	}
	r.kind = make([]string, 60)
	for seat := range 2 {
		for row := 1; row <= 6; row++ {
			for c := 1; c <= 5; c++ {
				n := half(seat, row, c)
				r.kind[n] = "post"
				if isCamp(row, c) {
					r.kind[n] = "camp"
					for _, d := range [][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
						edge(&r.roads, n, half(seat, row+d[0], c+d[1]))
					}
				}
				if isHeadquarters(row, c) {
					r.kind[n] = "headquarters"
				}
				for _, next := range [][2]int{{row, c + 1}, {row + 1, c}} {
					edges := &r.roads
					if row == next[0] && (row == 1 || row == 5) || c == next[1] && (c == 1 || c == 5) && next[0] <= 5 {
						edges = &r.rails
					}
					if next[0] <= 6 && next[1] <= 5 {
						edge(edges, n, half(seat, next[0], next[1]))
					}
				}
			}
		}
	}
	for _, file := range []string{"a", "c", "e"} {
		edge(&r.rails, nodeNumber(file+"6"), nodeNumber(file+"7"))
	}
	for _, l := range [][2]string{{"a2", "a11"}, {"e2", "e11"}, {"c6", "c7"}, {"a2", "e2"}, {"a6", "e6"}, {"a7", "e7"}, {"a11", "e11"}} {
		from, to := nodeNumber(l[0]), nodeNumber(l[1])
		step := 1
		if from%12 == to%12 {
			step = 12
		}
		var line []int
		for n := from; n <= to; n += step {
			line = append(line, n)
		}
		r.lines = append(r.lines, line)
	}
	if r.option["mountains"] != "none" {
		r.kind = append(r.kind, "mountain", "mountain")
		for i, files := range [][]string{{"a", "b", "c"}, {"c", "d", "e"}} {
			for _, file := range files {
				edge(&r.roads, 60+i, nodeNumber(file+"6"))
				edge(&r.roads, 60+i, nodeNumber(file+"7"))
			}
		}
	}
	if extra := r.option["extra-rails"]; extra != "none" {
		for _, pair := range strings.Split(extra, "+") {
			x, y, _ := strings.Cut(pair, "-")
			e := [2]int{nodeNumber(x), nodeNumber(y)}
			r.roads = slices.DeleteFunc(r.roads, func(road [2]int) bool { return road == e })
			edge(&r.rails, e[0], e[1])
			r.lines = append(r.lines, e[:])
		}
	}
}

// allowed is A(p).
func (r *ruleset) allowed(p int) (a []int) {
	row, c := places()[p][0], places()[p][1]
	for j := range types {
		if j == typeFlag && !isHeadquarters(row, c) || j == typeMine && row < 5 || j == bomb && row == 1 && r.option["bombs-front"] == "off" {
			continue
		}
		a = append(a, j)
	}
	return a
}

// 4.4
func (r *ruleset) announce(a, d int) (n announcement) {
	set := func(fields ...int) {
		for _, field := range fields {
			n[field] = 1
		}
	}
	taker := map[string]bool{"any": true, "not-commander": a != commander, "engineers": a == engineer}[r.option["flag-takers"]]
	switch {
	case d == typeFlag && !taker:
		set(repelled)
	case d == typeFlag:
		set(flagTaken, defenderLeaves)
		if a == bomb && r.option["carry"] != "off" {
			set(attackerLeaves)
		}
	case a == bomb || d == bomb:
		set(attackerLeaves, defenderLeaves)
	case d == typeMine && a == engineer:
		set(defenderLeaves)
		if r.option["mines"] == "exploding-all" {
			set(attackerLeaves)
		}
	case d == typeMine:
		set(attackerLeaves)
		if r.option["mines"] != "spring" {
			set(defenderLeaves)
		}
	default:
		if a <= d {
			set(attackerLeaves)
		}
		if d <= a {
			set(defenderLeaves)
		}
	}
	if r.option["show-flag"] == "on" {
		if a == commander && n[attackerLeaves] == 1 {
			set(attackersCommander)
		}
		if d == commander && n[defenderLeaves] == 1 {
			set(defendersCommander)
		}
	}
	if r.option["scout"] == "on" && a == engineer && n[attackerLeaves] == 1 {
		n[seen] = d + 1
	}
	return n
}

// 3.2
func (r *ruleset) digest() []byte {
	var b strings.Builder
	list := func(n int, item func(i int) string) string {
		items := make([]string, n)
		for i := range items {
			items[i] = item(i)
		}
		return strings.Join(items, ",")
	}
	ids := func(nodes []int) string {
		return "[" + list(len(nodes), func(i int) string { return `"` + nodeID(nodes[i]) + `"` }) + "]"
	}
	edges := func(e [][2]int) string {
		e = slices.Clone(e)
		slices.SortFunc(e, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
		return list(len(e), func(i int) string { return ids(e[i][:]) })
	}
	b.WriteString(`{"options":{`)
	b.WriteString(list(21, func(i int) string {
		name, value, _ := strings.Cut(strings.Split(r.canonical, ",")[i], "=")
		return fmt.Sprintf("%q:%q", name, value)
	}))
	b.WriteString(`},"board":{"nodes":[`)
	b.WriteString(list(len(r.kind), func(n int) string { return fmt.Sprintf(`{"id":%q,"kind":%q}`, nodeID(n), r.kind[n]) }))
	fmt.Fprintf(&b, `],"roads":[%s],"rails":[%s],"railLines":[%s]},"army":[`, edges(r.roads), edges(r.rails),
		list(len(r.lines), func(i int) string { return ids(r.lines[i]) }))
	b.WriteString(list(12, func(j int) string {
		return fmt.Sprintf(`{"id":%q,"letter":%q,"count":%d}`, types[j].id, types[j].letter, types[j].count)
	}))
	b.WriteString(`],"placement":{`)
	b.WriteString(list(12, func(j int) string {
		var starts [2][]int
		for seat := range starts {
			for p, at := range places() {
				if slices.Contains(r.allowed(p), j) {
					starts[seat] = append(starts[seat], half(seat, at[0], at[1]))
				}
			}
			slices.Sort(starts[seat])
		}
		return fmt.Sprintf(`%q:{"red":%s,"blue":%s}`, types[j].id, ids(starts[0]), ids(starts[1]))
	}))
	b.WriteString(`},"codes":[`)
	b.WriteString(list(len(r.codes), func(i int) string {
		c, name := r.codes[i], ""
		if c[seen] > 0 {
			name = types[c[seen]-1].id
		}
		return fmt.Sprintf(`{"code":%d,"attackerLeaves":%t,"defenderLeaves":%t,"flagTaken":%t,"attackerCommanderFell":%t,"defenderCommanderFell":%t,"repelled":%t,"seen":%q}`,
			i, c[0] == 1, c[1] == 1, c[2] == 1, c[3] == 1, c[4] == 1, c[5] == 1, name)
	}))
	b.WriteString(`],"clash":[`)
	b.WriteString(list(10*12, func(i int) string {
		a, d := engineer+i/12, i%12
		return fmt.Sprintf(`{"attacker":%q,"defender":%q,"code":%d}`, types[a].id, types[d].id, r.table[a][d])
	}))
	b.WriteString(`]}`)
	return h256("darkjunqi/v1/ruleset", 0, b.String())
}
