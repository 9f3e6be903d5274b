package conformance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Section 3 and the beginnings of section 4, told again from the page.

type words struct {
	EN string `json:"en"`
	ZH string `json:"zh"`
}

type announcement struct {
	AttackerLeaves    bool   `json:"attackerLeaves"`
	DefenderLeaves    bool   `json:"defenderLeaves"`
	FlagTaken         bool   `json:"flagTaken"`
	AttackerShowsFlag bool   `json:"attackerShowsFlag"`
	DefenderShowsFlag bool   `json:"defenderShowsFlag"`
	Repelled          bool   `json:"repelled"`
	AttackerSeen      string `json:"attackerSeen"`
	DefenderSeen      string `json:"defenderSeen"`
}

type kindText struct {
	ID string `json:"id"`
	words
	Safe     bool     `json:"safe"`
	Locked   bool     `json:"locked"`
	Calm     bool     `json:"calm"`
	HomeOnly bool     `json:"homeOnly"`
	Enter    []string `json:"enter"`
}

// tableText is one of clash.places.
type tableText struct {
	Kind  string  `json:"kind"`
	Table [][]int `json:"table"`
}

// countText is one of ends.counts.
type countText struct {
	Type string `json:"type"`
	Wins bool   `json:"wins"`
}

// rulesText is the shape of the text of a ruleset (3.1).
type rulesText struct {
	Language string `json:"language"`
	Name     words  `json:"name"`
	Seats    []struct {
		Name   string `json:"name"`
		Team   int    `json:"team"`
		Chief  bool   `json:"chief,omitempty"`
		Colour string `json:"colour,omitempty"`
	} `json:"seats"`
	Kinds []kindText `json:"kinds"`
	Nodes []struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
		X    int    `json:"x"`
		Y    int    `json:"y"`
		Home string `json:"home"`
	} `json:"nodes"`
	Roads [][]string   `json:"roads"`
	Rails [][]string   `json:"rails"`
	Lines [][]string   `json:"lines"`
	Leaps [][]string   `json:"leaps,omitempty"`
	Start [][][]string `json:"start"`
	Deck  *deckText    `json:"deck,omitempty"`
	Types []struct {
		ID string `json:"id"`
		words
		Sign   string `json:"sign"`
		Letter string `json:"letter"`
		Count  int    `json:"count"`
		Starts []int  `json:"starts"`
		Ways   []struct {
			Along string `json:"along"`
			Most  int    `json:"most"`
		} `json:"ways"`
	} `json:"types"`
	Clash struct {
		Announcements []announcement `json:"announcements"`
		Table         [][]int        `json:"table"`
		Places        []tableText    `json:"places,omitempty"`
	} `json:"clash"`
	Ends struct {
		Flag  string `json:"flag"`
		Carry *struct {
			To     [][]string `json:"to"`
			Beside bool       `json:"beside"`
		} `json:"carry"`
		Reach *struct {
			Type string     `json:"type"`
			To   [][]string `json:"to"`
		} `json:"reach,omitempty"`
		Counts     []countText `json:"counts,omitempty"`
		Shaken     bool        `json:"shaken"`
		LastBoth   string      `json:"lastBoth"`
		Quiet      int         `json:"quiet"`
		Timeouts   int         `json:"timeouts"`
		ResignFrom int         `json:"resignFrom"`
	} `json:"ends"`
	Times struct {
		Clock int `json:"clock"`
		Grace int `json:"grace"`
		Seen  int `json:"seen,omitempty"`
	} `json:"times"`
	Views struct {
		Mode           string `json:"mode"`
		Reveal         string `json:"reveal"`
		OutSeesPartner bool   `json:"outSeesPartner"`
		First          string `json:"first"`
		Absent         string `json:"absent"`
	} `json:"views"`
}

// deckText is 22.6.
type deckText struct {
	Nodes  []string `json:"nodes"`
	Claim  *string  `json:"claim"`
	Strike string   `json:"strike"`
	Guards []string `json:"guards"`
	Takers []string `json:"takers"`
}

// ruleset is a text with its names looked up.
type ruleset struct {
	rulesText
	text       []byte
	seats      int
	node       map[string]int
	typ        map[string]int
	kind       []int // by node
	home       []int // by node, -1: nobody's
	neighbours [][]int
	rails      [][]int
	lines      [][]int
	leaps      [][]int
	start      [][]int // by seat and piece
	army       int
	flag       int // -1: none
	tellers    map[int]bool
	carryTo    [][]int
	deckNodes  []int
}

