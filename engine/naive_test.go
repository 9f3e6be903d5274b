package engine_test

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// naive is a second telling of the rules of play, to check the first: of rules as they
// are written it makes maps of names, and shares not a line with the package's own board,
// movement, table of clashes and course of the game. It knows all types.
type naive struct {
	rules  *engine.Rules
	nodes  map[string]engine.NodeRule
	kinds  map[string]engine.KindRule
	joined map[string][]string // by road or rail
	rails  map[string][]string

	pieces map[string]naivePiece // by node
	lying  map[string][]int      // whose flags lie on a node
	turn   int
	out    map[int]bool
	shaken map[int]bool
	lost   map[[2]int]int // pieces that fell in clashes, by seat and type
	quiet  int

	bothLeft, mustProve bool
	over                bool
	winners             []string // of a game that is over; none if it is drawn
}

type naivePiece struct {
	seat    int
	typ     int
	carries []int // whose flags
}

// newNaive sets up layouts, the types of the pieces by number.
func newNaive(rules engine.Rules, layouts []engine.Layout, first engine.Seat) *naive {
	n := &naive{
		rules: &rules, nodes: map[string]engine.NodeRule{}, kinds: map[string]engine.KindRule{},
		joined: map[string][]string{}, rails: map[string][]string{},
		pieces: map[string]naivePiece{}, lying: map[string][]int{}, turn: int(first),
		out: map[int]bool{}, shaken: map[int]bool{}, lost: map[[2]int]int{},
	}
	for _, node := range rules.Nodes {
		n.nodes[node.Name] = node
	}
	for _, kind := range rules.Kinds {
		n.kinds[kind.ID] = kind
	}
	join := func(edges map[string][]string, e [2]string) {
		edges[e[0]], edges[e[1]] = append(edges[e[0]], e[1]), append(edges[e[1]], e[0])
	}
	for _, e := range rules.Roads {
		join(n.joined, e)
	}
	for _, e := range rules.Rails {
		join(n.joined, e)
		join(n.rails, e)
	}
	for seat, rows := range rules.Start {
		number := 0
		for _, name := range slices.Concat(rows...) {
			if name != "" {
				n.pieces[name] = naivePiece{seat: seat, typ: int(layouts[seat][number])}
				number++
			}
		}
	}
	return n
}

func (n *naive) clone() *naive {
	c := *n
	c.pieces, c.lying, c.out, c.shaken, c.lost = maps.Clone(n.pieces), maps.Clone(n.lying), maps.Clone(n.out), maps.Clone(n.shaken), maps.Clone(n.lost)
	return &c
}

func (n *naive) kind(node string) engine.KindRule { return n.kinds[n.nodes[node].Kind] }

func (n *naive) friends(a, b int) bool { return n.rules.Seats[a].Team == n.rules.Seats[b].Team }

// closed reports whether a node may neither be entered nor passed by a seat.
func (n *naive) closed(seat int, node string) bool {
	return n.kind(node).HomeOnly && n.nodes[node].Home != n.rules.Seats[seat].Name
}

// stops reports whether a ride of a seat's piece goes no further than a node.
func (n *naive) stops(seat int, node string) bool {
	_, taken := n.pieces[node]
	return taken || n.closed(seat, node)
}

// moves lists the legal moves as "a6-a7", sorted.
func (n *naive) moves() []string {
	var list []string
	if n.over {
		return list
	}
	for from := range n.pieces {
		for _, to := range n.goals(from) {
			list = append(list, from+"-"+to)
		}
	}
	slices.Sort(list)
	return list
}

// stuck reports whether the seat to move has no legal move.
func (n *naive) stuck() bool {
	for from := range n.pieces {
		if len(n.goals(from)) > 0 {
			return false
		}
	}
	return true
}

// goals lists where a piece may move if it is the turn of its seat.
func (n *naive) goals(from string) (list []string) {
	piece := n.pieces[from]
	if piece.seat != n.turn || n.kind(from).Locked && len(piece.carries) == 0 {
		return nil
	}
	goals := map[string]bool{}
	for _, way := range n.rules.Types[piece.typ].Ways {
		switch way.Along {
		case "edge":
			for _, to := range n.joined[from] {
				goals[to] = true
			}
		case "line":
			n.slide(piece.seat, from, way.Most, goals)
		case "rail":
			n.wander(piece.seat, from, way.Most, goals)
		case "walk":
			for _, to := range n.joined[from] {
				if _, taken := n.pieces[to]; !taken {
					goals[to] = true
				}
			}
		case "over":
			n.fire(piece.seat, from, way.Most, goals)
		case "leap":
			for _, leap := range n.rules.Leaps {
				last := len(leap) - 1
				if leap[0] == from && !slices.ContainsFunc(leap[1:last], func(node string) bool { return n.stops(piece.seat, node) }) {
					goals[leap[last]] = true
				}
			}
		}
	}
	for to := range goals {
		if n.mayEnd(from, to, piece) {
			list = append(list, to)
		}
	}
	return list
}

