package lesson

import (
	"cmp"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// teacher knows what of a game there is to be taught, and looks for places where it can be shown.
type teacher struct {
	rs    *engine.Ruleset
	board *engine.Board
	ranks []engine.Type // those that beat each other one way only, the strongest first
	usual engine.Type   // one of the middle of them that moves as most do
	nodes []engine.Node // all: the learner's home first, then what is nearer to the middle of the board
	plain engine.NodeSet
	foe   engine.Seat
}

func newTeacher(rs *engine.Ruleset) *teacher {
	t := &teacher{rs: rs, board: rs.Board(), foe: learner}
	for _, seat := range rs.Seats() {
		if t.foe == learner && !rs.Partners(seat, learner) {
			t.foe = seat
		}
	}
	t.ranks = ranks(rs)
	t.usual = t.inTheMiddle()
	t.nodes = t.board.Nodes().Nodes()
	for _, n := range t.nodes {
		if k := t.board.KindRule(n); !k.Safe && !k.Locked && !k.Calm && !k.HomeOnly && k.Enter == nil {
			t.plain = t.plain.Add(n)
		}
	}
	x, y := t.middle()
	slices.SortStableFunc(t.nodes, func(m, n engine.Node) int {
		return cmp.Or(t.abroad(m)-t.abroad(n), t.away(m, x, y)-t.away(n, x, y))
	})
	return t
}

// ranks lists types that move, the strongest first, of which the outcome with most others does not
// depend on who attacks, nor on what is between.
func ranks(rs *engine.Ruleset) []engine.Type {
	all := slices.DeleteFunc(rs.Mobile().Types(), func(t engine.Type) bool { return over(rs, t) })
	score := map[engine.Type]int{}
	var ranked []engine.Type
	for _, t := range all {
		settled := 0
		for _, other := range all {
			switch {
			case t == other:
			case beats(rs, t, other):
				settled++
				score[t]++
			case beats(rs, other, t):
				settled++
				score[t]--
			}
		}
		if 2*settled >= len(all)-1 && settled > 0 {
			ranked = append(ranked, t)
		}
	}
	slices.SortStableFunc(ranked, func(a, b engine.Type) int { return score[b] - score[a] })
	return ranked
}

// beats reports whether a type that attacks another stays, and the other leaves.
func beats(rs *engine.Ruleset, a, d engine.Type) bool {
	said, ok := rs.Announcement(rs.Clash(a, d))
	return ok && said.DefenderLeaves && !said.AttackerLeaves
}

// over reports whether a type captures over another piece.
func over(rs *engine.Ruleset, t engine.Type) bool {
	return slices.ContainsFunc(rs.TypeRule(t).Ways, func(w engine.WayRule) bool { return w.Along == engine.AlongOver })
}

// inTheMiddle returns a type of a middle rank that moves as most do; any that moves, if there are no ranks.
func (t *teacher) inTheMiddle() engine.Type {
	among := t.ranks
	if len(among) == 0 {
		among = t.rs.Mobile().Types()
	}
	same := func(a engine.Type) (count int) {
		for _, b := range among {
			if slices.Equal(t.rs.TypeRule(a).Ways, t.rs.TypeRule(b).Ways) {
				count++
			}
		}
		return count
	}
	most := 0
	for _, a := range among {
		most = max(most, same(a))
	}
	alike := slices.DeleteFunc(slices.Clone(among), func(a engine.Type) bool { return same(a) < most })
	if len(alike) == 0 {
		return engine.NoType
	}
	return alike[len(alike)/2]
}

// middle returns the middle of the board.
func (t *teacher) middle() (x, y int) {
	for _, n := range t.nodes {
		u, v := t.board.XY(n)
		x, y = x+u, y+v
	}
	return x / len(t.nodes), y / len(t.nodes)
}

// away returns how far a node is from a point, squared.
func (t *teacher) away(n engine.Node, x, y int) int {
	u, v := t.board.XY(n)
	return (u-x)*(u-x) + (v-y)*(v-y)
}

// abroad is 0 for a node of the learner's home, else 1.
func (t *teacher) abroad(n engine.Node) int {
	if home, ok := t.board.Home(n); ok && home == learner {
		return 0
	}
	return 1
}

func (t *teacher) name(n engine.Node) string { return t.board.Name(n) }

func (t *teacher) ids(types ...engine.Type) []string {
	ids := []string{}
	for _, x := range types {
		ids = append(ids, t.rs.TypeID(x))
	}
	return ids
}

// near returns the plain nodes next to a node.
func (t *teacher) near(n engine.Node) []engine.Node {
	adjacent := t.board.Adjacent(n).Intersect(t.plain)
	return slices.DeleteFunc(slices.Clone(t.nodes), func(m engine.Node) bool { return !adjacent.Has(m) })
}

// far reports whether a type goes further than a step along something.
func (t *teacher) far(of engine.Type, along string) bool {
	return slices.ContainsFunc(t.rs.TypeRule(of).Ways, func(w engine.WayRule) bool { return w.Along == along && w.Most != 1 })
}

// goers returns the types that go far along something, the strongest first.
func (t *teacher) goers(along string) []engine.Type {
	types := t.rs.Mobile().Types()
	slices.Reverse(types)
	return slices.DeleteFunc(types, func(x engine.Type) bool { return !t.far(x, along) })
}

// flagNode returns where a seat's flag may stand.
func (t *teacher) flagNode(seat engine.Seat) engine.Node {
	for number := range t.rs.ArmySize() {
		if t.rs.Allowed(number).Has(t.rs.Flag()) {
			return t.rs.Start(seat, number)
		}
	}
	return engine.NoNode
}

func onto(n engine.Node) func(engine.Move) bool {
	return func(m engine.Move) bool { return m.To == n }
}
