package lesson

import (
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
)

// army has two pieces of a legal layout change places, so that it is none, and has the learner mend it;
// where the rules leave it free how an army starts any two may change places. Layouts that lots decide
// are not taught.
func (t *teacher) army() (Step, bool) {
	if t.rs.Drawn() {
		return Step{}, false
	}
	l := t.rs.RandomLayout(rand.New(rand.NewPCG(7, 7))) // the same for every learner
	s := Step{Theme: Army, Types: []string{}, Moves: []Move{}}
	if bound := t.mostBound(); bound != engine.NoType {
		s.Who = t.rs.TypeID(bound)
		at := slices.Index(l, bound)
		for i := range l { // the front row comes first
			if !t.rs.Allowed(i).Has(bound) && l[i] != bound && t.rs.Allowed(at).Has(l[i]) {
				l[i], l[at] = l[at], l[i]
				break
			}
		}
		s.Moves = t.mending(l)
	}
	for number, x := range l {
		s.Pieces = append(s.Pieces, Piece{Seat: learner.String(), Number: number, Node: t.name(t.rs.Start(learner, number)), Type: t.rs.TypeID(x)})
	}
	return s, s.Who == "" || len(s.Moves) > 0
}

// mostBound returns the type that has the fewest places to start, if there are fewer than there are pieces.
func (t *teacher) mostBound() engine.Type {
	bound, fewest := engine.NoType, t.rs.ArmySize()
	for _, x := range t.rs.Types().Types() {
		if n := len(t.rs.TypeRule(x).Starts); n < fewest {
			bound, fewest = x, n
		}
	}
	return bound
}

// mending returns the exchanges that make a layout legal.
func (t *teacher) mending(l engine.Layout) []Move {
	moves := []Move{}
	for i := range l {
		for j := range l {
			tried := slices.Clone(l)
			tried[i], tried[j] = tried[j], tried[i]
			if l[i] != l[j] && t.rs.CheckLayout(tried) == nil {
				moves = append(moves, Move{From: t.name(t.rs.Start(learner, i)), To: t.name(t.rs.Start(learner, j)), Way: []string{}, May: []string{}, Aim: true})
			}
		}
	}
	return moves
}

func (t *teacher) walk() (Step, bool) {
	best, most := engine.NoNode, 0
	for _, n := range t.nodes {
		steps := t.board.Roads(n).Len()
		if t.board.Rails(n).Empty() && t.plain.Has(n) && t.abroad(n) == 0 && steps > most {
			best, most = n, steps
		}
	}
	for _, n := range append([]engine.Node{best}, t.nodes...) {
		if !t.board.Has(n) || !t.plain.Has(n) {
			continue
		}
		pieces := t.withCrowd(standing{learner, t.usual, n, false})
		step := func(m engine.Move) bool { return t.board.Adjacent(m.From).Has(m.To) && on(pieces, m.To) == nil }
		if s, ok := t.step(Step{Theme: Walk, Types: []string{}}, pieces, step); ok {
			return s, true
		}
	}
	return Step{}, false
}

// withCrowd returns a piece, and some of both armies where they start and are not in its way.
func (t *teacher) withCrowd(x standing) []standing {
	pieces := []standing{x}
	near := t.board.Adjacent(x.at).Add(x.at)
	for _, seat := range t.rs.Seats() {
		l := t.rs.RandomLayout(rand.New(rand.NewPCG(uint64(seat), 3)))
		for number, kind := range l {
			if n := t.rs.Start(seat, number); number%2 == 0 && number < 2*len(t.rs.Rules().Start[0][0]) && !near.Has(n) {
				pieces = append(pieces, standing{seat, kind, n, false})
			}
		}
	}
	return pieces
}

// rideLength is about how many steps a ride of the lesson takes.
const rideLength = 6

// ride has a piece go along a line, up to an enemy.
func (t *teacher) ride() (Step, bool) {
	who := t.goers(engine.AlongLine)
	if len(who) == 0 {
		return Step{}, false
	}
	x := who[len(who)/2]
	if slices.Contains(who, t.usual) {
		x = t.usual
	}
	longest := rideLength
	for _, w := range t.rs.TypeRule(x).Ways {
		if w.Along == engine.AlongLine && w.Most > 1 {
			longest = max(2, min(longest, w.Most-1)) // so that the enemy at its end can be attacked
		}
	}
	best, length := Step{}, 0
	for _, line := range t.board.Lines() {
		for _, line := range [][]engine.Node{line, reversed(line)} {
			for i := range line {
				last := min(i+longest, len(line)-2)
				if last-i <= length || t.abroad(line[i]) != 0 || !t.plain.Has(line[i]) {
					continue
				}
				pieces := []standing{{learner, x, line[i], false}, {t.foe, t.usual, line[last+1], false}}
				if s, ok := t.step(Step{Theme: Ride, Types: t.ids(who...)}, pieces, onto(line[last])); ok && last-i > 1 {
					best, length = s, last-i
				}
			}
		}
	}
	return best, length > 1
}