// mayEnd reports whether a piece that can get from a node to another may stay there.
func (n *naive) mayEnd(from, to string, piece naivePiece) bool {
	kind := n.kind(to)
	other, taken := n.pieces[to]
	switch {
	case from == to || n.closed(piece.seat, to):
		return false
	case kind.Enter != nil && !slices.Contains(kind.Enter, n.rules.Types[piece.typ].ID):
		return false
	case taken && n.friends(piece.seat, other.seat):
		return false
	}
	return !taken || !kind.Safe && !n.kind(from).Calm
}

// slide collects what is reached along lines.
func (n *naive) slide(seat int, from string, most int, goals map[string]bool) {
	for _, line := range n.rules.Lines {
		start := slices.Index(line, from)
		if start < 0 {
			continue
		}
		for _, step := range []int{1, -1} {
			for i, edges := start+step, 1; i >= 0 && i < len(line) && (most == 0 || edges <= most); i, edges = i+step, edges+1 {
				goals[line[i]] = true
				if n.stops(seat, line[i]) {
					break
				}
			}
		}
	}
}

// fire collects the enemies behind exactly one piece along lines.
func (n *naive) fire(seat int, from string, most int, goals map[string]bool) {
	for _, line := range n.rules.Lines {
		start := slices.Index(line, from)
		if start < 0 {
			continue
		}
		for _, step := range []int{1, -1} {
			var met []string
			for i, edges := start+step, 1; i >= 0 && i < len(line) && (most == 0 || edges <= most) && !n.closed(seat, line[i]); i, edges = i+step, edges+1 {
				if _, taken := n.pieces[line[i]]; taken {
					met = append(met, line[i])
				}
			}
			if len(met) > 1 && !n.friends(seat, n.pieces[met[1]].seat) {
				goals[met[1]] = true
			}
		}
	}
}

// wander collects what is reached along rails: from each node in the order of their
// distances.
func (n *naive) wander(seat int, from string, most int, goals map[string]bool) {
	distance := map[string]int{from: 0}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if most > 0 && distance[at] == most || at != from && n.stops(seat, at) {
			continue
		}
		for _, to := range n.rails[at] {
			if _, seen := distance[to]; !seen {
				distance[to] = distance[at] + 1
				goals[to] = true
				queue = append(queue, to)
			}
		}
	}
}

// play makes a move of the list, and puts seats out that then can't move.
func (n *naive) play(move string) {
	from, to, _ := strings.Cut(move, "-")
	mover := n.turn
	enemy, clash := n.pieces[to]
	n.bothLeft = false
	switch {
	case n.mustProve:
		n.putOut(1 - mover)
		return
	case clash:
		n.meet(from, to, enemy)
	default:
		n.quiet++
		n.shift(from, to)
	}
	if n.over {
		return
	}
	n.finishTurn()
	n.settle()
}