const nowhere = 255

var seatNames = []string{"red", "blue", "amber", "teal", "violet", "slate"}

func (r *ruleset) digest() []byte { return h256("darkjunqi/v1/ruleset", 0, r.text) }

func (r *ruleset) moves(t int) bool { return len(r.Types[t].Ways) > 0 }

// code is F(a, d) by the usual table.
func (r *ruleset) code(a, d int) int { return r.Clash.Table[a][d] }

// codeAt is F(a, d) for a defender of a seat on a node.
func (r *ruleset) codeAt(a, d, seat, node int) int {
	for _, p := range r.Clash.Places {
		if home := r.home[node]; p.Kind == r.Kinds[r.kind[node]].ID && (home < 0 || !r.partners(home, seat)) {
			return p.Table[a][d]
		}
	}
	return r.Clash.Table[a][d]
}

// tables are all tables of clashes.
func (r *ruleset) tables() [][][]int {
	all := [][][]int{r.Clash.Table}
	for _, p := range r.Clash.Places {
		all = append(all, p.Table)
	}
	return all
}

// allowed is A(p), ascending.
func (r *ruleset) allowed(p int) (a []int) {
	for j, t := range r.Types {
		if slices.Contains(t.Starts, p) {
			a = append(a, j)
		}
	}
	return a
}

func (r *ruleset) drawn() bool { return r.Views.Mode == "drawn" }

// fallsWith reports whether a seat, another than its chief, goes out with that.
func (r *ruleset) fallsWith(seat, chief int) bool {
	return seat != chief && r.Seats[chief].Chief && r.partners(seat, chief)
}

func (r *ruleset) partners(a, b int) bool { return r.Seats[a].Team == r.Seats[b].Team }

func (r *ruleset) open() bool { return r.Views.Mode == "open" }

// no is how the checks below leave: with what is wrong.
type no string

func demand(ok bool, what string, args ...any) {
	if !ok {
		panic(no(fmt.Sprintf(what, args...)))
	}
}

// readRules reads the text of a ruleset, or says what is wrong with it.
func readRules(text []byte) (r *ruleset, err error) {
	defer func() {
		if p := recover(); p != nil {
			what, ok := p.(no)
			if !ok {
				panic(p)
			}
			r, err = nil, fmt.Errorf("%s", string(what))
		}
	}()
	demand(len(text) <= 65536, "too long")
	r = &ruleset{text: text}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r.rulesText); err != nil {
		return nil, err
	}
	// The one form is how Go writes it too, if it doesn't escape for HTML.
	var again bytes.Buffer
	encoder := json.NewEncoder(&again)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r.rulesText); err != nil {
		return nil, err
	}
	demand(bytes.Equal(again.Bytes(), append(slices.Clip(text), '\n')), "not in its one form")
	for i := range r.Kinds {
		if r.Kinds[i].Enter == nil {
			r.Kinds[i].Enter = []string{}
			defer func() { r.Kinds[i].Enter = nil }()
		}
	}
	if r.Leaps == nil {
		r.Leaps = [][]string{}
	}
	if r.Clash.Places == nil {
		r.Clash.Places = []tableText{}
	}
	if r.Ends.Counts == nil {
		r.Ends.Counts = []countText{}
	}
	demandLists(reflect.ValueOf(r.rulesText))
	r.lookUp()
	r.check()
	return r, nil
}

// demandLists refuses null where a list has to be.
func demandLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			demandLists(v.Field(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			demandLists(v.Elem())
		}
	case reflect.Slice:
		demand(!v.IsNil(), "null for a list")
		for i := range v.Len() {
			demandLists(v.Index(i))
		}
	}
}