func reversed(line []engine.Node) []engine.Node {
	back := slices.Clone(line)
	slices.Reverse(back)
	return back
}

// turn has a piece go around corners, where others don't get.
func (t *teacher) turn() (Step, bool) {
	who := t.goers(engine.AlongRail)
	if len(who) == 0 {
		return Step{}, false
	}
	x := who[0]
	best, far := Step{}, 0
	for _, from := range t.nodes {
		if t.abroad(from) != 0 || !t.plain.Has(from) || t.board.Rails(from).Empty() {
			continue
		}
		straight := t.straight(from)
		for _, to := range t.rs.Reach(learner, x, from, engine.NodeSet{}, engine.NodeSet{}).Minus(straight).Intersect(t.plain).Nodes() {
			if t.board.Rails(to).Empty() {
				continue
			}
			s, ok := t.step(Step{Theme: Turn, Who: t.rs.TypeID(x), Types: t.ids(who...)}, []standing{{learner, x, from, false}}, onto(to))
			if !ok {
				continue
			}
			if n := length(s); n > far && n <= 2*rideLength {
				best, far = s, n
			}
		}
		if far > 0 {
			break // from this node, which is the best to see
		}
	}
	return best, far > 1
}

// straight returns the nodes next to a node, and those of the lines on which it is.
func (t *teacher) straight(from engine.Node) engine.NodeSet {
	nodes := t.board.Adjacent(from)
	for _, line := range t.board.Lines() {
		if slices.Contains(line, from) {
			for _, n := range line {
				nodes = nodes.Add(n)
			}
		}
	}
	return nodes
}

// length returns how many steps the way to the aim takes.
func length(s Step) int {
	i := slices.IndexFunc(s.Moves, func(m Move) bool { return m.Aim })
	return len(s.Moves[i].Way) - 1
}

// safe has a piece that is threatened go where nobody is attacked.
func (t *teacher) safe() (Step, bool) {
	for _, kind := range t.rs.Rules().Kinds {
		if !kind.Safe {
			continue
		}
		isSafe := func(n engine.Node) bool { return t.board.KindRule(n).ID == kind.ID }
		for _, n := range t.nodes {
			beside := slices.DeleteFunc(t.board.Adjacent(n).Nodes(), func(m engine.Node) bool { return !isSafe(m) })
			if !t.plain.Has(n) || len(beside) == 0 {
				continue
			}
			pieces := []standing{{learner, t.usual, n, false}}
			if len(beside) > 1 {
				pieces = append(pieces, standing{t.foe, t.usual, beside[len(beside)-1], false})
			}
			for _, threat := range t.near(n) {
				s := Step{Theme: Safe, Types: []string{}, Kind: kind.ID}
				if s, ok := t.step(s, append(pieces, standing{t.foe, t.usual, threat, false}), func(m engine.Move) bool { return isSafe(m.To) }); ok {
					return s, true
				}
			}
		}
	}
	return Step{}, false
}

// locked has two pieces, of which one can't move any more.
func (t *teacher) locked() (Step, bool) {
	for _, stuck := range t.nodes {
		if !t.board.KindRule(stuck).Locked || t.abroad(stuck) != 0 {
			continue
		}
		for _, free := range t.near(stuck) {
			pieces := []standing{{learner, t.usual, stuck, false}, {learner, t.usual, free, false}}
			s := Step{Theme: Locked, Types: []string{}, Kind: t.board.KindRule(stuck).ID}
			if s, ok := t.step(s, pieces, func(m engine.Move) bool { return m.From == free }); ok {
				return s, true
			}
		}
	}
	return Step{}, false
}

// clash has a piece attack one that turns out to be weaker.
func (t *teacher) clash() (Step, bool) {
	i := slices.Index(t.ranks, t.usual)
	if i < 0 {
		return Step{}, false
	}
	for _, weaker := range t.ranks[i+1:] {
		if !beats(t.rs, t.usual, weaker) {
			continue
		}
		if s, ok := t.attack(Step{Theme: Clash, Types: []string{}}, t.usual, weaker, false); ok {
			return s, true
		}
	}
	return Step{}, false
}

// attack has a piece attack another, from the learner's home outwards.
func (t *teacher) attack(s Step, with, met engine.Type, seen bool, others ...standing) (Step, bool) {
	for _, n := range t.nodes {
		if !t.plain.Has(n) {
			continue
		}
		near := t.near(n)
		slices.Reverse(near) // abroad first
		for _, e := range near {
			pieces := append([]standing{{learner, with, n, false}, {t.foe, met, e, seen}}, others...)
			if s, ok := t.step(s, pieces, onto(e)); ok {
				return s, true
			}
		}
	}
	return Step{}, false
}