// meet is what happens in a clash.
func (n *naive) meet(from, to string, enemy naivePiece) {
	piece := n.pieces[from]
	table := n.rules.Clash.Table
	for _, p := range n.rules.Clash.Places {
		home := slices.IndexFunc(n.rules.Seats, func(s engine.SeatRule) bool { return s.Name == n.nodes[to].Home })
		if p.Kind == n.nodes[to].Kind && (home < 0 || !n.friends(home, enemy.seat)) {
			table = p.Table
		}
	}
	said := n.rules.Clash.Announcements[table[piece.typ][enemy.typ]]
	if said.Repelled {
		n.quiet++
		return
	}
	n.quiet = 0
	n.bothLeft = said.AttackerLeaves && said.DefenderLeaves
	if said.AttackerShowsFlag {
		n.shaken[piece.seat] = true
	}
	if said.DefenderShowsFlag {
		n.shaken[enemy.seat] = true
	}
	if said.DefenderLeaves {
		n.fall(to, to)
	}
	if said.FlagTaken && n.rules.Ends.Carry != nil {
		piece.carries = append(slices.Clone(piece.carries), enemy.seat)
		n.pieces[from] = piece
	}
	if said.AttackerLeaves {
		n.fall(from, to)
	} else if said.DefenderLeaves {
		n.shift(from, to)
	}
	if said.DefenderLeaves {
		n.lost[[2]int{enemy.seat, enemy.typ}]++
	}
	if said.AttackerLeaves {
		n.lost[[2]int{piece.seat, piece.typ}]++
	}
	if said.FlagTaken && n.rules.Ends.Carry == nil {
		n.winFlag(piece.seat, enemy.seat)
	}
	for _, c := range n.rules.Ends.Counts {
		t := slices.IndexFunc(n.rules.Types, func(t engine.TypeRule) bool { return t.ID == c.Type })
		for _, seat := range []int{piece.seat, enemy.seat} {
			switch {
			case n.over || n.lost[[2]int{seat, t}] < n.rules.Types[t].Count:
			case c.Wins:
				n.putOut(1 - seat)
			default:
				n.putOut(seat)
			}
		}
	}
}

// onGoal reports whether a seat has a piece where one of that type wins.
func (n *naive) onGoal(seat int, id string) bool {
	if r := n.rules.Ends.Reach; r != nil && r.Type == id {
		for _, node := range r.To[seat] {
			if piece, ok := n.pieces[node]; ok && piece.seat == seat && (id == "" || n.rules.Types[piece.typ].ID == id) {
				return true
			}
		}
	}
	return false
}

// fall takes the piece of a node off the board; what it carried lies at a place.
func (n *naive) fall(node, place string) {
	for _, of := range n.pieces[node].carries {
		n.lying[place] = append(slices.Clone(n.lying[place]), of)
	}
	delete(n.pieces, node)
}

// shift moves a piece to an empty node, where it picks up what flags of enemies lie there.
func (n *naive) shift(from, to string) {
	piece := n.pieces[from]
	delete(n.pieces, from)
	var left []int
	for _, of := range n.lying[to] {
		if n.friends(of, piece.seat) {
			left = append(left, of)
		} else {
			piece.carries = append(slices.Clone(piece.carries), of)
		}
	}
	n.lying[to] = left
	n.pieces[to] = piece
}

// finishTurn ends the game by rule, or hands the turn over.
func (n *naive) finishTurn() {
	seats := len(n.rules.Seats)
	for i := range seats {
		seat := (n.turn + i) % seats
		for of := range seats {
			if !n.over && n.arrived(seat, of) {
				n.winFlag(seat, of)
			}
		}
	}
	if !n.over && n.onGoal(n.turn, "") {
		n.putOut(1 - n.turn)
	}
	if !n.over && n.rules.Ends.Quiet > 0 && n.quiet >= n.rules.Ends.Quiet {
		n.over = true
	}
	if !n.over {
		n.passTurn()
	}
}

func (n *naive) passTurn() {
	n.turn = (n.turn + 1) % len(n.rules.Seats)
	if n.out[n.turn] {
		n.passTurn()
	}
}

// arrived reports whether a seat has a flag where it must bring it.
func (n *naive) arrived(seat, of int) bool {
	carry := n.rules.Ends.Carry
	for node, piece := range n.pieces {
		if piece.seat != seat || !slices.Contains(piece.carries, of) {
			continue
		}
		goals := slices.Clone(carry.To[seat])
		filled := true
		for _, goal := range goals {
			_, taken := n.pieces[goal]
			filled = filled && taken && goal != node
		}
		if carry.Beside && filled {
			for _, goal := range carry.To[seat] {
				goals = append(goals, n.joined[goal]...)
			}
		}
		return slices.Contains(goals, node)
	}
	return false
}

func (n *naive) winFlag(taker, of int) {
	if n.rules.Ends.Shaken && n.shaken[taker] && !n.shaken[of] {
		n.over = true
		return
	}
	n.putOut(of)
}