// lookUp numbers what has names.
func (r *ruleset) lookUp() {
	r.seats, r.node, r.typ, r.flag = len(r.Seats), map[string]int{}, map[string]int{}, -1
	for i, n := range r.Nodes {
		r.node[n.Name] = i
		k := slices.IndexFunc(r.Kinds, func(k kindText) bool { return k.ID == n.Kind })
		demand(k >= 0, "kind %s", n.Kind)
		r.kind = append(r.kind, k)
		home := -1
		for s, seat := range r.Seats {
			if seat.Name == n.Home {
				home = s
			}
		}
		demand(home >= 0 || n.Home == "" && !r.Kinds[k].HomeOnly, "home of %s", n.Name)
		r.home = append(r.home, home)
	}
	for j, t := range r.Types {
		r.typ[t.ID] = j
	}
	find := func(name string) int {
		n, ok := r.node[name]
		demand(ok, "node %s", name)
		return n
	}
	all := func(names []string) (out []int) {
		for _, name := range names {
			demand(!slices.Contains(out, find(name)), "%s twice", name)
			out = append(out, find(name))
		}
		return out
	}
	r.neighbours, r.rails = make([][]int, len(r.Nodes)), make([][]int, len(r.Nodes))
	for i, edge := range slices.Concat(r.Roads, r.Rails) {
		e := all(edge)
		demand(len(e) == 2 && !slices.Contains(r.neighbours[e[0]], e[1]), "edge %v", edge)
		lists := [][][]int{r.neighbours}
		if i >= len(r.Roads) {
			lists = append(lists, r.rails)
		}
		for _, list := range lists {
			list[e[0]], list[e[1]] = append(list[e[0]], e[1]), append(list[e[1]], e[0])
		}
	}
	for _, line := range r.Lines {
		l := all(line)
		demand(len(l) >= 2, "line %v", line)
		for i := 1; i < len(l); i++ {
			demand(slices.Contains(r.neighbours[l[i-1]], l[i]), "line %v", line)
		}
		r.lines = append(r.lines, l)
	}
	for _, leap := range r.Leaps {
		l := all(leap)
		demand(len(l) >= 2, "leap %v", leap)
		r.leaps = append(r.leaps, l)
	}
	var everywhere []string
	for _, rows := range r.Start {
		var names []string
		for _, row := range rows {
			for _, name := range row {
				if name != "" {
					names = append(names, name)
				}
			}
		}
		r.start, everywhere = append(r.start, all(names)), append(everywhere, names...)
	}
	all(everywhere)
	if len(r.start) > 0 {
		r.army = len(r.start[0])
	}
	if r.Deck != nil {
		r.deckNodes = all(r.Deck.Nodes)
		for _, t := range r.Types {
			r.army += t.Count
		}
	}
	if r.Ends.Flag != "" {
		flag, ok := r.typ[r.Ends.Flag]
		demand(ok, "flag %s", r.Ends.Flag)
		r.flag = flag
	}
	if r.Ends.Carry != nil {
		for _, names := range r.Ends.Carry.To {
			r.carryTo = append(r.carryTo, all(names))
		}
	}
}