// both has a piece attack with which all leave: best one whose fall shows where its flag is.
func (t *teacher) both() (Step, bool) {
	for _, x := range t.rs.Mobile().Types() {
		if slices.Contains(t.ranks, x) || len(t.ranks) == 0 {
			continue
		}
		victim, shows := t.ranks[0], false
		for _, d := range t.ranks {
			if said, _ := t.rs.Announcement(t.rs.Clash(x, d)); !shows && said.BothLeave() && said.DefenderShowsFlag {
				victim, shows = d, true
			}
		}
		if said, _ := t.rs.Announcement(t.rs.Clash(x, victim)); !said.BothLeave() {
			continue
		}
		var flag []standing
		if shows {
			flag = []standing{{t.foe, t.rs.Flag(), t.flagNode(t.foe), false}}
		}
		if s, ok := t.attack(Step{Theme: Both, Who: t.rs.TypeID(x), Types: t.ids(victim)}, x, victim, true, flag...); ok {
			return s, true
		}
	}
	return Step{}, false
}

// still has the learner pick the piece that removes one that never moves.
func (t *teacher) still() (Step, bool) {
	for _, x := range (t.rs.Types() &^ t.rs.Mobile()).Types() {
		if x == t.rs.Flag() {
			continue
		}
		var clear, fall []engine.Type
		for _, a := range t.rs.Mobile().Types() {
			if beats(t.rs, a, x) {
				clear = append(clear, a)
			} else if said, _ := t.rs.Announcement(t.rs.Clash(a, x)); said.AttackerLeaves {
				fall = append(fall, a)
			}
		}
		if len(clear) == 0 {
			continue
		}
		s := Step{Theme: Still, Who: t.rs.TypeID(x), Types: t.ids(clear...)}
		for number := range t.rs.ArmySize() {
			e := t.rs.Start(t.foe, number)
			near := t.near(e)
			if !t.rs.Allowed(number).Has(x) || len(near) == 0 {
				continue
			}
			pieces := []standing{{t.foe, x, e, true}, {learner, clear[0], near[0], false}}
			if len(fall) > 0 && len(near) > 1 {
				pieces = append(pieces, standing{learner, fall[len(fall)-1], near[1], false})
			}
			if s, ok := t.step(s, pieces, func(m engine.Move) bool { return m.To == e && m.From == near[0] }); ok {
				return s, true
			}
		}
	}
	return Step{}, false
}

// upset has a weaker piece remove a stronger one.
func (t *teacher) upset() (Step, bool) {
	for i, strong := range t.ranks {
		for _, weak := range t.ranks[i+1:] {
			if !beats(t.rs, weak, strong) {
				continue
			}
			if s, ok := t.attack(Step{Theme: Upset, Who: t.rs.TypeID(weak), Types: t.ids(strong)}, weak, strong, true); ok {
				return s, true
			}
		}
	}
	return Step{}, false
}

// over has a piece capture over another, its own side's.
func (t *teacher) over() (Step, bool) {
	for _, x := range t.rs.Mobile().Types() {
		if !over(t.rs, x) || t.usual == engine.NoType {
			continue
		}
		s := Step{Theme: Over, Who: t.rs.TypeID(x), Types: t.ids(t.usual)}
		for _, n := range t.nodes {
			for _, line := range t.board.Lines() {
				at := slices.Index(line, n)
				if at < 0 || at+2 >= len(line) {
					continue
				}
				to := line[at+2]
				pieces := []standing{{learner, x, n, false}, {learner, t.usual, line[at+1], false}, {t.foe, t.usual, to, true}}
				if s, ok := t.step(s, pieces, func(m engine.Move) bool { return m.From == n && m.To == to }); ok {
					return s, true
				}
			}
		}
	}
	return Step{}, false
}

// partner has the learner attack the one of two pieces that is not its partner's.
func (t *teacher) partner() (Step, bool) {
	for _, ally := range t.rs.Seats() {
		if ally == learner || !t.rs.Partners(ally, learner) {
			continue
		}
		for _, n := range t.nodes {
			near := t.near(n)
			if !t.plain.Has(n) || t.abroad(n) == 0 || len(near) < 2 {
				continue
			}
			pieces := []standing{{learner, t.usual, n, false}, {ally, t.usual, near[0], false}, {t.foe, t.usual, near[1], false}}
			if s, ok := t.step(Step{Theme: Partner, Types: []string{}}, pieces, onto(near[1])); ok {
				return s, true
			}
		}
	}
	return Step{}, false
}

func (t *teacher) takeFlag() (Step, bool) {
	takers := slices.DeleteFunc(t.rs.Mobile().Types(), func(x engine.Type) bool {
		said, _ := t.rs.Announcement(t.rs.Clash(x, t.rs.Flag()))
		return !said.FlagTaken
	})
	if len(takers) == 0 {
		return Step{}, false
	}
	x := takers[0]
	if slices.Contains(takers, t.usual) {
		x = t.usual
	}
	s := Step{Theme: Flag, Who: t.rs.TypeID(t.rs.Flag()), Types: t.ids(takers...)}
	for number := range t.rs.ArmySize() {
		if !t.rs.Allowed(number).Has(t.rs.Flag()) {
			continue
		}
		f := t.rs.Start(t.foe, number)
		for _, n := range t.near(f) {
			if s, ok := t.step(s, []standing{{learner, x, n, false}, {t.foe, t.rs.Flag(), f, true}}, onto(f)); ok {
				return s, true
			}
		}
	}
	return Step{}, false
}