// putOut takes a seat out of the game.
func (n *naive) putOut(seat int) {
	n.out[seat] = true
	if s := n.rules.Seats[seat]; s.Chief {
		for i, other := range n.rules.Seats {
			if other.Team == s.Team && !n.out[i] {
				n.putOut(i)
			}
		}
	}
	n.winners = nil
	if len(n.rules.Seats) > 2 {
		n.quiet = 0
		for node, piece := range maps.Clone(n.pieces) {
			if piece.seat == seat {
				n.fall(node, node)
			}
		}
		for node, piece := range maps.Clone(n.pieces) {
			piece.carries = without(piece.carries, seat)
			n.pieces[node] = piece
		}
		for node, flags := range maps.Clone(n.lying) {
			n.lying[node] = without(flags, seat)
		}
	}
	teams := map[int]bool{}
	for i, s := range n.rules.Seats {
		if !n.out[i] {
			teams[s.Team] = true
		}
	}
	if len(teams) == 1 {
		n.over = true
		for _, s := range n.rules.Seats {
			if teams[s.Team] {
				n.winners = append(n.winners, s.Name)
			}
		}
	}
}

func without(list []int, one int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return i == one })
}

// settle puts seats out that have no legal move when their turn comes.
func (n *naive) settle() {
	if r := n.rules.Ends.Reach; r != nil && r.Type != "" && !n.over && !n.mustProve && n.onGoal(n.turn, r.Type) {
		n.putOut(1 - n.turn)
	}
	for !n.over && n.stuck() {
		switch {
		case n.mustProve:
			n.over = true
		case n.rules.Ends.LastBoth == "draw" && n.bothLeft:
			n.mustProve = true
			n.turn = 1 - n.turn
		default:
			n.putOut(n.turn)
			if !n.over {
				n.finishTurn()
			}
		}
	}
}

// perft counts sequences of exactly depth plies.
func (n *naive) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for _, move := range n.moves() {
		next := n.clone()
		next.play(move)
		total += next.perft(depth - 1)
	}
	return total
}

// Games under rules drawn at random compare the engine with the model of this file, so those rules
// have every field that there is, except for some.
func TestEveryFieldOfRulesIsDrawn(t *testing.T) {
	drawn := map[string]bool{
		"Deck":       true, // the model knows all types from the start
		"Times.Seen": true, // nobody plays by it
	}
	for i := range 400 {
		noteFields(reflect.ValueOf(drawnRules(i)), "", drawn)
	}
	for _, path := range slices.Sorted(maps.Keys(drawn)) {
		assert.True(t, drawn[path], "no rules drawn at random have %s: draw it in internal/rulestest/rules.go, and play by it in engine/naive_test.go", path)
	}
}

// drawnRules are the same rules whenever they are drawn.
func drawnRules(seed int) engine.Rules {
	size := []rulestest.Size{{Seats: 2, Army: 5, Types: 4}, rulestest.Small}[seed%2]
	return rapid.Custom(func(t *rapid.T) engine.Rules { return rulestest.Rules(t, size) }).Example(seed)
}

// Among the games that compare the engine with the model of this file are some that end for each
// reason, and some in which a seat goes out for it, except for what players decide.
func TestEveryEndingIsCompared(t *testing.T) {
	compared := map[engine.Reason]bool{
		engine.NotOver: true, engine.ByResignation: true, engine.ByTimeouts: true, engine.ByAgreement: true, engine.ByAbsence: true,
	}
	for i := 0; i < 20_000 && len(compared) < engine.NumReasons; i++ {
		rs, err := engine.NewRuleset(drawnRules(i))
		require.NoError(t, err)
		p, _ := gameAgreesWithNaiveRules(t, rs, rand.New(rand.NewPCG(uint64(i), 0)), 120)
		compared[p.Result().Reason] = true
		for _, seat := range rs.Seats() {
			compared[p.Out(seat)] = true
		}
	}
	for reason := engine.NotOver + 1; int(reason) < engine.NumReasons; reason++ {
		assert.True(t, compared[reason], "no game ended by %q (engine/result.go): draw rules that bring it about in internal/rulestest/rules.go, "+
			"and play by them in engine/naive_test.go; or list it here, if players decide it", reason)
	}
}

// noteFields notes for each field, by the names that lead to it, whether it has a value that is not zero.
func noteFields(v reflect.Value, path string, has map[string]bool) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			noteFields(v.Field(i), strings.TrimPrefix(path+"."+v.Type().Field(i).Name, "."), has)
		}
	case reflect.Pointer:
		has[path] = has[path] || !v.IsNil()
		if !v.IsNil() {
			noteFields(v.Elem(), path, has)
		}
	case reflect.Slice, reflect.Array: // an empty list says nothing
		has[path] = has[path] || v.Kind() == reflect.Slice && v.Len() > 0
		for i := range v.Len() {
			noteFields(v.Index(i), path, has)
		}
	default:
		has[path] = has[path] || !v.IsZero()
	}
}