// The bounds and the rest of 3.1.
func (r *ruleset) check() {
	demand(r.Language == "darkjunqi rules 1", "language %s", r.Language)
	word(r.Name.EN, english, 512)
	word(r.Name.ZH, chinese, 512)
	between(r.seats, 2, 6)
	teams := 0
	sizes, chiefs := map[int]int{}, map[int]int{}
	for i, s := range r.Seats {
		demand(s.Name == seatNames[i] && s.Team >= 0 && s.Team <= teams, "seat %d", i)
		demand(s.Colour == "" || s.Colour == "black" && i == 1 && r.seats == 2, "colour of seat %d", i)
		teams = max(teams, s.Team+1)
		sizes[s.Team]++
		if s.Chief {
			chiefs[s.Team]++
		}
	}
	demand(teams >= 2, "one team")
	for team, n := range chiefs {
		demand(n == 1 && sizes[team] > 1, "chiefs of team %d", team)
	}
	between(len(r.Kinds), 1, 16)
	between(len(r.Nodes), 2, 192)
	between(len(r.Lines), 0, 128)
	between(len(r.Leaps), 0, 512)
	between(len(r.Types), 1, 16)

	owner := map[string]string{}
	claim := func(who string, names ...string) {
		for _, name := range names {
			name = strings.ToLower(name)
			demand(owner[name] == "" || owner[name] == who, "%s is called %q as another", who, name)
			owner[name] = who
		}
	}
	for i, k := range r.Kinds {
		demand(idForm.MatchString(k.ID), "id %s", k.ID)
		word(k.EN, englishWord, 24)
		word(k.ZH, chineseWord, 24)
		claim(fmt.Sprint("kind ", i), k.ID, k.EN, k.ZH)
		distinct(k.Enter)
		for _, id := range k.Enter {
			_, ok := r.typ[id]
			demand(ok, "type %s", id)
		}
	}
	var places []string
	for _, n := range r.Nodes {
		demand(nodeForm.MatchString(n.Name) && !slices.Contains(seatNames, n.Name), "node %s", n.Name)
		between(n.X, 0, 99)
		between(n.Y, 0, 99)
		places = append(places, fmt.Sprint(n.X, n.Y))
	}
	distinct(places)
	demand(len(r.node) == len(r.Nodes) && len(r.typ) == len(r.Types), "a name twice")

	demand(len(r.Start) == r.seats || r.Deck != nil && len(r.Start) == 0, "start")
	for s, rows := range r.Start {
		between(len(rows), 1, 32)
		between(len(r.start[s]), 1, 48)
		demand(len(rows) == len(r.Start[0]), "shape")
		for i, row := range rows {
			between(len(row), 1, 32)
			demand(len(row) == len(r.Start[0][i]), "shape")
			for j := range row {
				demand((row[j] == "") == (r.Start[0][i][j] == ""), "shape")
			}
		}
	}
	sum, moving := 0, false
	groups := map[string]int{}
	for i, t := range r.Types {
		demand(idForm.MatchString(t.ID) && letterForm.MatchString(t.Letter), "type %s", t.ID)
		word(t.EN, englishWord, 24)
		word(t.ZH, chineseWord, 24)
		word(t.Sign, chineseWord, r.seats)
		signs := strings.Split(t.Sign, "")
		demand((len(signs) == 1 || len(signs) == r.seats) && !strings.ContainsAny(t.Sign, " '+-.=!&·"), "sign")
		demand(len(signs) == 1 || t.Sign == t.ZH, "signs")
		demand(t.ZH != "." && !strings.ContainsAny(t.ZH, " /"), "zh")
		claim(fmt.Sprint("type ", i), append(signs, t.ID, t.EN, t.ZH, t.Letter)...)
		between(t.Count, 1, 48)
		if r.Deck == nil {
			demand(len(t.Starts) >= t.Count && slices.IsSorted(t.Starts), "starts")
		} else {
			demand(len(t.Starts) == 0, "starts")
		}
		for k, n := range t.Starts {
			between(n, 0, r.army-1)
			demand(k == 0 || n > t.Starts[k-1], "starts")
		}
		between(len(t.Ways), 0, 4)
		var along []string
		for _, w := range t.Ways {
			along = append(along, w.Along)
			switch w.Along {
			case "edge", "walk", "leap":
				between(w.Most, 1, 1)
			case "over":
				demand(w.Most != 1, "over one")
				fallthrough
			case "line", "rail":
				between(w.Most, 0, 191)
			default:
				demand(false, "along %s", w.Along)
			}
		}
		distinct(along)
		sum, moving = sum+t.Count, moving || r.moves(i)
		groups[fmt.Sprint(t.Starts)] += t.Count
	}
	demand(sum == r.army && moving, "army")
	if r.Deck != nil {
		between(sum, 1, 48)
		r.checkClash()
		r.checkEnds(sizes)
		r.checkDeck()
		return
	}
	work := 1
	for _, n := range groups {
		work *= n + 1
		demand(work <= 262144, "too many groups")
	}
	demand(r.layoutExists(), "no layout")
	r.checkClash()
	r.checkEnds(sizes)
}

func (r *ruleset) checkClash() {
	list := r.Clash.Announcements
	between(len(list), 1, 250)
	r.tellers = map[int]bool{}
	typeOf := func(id string) int {
		if id == "" {
			return -1
		}
		j, ok := r.typ[id]
		demand(ok, "type %s", id)
		return j
	}
	var last []int
	for _, a := range list {
		var key []int
		for _, yes := range []bool{a.AttackerLeaves, a.DefenderLeaves, a.FlagTaken, a.AttackerShowsFlag, a.DefenderShowsFlag, a.Repelled} {
			if yes {
				key = append(key, 1)
			} else {
				key = append(key, 0)
			}
		}
		key = append(key, typeOf(a.AttackerSeen), typeOf(a.DefenderSeen))
		demand(last == nil || slices.Compare(last, key) < 0, "order of announcements")
		last = key
		demand(a.Repelled != (a.AttackerLeaves || a.DefenderLeaves), "repelled")
		demand(!a.FlagTaken || a.DefenderLeaves && !a.DefenderShowsFlag, "flag taken")
		demand((!a.AttackerShowsFlag || a.AttackerLeaves) && (!a.DefenderShowsFlag || a.DefenderLeaves), "shows")
	}
	used := map[int]bool{}
	var kinds []string
	for _, p := range r.Clash.Places {
		demand(slices.ContainsFunc(r.Kinds, func(k kindText) bool { return k.ID == p.Kind }) && r.Deck == nil, "place")
		kinds = append(kinds, p.Kind)
	}
	distinct(kinds)
	for _, table := range r.tables() {
		demand(len(table) == len(r.Types), "table")
		for a, row := range table {
			demand(len(row) == len(r.Types) && r.moves(a) || len(row) == 0 && !r.moves(a), "row")
			for d, code := range row {
				between(code, 0, len(list)-1)
				used[code] = true
				said := list[code]
				demand(said.FlagTaken == (d == r.flag && said.DefenderLeaves), "flag taken")
				demand(said.AttackerSeen == "" || said.AttackerSeen == r.Types[a].ID, "attacker seen")
				demand(said.DefenderSeen == "" || said.DefenderSeen == r.Types[d].ID, "defender seen")
				if said.AttackerShowsFlag {
					r.tellers[a] = true
				}
				if said.DefenderShowsFlag {
					r.tellers[d] = true
				}
			}
		}
	}
	demand(len(used) == len(list), "an announcement without an entry")
}

// checkDeck is 22.6.
func (r *ruleset) checkDeck() {
	d := r.Deck
	demand(len(d.Nodes) == r.seats*r.army, "nodes of the deck")
	demand(d.Strike == "never" || d.Strike == "open", "strike")
	for _, list := range [][]string{d.Guards, d.Takers} {
		distinct(list)
		demand(len(list) == 0 || r.flag >= 0, "no flag to guard or take")
		for _, id := range list {
			_, ok := r.typ[id]
			demand(ok, "type %s", id)
		}
	}
	demand(!slices.Contains(d.Guards, r.Ends.Flag) || r.flag < 0, "a flag that guards itself")
	for _, id := range d.Takers {
		row := r.Clash.Table[r.typ[id]]
		demand(len(row) > 0 && r.Clash.Announcements[row[r.flag]].FlagTaken, "%s takes no flag", id)
	}
	if d.Claim != nil {
		_, ok := r.typ[*d.Claim]
		demand(r.seats == 2 && (ok || *d.Claim == ""), "claim")
	}
	for _, a := range r.Clash.Announcements {
		demand(a.AttackerSeen == "" && a.DefenderSeen == "" && !a.AttackerShowsFlag && !a.DefenderShowsFlag, "an announcement shows something")
	}
	demand(r.Views.Reveal == "never", "reveal")
}

// checkGoals looks at ends.reach and ends.counts.
func (r *ruleset) checkGoals() {
	e := r.Ends
	demand(r.seats == 2 || e.Reach == nil && len(e.Counts) == 0, "goals of more than two seats")
	if e.Reach != nil {
		_, ok := r.typ[e.Reach.Type]
		demand(r.Deck == nil && (ok || e.Reach.Type == "") && len(e.Reach.To) == r.seats, "reach")
		for seat, names := range e.Reach.To {
			between(len(names), 1, 192)
			distinct(names)
			for _, name := range names {
				n, ok := r.node[name]
				demand(ok && !slices.Contains(r.start[seat], n), "goal %s", name)
			}
		}
	}
	var counted []string
	for _, c := range e.Counts {
		t, ok := r.typ[c.Type]
		demand(ok && c.Type != e.Flag, "counts")
		counted = append(counted, c.Type)
		for a, row := range slices.Concat(r.tables()...) {
			a %= len(r.Types)
			for d, code := range row {
				said := r.Clash.Announcements[code]
				demand((a != t || !said.AttackerLeaves || said.AttackerSeen == c.Type) && (d != t || !said.DefenderLeaves || said.DefenderSeen == c.Type), "%s leaves unseen", c.Type)
			}
		}
	}
	distinct(counted)
}

func (r *ruleset) checkEnds(teams map[int]int) {
	r.checkGoals()
	e, shows := r.Ends, len(r.tellers) > 0
	demand(r.flag >= 0 || !shows && e.Carry == nil, "no flag")
	if r.flag >= 0 {
		demand(!r.moves(r.flag), "the flag moves")
		demand(r.Types[r.flag].Count == 1 || !shows && e.Carry == nil, "flags")
	}
	demand(!e.Shaken || shows && r.seats == 2, "shaken")
	demand(e.LastBoth == "attacker" || e.LastBoth == "draw" && r.seats == 2, "lastBoth")
	between(e.Quiet, 0, 10000)
	between(e.Timeouts, 1, 1000)
	between(e.ResignFrom, 0, 1000)
	if e.Carry != nil {
		demand(len(e.Carry.To) == r.seats, "carry")
		for _, to := range e.Carry.To {
			between(len(to), 1, 192)
		}
	}
	between(r.Times.Clock, 0, 86400)
	between(r.Times.Grace, 0, 604800)
	between(r.Times.Seen, 0, r.Times.Grace)
	demand(r.Times.Grace == 0 || r.Times.Grace >= r.Times.Clock, "grace")
	v := r.Views
	pairs, partners := true, false
	for _, n := range teams {
		pairs, partners = pairs && n == 2, partners || n > 1
	}
	demand(slices.Contains([]string{"dark", "partners", "open", "drawn", "flip"}, v.Mode) && (v.Mode == "flip") == (r.Deck != nil), "mode")
	demand(v.Mode != "partners" || pairs, "partners")
	demand(v.Reveal == "end" || v.Reveal == "never", "reveal")
	demand(v.First == "coin" || slices.Contains(seatNames[:r.seats], v.First), "first")
	demand(v.Absent == "stop" || v.Absent == "out" && r.seats > 2, "absent")
	demand(!v.OutSeesPartner || v.Mode == "dark" && partners, "outSeesPartner")
	for _, t := range r.Types {
		demand(!r.drawn() || len(t.Starts) == r.army, "drawn, but not anywhere")
	}
	if r.open() {
		demand(v.Reveal == "end" && v.First != "coin", "open")
		for _, a := range r.Clash.Announcements {
			demand(a.AttackerSeen == "" && a.DefenderSeen == "", "open, but seen")
		}
	}
}

// layoutExists looks for a way to fill all cells with the types, by augmenting paths.
func (r *ruleset) layoutExists() bool {
	var copies []int // the type of each piece
	for j, t := range r.Types {
		copies = append(copies, slices.Repeat([]int{j}, t.Count)...)
	}
	cellOf := map[int]int{} // cell -> index in copies
	var place func(i int, tried map[int]bool) bool
	place = func(i int, tried map[int]bool) bool {
		for _, cell := range r.Types[copies[i]].Starts {
			if tried[cell] {
				continue
			}
			tried[cell] = true
			if other, taken := cellOf[cell]; !taken || place(other, tried) {
				cellOf[cell] = i
				return true
			}
		}
		return false
	}
	for i := range copies {
		if !place(i, map[int]bool{}) {
			return false
		}
	}
	return true
}

var (
	idForm      = regexp.MustCompile(`^[a-z][a-z0-9-]{0,23}$`)
	nodeForm    = regexp.MustCompile(`^[a-wyz][a-wyz0-9]{0,5}$`)
	letterForm  = regexp.MustCompile(`^[0-9A-Z]$`)
	english     = regexp.MustCompile(`^[A-Za-z0-9 '+,\-.=!&]+$`)
	chinese     = regexp.MustCompile(`^[A-Za-z0-9 '+,\-.=!&，、·\x{3400}-\x{4dbf}\x{4e00}-\x{9fff}]+$`)
	englishWord = regexp.MustCompile(`^[A-Za-z0-9 '+\-.=!&]+$`)
	chineseWord = regexp.MustCompile(`^[A-Za-z0-9 '+\-.=!&·\x{3400}-\x{4dbf}\x{4e00}-\x{9fff}]+$`)
)

func word(text string, form *regexp.Regexp, most int) {
	between(utf8.RuneCountInString(text), 1, most)
	demand(form.MatchString(text) && strings.Trim(text, " ") == text && !strings.Contains(text, "  "), "word %q", text)
}

func between(n, low, high int) {
	demand(low <= n && n <= high, "%d is not from %d to %d", n, low, high)
}

func distinct(list []string) {
	for i, s := range list {
		demand(!slices.Contains(list[:i], s), "%s twice", s)
	}
}
